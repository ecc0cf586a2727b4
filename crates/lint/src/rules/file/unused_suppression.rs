//! Finds suppression comments that suppress nothing.
//!
//! # Effect
//! None in LSF: to LSF it is a comment. But the next reader believes that something is wrong here, and a real finding on the line
//! would be hidden the day it appears.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! PRIORITY   = 30   # lsflint: ignore[P201] agreed with operations
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! PRIORITY   = 30
//! End Queue
//! ```
//!
//! # Fix safety
//! Safe: only a comment goes away.
//!
//! # Sources
//! A convention of lsflint; LSF reads over comments.

use lsflint_syntax::TextRange;

use crate::diagnostic::{Diagnostic, Findings};
use crate::rule::{FixSafety, Rule, RuleMeta, Severity};

/// The rule; it has no check of its own, because only the one who applies suppressions knows which were used.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("F090", "unused-suppression", Severity::Warning).fix(FixSafety::Safe), checks: &[] };

/// The finding for one code of a suppression comment.
pub(crate) fn diagnostic(code: &str, range: TextRange) -> Diagnostic {
    let mut findings = Findings::default();
    findings
        .report(&RULE.meta, range, format!("nothing is reported as `{code}` where this comment applies"))
        .help("remove it, so that a real finding cannot hide behind it");
    findings.found.remove(0)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    #[test]
    fn reports_a_code_that_suppresses_nothing() {
        check(
            "F090",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night # lsflint: ignore[F104] why\nEnd Queue\n",
            expect![[r#"
                2:38-2:42 warning nothing is reported as `F104` where this comment applies
                  help: remove it, so that a real finding cannot hide behind it
            "#]],
        );
    }

    #[test]
    fn is_silent_about_a_used_one() {
        check(
            "F090",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\nEnd Qeue # lsflint: ignore[F104] why\n",
            expect![[""]],
        );
    }

    #[test]
    fn removes_the_comment() {
        check_fix(
            "F090",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\n# lsflint: ignore[F104] why\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = night\nEnd Queue\n",
        );
    }
}
