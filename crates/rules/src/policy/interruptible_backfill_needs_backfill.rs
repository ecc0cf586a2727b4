use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_spec::ParamSpec;

use crate::parameter::{related, wording};

rule! {
    /// Finds INTERRUPTIBLE_BACKFILL in queues without BACKFILL or RUNLIMIT.
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
        sources: [
            ibm(
                "lsb.queues",
                "INTERRUPTIBLE_BACKFILL: the queue is disabled if BACKFILL and RUNLIMIT are not configured",
            ),
        ],
        checks: [Section(check)],
    }
}

/// The parameter that this rule checks.
pub(crate) const PARAMETER: &str = "INTERRUPTIBLE_BACKFILL";

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(setting) = context.entry(PARAMETER).filter(related::is_on) else { return };
    let Some(spec) = setting.spec.filter(|_| !may_be_elsewhere(context)) else { return };
    let missing = missing(context, spec);
    if missing.is_empty() {
        return;
    }
    let found = findings
        .report(
            related::place(&setting),
            format!("`{PARAMETER}` requires {} in the queue", wording::all_of(missing.iter().copied())),
        )
        .capped(spec.confidence)
        .effect("LSF disables the queue")
        .help(format!("set {} in this queue", wording::all_of(missing.iter().copied())));
    for off in missing.iter().filter_map(|it| context.entry(it)) {
        found.related(off.value_range(), "disabled here");
    }
}

/// The required parameters that the queue does not set.
pub(crate) fn missing(context: &SectionContext<'_>, spec: &'static ParamSpec) -> Vec<&'static str> {
    let is_set = |name: &&str| context.entry(name).is_some_and(|it| related::is_on(&it));
    spec.requires.iter().copied().filter(|it| !is_set(it)).collect()
}

/// Whether a part of the section is not available.
pub(crate) fn may_be_elsewhere(context: &SectionContext<'_>) -> bool {
    context.file.file.template || related::includes_more(context)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names what is missing
        //- Queue q1
        INTERRUPTIBLE_BACKFILL = 60
        ^^^^^^^^^^^^^^^^^^^^^^ Q202 error `INTERRUPTIBLE_BACKFILL` requires `BACKFILL` and `RUNLIMIT` in the queue
        //- Queue q2
        BACKFILL = n
        RUNLIMIT = 10
        INTERRUPTIBLE_BACKFILL = 60
        ^^^^^^^^^^^^^^^^^^^^^^ Q202 error `INTERRUPTIBLE_BACKFILL` requires `BACKFILL` in the queue
            = help: set `BACKFILL` in this queue
            = related 1:12 disabled here

        //# is silent when both are set
        //- Queue q1
        BACKFILL = yes
        RUNLIMIT = {{ limit }}
        INTERRUPTIBLE_BACKFILL = 60
        //- Queue q2: INTERRUPTIBLE_BACKFILL = -
    "#]];
}
