use lsflint_lint::{Consequence, Findings, Item, SectionContext, rule};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::TableRow;

use crate::parameter::related;

rule! {
    /// Finds a list of several clusters in lsf.shared that does not say which hosts of each cluster to ask.
    ///
    /// # Effect
    /// With the multicluster capability the clusters find each other through the hosts in the column Servers. Without it LSF reads the
    /// lsf.cluster file of every cluster for them, which has to be there on each side.
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
        sources: [ibm("lsf.shared", "section Cluster"), manual("Platform LSF 6.2 reference", "")],
        checks: [Section(check)],
    }
}

const HELP: &str = "name a few server hosts of each cluster in the column `Servers`";

/// What becomes of a cluster whose hosts are not listed.
fn no_hosts() -> Consequence {
    Item::Row
        .ignored()
        .called("the cluster")
        .possible()
        .because("other clusters may not have its lsf.cluster file, where LSF looks for the hosts")
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
            .report(context.begin_range(), "several clusters and no column `Servers`")
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
                .report(cluster.range(), format!("no servers of the cluster `{}`", cluster.text()))
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
        ^^^^^^^^^^^^^ X410 warning several clusters and no column `Servers`
        ClusterName
        east
        west
        End Cluster
        //#
        //- each Cluster of lsf.shared
        ClusterName Servers
          east (h1 h2)
          west -
          ^^^^ X410 warning no servers of the cluster `west`
        ClusterName Servers
          east (h1 h2)
          west h9
        ClusterName
          east
    "#]];
}
