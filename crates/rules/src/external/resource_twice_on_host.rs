use std::borrow::Cow;
use std::collections::hash_map::Entry;

use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::{HostResource, HostResources};
use rustc_hash::FxHashMap;

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
    // Most hosts have no or one resource.
    if resources.items().nth(1).is_none() {
        return;
    }
    let mut firsts: FxHashMap<Cow<'_, str>, HostResource<'_>> = FxHashMap::default();
    for item in resources.items() {
        let Some(name) = item.name().map(|it| it.text()) else { continue };
        let first = match firsts.entry(name.clone()) {
            Entry::Occupied(first) => *first.get(),
            Entry::Vacant(free) => {
                free.insert(item);
                continue;
            }
        };
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
