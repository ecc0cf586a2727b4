use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::parameter::related;
use crate::policy::interruptible_backfill_needs_backfill::{PARAMETER, may_be_elsewhere, missing};

rule! {
    /// Finds queues with INTERRUPTIBLE_BACKFILL but without REQUEUE_EXIT_VALUES.
    ///
    /// # Effect
    /// LSF kills a job at the end of its time slice. The job ends, finished or not, unless its exit value is in
    /// REQUEUE_EXIT_VALUES of the queue or the application profile, or in `bsub -Q`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME             = filler
    /// BACKFILL               = Y
    /// RUNLIMIT               = 10
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
    pub Q204 "interruptible-requeue" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsb.queues", "INTERRUPTIBLE_BACKFILL")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(setting) = context.entry(PARAMETER).filter(related::is_on) else { return };
    let Some(spec) = setting.spec.filter(|_| !may_be_elsewhere(context)) else { return };
    let requeues = context.entry("REQUEUE_EXIT_VALUES").is_some_and(|it| related::is_on(&it));
    if requeues || !missing(context, spec).is_empty() {
        return;
    }
    findings
        .report(related::place(&setting), "`INTERRUPTIBLE_BACKFILL` requires `REQUEUE_EXIT_VALUES` to requeue jobs")
        .consequence(
            Item::Job
                .killed()
                .called("a job at the end of its time slice")
                .so("it is lost unless its application profile or `bsub -Q` requeues it"),
        )
        .help("set `REQUEUE_EXIT_VALUES`, for example to `130 140`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# asks for exit values
        //- each Queue
        BACKFILL = Y
          RUNLIMIT = 10
          INTERRUPTIBLE_BACKFILL = 60
          ^^^^^^^^^^^^^^^^^^^^^^ Q204 info `INTERRUPTIBLE_BACKFILL` requires `REQUEUE_EXIT_VALUES` to requeue jobs

        //# is silent when the queue is disabled or requeues
        //- Queue q1: INTERRUPTIBLE_BACKFILL = 60
        //- Queue q2
        BACKFILL = Y
        RUNLIMIT = 10
        INTERRUPTIBLE_BACKFILL = 60
        REQUEUE_EXIT_VALUES = 130
    "#]];
}
