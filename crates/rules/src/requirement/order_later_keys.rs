use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::Reading;
use lsflint_syntax::ast::resreq::{OrderKey, OrderSection};

use crate::requirement::content::sections;

rule! {
    /// Notes a long list of keys in `order`.
    ///
    /// # Effect
    /// LSF sorts from right to left. Only the leftmost key and the status of the hosts decide the final order; a later
    /// key matters among hosts with the same value of every key before it, and load indices are hardly ever the same.
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

/// With so many keys behind a load index somebody expects them to count.
const MANY: usize = 2;

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for section in sections::<OrderSection<'_>>(context) {
        let keys: Vec<OrderKey<'_>> = section.keys().collect();
        // Whole numbers and facts are often the same on many hosts, measured values are not.
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
            .report(next.range().cover(last.range()), format!("keys behind `{}` hardly ever count", name.text()))
            .consequence(
                Item::String
                    .no_effect()
                    .called("a later key")
                    .because(format!("LSF uses it only among hosts with exactly the same `{}`", name.text()))
                    .possible(),
            )
            .help("keep the keys that are meant to decide");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the leftmost key decides
        //- resreq
        order[r1m:ut:mem:tmp]
                  ^^^^^^^^^^ R406 info keys behind `r1m` hardly ever count

        //# with equal values the next key counts
        //- resreq
        order[-slots:maxslots:maxmem:ut]
        order[r15s:pg]
    "#]];
}
