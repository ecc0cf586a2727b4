use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::{StructureError, SyntaxKind};

rule! {
    /// Finds text behind the closing parenthesis of a value.
    ///
    /// # Effect
    /// A value that begins with `(` ends at the last `)` of the line. LSF drops what stands behind it without a message.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = (hosta hostb) hostc
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hosta hostb hostc
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub P008 "text-after-parenthesis" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let in_row = context.line.is_some_and(|it| it.kind() == SyntaxKind::TABLE_ROW);
    if context.structure() != Some(StructureError::TextAfterParenthesis) || in_row {
        return;
    }
    findings
        .report(context.error.range, format!("`{}` stands behind the closing parenthesis", context.text()))
        .consequence(Item::Value.ignored().called("the text").silently())
        .help("put it inside the parentheses, or write the value without them");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# behind the last parenthesis
        //- each Queue
        HOSTS = (a b) c
                      ^ P008 error `c` stands behind the closing parenthesis
        HOSTS = (a b)
        DESCRIPTION = (for a) and b
    "#]];
}
