use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Referent;

use crate::job::common::report_undefined;

rule! {
    /// Finds unknown hosts in `bsub -m`: names that are not hosts, host groups, compute units or host partitions.
    ///
    /// # Effect
    /// LSF rejects the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -m "hostA hsotB"
    /// ./simulate
    /// //- lsf.cluster.one
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// End Host
    /// //- lsf.conf
    /// LSB_CONFDIR=/usr/share/lsf/conf/lsbatch
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -m "hostA hostB"
    /// ./simulate
    /// //- lsf.cluster.one
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// End Host
    /// //- lsf.conf
    /// LSB_CONFDIR=/usr/share/lsf/conf/lsbatch
    /// ```
    ///
    /// Names of other clusters (`hostA@west`) are not reported, nor is any name if lsflint cannot read lsf.cluster or
    /// lsb.hosts.
    ///
    /// # Notes
    /// The message for an unknown host is that of `bsub` in volclava.
    pub J103 "job-unknown-host" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_command_ref/bsub.man_top.1", "the forms of `-m`"),
        ],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    for named in context.job.named_hosts() {
        report_undefined(context, &named, Referent::HostOrGroup, findings);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        hostB ! ! 1 ()
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        fast (hostA)

        //# names that no host has
        //- lsf.conf: LSF_LIM_PORT=1
        //- each job.sh
        #BSUB -m "hostA+2 hsotB! fats+1"
                          ^^^^^ J103 warning unknown host or host group `hsotB`
                                 ^^^^ J103 warning unknown host or host group `fats`

        //# hosts groups and what cannot be judged
        //- job.sh
        #BSUB -m "hostA+2 hostB! fast+1 others"
        bsub -m "$HOSTS" job
        bsub -m 'a@west b[1-4]' job
        //- lsf.conf: LSF_LIM_PORT=1
        //#
        //- without lsf.cluster.c lsb.hosts
        //- lsb.queues
        //- each job.sh
        #BSUB -m hostZ
    "#]];
}
