use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::parameter::related;
use crate::policy::interruptible_backfill_needs_backfill::{PARAMETER, may_be_elsewhere, missing};

rule! {
    /// Finds queues with interruptible backfill that requeue nothing.
    ///
    /// # Effect
    /// A job is killed at the end of its slice. Unless its exit value is one of REQUEUE_EXIT_VALUES, of the queue, the application profile
    /// or `bsub -Q`, it is over then, finished or not.
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
        .report(related::place(&setting), "no exit value brings the jobs of this queue back")
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
          ^^^^^^^^^^^^^^^^^^^^^^ Q204 info no exit value brings the jobs of this queue back

        //# is silent when the queue is disabled or requeues
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q1
        INTERRUPTIBLE_BACKFILL = 60
        End Queue
        Begin Queue
        QUEUE_NAME = q2
        BACKFILL = Y
        RUNLIMIT = 10
        INTERRUPTIBLE_BACKFILL = 60
        REQUEUE_EXIT_VALUES = 130
        End Queue
    "#]];
}
