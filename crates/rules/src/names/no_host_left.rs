use lsflint_lint::{Diagnostic, Findings, Item, Origin, SectionContext, SettingContext, rule};
use lsflint_model::{HostId, Referent};
use lsflint_spec::{Confidence, FileKind, lists};
use lsflint_syntax::ast::{HostList, List};

use crate::names::list::{Nothing, is_host_list, items, queue_dropped, selects_nothing};
use crate::names::undefined::may_hold;
use crate::parameter::related;

rule! {
    /// Finds host lists that select no host: only exclusions, names that are excluded again, groups of a queue that
    /// have no hosts, or `none` without a cluster to send jobs to.
    ///
    /// # Effect
    /// LSF drops a queue without hosts, and commands report that the queue does not exist. LSF also drops a host group
    /// without hosts.
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
    pub X104 "no-host-left" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Queues",
                "`No valid hosts or host group specified in HOSTS`: the queue is ignored",
            ),
            ibm("lsb.queues", "HOSTS"),
            ibm(
                "lsf_multicluster/queue_configure_remote_mc_lsf",
                "a queue that only forwards jobs has `HOSTS = none` and SNDJOBS_TO",
            ),
        ],
        checks: [SettingWith(is_host_list, list), Section(none)],
    }
}

fn list(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let (range, message, help) = match selects_nothing(&context.setting) {
        Some(Nothing::OnlyExclusions(range)) => {
            (range, "list contains only exclusions", "write `all` before the first `~`")
        }
        Some(Nothing::AllExcluded(range)) => {
            (range, "list excludes every host that it names", "remove the `~` that excludes everything")
        }
        None => {
            across_files(context, findings);
            return;
        }
    };
    let found = findings.report(range, message).help(help);
    effect(context, found);
}

/// A list whose groups leave no host that can run jobs. Wrong names and empty groups are other findings.
fn across_files(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.typed::<HostList<'_>>() else { return };
    let view = context.file.cluster;
    let judged = context.setting.spec.is_some_and(|it| may_hold(it, &[Referent::HostOrGroup]));
    if !judged || context.file.kind() == FileKind::LsfConf {
        return;
    }
    if list.items().all(|it| !it.is_excluded()) {
        empty_groups(context, list, findings);
        return;
    }
    let hosts = view.hosts();
    let runs_jobs = |number: usize| hosts.facts(HostId(number as u32)).server != Some(false);
    let left = view.hosts_of(list);
    if left.beyond || left.possibly.iter().any(runs_jobs) {
        return;
    }
    // Without the exclusions there must be a host.
    let named = list.items().filter(|it| !it.is_excluded());
    if !named.map(|it| view.host_groups().hosts_of_item(it, hosts)).any(|it| it.possibly.iter().any(runs_jobs)) {
        return;
    }
    let found = findings
        .report(context.setting.value_range(), "list excludes every host of the groups that it names")
        .help("remove the `~` that excludes the last host");
    effect(context, found);
}

/// A list of a queue whose groups have no hosts. A group without members is a finding of its own; this one is about
/// groups of such groups, and groups whose members are excluded or unknown.
fn empty_groups(context: &SettingContext<'_>, list: HostList<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    if context.file.kind() != FileKind::LsbQueues || !context.setting.is_named("HOSTS") {
        return;
    }
    let mut items = list.items().peekable();
    let no_groups = items.peek().is_none() || items.any(|it| !view.host_groups().contains(&it.text()));
    if no_groups || !view.hosts_of(list).is_surely_empty() {
        return;
    }
    let groups: Vec<String> = list.items().map(|it| format!("`{}`", it.text())).collect();
    let what = match groups.as_slice() {
        [one] => format!("host group {one} has no host"),
        _ => "none of the host groups has a host".to_owned(),
    };
    let found = findings.report(context.setting.value_range(), what).help("add hosts to the group in lsb.hosts");
    let dropped = Item::Section.dropped().called("the queue").possible().because("no host is left");
    found.capped(Confidence::Medium).consequence(dropped);
}

