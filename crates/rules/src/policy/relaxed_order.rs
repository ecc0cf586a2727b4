use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, lists, yes_no};

use crate::limit::pools::plain;
use crate::parameter::related;

rule! {
    /// Finds RELAX_JOB_DISPATCH_ORDER in a cluster whose queues order jobs by a policy.
    ///
    /// # Effect
    /// LSF may start a job before others that the policy puts first, to use a free allocation again. Priorities are then only roughly kept.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// RELAX_JOB_DISPATCH_ORDER = Y
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[QPRIORITY, 10]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// RELAX_JOB_DISPATCH_ORDER = N
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[QPRIORITY, 10]]
    /// End Queue
    /// ```
    pub Q524 "relaxed-order" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsb.params", "RELAX_JOB_DISPATCH_ORDER")],
        checks: [SettingNamed(&["RELAX_JOB_DISPATCH_ORDER"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range());
    if context.file.kind() != FileKind::LsbParams || yes_no(text) == Some(false) {
        return;
    }
    let policy = |queue| lists::ORDER_POLICIES.iter().find_map(|it| Some((it, plain(&queue, it)?)));
    let Some((name, field)) = context.file.cluster.queues().find_map(policy) else { return };
    let queue = field.entity().name();
    findings
        .report(
            related::place(&context.setting),
            format!("jobs may overtake each other, although queue `{queue}` has {name}"),
        )
        .consequence(
            Item::Line
                .ignored()
                .called("the order of the policy")
                .possible()
                .so("jobs may start before others that the policy puts first"),
        )
        .help(format!("set it only in the queues that may be relaxed, if {name} is to be kept strictly"))
        .related_at(field.place(), "the policy");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn params(value: &str, line: &str, expect: Expect) {
        let params = format!("Begin Parameters\nRELAX_JOB_DISPATCH_ORDER = {value}\nEnd Parameters\n");
        let queue = format!("Begin Queue\nQUEUE_NAME = q\n{line}\nEnd Queue\n");
        check_cluster("Q524", &[("lsb.params", &params), ("lsb.queues", &queue)], expect);
    }

    // covers LSB-P044
    #[test]
    fn policies_lose_their_edge() {
        params(
            "Y",
            "FAIRSHARE = USER_SHARES[[default, 1]]",
            expect![[r#"
                2:1-2:25 info jobs may overtake each other, although queue `q` has FAIRSHARE
                  effect: LSF may ignore the order of the policy, so jobs may start before others that the policy puts first
                  help: set it only in the queues that may be relaxed, if FAIRSHARE is to be kept strictly
                  lsb.queues:3:13-3:38 the policy
            "#]],
        );
        params(
            "ALLOC_REUSE_DURATION[30]",
            "APS_PRIORITY = WEIGHT[[QPRIORITY, 10]]",
            expect![[r#"
                2:1-2:25 info jobs may overtake each other, although queue `q` has APS_PRIORITY
                  effect: LSF may ignore the order of the policy, so jobs may start before others that the policy puts first
                  help: set it only in the queues that may be relaxed, if APS_PRIORITY is to be kept strictly
                  lsb.queues:3:16-3:39 the policy
            "#]],
        );
        params("N", "FAIRSHARE = USER_SHARES[[default, 1]]", expect![[""]]);
        params("Y", "PRIORITY = 30", expect![[""]]);
    }
}
