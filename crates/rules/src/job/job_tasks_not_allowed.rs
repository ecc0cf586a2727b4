use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::job::{Asked, Tasks};
use lsflint_model::{Entity, Place};

use crate::job::common::{self, in_every_queue, queues_in_words};
use crate::limit::levels;

rule! {
    /// Finds jobs with more or fewer tasks (`-n`) than their queue or application profile allows.
    ///
    /// # Effect
    /// LSF refuses the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q parallel
    /// #BSUB -n 4
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// TASKLIMIT  = 16 512
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q parallel
    /// #BSUB -n 16
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// TASKLIMIT  = 16 512
    /// End Queue
    /// ```
    ///
    /// Of two numbers (`-n 4,32`) the larger must not be below the minimum, nor the smaller above the maximum. With several queues in `-q` it
    /// is reported when none of them takes the job.
    pub J202 "job-tasks-not-allowed" {
        family: Job, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.n.1", "-n"),
            ibm("lsf_admin/processors_allocated_limiting", "jobs outside of the limits are rejected"),
        ],
        checks: [Job(check)],
    }
}

/// Why a number of tasks is refused.
struct Refused {
    /// "has at least 16 tasks"
    because: String,
    place: Place,
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let (Asked::Yes(given), Some(tasks)) = (context.submission().asked("n"), context.job.tasks()) else { return };
    let profile = context.job.known_application().flatten();
    let of_profile = profile.and_then(|it| Some((format!("profile `{}`", it.name()), refused(&it, tasks)?)));
    let of_queue = || {
        let queues = in_every_queue(context, |it| refused(it, tasks))?;
        let whose = queues_in_words(&queues);
        Some((whose, queues.into_iter().next()?.1))
    };
    let Some((whose, found)) = of_profile.or_else(of_queue) else { return };
    findings
        .report(
            given.range(),
            format!("`-n {}` is not allowed: a job of {whose} {}", given.text().unwrap_or_default(), found.because),
        )
        .severity(context.refused())
        .consequence(common::refused(context))
        .help("ask for an allowed number, or take another queue or profile")
        .related_at(found.place, "the limit");
}

fn refused(entity: &Entity<'_>, tasks: Tasks) -> Option<Refused> {
    let (least, most, field) = levels::tasks(entity)?;
    let (least, most) = (u64::try_from(least).ok()?, u64::try_from(most).ok()?);
    let because = if tasks.least > most {
        format!("has at most {}", counted(most))
    } else if tasks.most < least {
        format!("has at least {}", counted(least))
    } else {
        return None;
    };
    Some(Refused { because, place: field.place() })
}

fn counted(tasks: u64) -> String {
    if tasks == 1 { "1 task".to_owned() } else { format!("{tasks} tasks") }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_script;

    #[track_caller]
    fn check(script: &str, expect: Expect) {
        let queues = "Begin Queue\nQUEUE_NAME = one\nPROCLIMIT = 1\nEnd Queue\nBegin Queue\nQUEUE_NAME = par\nTASKLIMIT = 8 16 64\nEnd Queue\n\
                      Begin Queue\nQUEUE_NAME = all\nEnd Queue\n";
        let profiles = "Begin Application\nNAME = mpi\nTASKLIMIT = 4 32\nEnd Application\n";
        check_script("J202", script, &[("lsb.queues", queues), ("lsb.applications", profiles)], expect);
    }

    #[test]
    fn outside_of_the_limits() {
        check(
            "#BSUB -n 2 -q one\nbsub -q par -n4 job\nbsub -q 'one par' -n 65,70 job\nbsub -app mpi -q all -n 64 job\n",
            expect![[r#"
                1:10-1:11 error `-n 2` is not allowed: a job of queue `one` has at most 1 task
                  effect: LSF rejects the job at submission
                  help: ask for an allowed number, or take another queue or profile
                  lsb.queues:3:13-3:14 the limit
                2:15-2:16 error `-n 4` is not allowed: a job of queue `par` has at least 8 tasks
                  effect: LSF rejects the job at submission
                  help: ask for an allowed number, or take another queue or profile
                  lsb.queues:7:13-7:20 the limit
                3:22-3:27 error `-n 65,70` is not allowed: a job of queues `one` and `par` has at most 1 task
                  effect: LSF rejects the job at submission
                  help: ask for an allowed number, or take another queue or profile
                  lsb.queues:3:13-3:14 the limit
                4:25-4:27 error `-n 64` is not allowed: a job of profile `mpi` has at most 32 tasks
                  effect: LSF rejects the job at submission
                  help: ask for an allowed number, or take another queue or profile
                  lsb.applications:3:13-3:17 the limit
            "#]],
        );
    }

    #[test]
    fn inside_of_them_or_not_known() {
        check(
            "#BSUB -n 1 -q one\nbsub -q par -n 4,8 job\nbsub -q par -n 64,90 job\nbsub -q 'one all' -n 65 job\nbsub -q par job\n",
            expect![[""]],
        );
        check(
            "bsub -q par -n $N job\nbsub -n 99 job\nbsub -q nosuch -n 99 job\nbsub -app mpi -q all -n 32 job\n",
            expect![[""]],
        );
    }
}
