use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::LocalResources;

use crate::external::placement::has_word;

rule! {
    /// Finds resources in LSF_LOCAL_RESOURCES that a dynamic host cannot add to the cluster because of ResourceMap.
    ///
    /// # Effect
    /// A resource that is mapped to `all` or `default` gets its values from ResourceMap; a host that joins cannot add
    /// one. Without a ResourceMap section, no resource is added.
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
                    .report(name.range(), format!("resource `{text}` is already mapped for every host in ResourceMap"))
                    .consequence(Item::Value.ignored().so("a host that joins the cluster does not add its own"))
                    .about(context.file.brackets_around(name.range()))
                    .help("map the resource to individual hosts, or remove it here")
                    .related_at(row.place(), "mapped here");
            }
            None if !has_map => {
                findings
                    .report(name.range(), format!("no ResourceMap section in lsf.cluster for resource `{text}`"))
                    .consequence(Item::Value.ignored().so("a host that joins the cluster does not add it"))
                    .about(context.file.brackets_around(name.range()))
                    .help("add a ResourceMap section, if necessary for another resource");
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (mg)

        //# reports what the map keeps out
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lanes 4@[default]
        boards 4@[m1]
        //- each lsf.conf
        LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [resourcemap 2*boards]"
                                                            ^^^^^ E110 warning
                                        = resource `lanes` is already mapped for every host in ResourceMap
        //#
        //- each lsf.conf
        LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [resourcemap 2*boards]"
                                                            ^^^^^ E110 warning
                                        = no ResourceMap section in lsf.cluster for resource `lanes`
                                        = effect: LSF ignores the value, so a host that joins the cluster does not add
                                        =   it
                                        = help: add a ResourceMap section, if necessary for another resource
                                                                                  ^^^^^^ E110 warning
                                        = no ResourceMap section in lsf.cluster for resource `boards`

        //# is silent where the map is not in view
        //- without lsf.cluster.c1
        //- each lsf.conf: LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [resourcemap 2*boards]"
        //#
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lanes (4@[m1] 2@[others])
        //- each lsf.conf: LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [resourcemap 2*boards]"
    "#]];
}
