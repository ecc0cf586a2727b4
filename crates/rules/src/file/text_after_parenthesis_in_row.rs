use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::{StructureError, SyntaxKind};

rule! {
    /// Finds text directly after the closing parenthesis of a value in a table row.
    ///
    /// # Effect
    /// LSF silently ignores the text.
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
    pub F207 "text-after-parenthesis-in-row" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextValueQ_",
                "the value ends at the closing parenthesis, and the rest of the word is dropped",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let in_row = context.line.is_some_and(|it| it.kind() == SyntaxKind::TABLE_ROW);
    if context.structure() != Some(StructureError::TextAfterParenthesis) || !in_row {
        return;
    }
    findings
        .report(context.error.range, format!("unexpected `{}` after the closing parenthesis", context.text()))
        .consequence(Item::Value.ignored().called("the text").silently())
        .as_parsed()
        .help("move it inside the parentheses, or add a space before it if it is the next value");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# glued text
        //- Resource of lsf.shared
        RESOURCENAME TYPE DESCRIPTION
        a Boolean (x)y
                     ^ F207 error unexpected `y` after the closing parenthesis
        b Boolean (x))

        //# the missing value is the glued one
        //- also F204
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g (a)([a,1])
             ^^^^^^^ F207 error unexpected `([a,1])` after the closing parenthesis
    "#]];
}
