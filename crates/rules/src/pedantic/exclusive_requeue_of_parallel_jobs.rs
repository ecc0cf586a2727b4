use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::ast::{ExitValues, TaskLimit};

use crate::parameter::related;

rule! {
    /// Finds `EXCLUDE( )` in REQUEUE_EXIT_VALUES of queues and application profiles for parallel jobs.
    ///
    /// # Effect
    /// `EXCLUDE` prevents LSF from dispatching a job to the host on which it failed. It does not work for parallel
    /// jobs, which may run on the same hosts again.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = mpi
    /// TASKLIMIT           = 2 64
    /// REQUEUE_EXIT_VALUES = EXCLUDE(137)
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = mpi
    /// TASKLIMIT           = 2 64
    /// REQUEUE_EXIT_VALUES = 137
    /// End Queue
    /// ```
    pub W111 "exclusive-requeue-of-parallel-jobs" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [ibm("lsf_command_ref/bsub.__q.1", "bsub -Q")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(requeue) = related::find(context.entries, "REQUEUE_EXIT_VALUES") else { return };
    let Some(exclude) = requeue.typed::<ExitValues<'_>>().and_then(|it| it.excludes().next()) else { return };
    let Some(limit) = related::find(context.entries, "TASKLIMIT") else { return };
    // The first of several numbers is the minimum number of tasks; a single number is the maximum.
    let tasks = limit.typed::<TaskLimit<'_>>().and_then(|it| it.amounts().next()?.integer());
    if tasks.is_none_or(|it| it <= 1) || !related::are_read_together(requeue, limit) {
        return;
    }
    findings
        .report(exclude.range(), "`EXCLUDE` does not support parallel jobs")
        .consequence(
            Item::Value
                .no_effect()
                .called("`EXCLUDE`")
                .possible()
                .so("LSF may dispatch a parallel job to the same hosts again"),
        )
        .help("list the exit values without `EXCLUDE`")
        .related(limit.value_range(), "tasks of a job are set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# parallel jobs come back
        //- each Queue
        TASKLIMIT = 2 64
          REQUEUE_EXIT_VALUES = 1 EXCLUDE(2 3)
                                  ^^^^^^^^^^^^ W111 info `EXCLUDE` does not support parallel jobs

        //# sequential jobs do not
        //- each Queue
        TASKLIMIT = 1
          REQUEUE_EXIT_VALUES = EXCLUDE(2)
        TASKLIMIT = 4
          REQUEUE_EXIT_VALUES = 2
        REQUEUE_EXIT_VALUES = EXCLUDE(2)
    "#]];
}
