use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, Place, Referent};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;

use crate::names::client_host::client_row;
use crate::names::undefined::nearest;

rule! {
    /// Finds hosts in LSF_MASTER_LIST that are not server hosts in lsf.cluster.
    ///
    /// # Effect
    /// Only server hosts in lsf.cluster can be management hosts. LSF ignores every other name. If no host is left, the
    /// cluster has no management host and does not start.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_MASTER_LIST="mgmt1 login1 mgtm2"
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// mgmt1    !     !    1      ()
    /// mgmt2    !     !    1      ()
    /// login1   !     !    0      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_MASTER_LIST="mgmt1 mgmt2"
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// mgmt1    !     !    1      ()
    /// mgmt2    !     !    1      ()
    /// login1   !     !    0      ()
    /// End Host
    /// ```
    ///
    /// Dynamic hosts are not accepted: management hosts must be defined in lsf.cluster.
    pub X402 "master-list-host-missing" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.conf", "LSF_MASTER_LIST")],
        checks: [SettingNamed(&["LSF_MASTER_LIST"], check)],
    }
}

/// A name that is not a possible management host.
struct Wrong {
    name: String,
    range: TextRange,
    /// The row that defines the host as a client.
    client: Option<Place>,
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let sure = match view.knowledge(FileKind::LsfCluster) {
        _ if view.hosts().is_empty() => return,
        Knowledge::Unknown => return,
        Knowledge::Partial => false,
        Knowledge::Complete => true,
    };
    let names: Vec<_> = context.names.iter().filter(|it| it.referent == Referent::Host).collect();
    let mut wrong: Vec<Wrong> = Vec::new();
    for it in &names {
        let (name, range) = (it.text().into_owned(), it.range());
        let client = client_row(view, &name);
        if client.is_some() || !view.hosts().is_known(&name) {
            wrong.push(Wrong { name, range, client });
        }
    }
    let none_left = wrong.len() == names.len();
    for it in wrong {
        let (message, severity) = match (&it.client, sure) {
            (Some(_), _) => (format!("client host `{}` only submits jobs", it.name), RULE.meta.severity),
            (None, true) => (format!("host `{}` is not defined in lsf.cluster", it.name), RULE.meta.severity),
            (None, false) => (format!("host `{}` is not defined in the loaded files", it.name), Severity::Info),
        };
        let severity = if none_left && severity == Severity::Warning { Severity::Error } else { severity };
        let near =
            it.client.is_none().then(|| nearest(&it.name, view.similar_names(Referent::Host, &it.name))).flatten();
        let found = findings.report(it.range, message).severity(severity);
        let ignored = Item::Value.ignored().called("the host");
        let ignored = match none_left {
            true => ignored.so("no management host is left and the cluster does not start"),
            false => ignored.because("it cannot be a management host"),
        };
        found.consequence(if sure || it.client.is_some() { ignored } else { ignored.possible() });
        match near {
            Some(near) => found.help(did_you_mean(&near)),
            None => found.help("list server hosts from the Host section of lsf.cluster"),
        };
        if let Some(row) = it.client {
            found.related_at(row, "`server` is 0 here");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        mgmt1 ! ! 1 ()
        mgmt2 ! ! 1 ()
        login1 ! ! 0 ()

        //# management hosts are servers
        //- lsf.conf
        LSF_MASTER_LIST="mgmt1 login1 mgtm2"
                               ^^^^^^ X402 warning client host `login1` only submits jobs
                                      ^^^^^ X402 warning host `mgtm2` is not defined in lsf.cluster
        LSF_DYNAMIC_HOST_WAIT_TIME=60
        //#
        //- lsf.conf
        LSF_MASTER_LIST=login1
                        ^^^^^^ X402 error client host `login1` only submits jobs
                        = effect: LSF ignores the host, so no management host is left and the cluster does not start
        LSF_DYNAMIC_HOST_WAIT_TIME=60
        //#
        //- lsf.conf
        LSF_MASTER_LIST="mgmt1 mgmt2.site.com"
        LSF_DYNAMIC_HOST_WAIT_TIME=60

        //# without lsf.cluster nothing is known
        //- without lsf.cluster.c1
        //- each lsf.conf: LSF_MASTER_LIST=m1
    "#]];
}
