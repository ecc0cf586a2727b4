use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_model::{Place, Reference, Referent, View};
use lsflint_spec::{FileKind, ParamSpec};

use crate::names::list::{items, queue_dropped};
use crate::names::undefined::may_hold;

rule! {
    /// Finds client hosts (`server` is 0 in lsf.cluster) in lists of hosts that run jobs.
    ///
    /// # Effect
    /// No batch daemon runs on a client host. LSF removes it from the list and ignores its row in lsb.hosts. LSF drops
    /// a queue whose HOSTS lists no other host.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA login1
    /// End Queue
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// login1   !     !    0      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA
    /// End Queue
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// login1   !     !    0      ()
    /// End Host
    /// ```
    pub X102 "host-is-client-only" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf.cluster", "the column server"),
            volclava("lsbatch/lib/lsb.conf.c", "parseGroups", "`Host ... is not a server; ignored`"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Hosts", "`Host ... is not a server;ignoring`: the row"),
        ],
        checks: [SettingOf(has_hosts, check)],
    }
}

fn has_hosts(spec: &ParamSpec) -> bool {
    // `LSF_MASTER_LIST` has its own rule. A host that only sets the speed for a limit may be a client.
    may_hold(spec, &[Referent::Host, Referent::HostOrGroup, Referent::BatchHost]) && spec.name != "LSF_MASTER_LIST"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let names = context.names;
    let is_taken = |it: &&Reference<'_>| !it.is_excluded() && it.referent != Referent::Cluster;
    let clients: Vec<_> =
        names.iter().filter(is_taken).filter_map(|it| Some((it, client_row(view, &it.text())?))).collect();
    if clients.is_empty() {
        return;
    }
    let alone = items(&context.setting).filter(|it| !it.is_excluded()).count() == clients.len();
    for (name, row) in clients {
        if name.referent == Referent::HostOrModel {
            continue;
        }
        let host = || Item::Value.ignored().called("the host").logged();
        let (severity, consequence) = match context.file.kind() {
            FileKind::LsfConf => (
                Severity::Warning,
                Item::Value.no_effect().called("the entry").because("no daemon answers on the host"),
            ),
            _ if name.referent == Referent::BatchHost => (Severity::Error, Item::Row.ignored()),
            FileKind::LsbQueues if alone => {
                let dropped = queue_dropped(context, "no host is left");
                (Severity::Error, dropped.so("commands report that the queue does not exist"))
            }
            FileKind::LsbQueues => (Severity::Error, host()),
            FileKind::LsfCluster => (Severity::Error, host()),
            _ => (
                Severity::Warning,
                Item::Value.no_effect().called("the entry").possible().because("the host never runs jobs"),
            ),
        };
        findings
            .report(name.range(), format!("client host `{}` cannot run jobs", name.text()))
            .severity(severity)
            .consequence(consequence)
            .help("use a host whose `server` is 1 in lsf.cluster, or remove the name")
            .related_at(row, "`server` is 0 here");
    }
}

/// Where lsf.cluster defines a host as a client.
pub(crate) fn client_row(view: View<'_>, name: &str) -> Option<Place> {
    let hosts = view.hosts();
    let id = hosts.find(name).filter(|it| hosts.facts(*it).server == Some(false))?;
    let row = view.find(FileKind::LsfCluster, "Host", &hosts.get(id).name)?;
    (!row.is_conditional() && !row.is_broken()).then(|| row.field("server").map_or(row.place(), |it| it.place()))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        login1 ! ! 0 ()

        //# queues and limits
        //- each Queue
        HOSTS = hostA login1+2
                      ^^^^^^ X102 error client host `login1` cannot run jobs
          RUNLIMIT = 5/login1
        HOSTS = login1
                ^^^^^^ X102 error client host `login1` cannot run jobs
                = effect: LSF drops the queue because no host is left, so commands report that the queue does not exist
          RUNLIMIT = 5/login1
        HOSTS = all ~login1
          RUNLIMIT = 5/login1
        //- each Limit
        SLOTS = 5
          HOSTS = login1
                  ^^^^^^ X102 warning client host `login1` cannot run jobs
                  = effect: the entry may have no effect because the host never runs jobs

        //# rows and groups of lsb.hosts
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA 1
        login1 4
        ^^^^^^ X102 error client host `login1` cannot run jobs
            = effect: LSF ignores the row
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g (hostA login1)
                 ^^^^^^ X102 warning client host `login1` cannot run jobs

        //# servers of lsf.conf
        //- each lsf.conf
        LSF_SERVER_HOSTS="hostA login1"
                                ^^^^^^ X102 warning client host `login1` cannot run jobs
                                = effect: the entry has no effect because no daemon answers on the host

        //# what is not in view is not judged
        //- without lsf.cluster.c1
        //- each Queue: HOSTS = login1
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        login1 ! ! {{ server }} ()
        //- each Queue: HOSTS = login1

        //# resources are on servers
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        login1 ! ! 0 ()
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        tok ([m1 login1])
                 ^^^^^^ X102 error client host `login1` cannot run jobs
        lic ([all ~login1])
    "#]];
}
