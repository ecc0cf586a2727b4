use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, lists, yes_no};

use crate::limit::pools::plain;
use crate::parameter::related;

rule! {
    /// Finds RELAX_JOB_DISPATCH_ORDER in a cluster whose queues order jobs by a policy.
    ///
    /// # Effect
    /// To reuse a free allocation, LSF may start a job before jobs that the policy puts first. LSF then follows
    /// priorities only approximately.
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
    let Some((name, field)) = context.file.cluster.queues_with(lists::ORDER_POLICIES).find_map(policy) else { return };
    let queue = field.entity().name();
    findings
        .report(
            related::place(&context.setting),
            format!("relaxed dispatch order conflicts with `{name}` in queue `{queue}`"),
        )
        .consequence(
            Item::Line
                .ignored()
                .called("the order of the policy")
                .possible()
                .so("jobs may start before jobs that the policy puts first"),
        )
        .help(format!("set it only in queues that do not need the strict order of `{name}`"))
        .related_at(field.place(), "the policy is set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# policies lose their edge
        //- Queue q: FAIRSHARE = USER_SHARES[[default, 1]]
        //- each Parameters
        RELAX_JOB_DISPATCH_ORDER = Y
        ^^^^^^^^^^^^^^^^^^^^^^^^ Q524 info relaxed dispatch order conflicts with `FAIRSHARE` in queue `q`
        RELAX_JOB_DISPATCH_ORDER = N
        //#
        //- Queue q: APS_PRIORITY = WEIGHT[[QPRIORITY, 10]]
        //- each Parameters
        RELAX_JOB_DISPATCH_ORDER = ALLOC_REUSE_DURATION[30]
        ^^^^^^^^^^^^^^^^^^^^^^^^ Q524 info relaxed dispatch order conflicts with `APS_PRIORITY` in queue `q`
        //#
        //- Queue q: PRIORITY = 30
        //- each Parameters: RELAX_JOB_DISPATCH_ORDER = Y
    "#]];
}
