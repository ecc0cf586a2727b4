use lsflint_lint::{Consequence, FactFindings, FactsContext, Findings, Item, SectionContext, Setting, Severity, rule};
use lsflint_model::{Bits, Entity, HostSet, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;

use crate::aps::common::{are_read_together, of_queue};

rule! {
    /// Finds APS_PRIORITY together with another policy that orders the same jobs.
    ///
    /// # Effect
    /// LSF rejects absolute priority scheduling in combination with DISPATCH_ORDER=QUEUE or the fairshare of host
    /// partitions, and ignores FAIRSHARE_QUEUES. The manual does not say what it does with slot pools (SLOT_POOL,
    /// SLOT_SHARE), which order the same jobs.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = night
    /// APS_PRIORITY     = WEIGHT[[JPRIORITY, 1]]
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short long
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = long
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
    /// FAIRSHARE    = USER_SHARES[[default, 1]]
    /// QUEUE_GROUP  = short, long
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = long
    /// End Queue
    /// ```
    pub A202 "aps-conflict" {
        family: Aps, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/job_priority_behavior", "Absolute priority scheduling")],
        checks: [Section(check), Facts(partitions)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((aps, _)) = of_queue(context) else { return };
    let other = |name: &str| context.entry(name).filter(|it| it.has_value() && are_read_together(aps, *it));
    if let Some(order) = other("DISPATCH_ORDER").filter(by_queue) {
        findings
            .report(order.value_range(), "`DISPATCH_ORDER=QUEUE` conflicts with `APS_PRIORITY`")
            .consequence(conflict("`DISPATCH_ORDER=QUEUE`"))
            .help("remove one of the two parameters")
            .related(aps.name.range(), "`APS_PRIORITY` is set here");
    }
    if let Some(queues) = other("FAIRSHARE_QUEUES") {
        // The line takes effect while LSF does not read the formula.
        let always = aps.branch == 0 || aps.branch == queues.branch;
        let ignored = Item::Line.ignored();
        findings
            .report(queues.name.range(), "`FAIRSHARE_QUEUES` conflicts with `APS_PRIORITY`")
            .severity(Severity::Warning)
            .consequence(if always { ignored } else { ignored.possible() })
            .help("list the queues that share the formula in `QUEUE_GROUP`")
            .related(aps.name.range(), "`APS_PRIORITY` is set here");
    }
    if let Some(pool) = other("SLOT_POOL").or_else(|| other("SLOT_SHARE")) {
        findings
            .report(pool.name.range(), format!("`{}` conflicts with `APS_PRIORITY`", pool.display_name()))
            .severity(Severity::Warning)
            .effect("absolute priority scheduling and queue-based fairshare are not supported together")
            .help("remove one of the two policies")
            .related(aps.name.range(), "`APS_PRIORITY` is set here");
    }
}

/// What LSF does with two policies that order the same jobs. Which of them it ignores is not documented.
fn conflict(other: &str) -> Consequence {
    Item::Line.rejected().possible().because(format!("{other} cannot be combined with absolute priority scheduling"))
}

/// Queues whose hosts belong to a host partition, which has its own fairshare.
fn partitions(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || !view.has_section(FileKind::LsbHosts, "HostPartition") {
        return;
    }
    let partitions: Vec<(Entity<'_>, HostSet)> = view
        .all(FileKind::LsbHosts, "HostPartition")
        .filter(|it| it.has("HOSTS") && !it.is_conditional())
        .map(|it| (it, hosts_of(view, it)))
        .collect();
    let mut taken = Bits::default();
    partitions.iter().for_each(|it| taken.union_with(&it.1.surely));
    for queue in view.queues_with(&["APS_PRIORITY"]) {
        let Some(aps) = queue.field("APS_PRIORITY").filter(|it| it.state() == State::Known) else { continue };
        let hosts = hosts_of(view, queue).surely;
        // FAIRSHARE and a host partition exclude each other, with or without absolute priority scheduling.
        if aps.is_conditional() || queue.has("FAIRSHARE") || !hosts.meets(&taken) {
            continue;
        }
        let Some((partition, _)) = partitions.iter().find(|it| it.1.surely.meets(&hosts)) else { continue };
        let name = partition.name();
        findings
            .report(aps.place(), format!("`APS_PRIORITY` conflicts with the host partition `{name}`"))
            .consequence(conflict("the fairshare of host partitions"))
            .help("use other hosts in `HOSTS` of the queue or the partition, or remove one of the two policies")
            .related_at(partition.place(), "the partition is defined here");
    }
}

/// The hosts of a queue or partition; all hosts without HOSTS. Empty if a condition or a template decides.
fn hosts_of(view: View<'_>, entity: Entity<'_>) -> HostSet {
    let fields = entity.fields("HOSTS");
    match fields.last() {
        Some(it) if it.is_conditional() || it.state() == State::Templated => HostSet::default(),
        Some(it) if it.state() == State::Known => {
            let parse = it.parse();
            let list = parse.as_ref().and_then(|it| it.typed::<HostList<'_>>());
            list.map(|it| view.hosts_of(it)).unwrap_or_default()
        }
        _ => HostSet { surely: view.hosts().all(), ..HostSet::default() },
    }
}

fn by_queue(setting: &Setting<'_>) -> bool {
    setting.single_word().is_some_and(|it| it.text().eq_ignore_ascii_case("QUEUE"))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g (h1 h2)
        //- HostPartition of lsb.hosts
        HPART_NAME = part
        HOSTS = h2 h3
        USER_SHARES = [default, 1]
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 ()
        h2 ! ! 1 ()
        h3 ! ! 1 ()

        //# the order of queues
        //- without lsb.hosts lsf.cluster.c
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
          DISPATCH_ORDER = QUEUE
                           ^^^^^ A202 error `DISPATCH_ORDER=QUEUE` conflicts with `APS_PRIORITY`
                           = effect: LSF may reject the line because `DISPATCH_ORDER=QUEUE` cannot be combined with
                           =   absolute priority scheduling
                           = help: remove one of the two parameters

        //# a formula of some hours
        //- each Queue
        #if time(8:00-9:00)
          APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
          #endif
          FAIRSHARE_QUEUES = short
          ^^^^^^^^^^^^^^^^ A202 warning `FAIRSHARE_QUEUES` conflicts with `APS_PRIORITY`
            = effect: LSF may ignore the line

        //# fairshare across queues
        //- without lsb.hosts lsf.cluster.c
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
          FAIRSHARE_QUEUES = short long
          ^^^^^^^^^^^^^^^^ A202 warning `FAIRSHARE_QUEUES` conflicts with `APS_PRIORITY`

        //# fairshare of queues
        //- without lsb.hosts lsf.cluster.c
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
          SLOT_POOL = pool1
          ^^^^^^^^^ A202 warning `SLOT_POOL` conflicts with `APS_PRIORITY`
            = effect: absolute priority scheduling and queue-based fairshare are not supported together
            = help: remove one of the two policies
          SLOT_SHARE = 50

        //# fairshare of users is fine
        //- without lsb.hosts lsf.cluster.c
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
          FAIRSHARE = USER_SHARES[[default, 1]]
          QUEUE_GROUP = short
        DISPATCH_ORDER = QUEUE
          SLOT_POOL = a

        //# fairshare of host partitions
        //- each Queue
        APS_PRIORITY = WEIGHT[[PROC, 1]]
                       ^^^^^^^^^^^^^^^^^ A202 error `APS_PRIORITY` conflicts with the host partition `part`
                       = effect: LSF may reject the line because the fairshare of host partitions cannot be combined
                       =   with absolute priority scheduling
                       = help: use other hosts in `HOSTS` of the queue or the partition, or remove one of the two
                       =   policies
                       = related HostPartition of lsb.hosts:1:14 the partition is defined here
          HOSTS = g
        //#
        //- HostPartition of lsb.hosts
        HPART_NAME = part
        HOSTS = h1
        USER_SHARES = [default, 1]
        //- each Queue
        APS_PRIORITY = WEIGHT[[PROC, 1]]
                       ^^^^^^^^^^^^^^^^^ A202 error `APS_PRIORITY` conflicts with the host partition `part`
          PRIORITY = 3

        //# partitions of other hosts
        //- each Queue
        APS_PRIORITY = WEIGHT[[PROC, 1]]
          HOSTS = h1
        //#
        //- HostPartition of lsb.hosts
        HPART_NAME = part
        HOSTS = h1
        USER_SHARES = [default, 1]
        //- each Queue
        APS_PRIORITY = WEIGHT[[PROC, 1]]
          HOSTS = all ~h1
        APS_PRIORITY = WEIGHT[[PROC, 1]]
          HOSTS = {{ hosts }}
        //#
        //- HostPartition of lsb.hosts
        HPART_NAME = part
        HOSTS = nosuch
        USER_SHARES = [default, 1]
        //- each Queue
        APS_PRIORITY = WEIGHT[[PROC, 1]]
          HOSTS = h1

        //# FAIRSHARE and a host partition exclude each other, which is another finding
        //- each Queue
        APS_PRIORITY = WEIGHT[[PROC, 1]]
          FAIRSHARE = USER_SHARES[[default, 1]]
    "#]];
}
