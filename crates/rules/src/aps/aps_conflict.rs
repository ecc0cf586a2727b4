use lsflint_lint::{Consequence, FileContext, Findings, Item, SectionContext, Setting, Severity, rule};
use lsflint_model::{Bits, Entity, HostSet, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;

use crate::aps::common::{are_read_together, of_queue};

rule! {
    /// Finds APS_PRIORITY beside another policy that orders the same jobs.
    ///
    /// # Effect
    /// DISPATCH_ORDER=QUEUE, queue-based fairshare (SLOT_POOL, SLOT_SHARE) and the fairshare of host partitions cannot work with absolute
    /// priority: LSF refuses the combination. FAIRSHARE_QUEUES it ignores.
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
    let beside = |name: &str| context.entry(name).filter(|it| it.has_value() && are_read_together(aps, *it));
    if let Some(order) = beside("DISPATCH_ORDER").filter(by_queue) {
        findings
            .report(order.value_range(), "DISPATCH_ORDER=QUEUE in a queue with APS_PRIORITY")
            .consequence(conflict("DISPATCH_ORDER=QUEUE"))
            .help("remove one of the two")
            .related(aps.name.range(), "absolute priority");
    }
    if let Some(queues) = beside("FAIRSHARE_QUEUES") {
        // While the formula is not read the line counts.
        let always = aps.branch == 0 || aps.branch == queues.branch;
        let ignored = Item::Line.ignored();
        findings
            .report(queues.name.range(), "FAIRSHARE_QUEUES in a queue with APS_PRIORITY")
            .severity(Severity::Warning)
            .consequence(if always { ignored } else { ignored.possible() })
            .help("name the queues that share the formula in QUEUE_GROUP")
            .related(aps.name.range(), "absolute priority");
    }
    if let Some(pool) = beside("SLOT_POOL").or_else(|| beside("SLOT_SHARE")) {
        findings
            .report(pool.name.range(), format!("{} in a queue with APS_PRIORITY", pool.display_name()))
            .consequence(conflict("queue-based fairshare"))
            .help("remove one of the two policies")
            .related(aps.name.range(), "absolute priority");
    }
}

/// What LSF does about two policies that order the same jobs. Which of the two it drops is not documented.
fn conflict(other: &str) -> Consequence {
    Item::Line.rejected().possible().because(format!("{other} cannot be combined with absolute priority"))
}

/// Queues whose hosts belong to a host partition, which has a fairshare of its own.
fn partitions(context: &FileContext<'_>, findings: &mut Findings) {
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
    for queue in view.queues().filter(|it| it.place().file == context.file.path) {
        let Some(aps) = queue.field("APS_PRIORITY").filter(|it| it.state() == State::Known) else { continue };
        let hosts = hosts_of(view, queue).surely;
        if aps.is_conditional() || !hosts.meets(&taken) {
            continue;
        }
        let Some((partition, _)) = partitions.iter().find(|it| it.1.surely.meets(&hosts)) else { continue };
        let name = partition.name();
        findings
            .report(aps.place().range, format!("APS_PRIORITY on hosts of the host partition `{name}`"))
            .consequence(conflict("the fairshare of host partitions"))
            .help("name other hosts in HOSTS of this queue or of the partition, or remove one of the two policies")
            .related_at(partition.place(), "the partition");
    }
}

/// The hosts of a queue or partition: without HOSTS every host. Nothing is sure where something else decides.
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
    use expect_test::expect;

    use crate::aps::common::queue;
    use crate::testing::{check, check_cluster};

    #[track_caller]
    fn check_line(line: &str, expect: expect_test::Expect) {
        check("A202", "lsb.queues", &queue(&format!("APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]\n{line}")), expect);
    }

    // covers AP121, AP-052, users-pain 79, aps-cross-queue
    #[test]
    fn the_order_of_queues() {
        check_line(
            "DISPATCH_ORDER = QUEUE",
            expect![[r#"
                4:18-4:23 error DISPATCH_ORDER=QUEUE in a queue with APS_PRIORITY
                  effect: LSF may reject the line because DISPATCH_ORDER=QUEUE cannot be combined with absolute priority
                  help: remove one of the two
                  3:1-3:13 absolute priority
            "#]],
        );
    }

    // covers AP122, AP-052, users-pain 50, aps-cross-queue
    #[test]
    fn a_formula_of_some_hours() {
        check(
            "A202",
            "lsb.queues",
            &queue("#if time(8:00-9:00)\nAPS_PRIORITY = WEIGHT[[JPRIORITY, 1]]\n#endif\nFAIRSHARE_QUEUES = short"),
            expect![[r#"
                6:1-6:17 warning FAIRSHARE_QUEUES in a queue with APS_PRIORITY
                  effect: LSF may ignore the line
                  help: name the queues that share the formula in QUEUE_GROUP
                  4:1-4:13 absolute priority
            "#]],
        );
    }

    #[test]
    fn fairshare_across_queues() {
        check_line(
            "FAIRSHARE_QUEUES = short long",
            expect![[r#"
                4:1-4:17 warning FAIRSHARE_QUEUES in a queue with APS_PRIORITY
                  effect: LSF ignores the line
                  help: name the queues that share the formula in QUEUE_GROUP
                  3:1-3:13 absolute priority
            "#]],
        );
    }

    // covers AP123
    #[test]
    fn fairshare_of_queues() {
        check_line(
            "SLOT_POOL = pool1\nSLOT_SHARE = 50",
            expect![[r#"
                4:1-4:10 error SLOT_POOL in a queue with APS_PRIORITY
                  effect: LSF may reject the line because queue-based fairshare cannot be combined with absolute priority
                  help: remove one of the two policies
                  3:1-3:13 absolute priority
            "#]],
        );
    }

    #[test]
    fn fairshare_of_users_is_fine() {
        check_line("FAIRSHARE = USER_SHARES[[default, 1]]\nQUEUE_GROUP = short", expect![[""]]);
        check("A202", "lsb.queues", &queue("DISPATCH_ORDER = QUEUE\nSLOT_POOL = a"), expect![[""]]);
    }

    #[track_caller]
    fn check_partition(hosts: &str, partition: &str, expect: expect_test::Expect) {
        let queues = queue(&format!("APS_PRIORITY = WEIGHT[[PROC, 1]]\n{hosts}"));
        let cluster =
            "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nh2 ! ! 1 ()\nh3 ! ! 1 ()\nEnd Host\n";
        let hosts = format!(
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (h1 h2)\nEnd HostGroup\n\n\
             Begin HostPartition\nHPART_NAME = part\nHOSTS = {partition}\nUSER_SHARES = [default, 1]\nEnd HostPartition\n"
        );
        let files = [("lsb.queues", &*queues), ("lsb.hosts", &*hosts), ("lsf.cluster.c", cluster)];
        check_cluster("A202", &files, expect);
    }

    // covers AP124
    #[test]
    fn fairshare_of_host_partitions() {
        check_partition(
            "HOSTS = g",
            "h2 h3",
            expect![[r#"
                3:16-3:33 error APS_PRIORITY on hosts of the host partition `part`
                  effect: LSF may reject the line because the fairshare of host partitions cannot be combined with absolute priority
                  help: name other hosts in HOSTS of this queue or of the partition, or remove one of the two policies
                  lsb.hosts:7:14-7:18 the partition
            "#]],
        );
        check_partition(
            "PRIORITY = 3",
            "h1",
            expect![[r#"
                3:16-3:33 error APS_PRIORITY on hosts of the host partition `part`
                  effect: LSF may reject the line because the fairshare of host partitions cannot be combined with absolute priority
                  help: name other hosts in HOSTS of this queue or of the partition, or remove one of the two policies
                  lsb.hosts:7:14-7:18 the partition
            "#]],
        );
    }

    #[test]
    fn partitions_of_other_hosts() {
        check_partition("HOSTS = h1", "h2 h3", expect![[""]]);
        check_partition("HOSTS = all ~h1", "h1", expect![[""]]);
        check_partition("HOSTS = {{ hosts }}", "h1", expect![[""]]);
        check_partition("HOSTS = h1", "nosuch", expect![[""]]);
    }
}
