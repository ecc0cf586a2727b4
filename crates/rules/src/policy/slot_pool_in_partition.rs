use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Bits, Entity, HostId};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::HostList;

use crate::limit::pools::plain;

rule! {
    /// Finds queues of a slot pool whose hosts are in a host partition.
    ///
    /// # Effect
    /// The queues of a pool share the slots of their hosts by SLOT_SHARE, and a host partition shares its hosts among
    /// users. The hosts of a pool cannot be in a host partition.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// SLOT_POOL  = poolA
    /// SLOT_SHARE = 50
    /// HOSTS      = hostA hostB
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   8
    /// End Host
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// SLOT_POOL  = poolA
    /// SLOT_SHARE = 50
    /// HOSTS      = hostA
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   8
    /// End Host
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    pub Q560 "slot-pool-in-partition" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm("topic=queue-configuring-slot-allocation-per", "hosts for queue-based fairshare cannot be in a host partition"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || !view.mentions(FileKind::LsbQueues, "Queue", "SLOT_POOL") {
        return;
    }
    let mut inside = Bits::default();
    let mut partitions: Vec<(Entity<'_>, Bits)> = Vec::new();
    for partition in view.all(FileKind::LsbHosts, "HostPartition").filter(|it| !it.is_conditional() && !it.is_broken())
    {
        let Some(parse) = partition.parse("HOSTS") else { continue };
        let Some(list) = parse.typed::<HostList<'_>>() else { continue };
        let hosts = view.hosts_of(list).surely;
        inside.union_with(&hosts);
        partitions.push((partition, hosts));
    }
    if inside.is_empty() {
        return;
    }
    for queue in view.queues_with(&["SLOT_POOL"]) {
        let (Some(pool), Some(hosts)) = (plain(&queue, "SLOT_POOL"), plain(&queue, "HOSTS")) else { continue };
        let Some(parse) = hosts.parse() else { continue };
        let Some(list) = parse.typed::<HostList<'_>>() else { continue };
        let mut both = view.hosts_of(list).surely;
        both.intersect_with(&inside);
        let Some(first) = both.iter().next() else { continue };
        let Some((partition, _)) = partitions.iter().find(|it| it.1.contains(first)) else { continue };
        let host = &view.hosts().get(HostId(first as u32)).name;
        let who = match both.len() {
            1 => format!("host `{host}` is"),
            count => format!("host `{host}` and {} more are", count - 1),
        };
        let pool = pool.known().unwrap_or_default();
        findings
            .report(hosts.place(), format!("{who} in a host partition, but serve slot pool `{}`", pool.trim()))
            .capped(Confidence::Medium)
            .consequence(
                Item::Section
                    .dropped()
                    .called("this queue from the pool")
                    .possible()
                    .because("hosts of a slot pool cannot be in a host partition"),
            )
            .help("remove the hosts from the partition or from the queue")
            .related_at(partition.place(), "the host partition is defined here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the hosts of the queue
        //- lsf.cluster.lab
        Begin Host
        HOSTNAME model type server RESOURCES
        hostA    !     !    1      ()
        hostB    !     !    1      ()
        hostC    !     !    1      ()
        End Host
        //- lsb.hosts
        Begin HostGroup
        GROUP_NAME GROUP_MEMBER
        g1 (hostA hostB)
        End HostGroup
        Begin HostPartition
        HPART_NAME = part1
        HOSTS = hostB
        USER_SHARES = [default, 1]
        End HostPartition
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        SLOT_POOL = p
        SLOT_SHARE = 50
        HOSTS = g1
                ^^ Q560 warning host `hostB` is in a host partition, but serve slot pool `p`
        End Queue
        Begin Queue
        QUEUE_NAME = b
        SLOT_POOL = q
        SLOT_SHARE = 50
        HOSTS = hostA hostC
        End Queue
        Begin Queue
        QUEUE_NAME = c
        HOSTS = hostB
        End Queue
    "#]];
}
