use std::borrow::Cow;

use lsflint_lint::{FactFindings, FactsContext, rule};
use lsflint_model::{Bits, Entity, FieldRef, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{HostList, List, ListItem};
use rustc_hash::FxHashMap;

rule! {
    /// Finds queues with hosts inside and outside a host partition, or in two host partitions.
    ///
    /// # Effect
    /// LSF orders jobs by shares in a host partition and by the order of the queue elsewhere. The order of jobs in a
    /// queue with both kinds of hosts is unpredictable.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA hostZ
    /// End Queue
    /// //- lsb.hosts
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// hostB     !      !     1       ()
    /// hostZ     !      !     1       ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = part1
    /// End Queue
    /// //- lsb.hosts
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// hostB     !      !     1       ()
    /// hostZ     !      !     1       ()
    /// End Host
    /// ```
    pub Q031 "hosts-across-partitions" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            manual("Platform LSF 6.2", "Reference, page 407: the hosts of a queue are in one partition or in none"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || !view.has_section(FileKind::LsbHosts, PARTITION) {
        return;
    }
    let Some(partitions) = Partitions::of(view) else { return };
    for field in view.queues_with(&["HOSTS"]).flat_map(|it| it.fields("HOSTS")) {
        check_list(context, &field, &partitions, findings);
    }
}

fn check_list(
    context: &FactsContext<'_>,
    field: &FieldRef<'_>,
    partitions: &Partitions<'_>,
    findings: &mut FactFindings,
) {
    let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { return };
    let Some(list) = parse.typed::<HostList<'_>>() else { return };
    // An exclusion may remove exactly the hosts that differ.
    if list.items().any(|it| it.is_excluded() || it.cluster().is_some()) {
        return;
    }
    let mut sides = list.items().filter_map(|it| Some((it, partitions.side(context.cluster, it)?)));
    let Some((other_item, other)) = sides.next() else { return };
    let Some((item, side)) = sides.find(|it| it.1 != other) else { return };
    let place = field.place_of(item.range());
    let described = |item: ListItem<'_>, side: Side| {
        let name = item.text();
        match side {
            Side::Inside(number) if partitions.name(number) == name => format!("`{name}` is a host partition"),
            Side::Inside(number) => format!("`{name}` is in host partition `{}`", partitions.name(number)),
            Side::Outside => format!("`{name}` is not in a host partition"),
        }
    };
    let found = findings
        .report(place, format!("{}, but {}", described(other_item, other), described(item, side)))
        .effect("LSF shares the hosts of the queue in different ways, so the order of its jobs is unpredictable")
        .help("list only hosts of one partition, or only hosts outside partitions");
    found.related_at(field.place_of(other_item.range()), "the conflicting host");
    if let Some(Side::Inside(number)) = [side, other].into_iter().find(|it| *it != Side::Outside) {
        found.related_at(partitions.all[number].place(), "the host partition is defined here");
    }
}

const PARTITION: &str = "HostPartition";

/// The side of a host partition on which a host is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// In a partition, by index.
    Inside(usize),
    /// Not in a partition.
    Outside,
}

/// The host partitions of a cluster, by name and by host.
struct Partitions<'a> {
    all: Vec<Entity<'a>>,
    by_name: FxHashMap<String, usize>,
    /// The partition that certainly contains a host, by the index of the host.
    of_host: FxHashMap<usize, usize>,
    /// The hosts that may be in a partition.
    possibly: Bits,
    /// Whether an unknown host may be in a partition.
    beyond: bool,
}

impl<'a> Partitions<'a> {
    /// `None` if the cluster has no host partitions, or if their hosts are unknown.
    fn of(view: View<'a>) -> Option<Partitions<'a>> {
        let all: Vec<Entity<'a>> = view.all(FileKind::LsbHosts, PARTITION).filter(|it| !it.is_broken()).collect();
        let (by_name, of_host) = (FxHashMap::default(), FxHashMap::default());
        let mut found = Partitions { all, by_name, of_host, possibly: Bits::default(), beyond: false };
        for (number, partition) in found.all.iter().enumerate() {
            let parse = partition.parse("HOSTS").filter(|_| !partition.is_conditional())?;
            let hosts = view.hosts_of(parse.typed::<HostList<'_>>()?);
            found.by_name.insert(partition.name().into_owned(), number);
            for host in hosts.surely.iter() {
                found.of_host.entry(host).or_insert(number);
            }
            found.possibly.union_with(&hosts.possibly);
            found.beyond |= hosts.beyond;
        }
        (!found.all.is_empty()).then_some(found)
    }

    fn name(&self, number: usize) -> Cow<'a, str> {
        self.all[number].name()
    }

    /// The side of the hosts of a word; `None` if it is unknown or if they are on both sides.
    fn side(&self, view: View<'_>, item: ListItem<'_>) -> Option<Side> {
        if let Some(number) = self.by_name.get(&*item.text()) {
            return Some(Side::Inside(*number));
        }
        let hosts = view.host_groups().hosts_of_item(item, view.hosts());
        let first = hosts.surely.iter().next().filter(|_| hosts.is_exact())?;
        match self.of_host.get(&first) {
            Some(number) => {
                let all_in_it = hosts.surely.iter().all(|it| self.of_host.get(&it) == Some(number));
                all_in_it.then_some(Side::Inside(*number))
            }
            None => (!self.beyond && !hosts.surely.meets(&self.possibly)).then_some(Side::Outside),
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        ab (hostA hostB)
        az (hostA hostZ)
        //- HostPartition of lsb.hosts
        HPART_NAME = p1
        HOSTS = hostA hostB
        USER_SHARES = [default, 1]
        //- HostPartition of lsb.hosts
        HPART_NAME = p2
        HOSTS = hostC
        USER_SHARES = [default, 1]
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        hostB ! ! 1 ()
        hostC ! ! 1 ()
        hostZ ! ! 1 ()

        //# one partition or none
        //- each Queue
        HOSTS = hostA hostZ
                      ^^^^^ Q031 warning `hostA` is in host partition `p1`, but `hostZ` is not in a host partition
        HOSTS = p1 hostC+1
                   ^^^^^^^ Q031 warning `p1` is a host partition, but `hostC` is in host partition `p2`
        HOSTS = hostZ ab
                      ^^ Q031 warning `hostZ` is not in a host partition, but `ab` is in host partition `p1`

        //# is silent about one side
        //- each Queue
        HOSTS = hostA hostB
        HOSTS = p1
        HOSTS = ab hostA
        HOSTS = all
        HOSTS = az
        HOSTS = hostA host9
        HOSTS = all ~hostZ ~hostC
    "#]];
}
