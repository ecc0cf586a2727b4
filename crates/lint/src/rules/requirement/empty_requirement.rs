//! Finds a requirement that is a pair of quotes with nothing between.
//!
//! # Effect
//! It asks for nothing, as if the line were not there. Either the line is of no use, or its content was lost.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! RES_REQ    = ""
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! End Queue
//! ```
//!
//! # Sources
//! [Selection string](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/select_string.html): an empty requirement is valid.

use lsflint_syntax::ResReqError;

use super::common::form_error;
use crate::context::ErrorContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("R015", "empty-requirement", Severity::Warning), checks: &[Check::SyntaxError(check)] };

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::EmptyQuotes) {
        return;
    }
    // On a command line an empty string is what a script writes when it has nothing to ask for.
    let Some(setting) = context.setting else { return };
    findings
        .report(&RULE.meta, context.error.range, format!("`{}` asks for nothing", setting.display_name()))
        .effect("LSF works as if the line were not there")
        .help("remove the line, or write the requirement that was lost");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_string};

    // covers RR111
    #[test]
    fn quotes_hold_something() {
        check(
            "R015",
            "lsb.queues",
            "Begin Queue\nRES_REQ = \"\"\nEnd Queue\n",
            expect![[r#"
            2:11-2:13 warning `RES_REQ` asks for nothing
              effect: LSF works as if the line were not there
              help: remove the line, or write the requirement that was lost
        "#]],
        );
        check(
            "R015",
            "lsb.applications",
            "Begin Application\nNAME = a\nRES_REQ = ' '\nEnd Application\n",
            expect![[r#"
                3:11-3:14 warning `RES_REQ` asks for nothing
                  effect: LSF works as if the line were not there
                  help: remove the line, or write the requirement that was lost
            "#]],
        );
    }

    // covers SE-107
    #[test]
    fn a_command_may_ask_for_nothing() {
        check_string("R015", "", expect![[""]]);
        check_string("R015", "''", expect![[""]]);
    }
}
