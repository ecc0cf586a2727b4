use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_spec::ParamSpec;

use crate::parameter::{related, wording};

rule! {
    /// Finds INTERRUPTIBLE_BACKFILL in queues that lack BACKFILL or RUNLIMIT.
    ///
    /// # Effect
    /// LSF disables the queue.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME             = filler
    /// INTERRUPTIBLE_BACKFILL = 60
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME             = filler
    /// BACKFILL               = Y
    /// RUNLIMIT               = 10
    /// INTERRUPTIBLE_BACKFILL = 60
    /// REQUEUE_EXIT_VALUES    = 130 140
    /// End Queue
    /// ```
    pub Q202 "interruptible-backfill-needs-backfill" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "INTERRUPTIBLE_BACKFILL")],
        checks: [Section(check)],
    }
}

/// The parameter of these queues.
pub(crate) const PARAMETER: &str = "INTERRUPTIBLE_BACKFILL";

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(setting) = context.entry(PARAMETER).filter(related::is_on) else { return };
    let Some(spec) = setting.spec.filter(|_| !may_be_elsewhere(context)) else { return };
    let missing = missing(context, spec);
    if missing.is_empty() {
        return;
    }
    let found = findings
        .report(related::place(&setting), format!("`{PARAMETER}` without {}", wording::all_of(missing.iter().copied())))
        .capped(spec.confidence)
        .effect("LSF disables the queue")
        .help(format!("set {} in this queue", wording::all_of(missing.iter().copied())));
    for off in missing.iter().filter_map(|it| context.entry(it)) {
        found.related(off.value_range(), "switched off here");
    }
}

/// The partners that the queue does not have.
pub(crate) fn missing(context: &SectionContext<'_>, spec: &'static ParamSpec) -> Vec<&'static str> {
    let is_set = |name: &&str| context.entry(name).is_some_and(|it| related::is_on(&it));
    spec.requires.iter().copied().filter(|it| !is_set(it)).collect()
}

/// Whether a part of the section is not in view.
pub(crate) fn may_be_elsewhere(context: &SectionContext<'_>) -> bool {
    context.file.file.template || related::includes_more(context)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers interruptible-needs, R-BF2
    #[test]
    fn names_what_is_missing() {
        check(
            "Q202",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nINTERRUPTIBLE_BACKFILL = 60\nEnd Queue\nBegin Queue\nQUEUE_NAME = q2\nBACKFILL = n\nRUNLIMIT = 10\nINTERRUPTIBLE_BACKFILL = 60\nEnd Queue\n",
            expect![[r#"
                3:1-3:23 error `INTERRUPTIBLE_BACKFILL` without `BACKFILL` and `RUNLIMIT`
                  effect: LSF disables the queue
                  help: set `BACKFILL` and `RUNLIMIT` in this queue
                9:1-9:23 error `INTERRUPTIBLE_BACKFILL` without `BACKFILL`
                  effect: LSF disables the queue
                  help: set `BACKFILL` in this queue
                  7:12-7:13 switched off here
            "#]],
        );
    }

    #[test]
    fn is_silent_when_both_are_set() {
        check(
            "Q202",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nBACKFILL = yes\nRUNLIMIT = {{ limit }}\nINTERRUPTIBLE_BACKFILL = 60\nEnd Queue\nBegin Queue\nQUEUE_NAME = q2\nINTERRUPTIBLE_BACKFILL = -\nEnd Queue\n",
            expect![[""]],
        );
    }
}
