use std::collections::BTreeSet;

use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, FieldRef};
use lsflint_spec::{Confidence, FileKind, lists};
use lsflint_syntax::ast::{HostList, List, ListItem};
use rustc_hash::FxHashMap;

rule! {
    /// Finds queues of a slot pool whose hosts differ from the first queue, and pool parameters in other queues than
    /// the first.
    ///
    /// # Effect
    /// The queues of a pool share the slots of the same hosts. A queue with other hosts is not part of the pool. LSF
    /// uses MAX_SLOTS_IN_POOL and USE_PRIORITY_IN_POOL only from the first queue of the pool.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// SLOT_POOL  = pool1
    /// SLOT_SHARE = 50
    /// HOSTS      = hostA hostB
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME        = long
    /// SLOT_POOL         = pool1
    /// SLOT_SHARE        = 50
    /// HOSTS             = hostC
    /// MAX_SLOTS_IN_POOL = 64
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME        = short
    /// SLOT_POOL         = pool1
    /// SLOT_SHARE        = 50
    /// HOSTS             = hostA hostB hostC
    /// MAX_SLOTS_IN_POOL = 64
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = long
    /// SLOT_POOL  = pool1
    /// SLOT_SHARE = 50
    /// HOSTS      = hostA hostB hostC
    /// End Queue
    /// ```
    pub Q014 "slot-pool-queues" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.queues", "SLOT_POOL"),
            ibm("lsb.queues", "MAX_SLOTS_IN_POOL"),
            ibm("lsb.queues", "USE_PRIORITY_IN_POOL"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let mut firsts: FxHashMap<String, Entity<'_>> = FxHashMap::default();
    for queue in context.cluster.queues_with(&["SLOT_POOL"]) {
        let Some(pool) = queue.value("SLOT_POOL") else { continue };
        let first = *firsts.entry(pool.trim().to_owned()).or_insert(queue);
        if first.number() != queue.number() && first.is_conditional() == queue.is_conditional() {
            compare(context, pool.trim(), &first, &queue, findings);
        }
    }
}

/// Compares a queue with the first queue of its pool.
fn compare(
    context: &FactsContext<'_>,
    pool: &str,
    first: &Entity<'_>,
    queue: &Entity<'_>,
    findings: &mut FactFindings,
) {
    if !first.is_read_with(queue) {
        return;
    }
    if let (Some(expected), Some(found)) = (known(first, "HOSTS"), known(queue, "HOSTS"))
        && differ(context, &expected, &found)
    {
        let finding = findings
            .report(found.place(), format!("hosts differ from the first queue of pool `{pool}`"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Section
                    .dropped()
                    .called("this queue from the pool")
                    .possible()
                    .because("the queues of a pool share the slots of the same hosts"),
            )
            .help("set the same `HOSTS` in all queues of the pool");
        finding.related_at(expected.place(), format!("hosts of `{}`", first.name()));
    }
    for name in lists::POOL_OF_THE_FIRST_QUEUE {
        let Some(place) = known(queue, name).map(|it| it.place()) else { continue };
        let finding = findings
            .report(place, format!("`{name}` applies only in the first queue of pool `{pool}`"))
            .capped(Confidence::Medium)
            .consequence(Item::Line.ignored().possible())
            .help(format!("move it to queue `{}`", first.name()));
        finding.related_at(first.place(), "first queue of the pool");
    }
}

/// A value that is known and does not depend on a condition.
fn known<'a>(queue: &Entity<'a>, name: &str) -> Option<FieldRef<'a>> {
    queue.field(name).filter(|it| !it.is_conditional() && it.known().is_some())
}

/// Whether two lists of hosts differ: in their words, and in the hosts they stand for if these are known.
fn differ(context: &FactsContext<'_>, one: &FieldRef<'_>, other: &FieldRef<'_>) -> bool {
    let (Some(one), Some(other)) = (one.parse(), other.parse()) else { return false };
    let (Some(one), Some(other)) = (one.typed::<HostList<'_>>(), other.typed::<HostList<'_>>()) else { return false };
    if words(one) == words(other) {
        return false;
    }
    let view = context.cluster;
    let (one, other) = (view.hosts_of(one), view.hosts_of(other));
    !(one.is_exact() && other.is_exact() && !one.surely.is_empty() && one.surely == other.surely)
}

/// The words of HOSTS in any order.
fn words(list: HostList<'_>) -> BTreeSet<String> {
    let word = |it: ListItem<'_>| {
        let sign = if it.is_excluded() { "~" } else { "" };
        format!("{sign}{}@{}", it.text(), it.cluster().map(|it| it.text()).unwrap_or_default())
    };
    list.items().map(word).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares with the first queue
        //- Queue a
        SLOT_POOL = p
        SLOT_SHARE = 50
        HOSTS = h1 h2
        //- Queue b
        SLOT_POOL = p
        SLOT_SHARE = 50
        HOSTS = h1 h3
                ^^^^^ Q014 warning hosts differ from the first queue of pool `p`
        MAX_SLOTS_IN_POOL = 64
                            ^^ Q014 warning `MAX_SLOTS_IN_POOL` applies only in the first queue of pool `p`

        //# is silent about queues that go together
        //- Queue a
        SLOT_POOL = p
        SLOT_SHARE = 50
        HOSTS = h1+1 h2
        MAX_SLOTS_IN_POOL = 64
        USE_PRIORITY_IN_POOL = Y
        //- Queue b
        SLOT_POOL = p
        SLOT_SHARE = 50
        HOSTS = h2 h1
        //- Queue c
        SLOT_POOL = p
        SLOT_SHARE = 50
        HOSTS = {{ hosts }}
        //- Queue d
        SLOT_POOL = other
        SLOT_SHARE = 50
        HOSTS = h9
    "#]];
}
