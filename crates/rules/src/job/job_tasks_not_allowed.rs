use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::job::{Asked, Tasks};
use lsflint_model::{Entity, Place};

use crate::job::common::{self, in_every_queue, queues_in_words};
use crate::limit::levels;

rule! {
    /// Finds jobs with more or fewer tasks (`-n`) than their queue or application profile allows.
    ///
    /// # Effect
    /// LSF rejects the job.
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
    /// For a range (`-n 4,32`), the maximum must not be below the lower limit, nor the minimum above the upper limit.
    /// JOB_SIZE_LIST of a queue or application profile lists the only sizes that are allowed, and no range is. With
    /// several queues in `-q`, the job is reported when none of them accepts it.
    pub J202 "job-tasks-not-allowed" {
        family: Job, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.n.1", "-n"),
            ibm("lsf_admin/processors_allocated_limiting", "jobs outside the limits are rejected"),
            ibm("lsf_admin/queue_restrict_job_size", "sizes that are not in the list, and several sizes, are rejected"),
        ],
        checks: [Job(check)],
    }
}

/// Why a number of tasks is not allowed.
struct Refused {
    /// "at least 16 tasks"
    because: String,
    place: Place,
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let (Asked::Yes(given), Some(tasks)) = (context.submission().asked("n"), context.job.tasks()) else { return };
    let profile = context.job.known_application().flatten();
    let of_profile =
        profile.and_then(|it| Some((format!("application profile `{}`", it.name()), refused(&it, tasks)?)));
    let of_queue = || {
        let queues = in_every_queue(context, |it| refused(it, tasks))?;
        let whose = queues_in_words(&queues);
        Some((whose, queues.into_iter().next()?.1))
    };
    let Some((whose, found)) = of_profile.or_else(of_queue) else { return };
    findings
        .report(
            given.range(),
            format!("`-n {}` is out of range for {whose}: {}", given.text().unwrap_or_default(), found.because),
        )
        .severity(context.refused())
        .consequence(common::refused(context))
        .help("request an allowed number, or choose another queue or application profile")
        .related_at(found.place, "the limit");
}

fn refused(entity: &Entity<'_>, tasks: Tasks) -> Option<Refused> {
    if let Some((sizes, field)) = levels::sizes(entity) {
        let size = |it: &u64| sizes.contains(it);
        let listed: Vec<String> = sizes.iter().map(u64::to_string).collect();
        let is_one = tasks.least == tasks.most;
        let because = match is_one {
            true => format!("exactly one of the sizes {}", listed.join(", ")),
            false => format!("one of the sizes {}, not a range", listed.join(", ")),
        };
        return (!is_one || !size(&tasks.least)).then(|| Refused { because, place: field.place() });
    }
    let (least, most, field) = levels::tasks(entity)?;
    let (least, most) = (u64::try_from(least).ok()?, u64::try_from(most).ok()?);
    let because = if tasks.least > most {
        format!("at most {}", counted(most))
    } else if tasks.most < least {
        format!("at least {}", counted(least))
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
    crate::testing::fixture![[r#"
        //- Queue one: PROCLIMIT = 1
        //- Queue par: TASKLIMIT = 8 16 64
        //- Queue all
        //- Queue sizes: JOB_SIZE_LIST = 4 2 8 16
        //- Application mpi: TASKLIMIT = 4 32

        //# outside of the limits
        //- job.sh
        #BSUB -n 2 -q one
                 ^ J202 error `-n 2` is out of range for queue `one`: at most 1 task
        bsub -q par -n4 job
                      ^ J202 error `-n 4` is out of range for queue `par`: at least 8 tasks
        bsub -q 'one par' -n 65,70 job
                             ^^^^^ J202 error `-n 65,70` is out of range for queues `one` and `par`: at most 1 task
        bsub -app mpi -q all -n 64 job
                                ^^ J202 error `-n 64` is out of range for application profile `mpi`: at most 32 tasks

        //# sizes that are not in the list
        //- job.sh
        #BSUB -q sizes -n 10
                          ^^ J202 error `-n 10` is out of range for queue `sizes`: exactly one of the sizes 2, 4, 8, 16
        bsub -q sizes -n 2,8 job
                         ^^^ J202 error
                         = `-n 2,8` is out of range for queue `sizes`: one of the sizes 2, 4, 8, 16, not a range
        bsub -q 'sizes one' -n 32 job
                               ^^ J202 error
                               = `-n 32` is out of range for queues `sizes` and `one`: exactly one of the sizes 2, 4, 8,
                               =   16

        //# inside of them or not known
        //- job.sh
        #BSUB -n 1 -q one
        bsub -q sizes -n 8 job
        bsub -q sizes -n $N job
        bsub -q par -n 4,8 job
        bsub -q par -n 64,90 job
        bsub -q 'one all' -n 65 job
        bsub -q par job
        //#
        //- job.sh
        bsub -q par -n $N job
        bsub -n 99 job
        bsub -q nosuch -n 99 job
        bsub -app mpi -q all -n 32 job
    "#]];
}
