use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::ast::{HostList, List, ListItem};

rule! {
    /// Finds hosts of a slot pool that have no limit of slots.
    ///
    /// # Effect
    /// A queue gets its share of the slots of the pool. Hosts without MXJ, and without a limit on SLOTS in lsb.resources, have no number of
    /// slots that could be shared.
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
    /// Only hosts that have a row of their own in lsb.hosts are looked at.
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
                .report(item.range(), format!("`{}` is in a slot pool and has no MXJ", item.text()))
                .consequence(
                    Item::Value.no_effect().called("the pool").possible().because("the number of its slots is unknown"),
                )
                .help("set MXJ of the host in lsb.hosts, or limit SLOTS of the hosts in lsb.resources")
                .related(pool.value_range(), "the pool");
        }
    }
}

/// Whether a limit of lsb.resources counts slots.
fn limits_slots(view: View<'_>) -> bool {
    view.all(FileKind::LsbResources, "Limit").any(|it| lists::SLOT_RESOURCES.iter().any(|name| it.has(name)))
}

/// Whether the row of a host surely leaves its slots open.
fn is_open(view: View<'_>, item: ListItem<'_>) -> bool {
    let rows = view.named(FileKind::LsbHosts, "Host", &item.text());
    let [row] = rows.as_slice() else { return false };
    row.field("MXJ").is_some_and(|it| it.state() == State::Unset) && !row.is_conditional() && !row.is_broken()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    #[track_caller]
    fn check_pool(mxj: &str, resources: &str, expect: Expect) {
        let queue = "Begin Queue\nQUEUE_NAME = q\nSLOT_POOL = p\nSLOT_SHARE = 50\nHOSTS = hostA hostB\nEnd Queue\n";
        let hosts = format!("Begin Host\nHOST_NAME MXJ\nhostA {mxj}\nhostB 8\nEnd Host\n");
        check_cluster("Q035", &[("lsb.queues", queue), ("lsb.hosts", &hosts), ("lsb.resources", resources)], expect);
    }

    // covers slot-pool-no-host-limit
    #[test]
    fn hosts_of_a_pool_have_slots() {
        check_pool(
            "()",
            "",
            expect![[r#"
                5:9-5:14 hint `hostA` is in a slot pool and has no MXJ
                  effect: the pool may have no effect because the number of its slots is unknown
                  help: set MXJ of the host in lsb.hosts, or limit SLOTS of the hosts in lsb.resources
                  3:13-3:14 the pool
            "#]],
        );
        check_pool("16", "", expect![[""]]);
        check_pool("!", "", expect![[""]]);
        let limit = "Begin Limit\nNAME = l\nHOSTS = hostA\nSLOTS = 8\nEnd Limit\n";
        check_pool("()", limit, expect![[""]]);
    }
}
