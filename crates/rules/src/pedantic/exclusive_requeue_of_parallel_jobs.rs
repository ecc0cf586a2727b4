use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::ast::{ExitValues, TaskLimit};

use crate::parameter::related;

rule! {
    /// Finds `EXCLUDE( )` in REQUEUE_EXIT_VALUES of queues and profiles for parallel jobs.
    ///
    /// # Effect
    /// `EXCLUDE` keeps a job from the host it failed on. That does not work for parallel jobs: they may come back to the same hosts.
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
    // The first of several numbers is the least number of tasks; a single one is the largest.
    let tasks = limit.typed::<TaskLimit<'_>>().and_then(|it| it.amounts().next()?.integer());
    if tasks.is_none_or(|it| it <= 1) || !related::are_read_together(requeue, limit) {
        return;
    }
    findings
        .report(exclude.range(), "`EXCLUDE` where jobs have several tasks")
        .consequence(
            Item::Value
                .no_effect()
                .called("`EXCLUDE`")
                .possible()
                .so("LSF may dispatch a parallel job to the same hosts again"),
        )
        .help("list the values without `EXCLUDE`")
        .related(limit.value_range(), "tasks of a job");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn queue(lines: &str, expected: Expect) {
        check("W111", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q1\n{lines}\nEnd Queue\n"), expected);
    }

    // covers users-pain 86
    #[test]
    fn parallel_jobs_come_back() {
        queue(
            "TASKLIMIT = 2 64\nREQUEUE_EXIT_VALUES = 1 EXCLUDE(2 3)",
            expect![[r#"
                4:25-4:37 info `EXCLUDE` where jobs have several tasks
                  effect: `EXCLUDE` may have no effect, so LSF may dispatch a parallel job to the same hosts again
                  help: list the values without `EXCLUDE`
                  3:13-3:17 tasks of a job
            "#]],
        );
    }

    #[test]
    fn sequential_jobs_do_not() {
        queue("TASKLIMIT = 1\nREQUEUE_EXIT_VALUES = EXCLUDE(2)", expect![[""]]);
        queue("TASKLIMIT = 4\nREQUEUE_EXIT_VALUES = 2", expect![[""]]);
        queue("REQUEUE_EXIT_VALUES = EXCLUDE(2)", expect![[""]]);
    }
}
