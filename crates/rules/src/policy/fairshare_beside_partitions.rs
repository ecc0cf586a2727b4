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
    use expect_test::expect;

    use crate::testing::check_cluster;

    const QUEUES: &str = "Begin Queue\nQUEUE_NAME = a\nPRIORITY = 30\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nFAIRSHARE = USER_SHARES[[default, 1]]\nEnd Queue\nBegin Queue\nQUEUE_NAME = c\nFAIRSHARE = USER_SHARES[[default, 1]]\nEnd Queue\n";

    // covers fairshare-host-partition, LSB-H029, R-FS1, users-pain 51
    #[test]
    fn one_kind_of_fairshare() {
        let partition =
            "Begin HostPartition\nHPART_NAME = p1\nHOSTS = hostA\nUSER_SHARES = [default, 1]\nEnd HostPartition\n";
        check_cluster(
            "Q001",
            &[("lsb.queues", QUEUES), ("lsb.hosts", partition)],
            expect![[r#"
                7:13-7:38 error `b` has fairshare, and so has one other queue, but `p1` is a host partition
                  effect: LSF may ignore the line or the host partitions because fairshare of queues and of host partitions cannot be combined
                  help: keep FAIRSHARE in lsb.queues or the HostPartition sections in lsb.hosts
                  lsb.hosts:2:14-2:16 the host partition
            "#]],
        );
        let without = QUEUES.replace("FAIRSHARE", "DESCRIPTION");
        check_cluster("Q001", &[("lsb.queues", &without), ("lsb.hosts", partition)], expect![[""]]);
        let hosts = "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n";
        check_cluster("Q001", &[("lsb.queues", QUEUES), ("lsb.hosts", hosts)], expect![[""]]);
    }

    #[test]
    fn an_if_may_keep_them_apart() {
        let partition = "#if time(8:00-18:00)\nBegin HostPartition\nHPART_NAME = p1\nHOSTS = hostA\nUSER_SHARES = [default, 1]\nEnd HostPartition\n#endif\n";
        check_cluster("Q001", &[("lsb.queues", QUEUES), ("lsb.hosts", partition)], expect![[""]]);
    }
}
