//! Finds queues that backfill without a run limit.
//!
//! # Effect
//! A job is taken for backfill only if LSF knows when it will end, that is, if it has a run limit. Jobs of this queue have one only where
//! an application profile or the job itself brings it; all others wait as if there were no backfill.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = short
//! BACKFILL   = Y
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = short
//! BACKFILL   = Y
//! RUNLIMIT   = 30 240
//! End Queue
//! ```
//!
//! # Sources
//! [Backfill](https://www.ibm.com/support/knowledgecenter/SSWRJV_10.1.0/lsf_admin/backfill.html).

use super::interruptible_backfill_needs_backfill::{PARAMETER, may_be_elsewhere};
use crate::context::SectionContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};
use crate::rules::parameter::related;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("Q201", "backfill-without-runlimit", Severity::Warning),
    checks: &[Check::Section(check)],
};

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let queue = context.spec.is_some_and(|it| it.name == "Queue");
    let Some(backfill) = related::find(context.entries, "BACKFILL").filter(|_| queue) else { return };
    let yes = |it: &str| it.eq_ignore_ascii_case("y") || it.eq_ignore_ascii_case("yes");
    if !backfill.single_word().is_some_and(|it| yes(&it.text())) || may_be_elsewhere(context) {
        return;
    }
    let is_set = |name: &str| context.entries.iter().any(|it| it.is_named(name) && related::is_on(it));
    // A queue with interruptible backfill lacks more than that; it has a finding of its own.
    if is_set("RUNLIMIT") || is_set(PARAMETER) {
        return;
    }
    findings
        .report(&RULE.meta, related::place(backfill), "`BACKFILL` in a queue without `RUNLIMIT`")
        .effect("only jobs that get a run limit from their profile or from `bsub -W` are backfilled")
        .help("set `RUNLIMIT` with a default and a maximum: `RUNLIMIT = 30 240`");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn queue(lines: &str, expected: Expect) {
        check("Q201", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q1\n{lines}\nEnd Queue\n"), expected);
    }

    // covers backfill-no-runlimit, users-pain 47
    #[test]
    fn wants_a_run_limit() {
        queue(
            "BACKFILL = yes",
            expect![[r#"
            3:1-3:9 warning `BACKFILL` in a queue without `RUNLIMIT`
              effect: only jobs that get a run limit from their profile or from `bsub -W` are backfilled
              help: set `RUNLIMIT` with a default and a maximum: `RUNLIMIT = 30 240`
        "#]],
        );
    }

    #[test]
    fn is_silent_with_one_or_without_backfill() {
        queue("BACKFILL = Y\nRUNLIMIT = 60", expect![[""]]);
        queue("BACKFILL = Y\n#if time(8-9)\nRUNLIMIT = 60\n#endif", expect![[""]]);
        queue("BACKFILL = N", expect![[""]]);
        queue("BACKFILL = {{ backfill }}", expect![[""]]);
        queue("BACKFILL = Y\nINTERRUPTIBLE_BACKFILL = 60", expect![[""]]);
    }
}
