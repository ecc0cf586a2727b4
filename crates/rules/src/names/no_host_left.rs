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
    crate::testing::fixture![[r#"
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        hostX ! ! 1 ()
        hostY ! ! 1 ()
        login ! ! 0 ()
        End Host

        //# judges queues
        //- each Queue
        HOSTS = none
                ^^^^ X104 error `none` without `SNDJOBS_TO`
        HOSTS = ~h1 ~h2
                ^^^^^^^ X104 error the list takes hosts out and names none
        HOSTS = all ~all
                ^^^^^^^^ X104 error the list takes out every host that it names
                = help: remove the `~` that takes out everything

        //# another line may count
        //- each Queue
        HOSTS = ~h1
                ^^^ X104 error the list takes hosts out and names none
                = effect: LSF may drop the queue because no host is left
          #if time(8:00-9:00)
          HOSTS = h1
          #endif
        HOSTS = none
                ^^^^ X104 error `none` without `SNDJOBS_TO`
                = effect: LSF may drop the queue because it has no host and no cluster to send jobs to
          #if time(8:00-9:00)
          HOSTS = h1
          #endif

        //# judges groups
        //- lsb.hosts
        Begin HostGroup
        GROUP_NAME GROUP_MEMBER
        a (~h1)
           ^^^ X104 warning the list takes hosts out and names none
            = effect: LSF may drop what the list belongs to because no host is left
        b (all ~h1)
        c (h1 ~h1)
           ^^^^^^ X104 warning the list takes out every host that it names
        End HostGroup

        //# groups are looked into
        //- lsb.hosts
        Begin HostGroup
        GROUP_NAME GROUP_MEMBER
        c (hostX)
        d (c ~hostX)
           ^^^^^^^^ X104 warning the list takes out every host of the groups that it names
            = help: remove the `~` that takes out the last host
        e (all ~hostX ~c ~hostY)
           ^^^^^^^^^^^^^^^^^^^^ X104 warning the list takes out every host of the groups that it names
        f (all ~c)
        End HostGroup
        //- lsf.conf
        LSF_TOP=/opt/lsf
        //#
        //- lsb.hosts
        Begin HostGroup
        GROUP_NAME GROUP_MEMBER
        c (hostX)
        d (c ~hostX)
           ^^^^^^^^ X104 warning the list takes out every host of the groups that it names
        e (all ~hostX ~c ~hostY)
        f (all ~c)
        End HostGroup
        //#
        //- lsb.hosts
        Begin HostGroup
        GROUP_NAME GROUP_MEMBER
        c (hostX)
        d (c ~hostX)
        e (all ~hostX ~c ~hostY)
        f (all ~c)
        End HostGroup
        //- lsf.conf
        LSF_TOP=/opt/lsf
        //- each Queue
        HOSTS = c login ~hostX
                ^^^^^^^^^^^^^^ X104 error the list takes out every host of the groups that it names

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
