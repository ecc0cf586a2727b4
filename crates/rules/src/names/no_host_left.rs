use lsflint_lint::{Diagnostic, Findings, Item, Origin, SectionContext, SettingContext, rule};
use lsflint_model::{HostId, Referent};
use lsflint_spec::{Confidence, FileKind, lists};
use lsflint_syntax::ast::{HostList, List};

use crate::names::list::{Nothing, is_host_list, items, queue_dropped, selects_nothing};
use crate::names::undefined::may_hold;
use crate::parameter::related;

rule! {
    /// Finds lists of hosts that select no host: only exclusions, names that are taken out again, `none` without anywhere to send jobs to.
    ///
    /// # Effect
    /// A queue without a host is dropped, and users are told that there is no such queue. A host group without a host is dropped, too.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = ~hostA ~hostB
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = remote
    /// HOSTS      = none
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = all ~hostA ~hostB
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = remote
    /// HOSTS      = none
    /// SNDJOBS_TO = night@cluster2
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// The multicluster pages about queues that only forward jobs. What two open-source readers of the files do with
    /// such lists.
    pub X104 "no-host-left" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "HOSTS")],
        checks: [SettingWith(is_host_list, list), Section(none)],
    }
}

fn list(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let (range, message, help) = match selects_nothing(&context.setting) {
        Some(Nothing::OnlyExclusions(range)) => {
            (range, "the list takes hosts out and names none", "write `all` before the first `~`")
        }
        Some(Nothing::TakenOut(range)) => {
            (range, "the list takes out every host that it names", "remove the `~` that takes out everything")
        }
        None => {
            across_files(context, findings);
            return;
        }
    };
    let found = findings.report(range, message).help(help);
    effect(context, found);
}

/// A list whose groups leave no host that could run jobs. Where a name is wrong or a group empty, that is said there.
fn across_files(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.typed::<HostList<'_>>() else { return };
    let view = context.file.cluster;
    let judged = context.setting.spec.is_some_and(|it| may_hold(it, &[Referent::HostOrGroup]));
    if !judged || context.file.kind() == FileKind::LsfConf || list.items().all(|it| !it.is_excluded()) {
        return;
    }
    let hosts = view.hosts();
    let runs_jobs = |number: usize| hosts.facts(HostId(number as u32)).server != Some(false);
    let left = view.hosts_of(list);
    if left.beyond || left.possibly.iter().any(runs_jobs) {
        return;
    }
    // Something must have been there to be taken out.
    let named = list.items().filter(|it| !it.is_excluded());
    if !named.map(|it| view.host_groups().hosts_of_item(it, hosts)).any(|it| it.possibly.iter().any(runs_jobs)) {
        return;
    }
    let found = findings
        .report(context.setting.value_range(), "the list takes out every host of the groups that it names")
        .help("remove the `~` that takes out the last host");
    effect(context, found);
}

fn effect(context: &SettingContext<'_>, found: &mut Diagnostic) {
    const NONE_LEFT: &str = "no host is left";
    if context.file.kind() == FileKind::LsbQueues && context.setting.is_named("HOSTS") {
        found.consequence(queue_dropped(context, NONE_LEFT));
    } else if context.file.kind() == FileKind::LsbQueues {
        found.consequence(Item::Section.dropped().called("the queue").possible().because(NONE_LEFT));
    } else {
        let item = if context.setting.origin == Origin::Cell { Item::Row } else { Item::Section };
        let dropped = item.dropped().called("what the list belongs to").possible().because(NONE_LEFT);
        found.capped(Confidence::Medium).consequence(dropped);
    }
}

