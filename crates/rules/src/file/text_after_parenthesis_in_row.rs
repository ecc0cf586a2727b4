use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::{StructureError, SyntaxKind};

rule! {
    /// Finds text that is glued to the closing parenthesis of a value in a table row.
    ///
    /// # Effect
    /// LSF drops it without a message.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// tokens       Numeric 30       N          (free)tokens
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// tokens       Numeric 30       N          (free tokens)
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F207 "text-after-parenthesis-in-row" {
        family: File, scope: OwnFile, severity: Error,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let in_row = context.line.is_some_and(|it| it.kind() == SyntaxKind::TABLE_ROW);
    if context.structure() != Some(StructureError::TextAfterParenthesis) || !in_row {
        return;
    }
    findings
        .report(context.error.range, format!("`{}` is glued to the closing parenthesis", context.text()))
        .consequence(Item::Value.ignored().called("the text").silently())
        .help("put it inside the parentheses, or separate it with a blank if it is the next value");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# glued text
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE DESCRIPTION
        a Boolean (x)y
                     ^ F207 error `y` is glued to the closing parenthesis
        b Boolean (x))
        End Resource

        //# the missing value is the glued one
        //- also F204
        //- lsb.users
        Begin UserGroup
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g (a)([a,1])
             ^^^^^^^ F207 error `([a,1])` is glued to the closing parenthesis
        End UserGroup
    "#]];
}
