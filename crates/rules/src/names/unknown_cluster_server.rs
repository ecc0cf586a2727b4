use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_model::{Knowledge, Referent};
use lsflint_spec::{Confidence, FileKind};

use crate::names::list::items;
use crate::names::undefined::nearest;

rule! {
    /// Finds servers of the own cluster in lsf.shared that lsf.cluster does not list.
    ///
    /// # Effect
    /// The column Servers lists the hosts that the LIMs of other clusters contact. A host that is not in the cluster
    /// does not answer them.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Cluster
    /// ClusterName  Servers
    /// lab          (hostA hostZ)
    /// remote       (far1)
    /// End Cluster
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// EPYC      60        ()
    /// End HostModel
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// linux        Boolean ()       ()         (Linux)
    /// End Resource
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Cluster
    /// ClusterName  Servers
    /// lab          (hostA)
    /// remote       (far1)
    /// End Cluster
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// EPYC      60        ()
    /// End HostModel
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// linux        Boolean ()       ()         (Linux)
    /// End Resource
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// End Host
    /// ```
    pub X472 "unknown-cluster-server" {
        family: Names, scope: Names, severity: Warning,
        sources: [
            ibm("lsf.shared", "section Cluster: Servers are hosts of the cluster that LIMs of other clusters contact"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    let clusters = section.file.kind() == FileKind::LsfShared && section.spec.is_some_and(|it| it.name == "Cluster");
    if !clusters || context.broken {
        return;
    }
    let view = section.file.cluster;
    let (Some(name), Some(servers)) = (context.cell("ClusterName"), context.cell("Servers")) else { return };
    let own = name.single_word().is_some_and(|it| view.cluster_name() == Some(&*it.text()));
    // Dynamic hosts join without a line in lsf.cluster.
    let dynamic = view.setting(FileKind::LsfCluster, "Parameters", "LSF_HOST_ADDR_RANGE").is_set();
    if !own || dynamic || view.knowledge(FileKind::LsfCluster) != Knowledge::Complete {
        return;
    }
    let listed = || items(&servers).filter(|it| !it.is_excluded() && !it.is_pattern());
    // If none is known, the loaded hosts may be those of another site.
    let some_known = listed().any(|it| view.hosts().is_known(&it.text()));
    for item in listed().filter(|it| !view.hosts().is_known(&it.text())) {
        let host = item.text();
        let near = nearest(&host, view.similar_names(Referent::Host, &host));
        if !some_known && near.is_none() {
            continue;
        }
        let found = findings
            .report(item.range(), format!("server `{host}` is not a host of the cluster"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Value.no_effect().called("the host").possible().because("it has no LIM of this cluster"),
            );
        match near {
            Some(near) => found.help(did_you_mean(&near)),
            None => found.help("list hosts of the section `Host` of lsf.cluster"),
        };
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the row of the own cluster
        //- lsf.cluster.lab
        Begin Host
        HOSTNAME  model  type  server  RESOURCES
        mgmt1     !      !     1       ()
        hostB     !      !     1       ()
        End Host
        //- lsf.shared
        Begin Cluster
        ClusterName  Servers
        lab          (mgmmt1 hostB other)
                      ^^^^^^ X472 warning server `mgmmt1` is not a host of the cluster
                                   ^^^^^ X472 warning server `other` is not a host of the cluster
                                   = help: list hosts of the section `Host` of lsf.cluster
        remote       (far1 far2)
        End Cluster
        //#
        //- lsf.cluster.lab
        Begin Host
        HOSTNAME  model  type  server  RESOURCES
        hostB     !      !     1       ()
        End Host
        //- lsf.shared
        Begin Cluster
        ClusterName  Servers
        lab          (mgmt1 mgmt2)
        End Cluster
    "#]];
}
