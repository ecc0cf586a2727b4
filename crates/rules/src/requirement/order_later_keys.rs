use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::Reading;
use lsflint_syntax::ast::resreq::{OrderKey, OrderSection};

use crate::requirement::content::sections;

rule! {
    /// Finds long lists of keys in `order`.
    ///
    /// # Effect
    /// LSF sorts from right to left. Only the leftmost key and the status of the hosts decide the final order. A later
    /// key applies only among hosts with the same value of every key before it, and load indices are rarely the same.
    ///
    /// # Example
    /// ```resreq
    /// order[r1m:ut:mem:tmp]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// order[r1m]
    /// order[slots:r1m]
    /// ```
    pub R406 "order-later-keys" {
        family: Requirement, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/order_string", "Order string")],
        checks: [RequirementPart(Part::ORDER, check)],
    }
}

/// With this many keys after a load index, the author expects them to matter.
const MANY: usize = 2;

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for section in sections::<OrderSection<'_>>(context) {
        let keys: Vec<OrderKey<'_>> = section.keys().collect();
        // Integers and static values are often the same on many hosts, measured values are not.
        let measured = keys.iter().position(|it| {
            let resource = it.name().and_then(|it| context.cluster.resources().get(&it.text()));
            resource.is_some_and(|it| it.builtin && it.reading == Some(Reading::Dynamic))
        });
        let Some((first, later)) = measured.and_then(|at| keys[at..].split_first()) else { continue };
        let (Some(name), Some(next), Some(last)) = (first.name(), later.first(), later.last()) else { continue };
        if later.len() < MANY {
            continue;
        }
        findings
            .report(next.range().cover(last.range()), format!("keys after `{}` are rarely used", name.text()))
            .consequence(
                Item::String
                    .no_effect()
                    .called("a later key")
                    .because(format!("LSF uses it only among hosts with exactly the same `{}`", name.text()))
                    .possible(),
            )
            .help("keep only the keys that must decide the order");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the leftmost key decides
        //- resreq
        order[r1m:ut:mem:tmp]
                  ^^^^^^^^^^ R406 info keys after `r1m` are rarely used

        //# with equal values the next key counts
        //- resreq
        order[-slots:maxslots:maxmem:ut]
        order[r15s:pg]
    "#]];
}
