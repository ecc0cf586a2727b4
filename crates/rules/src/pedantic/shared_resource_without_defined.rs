use std::borrow::Cow;

use lsflint_lint::select::{Use, names};
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::Reading;
use rustc_hash::FxHashSet;

rule! {
    /// Finds static shared resources that only some hosts have, compared without `defined()`.
    ///
    /// # Effect
    /// On a host without the resource, the comparison has no value to use. LSF skips such hosts, but the documentation
    /// does not guarantee it; `defined()` makes the intention explicit.
    ///
    /// # Example
    /// ```resreq
    /// select[scr > 10]
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scr          Numeric ()       N          (installed scratch)
    /// End Resource
    /// //- lsf.cluster.c
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scr          (100@[a] 200@[b])
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[defined(scr) && scr > 10]
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scr          Numeric ()       N          (installed scratch)
    /// End Resource
    /// //- lsf.cluster.c
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scr          (100@[a] 200@[b])
    /// End ResourceMap
    /// ```
    pub W103 "shared-resource-without-defined" {
        family: Pedantic, scope: OwnFile, severity: Hint, status: OptIn,
        sources: [ibm("lsf_admin/select_string", "`defined` leaves out hosts that do not have a shared resource")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let resources = context.cluster.resources();
    for selection in context.selections() {
        let used = names(selection, resources);
        let asked = used.iter().filter(|it| matches!(it.usage, Use::Defined)).map(|it| it.name.text());
        // The names that are asked for, or reported.
        let mut done: FxHashSet<Cow<'_, str>> = asked.collect();
        for it in used.iter().filter(|it| matches!(it.usage, Use::Compared(_) | Use::Calculated | Use::Minus)) {
            let name = it.name.text();
            let Some(resource) = resources.get(&name) else { continue };
            let partly = resource.shared == Some(true)
                && resource.reading == Some(Reading::Static)
                && resource.defined == Some(true);
            if !partly || !done.insert(name.clone()) {
                continue;
            }
            findings
                .report(it.name.range(), format!("`{name}` is not defined on every host"))
                .consequence(
                    Item::Row
                        .ignored()
                        .called("hosts without the resource")
                        .possible()
                        .because("a comparison with a missing resource is not documented"),
                )
                .help(format!("add `defined({name}) &&` before the comparison"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        nano_lic      Numeric ()       N          Y          (licences)
        //- ResourceMap of lsf.cluster.c
        RESOURCENAME LOCATION
        os_version   ('4.2'@[a b] '4.0'@[c])
        lic          (5@[all])

        //# asks for defined
        //- resreq
        lic > 1 && lic < 5 || os_version == '4.2'
        ^^^ W103 hint `lic` is not defined on every host
                              ^^^^^^^^^^ W103 hint `os_version` is not defined on every host
        defined(lic) && lic > 1

        //# other resources are everywhere or come from an elim
        //- resreq: scratch > 1 && nano_lic > 1 && mem > 1
        //#
        //- without lsf.cluster.c
        //- resreq: lic > 1
    "#]];
}