fn effect(context: &SettingContext<'_>, found: &mut Diagnostic) {
    const NONE_LEFT: &str = "no host is left";
    if context.file.kind() == FileKind::LsbQueues && context.setting.is_named("HOSTS") {
        found.consequence(queue_dropped(context, NONE_LEFT));
    } else if context.file.kind() == FileKind::LsbQueues {
        found.consequence(Item::Section.dropped().called("the queue").possible().because(NONE_LEFT));
    } else {
        let item = if context.setting.origin == Origin::Cell { Item::Row } else { Item::Section };
        let dropped = item.dropped().possible().because(NONE_LEFT);
        found.capped(Confidence::Medium).consequence(dropped);
    }
}

/// `HOSTS = none` in a queue that does not send jobs to another cluster.
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
            .report(hosts.value_range(), "`HOSTS` is `none`, but `SNDJOBS_TO` is not set")
            .consequence(if only { dropped } else { dropped.possible() })
            .help("set `SNDJOBS_TO`, or list hosts");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostX ! ! 1 ()
        hostY ! ! 1 ()
        login ! ! 0 ()

        //# judges queues
        //- each Queue
        HOSTS = none
                ^^^^ X104 error `HOSTS` is `none`, but `SNDJOBS_TO` is not set
        HOSTS = ~h1 ~h2
                ^^^^^^^ X104 error list contains only exclusions
        HOSTS = all ~all
                ^^^^^^^^ X104 error list excludes every host that it names
                = help: remove the `~` that excludes everything

        //# another line may count
        //- each Queue
        HOSTS = ~h1
                ^^^ X104 error list contains only exclusions
                = effect: LSF may drop the queue because no host is left
          #if time(8:00-9:00)
          HOSTS = h1
          #endif
        HOSTS = none
                ^^^^ X104 error `HOSTS` is `none`, but `SNDJOBS_TO` is not set
                = effect: LSF may drop the queue because it has no host and no cluster to send jobs to
          #if time(8:00-9:00)
          HOSTS = h1
          #endif

        //# judges groups
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        a (~h1)
           ^^^ X104 warning list contains only exclusions
            = effect: LSF may drop the row because no host is left
        b (all ~h1)
        c (h1 ~h1)
           ^^^^^^ X104 warning list excludes every host that it names

        //# groups are looked into
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        c (hostX)
        d (c ~hostX)
           ^^^^^^^^ X104 warning list excludes every host of the groups that it names
            = help: remove the `~` that excludes the last host
        e (all ~hostX ~c ~hostY)
           ^^^^^^^^^^^^^^^^^^^^ X104 warning list excludes every host of the groups that it names
        f (all ~c)
        //- lsf.conf: LSF_TOP=/opt/lsf
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        c (hostX)
        d (c ~hostX)
           ^^^^^^^^ X104 warning list excludes every host of the groups that it names
        e (all ~hostX ~c ~hostY)
        f (all ~c)
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        c (hostX)
        d (c ~hostX)
        e (all ~hostX ~c ~hostY)
        f (all ~c)
        //- lsf.conf: LSF_TOP=/opt/lsf
        //- each Queue
        HOSTS = c login ~hostX
                ^^^^^^^^^^^^^^ X104 error list excludes every host of the groups that it names

        //# groups without hosts
        //- lsf.conf: LSF_TOP=/opt/lsf
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        gone (hostQ hostR)
        outer (gone)
        some (gone hostX)
        egroup (!)
        //- each Queue
        HOSTS = outer
                ^^^^^ X104 warning host group `outer` has no host
                = help: add hosts to the group in lsb.hosts
        HOSTS = outer+1 gone
                ^^^^^^^^^^^^ X104 warning none of the host groups has a host
        HOSTS = outer hostX
        HOSTS = some
        HOSTS = egroup
        HOSTS = outer allremote
        HOSTS = outer elsewhere
        //#
        //- lsf.conf: LSF_DYNAMIC_HOST_WAIT_TIME=60
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        gone (hostQ hostR)
        //- each Queue: HOSTS = gone

        //# is silent where hosts may be left
        //- without lsf.cluster.c1
        //- each Queue
        HOSTS = all ~h1
        HOSTS = none
          SNDJOBS_TO = q@c2
        HOSTS = all@c1 ~all@c2
        HOSTS = {{ hosts }}
        HOSTS = none
          #INCLUDE "more"
    "#]];
}
