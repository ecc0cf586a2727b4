use lsflint_lint::{Consequence, Findings, Item, SectionContext, rule};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::TableRow;

use crate::parameter::related;

rule! {
    /// Finds several clusters in lsf.shared without the column Servers, or without a value in it.
    ///
    /// # Effect
    /// With the multicluster capability, LSF contacts other clusters through the hosts in the column Servers. Without
    /// that column, LSF looks for the hosts in the lsf.cluster file of every cluster, which must then be available in
    /// each cluster.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Cluster
    /// ClusterName
    /// east
    /// west
    /// End Cluster
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Cluster
    /// ClusterName Servers
    /// east        (east1 east2)
    /// west        (west1 west2)
    /// End Cluster
    /// ```
    pub X410 "cluster-without-servers" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.shared", "section Cluster: Servers are the hosts that other clusters contact"),
            manual("Platform LSF 6.2 reference", "lsf.shared: Servers, by default the first hosts of the cluster"),
        ],
        checks: [Section(check)],
    }
}

const HELP: &str = "list a few server hosts of each cluster in the column `Servers`";

/// LSF may not find the hosts of a cluster without servers.
fn no_hosts() -> Consequence {
    Item::Row
        .ignored()
        .called("the cluster")
        .possible()
        .because("other clusters may not have its lsf.cluster file, which lists its hosts")
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let clusters = context.file.kind() == FileKind::LsfShared && context.spec.is_some_and(|it| it.name == "Cluster");
    if !clusters || context.rows.len() < 2 || context.file.has_gaps() {
        return;
    }
    let Some(header) = context.section.header() else { return };
    let column = |name: &str| header.columns().position(|it| related::says(it, name));
    let (Some(name), servers) = (column("ClusterName"), column("Servers")) else { return };
    let Some(servers) = servers else {
        findings
            .report(context.begin_range(), "several clusters are listed without the column `Servers`")
            .capped(Confidence::High)
            .consequence(no_hosts())
            .help(HELP);
        return;
    };
    let width = header.columns().count();
    let is_whole = |it: &TableRow<'_>| it.cells().count() == width;
    for row in context.section.rows().filter(is_whole) {
        let unset = row.cells().nth(servers).is_some_and(|it| it.is_unset());
        if let Some(cluster) = row.cells().nth(name).filter(|_| unset).and_then(|it| it.single_word()) {
            findings
                .report(cluster.range(), format!("cluster `{}` has no servers", cluster.text()))
                .consequence(no_hosts())
                .help(HELP);
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# several clusters name their servers
        //- lsf.shared
        Begin Cluster
        ^^^^^^^^^^^^^ X410 warning several clusters are listed without the column `Servers`
        ClusterName
        east
        west
        End Cluster
        //#
        //- each Cluster of lsf.shared
        ClusterName Servers
          east (h1 h2)
          west -
          ^^^^ X410 warning cluster `west` has no servers
        ClusterName Servers
          east (h1 h2)
          west h9
        ClusterName
          east
    "#]];
}
