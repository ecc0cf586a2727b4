//! Finds hosts of `bsub -m` that are neither hosts of the cluster nor host groups, compute units or host partitions.
//!
//! # Effect
//! LSF refuses the job.
//!
//! # Example
//! ```job.sh
//! #!/bin/sh
//! #BSUB -m "hostA hsotB"
//! ./simulate
//! //- lsf.cluster.one
//! Begin Host
//! HOSTNAME model type server RESOURCES
//! hostA    !     !    1      ()
//! hostB    !     !    1      ()
//! End Host
//! //- lsb.hosts
//! Begin Host
//! HOST_NAME MXJ
//! default   !
//! End Host
//! //- lsf.conf
//! LSB_CONFDIR=/usr/share/lsf/conf/lsbatch
//! ```
//!
//! # Use instead
//! ```job.sh
//! #!/bin/sh
//! #BSUB -m "hostA hostB"
//! ./simulate
//! //- lsf.cluster.one
//! Begin Host
//! HOSTNAME model type server RESOURCES
//! hostA    !     !    1      ()
//! hostB    !     !    1      ()
//! End Host
//! //- lsb.hosts
//! Begin Host
//! HOST_NAME MXJ
//! default   !
//! End Host
//! //- lsf.conf
//! LSB_CONFDIR=/usr/share/lsf/conf/lsbatch
//! ```
//!
//! Nothing is said about names of other clusters (`hostA@west`), and while lsf.cluster or lsb.hosts is not in view.
//!
//! # Sources
//! [bsub](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_command_ref/bsub.man_top.1.html): the forms of `-m`; the message for an unknown
//! host in the open-source relatives.

use lsflint_model::Referent;

use super::common::report_undefined;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};
use crate::script::JobContext;

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("J103", "job-unknown-host", Severity::Warning), checks: &[Check::Job(check)] };

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    for named in context.job.named_hosts() {
        report_undefined(context, &RULE.meta, &named, Referent::HostOrGroup, findings);
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
              effect: LSF refuses the job
              help: did you mean `hostB`?
            1:26-1:30 warning no host or host group is named `fats`
              effect: LSF refuses the job
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
