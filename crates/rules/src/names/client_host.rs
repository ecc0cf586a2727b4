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
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const CLUSTER: (&str, &str) = (
        "lsf.cluster.c1",
        "Begin Host\nHOSTNAME model type server RESOURCES\nhostA ! ! 1 ()\nlogin1 ! ! 0 ()\nEnd Host\n",
    );

    #[track_caller]
    fn beside(file: &str, text: &str, expected: Expect) {
        check_cluster("X102", &[(file, text), CLUSTER], expected);
    }

    #[test]
    fn queues_and_limits() {
        let queue =
            |list: &str| format!("Begin Queue\nQUEUE_NAME = q\nHOSTS = {list}\nRUNLIMIT = 5/login1\nEnd Queue\n");
        beside(
            "lsb.queues",
            &queue("hostA login1+2"),
            expect![[r#"
                3:15-3:21 error `login1` runs no jobs: it only submits them
                  effect: LSF logs an error and ignores the host
                  help: name a host whose `server` is 1 in lsf.cluster, or remove the name
                  lsf.cluster.c1:4:12-4:13 `server` is 0 here
            "#]],
        );
        beside(
            "lsb.queues",
            &queue("login1"),
            expect![[r#"
                3:9-3:15 error `login1` runs no jobs: it only submits them
                  effect: LSF drops the queue because no host is left, so users are told that there is no such queue
                  help: name a host whose `server` is 1 in lsf.cluster, or remove the name
                  lsf.cluster.c1:4:12-4:13 `server` is 0 here
            "#]],
        );
        beside("lsb.queues", &queue("all ~login1"), expect![[""]]);
        beside(
            "lsb.resources",
            "Begin Limit\nNAME = l\nSLOTS = 5\nHOSTS = login1\nEnd Limit\n",
            expect![[r#"
                4:9-4:15 warning `login1` runs no jobs: it only submits them
                  effect: the entry may have no effect because no jobs ever run there
                  help: name a host whose `server` is 1 in lsf.cluster, or remove the name
                  lsf.cluster.c1:4:12-4:13 `server` is 0 here
            "#]],
        );
    }

    // covers LSB-H002
    #[test]
    fn rows_and_groups_of_lsb_hosts() {
        let text = "Begin Host\nHOST_NAME MXJ\nhostA 1\nlogin1 4\nEnd Host\n\
                    Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (hostA login1)\nEnd HostGroup\n";
        beside(
            "lsb.hosts",
            text,
            expect![[r#"
                4:1-4:7 error `login1` runs no jobs: it only submits them
                  effect: LSF ignores the row
                  help: name a host whose `server` is 1 in lsf.cluster, or remove the name
                  lsf.cluster.c1:4:12-4:13 `server` is 0 here
                8:10-8:16 warning `login1` runs no jobs: it only submits them
                  effect: the entry may have no effect because no jobs ever run there
                  help: name a host whose `server` is 1 in lsf.cluster, or remove the name
                  lsf.cluster.c1:4:12-4:13 `server` is 0 here
            "#]],
        );
    }

    #[test]
    fn servers_of_lsf_conf() {
        beside(
            "lsf.conf",
            "LSF_SERVER_HOSTS=\"hostA login1\"\n",
            expect![[r#"
                1:25-1:31 warning `login1` runs no jobs: it only submits them
                  effect: the entry has no effect because no daemon answers there
                  help: name a host whose `server` is 1 in lsf.cluster, or remove the name
                  lsf.cluster.c1:4:12-4:13 `server` is 0 here
            "#]],
        );
    }

    #[test]
    fn what_is_not_in_view_is_not_judged() {
        let queue = "Begin Queue\nQUEUE_NAME = q\nHOSTS = login1\nEnd Queue\n";
        check_cluster("X102", &[("lsb.queues", queue)], expect![[""]]);
        let templated = CLUSTER.1.replace(" 0 ", " {{ server }} ");
        check_cluster("X102", &[("lsb.queues", queue), ("lsf.cluster.c1", &templated)], expect![[""]]);
    }

    // covers XF012
    #[test]
    fn resources_are_on_servers() {
        let text = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 ()\nlogin1 ! ! 0 ()\nEnd Host\nBegin ResourceMap\nRESOURCENAME LOCATION\ntok ([m1 login1])\nlic ([all ~login1])\nEnd ResourceMap\n";
        check_cluster(
            "X102",
            &[("lsf.cluster.c1", text)],
            expect![[r#"
                8:10-8:16 error `login1` runs no jobs: it only submits them
                  effect: LSF logs an error and ignores the host
                  help: name a host whose `server` is 1 in lsf.cluster, or remove the name
                  4:12-4:13 `server` is 0 here
            "#]],
        );
    }
}
