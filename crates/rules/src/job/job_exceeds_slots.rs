use lsflint_lint::{Findings, Item, JobContext, rule};
use lsflint_model::combined::nothing;
use lsflint_model::job::Asked;
use lsflint_model::requirement::{Outcome, Requirement};
use lsflint_model::{Entity, Place, State};

use crate::job::common::{in_every_queue, queues_in_words};

rule! {
    /// Finds jobs with more tasks (`-n`) than the hosts of the queue have job slots together, or than the queue may use
    /// (QJOB_LIMIT, UJOB_LIMIT).
    ///
    /// # Effect
    /// The job pends forever, or LSF rejects it.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -n 64
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// QJOB_LIMIT = 32
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -n 32
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// QJOB_LIMIT = 32
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// ```
    ///
    /// For a range (`-n 4,32`), the minimum counts. The slots are those of MXJ in lsb.hosts, on the hosts that can
    /// match the requirement, and at most `span[ptile]` on each. Nothing is reported where the number of slots is that
    /// of the processors.
    pub J305 "job-exceeds-slots" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.queues", "QJOB_LIMIT: the job slots that the queue can use"),
            ibm("lsb.hosts", "MXJ: the number of job slots of the host"),
        ],
        checks: [Job(check)],
    }
}

/// The limits of job slots, and what they are about.
const LIMITS: [(&str, &str); 2] = [("QJOB_LIMIT", "the queue may use"), ("UJOB_LIMIT", "a user may use")];

/// Too few slots.
struct TooFew {
    /// "the queue may use 32 slots"
    because: String,
    place: Option<Place>,
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let (Asked::Yes(given), Some(tasks)) = (context.submission().asked("n"), context.job.tasks()) else { return };
    let Some(queues) = in_every_queue(context, |queue| too_few(context, queue, tasks.least)) else { return };
    let whose = queues_in_words(&queues);
    let Some((_, found)) = queues.into_iter().next() else { return };
    let reported = findings
        .report(given.range(), format!("`-n {}` exceeds the job slots of {whose}", given.text().unwrap_or_default()))
        .consequence(Item::Job.pending().because(found.because).possible())
        .help("request fewer tasks, or choose another queue");
    if let Some(place) = found.place {
        reported.related_at(place, "the limit");
    }
}

fn too_few<'a>(context: &JobContext<'a>, queue: &Entity<'a>, tasks: u64) -> Option<TooFew> {
    for (name, whose) in LIMITS {
        let fields = queue.fields(name);
        let [field] = fields.as_slice() else { continue };
        if field.is_conditional() || field.state() != State::Known {
            continue;
        }
        let limit = field.known().and_then(|it| it.trim().parse::<u64>().ok());
        if let Some(limit) = limit.filter(|it| *it < tasks) {
            return Some(TooFew { because: format!("{whose} {limit} slots"), place: Some(field.place()) });
        }
    }
    let merged = context.job.merged(Some(queue)).filter(|it| it.outcome != Outcome::Rejected)?;
    let nothing = nothing();
    let Requirement::Simple(simple) = merged.result.as_ref().unwrap_or(&nothing) else { return None };
    let placed = context.job.placed(Some(queue)).filter(|_| context.cluster().sees_hosts())?;
    let capacity = context.job.capacity(simple, placed.first()?)?;
    if capacity.hosts == 0 || capacity.tasks >= tasks {
        return None;
    }
    let spread = if capacity.is_spread { " with the `span` of the job" } else { "" };
    let slots = capacity.tasks;
    let because = match capacity.hosts {
        1 => format!("the only host that can run it has {slots} slots{spread}"),
        hosts => format!("the {hosts} hosts that can run it have {slots} slots{spread}"),
    };
    Some(TooFew { because, place: None })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue normal: HOSTS = a b
        //- Queue narrow: QJOB_LIMIT = 12
        //- Queue user: UJOB_LIMIT = 4
        //- Queue any
        //- Parameters: MAX_JOBS = 5
        //- lsf.conf: LSF_STRICT_RESREQ=Y
        //- HostType of lsf.shared
        TYPENAME
        X86
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        a ! X86 1 ()
        b ! X86 1 ()
        c ! X86 1 ()
        //- Host of lsb.hosts
        HOST_NAME MXJ
        c !
        default 16

        //# more tasks than slots
        //- job.sh
        #BSUB -q normal -n 1000
                           ^^^^ J305 warning `-n 1000` exceeds the job slots of queue `normal`
                           = effect: LSF may never dispatch the job because the 2 hosts that can run it have 32 slots
        bsub -q narrow -n 13 job
                          ^^ J305 warning `-n 13` exceeds the job slots of queue `narrow`
        bsub -q user -n 5,8 job
                        ^^^ J305 warning `-n 5,8` exceeds the job slots of queue `user`
                        = effect: LSF may never dispatch the job because a user may use 4 slots
        bsub -q normal -n 16 -R 'span[ptile=4]' job
                          ^^ J305 warning `-n 16` exceeds the job slots of queue `normal`
                          = effect: LSF may never dispatch the job because the 2 hosts that can run it have 8 slots with
                          =   the `span` of the job
        bsub -q any -n 16 -R 'span[ptile=4]' job
                       ^^ J305 warning `-n 16` exceeds the job slots of queue `any`
        bsub -q normal -m a -n 17 job
                               ^^ J305 warning `-n 17` exceeds the job slots of queue `normal`
                               = effect: LSF may never dispatch the job because the only host that can run it has 16
                               =   slots

        //# tasks that fit and what is not known
        //- job.sh
        #BSUB -q normal -n 32
        bsub -q narrow -n 12,64 job
        bsub -q any -n 1000 job
        bsub -q any -n 12 -R 'span[ptile=4]' job
        bsub -q 'narrow any' -n 13 job
        bsub -q normal -n $N job
        bsub -n 1000 job
    "#]];
}
