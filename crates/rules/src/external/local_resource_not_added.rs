use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::LocalResources;

use crate::external::placement::has_word;

rule! {
    /// Finds values in LSF_LOCAL_RESOURCES that a host cannot bring into the cluster, because of ResourceMap.
    ///
    /// # Effect
    /// A resource that ResourceMap maps to `all` or `default` has its values from there; a host that joins cannot add one. Without any
    /// ResourceMap section none is added at all.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_LOCAL_RESOURCES="[resourcemap 4*lanes]"
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (mg)
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// lanes        4@[default]
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_LOCAL_RESOURCES="[resourcemap 4*lanes]"
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (mg)
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// lanes        4@[m1]
    /// End ResourceMap
    /// ```
    pub E110 "local-resource-not-added" {
        family: External, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.conf", "LSF_LOCAL_RESOURCES")],
        checks: [SettingWith(is_local_resources, check)],
    }
}

fn is_local_resources(grammar: &Grammar) -> bool {
    *grammar == Grammar::LocalResources
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(resources) = context.setting.typed::<LocalResources<'_>>().filter(|_| !context.broken) else { return };
    let view = context.file.cluster;
    if view.knowledge(FileKind::LsfCluster) != Knowledge::Complete || view.hosts().is_empty() {
        return;
    }
    let has_map = view.has_section(FileKind::LsfCluster, "ResourceMap");
    for item in resources.items().filter(|it| it.value().is_some()) {
        let Some(name) = item.name() else { continue };
        let text = name.text();
        let mut rows = view.all(FileKind::LsfCluster, "ResourceMap");
        let row = rows.find(|it| it.value("RESOURCENAME").is_some_and(|it| it == text));
        match row.filter(|it| has_word(it, "all") || has_word(it, "default")) {
            Some(row) => {
                findings
                    .report(name.range(), format!("ResourceMap gives every host its value of `{text}`"))
                    .consequence(Item::Value.ignored().so("a host that joins the cluster does not add its own"))
                    .help("map the resource to the hosts by name, or leave it out here")
                    .related_at(row.place(), "mapped here");
            }
            None if !has_map => {
                findings
                    .report(name.range(), format!("lsf.cluster has no ResourceMap section to add `{text}` to"))
                    .consequence(Item::Value.ignored().so("a host that joins the cluster does not add it"))
                    .help("write a ResourceMap section, if need be for another resource");
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports what the map keeps out
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (mg)
        End Host
        Begin ResourceMap
        RESOURCENAME LOCATION
        lanes 4@[default]
        boards 4@[m1]
        End ResourceMap
        //- each lsf.conf
        LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [resourcemap 2*boards]"
                                                            ^^^^^ E110 warning
                                        = ResourceMap gives every host its value of `lanes`
        //#
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (mg)
        End Host
        //- each lsf.conf
        LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [resourcemap 2*boards]"
                                                            ^^^^^ E110 warning
                                        = lsf.cluster has no ResourceMap section to add `lanes` to
                                        = effect: LSF ignores the value, so a host that joins the cluster does not add
                                        =   it
                                        = help: write a ResourceMap section, if need be for another resource
                                                                                  ^^^^^^ E110 warning
                                        = lsf.cluster has no ResourceMap section to add `boards` to

        //# is silent where the map is not in view
        //- each lsf.conf
        LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [resourcemap 2*boards]"
        //#
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (mg)
        End Host
        Begin ResourceMap
        RESOURCENAME LOCATION
        lanes (4@[m1] 2@[others])
        End ResourceMap
        //- each lsf.conf
        LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [resourcemap 2*boards]"
    "#]];
}
