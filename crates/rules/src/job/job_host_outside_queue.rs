use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::combined::servers_of_queue;
use lsflint_model::job::Asked;
use lsflint_model::{Entity, HostSet, Place};

use crate::job::common::{in_every_queue, queues_in_words, refused};

rule! {
    /// Finds jobs with `-m` whose hosts do not run jobs of the queue.
    ///
    /// # Effect
    /// LSF rejects the job. HOSTS of the queue must have at least one of the hosts in `-m`.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -m hostC
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// HOSTS      = hostA hostB
    /// End Queue
    /// //- lsf.conf
    /// LSB_CONFDIR=/usr/share/lsf/conf/lsbatch
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
    /// hostC    !     X86_64 1      ()
    /// End Host
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -m hostB
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// HOSTS      = hostA hostB
    /// End Queue
    /// //- lsf.conf
    /// LSB_CONFDIR=/usr/share/lsf/conf/lsbatch
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
    /// hostC    !     X86_64 1      ()
    /// End Host
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// End Host
    /// ```
    ///
    /// Nothing is reported about `others`, hosts of other clusters, groups with all hosts, and queues that unknown
    /// hosts may serve. With several queues in `-q`, the job is reported when none of them has a host.
    pub J106 "job-host-outside-queue" {
        family: Job, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.m.1", "a job is not submitted if its queue has none of the hosts"),
            volclava("lsbatch/daemons/mbd.job.c", "acceptJob", "a host outside the queue is LSBE_QUEUE_HOST"),
        ],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let Asked::Yes(given) = context.submission().asked("m") else { return };
    let Some(asked) = context.job.asked_hosts() else { return };
    let Some(queues) = in_every_queue(context, |queue| outside(context, queue, &asked)) else { return };
    let whose = queues_in_words(&queues);
    let found = findings
        .report(given.range(), format!("`-m {}` names no host of {whose}", given.text().unwrap_or_default()))
        .severity(context.refused())
        .consequence(refused(context))
        .help("name hosts of the queue, or choose another queue");
    if let Some((queue, Some(place))) = queues.into_iter().next() {
        found.related_at(place, format!("the hosts of queue `{}`", queue.name()));
    }
}

/// The place of HOSTS of a queue that certainly has none of the hosts.
fn outside(context: &JobContext<'_>, queue: &Entity<'_>, asked: &HostSet) -> Option<Option<Place>> {
    let set = servers_of_queue(context.cluster(), Some(queue));
    let is_outside = !set.beyond && !set.possibly.is_empty() && !set.possibly.meets(&asked.possibly);
    is_outside.then(|| queue.field("HOSTS").map(|it| it.place()))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue normal: HOSTS = a b
        //- Queue large: HOSTS = c
        //- Queue any
        //- lsf.conf: LSF_LIM_PORT=1
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        a ! ! 1 ()
        b ! ! 1 ()
        c ! ! 1 ()
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        big (c)
        every (all)

        //# hosts outside of the queue
        //- job.sh
        #BSUB -q normal -m c
                           ^ J106 error `-m c` names no host of queue `normal`
        bsub -m "big+2" -q normal job
                ^^^^^^^ J106 error `-m big+2` names no host of queue `normal`
        bsub -q large -m "a! b" job
                         ^^^^^^ J106 error `-m a! b` names no host of queue `large`

        //# hosts of the queue and what cannot be judged
        //- job.sh
        #BSUB -q normal -m "b c"
        bsub -q 'normal large' -m c job
        bsub -q any -m c job
        bsub -q normal -m "c others" job
        bsub -q normal -m every job
        bsub -q normal -m "$HOST" job
        bsub -q normal -m c@west job
        bsub -q normal -m nosuch job
        bsub -m c job
        //#
        //- job.sh
        #BSUB -q normal -m c
        //- lsf.conf: LSF_DYNAMIC_HOST_WAIT_TIME=60
    "#]];
}
