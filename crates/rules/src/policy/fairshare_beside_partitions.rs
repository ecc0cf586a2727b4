use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::{Entity, FieldRef};
use lsflint_spec::FileKind;

use crate::policy::cluster::in_file;

rule! {
    /// Finds queues with fairshare in a cluster that has host partitions.
    ///
    /// # Effect
    /// Fairshare is a matter of queues or of host partitions, never of both in one cluster. LSF reports it and works with one of the two.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// FAIRSHARE  = USER_SHARES[[default, 1]]
    /// End Queue
    /// //- lsb.hosts
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// HOSTS      = part1
    /// End Queue
    /// //- lsb.hosts
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// ```
    ///
    /// The first queue with FAIRSHARE speaks for all of them.
    pub Q001 "queue-and-host-partition-fairshare" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/fairshare_about_lsf", "the two kinds exclude each other")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let view = context.cluster;
    let surely = |it: &Entity<'_>| !it.is_broken() && !it.is_conditional();
    let mut partitions = view.all(FileKind::LsbHosts, "HostPartition").filter(surely);
    let Some(partition) = partitions.find(|it| it.has("HPART_NAME")) else { return };
    let fields = view.queues().filter(surely).filter_map(|it| it.field("FAIRSHARE"));
    let queues: Vec<FieldRef<'_>> = fields.filter(|it| !it.is_conditional() && it.known().is_some()).collect();
    let Some(first) = queues.first() else { return };
    let Some(range) = in_file(context, &first.place()) else { return };
    let others = match queues.len() - 1 {
        0 => String::new(),
        1 => ", and so has one other queue".to_owned(),
        others => format!(", and so have {others} other queues"),
    };
    let (queue, name) = (first.entity().name(), partition.name());
    findings
        .report(range, format!("`{queue}` has fairshare{others}, but `{name}` is a host partition"))
        .consequence(
            Item::Line
                .ignored()
                .or("the host partitions")
                .because("fairshare of queues and of host partitions cannot be combined"),
        )
        .help("keep FAIRSHARE in lsb.queues or the HostPartition sections in lsb.hosts")
        .related_at(partition.place(), "the host partition");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.hosts
        Begin HostPartition
        HPART_NAME = p1
        HOSTS = hostA
        USER_SHARES = [default, 1]
        End HostPartition

        //# one kind of fairshare
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        PRIORITY = 30
        End Queue
        Begin Queue
        QUEUE_NAME = b
        FAIRSHARE = USER_SHARES[[default, 1]]
                    ^^^^^^^^^^^^^^^^^^^^^^^^^ Q001 error
                    = `b` has fairshare, and so has one other queue, but `p1` is a host partition
        End Queue
        Begin Queue
        QUEUE_NAME = c
        FAIRSHARE = USER_SHARES[[default, 1]]
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        PRIORITY = 30
        End Queue
        Begin Queue
        QUEUE_NAME = b
        DESCRIPTION = USER_SHARES[[default, 1]]
        End Queue
        Begin Queue
        QUEUE_NAME = c
        DESCRIPTION = USER_SHARES[[default, 1]]
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        PRIORITY = 30
        End Queue
        Begin Queue
        QUEUE_NAME = b
        FAIRSHARE = USER_SHARES[[default, 1]]
        End Queue
        Begin Queue
        QUEUE_NAME = c
        FAIRSHARE = USER_SHARES[[default, 1]]
        End Queue
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ
        default !
        End Host

        //# an if may keep them apart
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        PRIORITY = 30
        End Queue
        Begin Queue
        QUEUE_NAME = b
        FAIRSHARE = USER_SHARES[[default, 1]]
        End Queue
        Begin Queue
        QUEUE_NAME = c
        FAIRSHARE = USER_SHARES[[default, 1]]
        End Queue
        //- lsb.hosts
        #if time(8:00-18:00)
        Begin HostPartition
        HPART_NAME = p1
        HOSTS = hostA
        USER_SHARES = [default, 1]
        End HostPartition
        #endif
    "#]];
}
