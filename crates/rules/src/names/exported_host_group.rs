use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind};

use crate::names::list::items;

rule! {
    /// Finds host groups in PER_HOST of a HostExport section.
    ///
    /// # Effect
    /// The hosts that a policy exports are named one by one, or selected by RES_SELECT and NHOSTS. LSF may not export
    /// the members of a group.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin HostExport
    /// PER_HOST     = rack1
    /// SLOTS        = 4
    /// DISTRIBUTION = [cluster2, 1]
    /// End HostExport
    /// //- lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// End HostGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin HostExport
    /// PER_HOST     = hostA hostB
    /// SLOTS        = 4
    /// DISTRIBUTION = [cluster2, 1]
    /// End HostExport
    /// //- lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// End HostGroup
    /// ```
    pub X471 "exported-host-group" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_multicluster/export_policy_create_mc_lsf", "exported hosts: a list of host names, or a selection"),
        ],
        checks: [SettingNamed(&["PER_HOST"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let export = context.section_spec().is_some_and(|it| it.name == "HostExport");
    if !export || context.broken || context.file.kind() != FileKind::LsbResources {
        return;
    }
    let view = context.file.cluster;
    for item in items(&context.setting).filter(|it| it.cluster().is_none()) {
        let name = item.text();
        if !view.host_groups().contains(&name) || view.hosts().find(&name).is_some() {
            continue;
        }
        findings
            .report(item.range(), format!("`{name}` is a host group"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Value.ignored().called("the name").possible().because("exported hosts are named one by one"),
            )
            .help("list the hosts, or select them with `RES_SELECT` and `NHOSTS`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only names of hosts
        //- lsb.hosts
        Begin HostGroup
        GROUP_NAME GROUP_MEMBER
        rack1      (hostA hostB)
        End HostGroup
        //- lsb.resources
        Begin HostExport
        PER_HOST = hostA rack1
                         ^^^^^ X471 warning `rack1` is a host group
        SLOTS = 4
        DISTRIBUTION = [c2, 1]
        End HostExport
        Begin Limit
        NAME = l1
        PER_HOST = rack1
        SLOTS = 4
        End Limit
    "#]];
}
