use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::{HostResource, HostResources};

use crate::external::placement::is_host_resources;

rule! {
    /// Finds hosts that list a resource twice.
    ///
    /// # Effect
    /// LIM reports the second one and ignores it. With `bigmem !bigmem` the host is not exclusive, or it is: it depends on the order.
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
    ///
    /// # Notes
    /// What two open-source readers of the file do with such rows.
    pub E015 "resource-twice-on-host" {
        family: External, scope: Cluster, severity: Warning,
        sources: [],
        checks: [SettingWith(is_host_resources, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(resources) = context.setting.typed::<HostResources<'_>>() else { return };
    // Hosts have a handful of resources: comparing all of them is cheaper than a map.
    for (index, item) in resources.items().enumerate() {
        let Some(name) = item.name() else { continue };
        let same = |it: &HostResource<'_>| it.name().is_some_and(|it| it.text() == name.text());
        let Some(first) = resources.items().take(index).find(same) else { continue };
        let name = name.text();
        let message = if first.bang().is_some() == item.bang().is_some() {
            format!("`{name}` is listed twice")
        } else {
            format!("`{name}` is listed as exclusive and as an ordinary resource")
        };
        findings
            .report(item.range(), message)
            .consequence(Item::Value.ignored().called("the second one").logged())
            .help("keep one of the two")
            .related(first.range(), "the first one");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# repeated and contradicting words are different
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (mg ssd mg)
                         ^^ E015 warning `mg` is listed twice
        m2 ! ! 1 (bigmem !bigmem)
                         ^^^^^^^ E015 warning `bigmem` is listed as exclusive and as an ordinary resource
        m3 ! ! 1 (mg ssd)
        End Host
    "#]];
}
