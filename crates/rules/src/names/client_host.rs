use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_model::{Place, Reference, Referent, View};
use lsflint_spec::{FileKind, ParamSpec};

use crate::names::list::{items, queue_dropped};
use crate::names::undefined::{may_hold, names_in};

rule! {
    /// Finds hosts that only submit jobs (`server` is 0 in lsf.cluster) where hosts that run jobs are meant.
    ///
    /// # Effect
    /// No batch daemon runs on such a host. LSF drops it from the list, and ignores its row in lsb.hosts. A queue in whose HOSTS no other
    /// host is left is dropped itself.
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
    ///
    /// # Notes
    /// What two open-source readers of the files do with such hosts.
    pub X102 "host-is-client-only" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsf.cluster", "the column server")],
        checks: [SettingOf(has_hosts, check)],
    }
}

fn has_hosts(spec: &ParamSpec) -> bool {
    // The list of management hosts has a rule of its own. Whose speed a limit is meant for may be a client.
    may_hold(spec, &[Referent::Host, Referent::HostOrGroup, Referent::BatchHost]) && spec.name != "LSF_MASTER_LIST"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let names = names_in(context);
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
            FileKind::LsfConf => {
                (Severity::Warning, Item::Value.no_effect().called("the entry").because("no daemon answers there"))
            }
            _ if name.referent == Referent::BatchHost => (Severity::Error, Item::Row.ignored()),
            FileKind::LsbQueues if alone => {
                let dropped = queue_dropped(context, "no host is left");
                (Severity::Error, dropped.so("users are told that there is no such queue"))
            }
            FileKind::LsbQueues => (Severity::Error, host()),
            FileKind::LsfCluster => (Severity::Error, host()),
            _ => (
                Severity::Warning,
                Item::Value.no_effect().called("the entry").possible().because("no jobs ever run there"),
            ),
        };
        findings
            .report(name.range(), format!("`{}` runs no jobs: it only submits them", name.text()))
            .severity(severity)
            .consequence(consequence)
            .help("name a host whose `server` is 1 in lsf.cluster, or remove the name")
            .related_at(row, "`server` is 0 here");
    }
}

/// Where lsf.cluster says that a host is no server, if it does.
pub(crate) fn client_row(view: View<'_>, name: &str) -> Option<Place> {
    let hosts = view.hosts();
    let id = hosts.find(name).filter(|it| hosts.facts(*it).server == Some(false))?;
    let row = view.find(FileKind::LsfCluster, "Host", &hosts.get(id).name)?;
    (!row.is_conditional() && !row.is_broken()).then(|| row.field("server").map_or(row.place(), |it| it.place()))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        login1 ! ! 0 ()
        End Host

        //# queues and limits
        //- each Queue
        HOSTS = hostA login1+2
                      ^^^^^^ X102 error `login1` runs no jobs: it only submits them
          RUNLIMIT = 5/login1
        HOSTS = login1
                ^^^^^^ X102 error `login1` runs no jobs: it only submits them
                = effect: LSF drops the queue because no host is left, so users are told that there is no such queue
          RUNLIMIT = 5/login1
        HOSTS = all ~login1
          RUNLIMIT = 5/login1
        //- each Limit
        SLOTS = 5
          HOSTS = login1
                  ^^^^^^ X102 warning `login1` runs no jobs: it only submits them
                  = effect: the entry may have no effect because no jobs ever run there

        //# rows and groups of lsb.hosts
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ
        hostA 1
        login1 4
        ^^^^^^ X102 error `login1` runs no jobs: it only submits them
            = effect: LSF ignores the row
        End Host
        Begin HostGroup
        GROUP_NAME GROUP_MEMBER
        g (hostA login1)
                 ^^^^^^ X102 warning `login1` runs no jobs: it only submits them
        End HostGroup

        //# servers of lsf.conf
        //- each lsf.conf
        LSF_SERVER_HOSTS="hostA login1"
                                ^^^^^^ X102 warning `login1` runs no jobs: it only submits them
                                = effect: the entry has no effect because no daemon answers there

        //# what is not in view is not judged
        //- without lsf.cluster.c1
        //- each Queue
        HOSTS = login1
        //#
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        login1 ! ! {{ server }} ()
        End Host
        //- each Queue
        HOSTS = login1

        //# resources are on servers
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        login1 ! ! 0 ()
        End Host
        Begin ResourceMap
        RESOURCENAME LOCATION
        tok ([m1 login1])
                 ^^^^^^ X102 error `login1` runs no jobs: it only submits them
        lic ([all ~login1])
        End ResourceMap
    "#]];
}
