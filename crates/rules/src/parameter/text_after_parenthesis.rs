use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::{StructureError, SyntaxKind};

rule! {
    /// Finds text after the closing parenthesis of a value.
    ///
    /// # Effect
    /// A value that begins with `(` ends at the last `)` of the line. LSF silently ignores the text after it.
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
    pub P008 "text-after-parenthesis" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "readHvalues_conf", "a value that begins with `(` ends at the last `)`"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let in_row = context.line.is_some_and(|it| it.kind() == SyntaxKind::TABLE_ROW);
    if context.structure() != Some(StructureError::TextAfterParenthesis) || in_row {
        return;
    }
    findings
        .report(context.error.range, format!("unexpected `{}` after the closing parenthesis", context.text()))
        .consequence(Item::Value.ignored().called("the text").silently())
        .as_parsed()
        .help("move it inside the parentheses, or remove the parentheses");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# behind the last parenthesis
        //- each Queue
        HOSTS = (a b) c
                      ^ P008 error unexpected `c` after the closing parenthesis
        HOSTS = (a b)
        DESCRIPTION = (for a) and b
    "#]];
}
