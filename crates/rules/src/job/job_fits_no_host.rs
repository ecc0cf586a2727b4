use lsflint_lint::{Findings, Item, JobContext, rule};
use lsflint_model::requirement::{Outcome, Simple};
use lsflint_model::satisfy::{PartHosts, Selection, Verdict};
use lsflint_model::{Entity, HostId};

use crate::job::common::{counted_hosts, in_every_queue, queues_in_words, requirement_place};

rule! {
    /// Finds jobs whose tasks and reservations fit none of the hosts of the queue.
    ///
    /// # Effect
    /// The job pends forever.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -n 32
    /// #BSUB -R "span[hosts=1]"
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// //- lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// //- lsf.cluster.one
    /// Begin Host
    /// HOSTNAME model type   server RESOURCES
    /// hostA    !     X86_64 1      ()
    /// hostB    !     X86_64 1      ()
    /// End Host
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   16
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -n 16
    /// #BSUB -R "span[hosts=1]"
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// //- lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// //- lsf.cluster.one
    /// Begin Host
    /// HOSTNAME model type   server RESOURCES
    /// hostA    !     X86_64 1      ()
    /// hostB    !     X86_64 1      ()
    /// End Host
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   16
    /// End Host
    /// ```
    ///
    /// A host is ruled out by its slots (MXJ) when `span` requires more tasks on one host, by static resources that are
    /// smaller than the reservation of the job, or of all its tasks on the host, and by conditions. Conditions alone
    /// are reported by J303. `lsflint resreq hosts` lists the reason for each host.
    pub J304 "job-fits-no-host" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.hosts", "MXJ: the number of job slots of the host"),
            ibm("lsf_admin/span_string", "span[hosts=1] and span[ptile=n]"),
        ],
        checks: [Job(check)],
    }
}

/// The number of reasons that are listed.
const REASONS: usize = 2;

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    if !context.job.asks_for_hosts() || context.job.queues.is_empty() {
        return;
    }
    let Some(queues) = in_every_queue(context, |queue| too_small(context, queue)) else { return };
    let Some((_, why)) = queues.first() else { return };
    findings
        .report(requirement_place(context), format!("job fits no host of {}", queues_in_words(&queues)))
        .consequence(Item::Job.pending().because(why.clone()))
        .help("request less, or choose another queue; `lsflint resreq hosts -n` checks each host");
}

/// Why no host of a queue can run the job, if a smaller job could run.
fn too_small<'a>(context: &JobContext<'a>, queue: &Entity<'a>) -> Option<String> {
    let merged = context.job.merged(Some(queue)).filter(|it| it.outcome == Outcome::Merged)?;
    let hosts = context.job.hosts(Some(queue)).filter(|it| !it.is_empty())?;
    if !any_host_is_known(context, &hosts) {
        return None;
    }
    let placed = context.job.placed(Some(queue))?;
    let [placed] = &*placed else { return None };
    if placed.counts.possible() > 0 {
        return None;
    }
    let simples = merged.result.as_ref()?.simples();
    let [simple] = simples.as_slice() else { return None };
    // Conditions that no host meets are reported by themselves, and those of the queue where they are set.
    (!is_impossible_anyway(context, queue, simple, &hosts)).then(|| reasons(placed))
}

/// Whether no host can run even a job with one task and without reservations.
fn is_impossible_anyway(context: &JobContext<'_>, queue: &Entity<'_>, simple: &Simple, hosts: &[HostId]) -> bool {
    let conditions = simple.select.iter().map(|it| (it, None));
    if Selection::new(context.cluster(), conditions).impossible_on(hosts.iter().copied()).is_some() {
        return true;
    }
    let plain = Simple { rusage: None, span: Vec::new(), ..simple.clone() };
    context.job.dispatch(Some(queue)).is_none_or(|it| it.on(&plain, 1, hosts).counts.possible() == 0)
}

/// Whether the files with the hosts and their slots are loaded.
fn any_host_is_known(context: &JobContext<'_>, hosts: &[HostId]) -> bool {
    context.cluster().sees_hosts() && !hosts.is_empty()
}

fn reasons(placed: &PartHosts) -> String {
    let mut words: Vec<String> = Vec::new();
    for group in placed.groups.iter().take(REASONS) {
        if let Verdict::Never(reason) = &group.verdict {
            words.push(format!("on {} {reason}", counted_hosts(group.hosts.len())));
        }
    }
    let rest: usize = placed.groups.iter().skip(REASONS).map(|it| it.hosts.len()).sum();
    if rest > 0 {
        words.push(format!("{} do not fit for another reason", counted_hosts(rest)));
    }
    words.join("; ")
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue normal: HOSTS = a b
        //- Queue large: HOSTS = c
        //- Parameters
        RESOURCE_RESERVE_PER_TASK = Y
        //- lsf.conf
        LSF_STRICT_RESREQ=Y
        LSF_UNIT_FOR_LIMITS=MB
        //- HostType of lsf.shared
        TYPENAME
        X86
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
        scratch Numeric () N Y (x)
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        a ! X86 1 (scratch=100)
        b ! X86 1 (scratch=200)
        c ! X86 1 (scratch=900)
        //- Host of lsb.hosts
        HOST_NAME MXJ
        a 8
        default 16
        //- ReservationUsage of lsb.resources
        RESOURCE METHOD RESERVE
        scratch PER_TASK Y

        //# more tasks or resources than any host has
        //- job.sh
        #BSUB -q normal -n 32 -R 'span[hosts=1]'
                                 ^^^^^^^^^^^^^^^ J304 warning job fits no host of queue `normal`
                                 = effect: LSF never dispatches the job because on 1 host at least 32 tasks must be on
                                 =   one host, but MXJ is 8 (lsb.hosts); on 1 host at least 32 tasks must be on one
                                 =   host, but MXJ is 16 (row `default` of lsb.hosts)
        bsub -q normal -R 'rusage[scratch=300]' job
                          ^^^^^^^^^^^^^^^^^^^^^ J304 warning job fits no host of queue `normal`
                          = effect: LSF never dispatches the job because on 1 host the job reserves `scratch=300`, but
                          =   the host has 100; on 1 host the job reserves `scratch=300`, but the host has 200
        bsub -q normal -n 10 -R 'rusage[scratch=30] span[hosts=1]' job
                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ J304 warning job fits no host of queue `normal`
                                = effect: LSF never dispatches the job because on 1 host the job reserves `scratch=30`
                                =   for each of at least 10 tasks, but the host has 100; on 1 host the job reserves
                                =   `scratch=30` for each of at least 10 tasks, but the host has 200
        bsub -q 'normal large' -n 17 -R 'span[hosts=1]' job
                                        ^^^^^^^^^^^^^^^ J304 warning job fits no host of queues `normal` and `large`

        //# jobs that fit and what is not known
        //- job.sh
        #BSUB -q normal -n 16 -R 'span[hosts=1]'
        bsub -q 'normal large' -R 'rusage[scratch=300]' job
        bsub -q normal -n 8,64 -R 'span[hosts=1]' job
        bsub -q normal -n 64 -R 'span[ptile=20]' job
        bsub -q normal -n $N -R 'span[hosts=1]' job
        bsub -q $Q -n 64 -R 'span[hosts=1]' job
        bsub -n 64 -R 'span[hosts=1]' job
        //#
        //- each job.sh: bsub -q normal -n 64 -R 'span[hosts=1]' job
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
    "#]];
}
