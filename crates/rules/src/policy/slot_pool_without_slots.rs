use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::ast::{HostList, List, ListItem};

rule! {
    /// Finds hosts in a slot pool without a slot limit.
    ///
    /// # Effect
    /// LSF assigns each queue a share of the slots in the pool. Hosts without MXJ, and without a limit for SLOTS in
    /// lsb.resources, have no known number of slots to share.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// SLOT_POOL  = pool1
    /// SLOT_SHARE = 50
    /// HOSTS      = hostA
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME  MXJ
    /// hostA      ()
    /// End Host
    /// //- lsb.resources
    /// Begin ReservationUsage
    /// RESOURCE   METHOD
    /// licenses   PER_TASK
    /// End ReservationUsage
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// SLOT_POOL  = pool1
    /// SLOT_SHARE = 50
    /// HOSTS      = hostA
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME  MXJ
    /// hostA      16
    /// End Host
    /// //- lsb.resources
    /// Begin ReservationUsage
    /// RESOURCE   METHOD
    /// licenses   PER_TASK
    /// End ReservationUsage
    /// ```
    ///
    /// The rule checks only hosts with their own row in lsb.hosts.
    pub Q035 "slot-pool-without-slots" {
        family: Policy, scope: Cluster, severity: Hint,
        sources: [ibm("lsf_admin/queue_slot_allocation_pools", "Slot pools")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(pool) = context.entry("SLOT_POOL").filter(|it| it.has_value()) else { return };
    let Some(hosts) = context.entry("HOSTS").and_then(|it| it.typed::<HostList<'_>>()) else { return };
    let view = context.file.cluster;
    if view.knowledge(FileKind::LsbResources) != Knowledge::Complete || limits_slots(view) {
        return;
    }
    for item in hosts.items().filter(|it| !it.is_excluded() && it.cluster().is_none() && !it.is_pattern()) {
        if is_open(view, item) {
            findings
                .report(item.range(), format!("`{}` is in a slot pool, but has no slot limit", item.text()))
                .consequence(
                    Item::Value.no_effect().called("the pool").possible().because("the number of its slots is unknown"),
                )
                .help("set `MXJ` of the host in `lsb.hosts`, or limit `SLOTS` of the hosts in `lsb.resources`")
                .related(pool.value_range(), "the pool is set here");
        }
    }
}

/// Whether a limit in lsb.resources limits slots.
fn limits_slots(view: View<'_>) -> bool {
    // Each of many queues may ask.
    let any = |view: View<'_>| {
        view.all(FileKind::LsbResources, "Limit").any(|it| lists::SLOT_RESOURCES.iter().any(|name| it.has(name)))
    };
    view.once("whether a limit counts slots", any).is_none_or(|it| *it)
}

/// Whether the row of a host certainly does not limit its slots.
fn is_open(view: View<'_>, item: ListItem<'_>) -> bool {
    let Some(row) = view.only_named(FileKind::LsbHosts, "Host", &item.text()) else { return false };
    row.field("MXJ").is_some_and(|it| it.state() == State::Unset) && !row.is_conditional() && !row.is_broken()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA ()
        hostB 8

        //# hosts of a pool have slots
        //- lsb.resources
        //- each Queue
        SLOT_POOL = p
          SLOT_SHARE = 50
          HOSTS = hostA hostB
                  ^^^^^ Q035 hint `hostA` is in a slot pool, but has no slot limit
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA 16
        hostB 8
        //- lsb.resources
        //- each Queue
        SLOT_POOL = p
          SLOT_SHARE = 50
          HOSTS = hostA hostB
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA !
        hostB 8
        //- lsb.resources
        //- each Queue
        SLOT_POOL = p
          SLOT_SHARE = 50
          HOSTS = hostA hostB
        //#
        //- Limit l
        HOSTS = hostA
        SLOTS = 8
        //- each Queue
        SLOT_POOL = p
          SLOT_SHARE = 50
          HOSTS = hostA hostB
    "#]];
}
