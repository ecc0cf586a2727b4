use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, builtin_resource};
use lsflint_syntax::ast::HostResources;

use crate::external::placement::is_host_resources;

rule! {
    /// Finds built-in resources in RESOURCES of a host.
    ///
    /// # Effect
    /// LSF measures built-in resources itself, or has separate columns for them. The entry has no effect.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      (mg mem=64000)
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      (mg)
    /// End Host
    /// ```
    ///
    /// # Notes
    /// That the entry has no effect is inferred from this page.
    pub E112 "built-in-on-host" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.cluster", "RESOURCES: Boolean, string and numeric resources of the host, defined in lsf.shared"),
        ],
        checks: [SettingWith(is_host_resources, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(resources) = context.setting.typed::<HostResources<'_>>().filter(|_| !context.broken) else { return };
    for item in resources.items() {
        let Some(name) = item.name() else { continue };
        let text = name.text();
        // GPU resources are built in only if LIM detects GPUs.
        let builtin = builtin_resource(&text).is_some_and(|it| !it.is_gpu());
        if builtin && context.file.cluster.resources().get(&text).is_some_and(|it| it.builtin) {
            findings
                .report(item.range(), format!("built-in resource `{text}` cannot be assigned to a host"))
                .capped(Confidence::Medium)
                .consequence(Item::Value.no_effect().possible().because("LSF determines it itself"))
                .help("remove it, or define a resource with another name in lsf.shared");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports built in names
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg mem=64000 ncpus=8 !swap ngpus=4)
                     ^^^^^^^^^ E112 warning built-in resource `mem` cannot be assigned to a host
                               ^^^^^^^ E112 warning built-in resource `ncpus` cannot be assigned to a host
                                       ^^^^^ E112 warning built-in resource `swap` cannot be assigned to a host

        //# is silent about names of the site
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (maxslots=8)
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        maxslots Numeric () N (x)
    "#]];
}
