use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::{HostResource, HostResources};

use crate::external::placement::is_host_resources;

rule! {
    /// Finds duplicate resources in RESOURCES of a host.
    ///
    /// # Effect
    /// LIM reports the duplicate and ignores it. With `bigmem !bigmem`, whether the host is exclusive depends on the
    /// order.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (bigmem !bigmem)
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (!bigmem)
    /// End Host
    /// ```
    pub E015 "resource-twice-on-host" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            volclava(
                "lsf/lib/lib.conf.c",
                "do_Hosts",
                "`Resource <...> multiply specified for host`: the second entry is ignored; `x` and `!x` are \
                 different words",
            ),
        ],
        checks: [SettingWith(is_host_resources, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(resources) = context.setting.typed::<HostResources<'_>>() else { return };
    // Hosts have few resources: comparing all pairs is faster than a map.
    for (index, item) in resources.items().enumerate() {
        let Some(name) = item.name() else { continue };
        let same = |it: &HostResource<'_>| it.name().is_some_and(|it| it.text() == name.text());
        let Some(first) = resources.items().take(index).find(same) else { continue };
        let name = name.text();
        let message = if first.bang().is_some() == item.bang().is_some() {
            format!("duplicate resource `{name}`")
        } else {
            format!("resource `{name}` is listed both with and without `!`")
        };
        findings
            .report(item.range(), message)
            .consequence(Item::Value.ignored().called("the duplicate").logged())
            .help("remove one of them")
            .related(first.range(), "first listed here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# repeated and contradicting words are different
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (mg ssd mg)
                         ^^ E015 warning duplicate resource `mg`
        m2 ! ! 1 (bigmem !bigmem)
                         ^^^^^^^ E015 warning resource `bigmem` is listed both with and without `!`
        m3 ! ! 1 (mg ssd)
    "#]];
}
