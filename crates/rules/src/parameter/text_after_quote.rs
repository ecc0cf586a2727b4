use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds text glued to the closing quote of a value in lsf.conf.
    ///
    /// # Effect
    /// LSF drops it without a message: `"/opt/lsf"/bin` is `/opt/lsf`.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_BINDIR="/opt/lsf"/bin
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_BINDIR="/opt/lsf/bin"
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub P012 "text-after-quote" {
        family: Parameter,
        scope: OwnFile,
        severity: Error,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::TextAfterQuote) {
        return;
    }
    findings
        .report(context.error.range, format!("`{}` is glued to the closing quote", context.text()))
        .effect("LSF drops it without a message")
        .help("put it inside the quotes");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    #[test]
    fn glued_text() {
        check(
            "P012",
            "lsf.conf",
            "LSF_BINDIR=\"/opt\"/bin\nLSF_TOP=\"/opt\" # x\n",
            expect![[r#"
            1:18-1:22 error `/bin` is glued to the closing quote
              effect: LSF drops it without a message
              help: put it inside the quotes
        "#]],
        );
    }
}
