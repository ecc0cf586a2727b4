//! Finds text glued to the closing quote of a value in lsf.conf.
//!
//! # Effect
//! LSF drops it without a message: `"/opt/lsf"/bin` is `/opt/lsf`.
//!
//! # Example
//! ```lsf.conf
//! LSF_BINDIR="/opt/lsf"/bin
//! ```
//!
//! # Use instead
//! ```lsf.conf
//! LSF_BINDIR="/opt/lsf/bin"
//! ```
//!
//! # Sources
//! Observed in two open-source readers of the format.

use lsflint_syntax::StructureError;

use crate::context::ErrorContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("P012", "text-after-quote", Severity::Error), checks: &[Check::SyntaxError(check)] };

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::TextAfterQuote) {
        return;
    }
    findings
        .report(&RULE.meta, context.error.range, format!("`{}` is glued to the closing quote", context.text()))
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
