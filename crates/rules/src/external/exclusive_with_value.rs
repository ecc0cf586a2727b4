use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::HostResources;

use crate::external::placement::is_host_resources;

rule! {
    /// Finds exclusive resources of a host that have a value: `!rack=r2`.
    ///
    /// # Effect
    /// Only Boolean resources can be exclusive. LIM may take the whole word for a resource name and
    /// ignore it.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (!rack=r2)
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (!bigmem rack=r2)
    /// End Host
    /// ```
    pub E014 "exclusive-with-value" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            volclava(
                "lsf/lim/lim.conf.c",
                "addHost_",
                "the word after `!` is looked up as a name of a resource: `Invalid resource name ...; ignored`",
            ),
            ibm("lsf.cluster", "RESOURCES: `!` before the name of a resource makes it exclusive"),
        ],
        checks: [SettingWith(is_host_resources, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(resources) = context.setting.typed::<HostResources<'_>>() else { return };
    for item in resources.items().filter(|it| it.bang().is_some() && it.value().is_some()) {
        let Some(name) = item.name() else { continue };
        let name = name.text();
        findings
            .report(item.range(), format!("exclusive resource `{name}` has a value"))
            .consequence(
                Item::Value
                    .ignored()
                    .called("the resource")
                    .logged()
                    .because("only Boolean resources can be exclusive")
                    .possible(),
            )
            .help(format!("write `{name}=...` without `!`, or make a Boolean resource exclusive"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the word
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (!rack=r2 !bigmem rack=r2)
                  ^^^^^^^^ E014 warning exclusive resource `rack` has a value
    "#]];
}
