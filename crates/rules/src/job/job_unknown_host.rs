use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Referent;

use crate::job::common::report_undefined;

rule! {
    /// Finds hosts of `bsub -m` that are neither hosts of the cluster nor host groups, compute units or host partitions.
    ///
    /// # Effect
    /// LSF refuses the job.
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
    /// Nothing is said about names of other clusters (`hostA@west`), and while lsf.cluster or lsb.hosts is not in view.
    ///
    /// # Notes
    /// The message for an unknown host in the open-source relatives.
    pub J103 "job-unknown-host" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_command_ref/bsub.man_top.1", "the forms of `-m`")],
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
    use expect_test::{Expect, expect};

    use crate::testing::check_script;

    #[track_caller]
    fn check(script: &str, expect: Expect) {
        let files = [
            (
                "lsf.cluster.c",
                "Begin Host\nHOSTNAME model type server RESOURCES\nhostA ! ! 1 ()\nhostB ! ! 1 ()\nEnd Host\n",
            ),
            (
                "lsb.hosts",
                "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n\nBegin HostGroup\nGROUP_NAME GROUP_MEMBER\nfast (hostA)\nEnd HostGroup\n",
            ),
            ("lsf.conf", "LSF_LIM_PORT=1\n"),
        ];
        check_script("J103", script, &files, expect);
    }

    #[test]
    fn names_that_no_host_has() {
        check(
            "#BSUB -m \"hostA+2 hsotB! fats+1\"\n",
            expect![[r#"
                1:19-1:24 warning no host or host group is named `hsotB`
                  effect: LSF rejects the job at submission
                  help: did you mean `hostB`?
                1:26-1:30 warning no host or host group is named `fats`
                  effect: LSF rejects the job at submission
                  help: did you mean `fast`?
            "#]],
        );
    }

    #[test]
    fn hosts_groups_and_what_cannot_be_judged() {
        check(
            "#BSUB -m \"hostA+2 hostB! fast+1 others\"\nbsub -m \"$HOSTS\" job\nbsub -m 'a@west b[1-4]' job\n",
            expect![[""]],
        );
        check_script("J103", "#BSUB -m hostZ\n", &[("lsb.queues", "")], expect![[""]]);
    }
}
