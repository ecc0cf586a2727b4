//! Finds dispatch windows that are open whenever the run window is.
//!
//! # Effect
//! `DISPATCH_WINDOW` narrows nothing: outside `RUN_WINDOW` no job is dispatched anyway.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! RUN_WINDOW = 20:00-6:00
//! DISPATCH_WINDOW = 18:00-8:00
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! RUN_WINDOW = 20:00-6:00
//! DISPATCH_WINDOW = 18:00-4:00
//! End Queue
//! ```
//!
//! # Sources
//! <https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=configuration-time-windows>

use super::common::run_and_dispatch;
use crate::context::SectionContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("T205", "dispatch-window-idle", Severity::Info), checks: &[Check::Section(check)] };

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    for (run, dispatch) in run_and_dispatch(context) {
        // Windows that are always open are reported as such. One that is written once more in a branch may take back a narrower one.
        if !run.week.is_within(&dispatch.week) || dispatch.week.is_always() || dispatch.setting.branch != 0 {
            continue;
        }
        findings
            .report(&RULE.meta, dispatch.setting.value_range(), "`DISPATCH_WINDOW` is open whenever `RUN_WINDOW` is")
            .effect(format!("it narrows nothing: LSF dispatches no job outside `RUN_WINDOW` ({}) anyway", run.week))
            .help("close it earlier than `RUN_WINDOW`, or leave it out")
            .related(run.setting.value_range(), "jobs may run then");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_queue(lines: &str, expect: Expect) {
        check("T205", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n"), expect);
    }

    #[test]
    fn reports_the_wider_and_the_equal_window() {
        check_queue(
            "RUN_WINDOW = 20:00-6:00\nDISPATCH_WINDOW = 18:00-8:00",
            expect![[r#"
            4:19-4:29 info `DISPATCH_WINDOW` is open whenever `RUN_WINDOW` is
              effect: it narrows nothing: LSF dispatches no job outside `RUN_WINDOW` (every day 20:00-06:00) anyway
              help: close it earlier than `RUN_WINDOW`, or leave it out
              3:14-3:24 jobs may run then
        "#]],
        );
        check_queue(
            "RUN_WINDOW = 20:00-6:00\nDISPATCH_WINDOW = 20-6",
            expect![[r#"
            4:19-4:23 info `DISPATCH_WINDOW` is open whenever `RUN_WINDOW` is
              effect: it narrows nothing: LSF dispatches no job outside `RUN_WINDOW` (every day 20:00-06:00) anyway
              help: close it earlier than `RUN_WINDOW`, or leave it out
              3:14-3:24 jobs may run then
        "#]],
        );
    }

    #[test]
    fn accepts_the_narrower_one() {
        check_queue("RUN_WINDOW = 20:00-6:00\nDISPATCH_WINDOW = 18:00-5:00", expect![[""]]);
        check_queue("DISPATCH_WINDOW = 18:00-5:00", expect![[""]]);
        check_queue(
            "DISPATCH_WINDOW = 18:00-5:00\nRUN_WINDOW = 20:00-6:00\n#if time(6:0:00-1:0:00)\nDISPATCH_WINDOW = 18:00-8:00\n#endif",
            expect![[""]],
        );
    }
}
