use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{FileContext, Findings, Item, Reads, rule};
use lsflint_model::{Knowledge, Referent, Resolution, cluster_of_file};
use lsflint_spec::FileKind;

rule! {
    /// Finds files `lsf.cluster.NAME` whose NAME is not a cluster in lsf.shared.
    ///
    /// # Effect
    /// LIM reads only the files of the clusters that lsf.shared lists. The hosts of this file belong to no cluster.
    ///
    /// # Example
    /// ```lsf.cluster.c2
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// End Host
    /// //- lsf.shared
    /// Begin Cluster
    /// ClusterName
    /// c1
    /// End Cluster
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c2
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// End Host
    /// //- lsf.shared
    /// Begin Cluster
    /// ClusterName
    /// c2
    /// End Cluster
    /// ```
    pub X401 "cluster-name-mismatch" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            volclava(
                "lsf/lim/lim.conf.c",
                "readCluster",
                "`My cluster name ... is not configured in lsf.shared`: LIM exits",
            ),
            ibm("lsf.shared", "the section Cluster lists all clusters"),
        ],
        checks: [PartsOfFile(Reads::SECTIONS, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsfCluster || context.file.template {
        return;
    }
    let Some(name) = cluster_of_file(&context.file.path) else { return };
    let view = context.cluster;
    // Any section will do: a file without sections is another finding.
    let Some(section) = context.sections().into_iter().next() else { return };
    if view.resolve(Referent::Cluster, name) != Resolution::Missing(Knowledge::Complete) {
        return;
    }
    let known = view.defined_names(Referent::Cluster);
    let found = findings
        .report(section.begin_range(), format!("cluster `{name}` is not listed in lsf.shared"))
        .consequence(Item::File.ignored().so("its hosts belong to no cluster"));
    match (near(name, known.iter().copied()), &*known) {
        (Some(near), _) => found.help(did_you_mean(near.name)),
        (None, [only]) => found.help(format!("rename the file to `lsf.cluster.{only}`, or add `{name}` to lsf.shared")),
        (None, _) => found.help(format!("add `{name}` to the Cluster section of lsf.shared, or rename the file")),
    };
    let listed = view.all(FileKind::LsfShared, "Cluster").next();
    if let Some(row) = listed {
        found.related_at(row.place(), "the clusters in lsf.shared");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Cluster of lsf.shared
        ClusterName
        orion

        //# the file is that of a cluster
        //- lsf.cluster.vega
        # hosts
        Begin Host
        ^^^^^^^^^^ X401 error cluster `vega` is not listed in lsf.shared
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        End Host
        //#
        //- lsf.cluster.orino
        # hosts
        Begin Host
        ^^^^^^^^^^ X401 error cluster `orino` is not listed in lsf.shared
            = help: did you mean `orion`?
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        End Host
        //- Cluster of lsf.shared
        ClusterName
        orion
        vega
        //#
        //- conf/lsf.cluster.orion
        # hosts
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        End Host
        //#
        //- lsf.cluster.orion
        # hosts
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        End Host
        //- Cluster of lsf.shared
        ClusterName
        {{ cluster }}
        //#
        //- lsf.cluster.@CLUSTER@
        # hosts
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        End Host
    "#]];
}
