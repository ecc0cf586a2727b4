use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{FileKind, Reading, ResourceType};

use crate::external::placement::is_mapped_name;

rule! {
    /// Finds Boolean resources in ResourceMap instead of the Host section.
    ///
    /// # Effect
    /// LIM treats the resource as a shared resource with a value. The row of a host in the Host section specifies
    /// whether it has the resource.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// ssd          1@[default]
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// ssd          Boolean ()       ()         (solid state disk)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      (ssd)
    /// End Host
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// ssd          Boolean ()       ()         (solid state disk)
    /// End Resource
    /// ```
    pub E107 "boolean-mapped" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            ibm("lsf_admin/host_section_configure", "static Boolean resources belong to hosts by the column RESOURCES"),
        ],
        checks: [SettingOf(is_mapped_name, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(word) = context.setting.single_word().filter(|_| context.file.kind() == FileKind::LsfCluster) else {
        return;
    };
    let name = word.text();
    let boolean = |it: &lsflint_model::Resource| {
        it.kind == Some(ResourceType::Boolean) && it.reading == Some(Reading::Static) && !it.builtin
    };
    if context.file.cluster.resources().get(&name).is_some_and(|it| boolean(&it)) {
        findings
            .report(word.range(), format!("Boolean resource `{name}` is mapped in ResourceMap"))
            .effect("LSF treats it as a shared resource with a value")
            .help(format!("add `{name}` to RESOURCES of the hosts that have it"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports what is not a number
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        ssd 1@[default]
        ^^^ E107 info Boolean resource `ssd` is mapped in ResourceMap
        lanes 1@[default]
        flag [all]
        what [all]
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        ssd Boolean () () (x)
        lanes Numeric () N (x)
        flag Boolean 60 () (x)
        //#
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        ssd 1@[default]
        lanes 1@[default]
        flag [all]
        what [all]
    "#]];
}