/// `HOSTS = none` in a queue that sends no job to another cluster.
fn none(context: &SectionContext<'_>, findings: &mut Findings) {
    let queue = context.file.kind() == FileKind::LsbQueues && context.spec.is_some_and(|it| it.name == "Queue");
    if !queue || context.file.file.template {
        return;
    }
    let Some(hosts) = context.entry("HOSTS") else { return };
    let is_on = |name: &str| context.entry(name).is_some_and(|it| related::is_on(&it));
    let mut words = items(&hosts);
    let alone = words.next().is_some_and(|it| it.is("none")) && words.next().is_none();
    if alone && !lists::BEYOND_THE_CLUSTER.iter().any(|it| is_on(it)) && !related::includes_more(context) {
        let only = hosts.branch == 0 && context.entries_named("HOSTS").count() == 1;
        let dropped = Item::Section.dropped().called("the queue");
        let dropped = dropped.because("it has no host and no cluster to send jobs to");
        findings
            .report(hosts.value_range(), "`none` without `SNDJOBS_TO`")
            .consequence(if only { dropped } else { dropped.possible() })
            .help("set `SNDJOBS_TO`, or name hosts");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_cluster};

    fn queue(lines: &str, expected: Expect) {
        check("X104", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q1\n{lines}\nEnd Queue\n"), expected);
    }

    // covers hosts-none-no-forward, hosts-only-exclusions, hosts-excludes-everything
    #[test]
    fn judges_queues() {
        queue(
            "HOSTS = none",
            expect![[r#"
                3:9-3:13 error `none` without `SNDJOBS_TO`
                  effect: LSF drops the queue because it has no host and no cluster to send jobs to
                  help: set `SNDJOBS_TO`, or name hosts
            "#]],
        );
        queue(
            "HOSTS = ~h1 ~h2",
            expect![[r#"
                3:9-3:16 error the list takes hosts out and names none
                  effect: LSF drops the queue because no host is left
                  help: write `all` before the first `~`
            "#]],
        );
        queue(
            "HOSTS = all ~all",
            expect![[r#"
                3:9-3:17 error the list takes out every host that it names
                  effect: LSF drops the queue because no host is left
                  help: remove the `~` that takes out everything
            "#]],
        );
    }

    #[test]
    fn another_line_may_count() {
        queue(
            "HOSTS = ~h1\n#if time(8:00-9:00)\nHOSTS = h1\n#endif",
            expect![[r#"
            3:9-3:12 error the list takes hosts out and names none
              effect: LSF may drop the queue because no host is left
              help: write `all` before the first `~`
        "#]],
        );
        queue(
            "HOSTS = none\n#if time(8:00-9:00)\nHOSTS = h1\n#endif",
            expect![[r#"
            3:9-3:13 error `none` without `SNDJOBS_TO`
              effect: LSF may drop the queue because it has no host and no cluster to send jobs to
              help: set `SNDJOBS_TO`, or name hosts
        "#]],
        );
    }

    // covers LSB-H024
    #[test]
    fn judges_groups() {
        check(
            "X104",
            "lsb.hosts",
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\na (~h1)\nb (all ~h1)\nc (h1 ~h1)\nEnd HostGroup\n",
            expect![[r#"
                3:4-3:7 warning the list takes hosts out and names none
                  effect: LSF may drop what the list belongs to because no host is left
                  help: write `all` before the first `~`
                5:4-5:10 warning the list takes out every host that it names
                  effect: LSF may drop what the list belongs to because no host is left
                  help: remove the `~` that takes out everything
            "#]],
        );
    }

    const CLUSTER: (&str, &str) = (
        "lsf.cluster.c1",
        "Begin Host\nHOSTNAME model type server RESOURCES\nhostX ! ! 1 ()\nhostY ! ! 1 ()\nlogin ! ! 0 ()\nEnd Host\n",
    );
    const CONF: (&str, &str) = ("lsf.conf", "LSF_TOP=/opt/lsf\n");

    // covers LSB-H023
    #[test]
    fn groups_are_looked_into() {
        let text = "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nc (hostX)\nd (c ~hostX)\ne (all ~hostX ~c ~hostY)\nf (all ~c)\nEnd HostGroup\n";
        check_cluster(
            "X104",
            &[("lsb.hosts", text), CLUSTER, CONF],
            expect![[r#"
                4:4-4:12 warning the list takes out every host of the groups that it names
                  effect: LSF may drop what the list belongs to because no host is left
                  help: remove the `~` that takes out the last host
                5:4-5:24 warning the list takes out every host of the groups that it names
                  effect: LSF may drop what the list belongs to because no host is left
                  help: remove the `~` that takes out the last host
            "#]],
        );
        check_cluster(
            "X104",
            &[("lsb.hosts", text), CLUSTER],
            expect![[r#"
                4:4-4:12 warning the list takes out every host of the groups that it names
                  effect: LSF may drop what the list belongs to because no host is left
                  help: remove the `~` that takes out the last host
            "#]],
        );
        let queue = "Begin Queue\nQUEUE_NAME = q\nHOSTS = c login ~hostX\nEnd Queue\n";
        check_cluster(
            "X104",
            &[("lsb.queues", queue), ("lsb.hosts", text), CLUSTER, CONF],
            expect![[r#"
                3:9-3:23 error the list takes out every host of the groups that it names
                  effect: LSF drops the queue because no host is left
                  help: remove the `~` that takes out the last host
            "#]],
        );
    }

    #[test]
    fn is_silent_where_hosts_may_be_left() {
        queue("HOSTS = all ~h1", expect![[""]]);
        queue("HOSTS = none\nSNDJOBS_TO = q@c2", expect![[""]]);
        queue("HOSTS = all@c1 ~all@c2", expect![[""]]);
        queue("HOSTS = {{ hosts }}", expect![[""]]);
        queue("HOSTS = none\n#INCLUDE \"more\"", expect![[""]]);
    }
}
