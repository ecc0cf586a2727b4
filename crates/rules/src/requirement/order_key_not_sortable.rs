use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::{ResourceType, builtin_resource};
use lsflint_syntax::ast::resreq::{OrderKey, OrderSection};

use crate::requirement::common::as_certain_as;
use crate::requirement::content::sections;

rule! {
    /// Finds keys of `order` that cannot be sorted: Boolean and string resources.
    ///
    /// # Effect
    /// The values have no better or worse, so the key has no effect. LSF uses the other keys or the order of the hosts.
    ///
    /// # Example
    /// ```resreq
    /// order[type]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// order[ut:-slots]
    /// ```
    ///
    /// To prefer hosts with a Boolean resource, request it in `select`, or set a preference for the hosts in HOSTS.
    pub R403 "order-key-not-sortable" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/order_string", "load indices and static resources are sorted from the best to the worst \
             value"),
        ],
        checks: [RequirementPart(Part::ORDER, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for name in sections::<OrderSection<'_>>(context).flat_map(OrderSection::keys).filter_map(OrderKey::name) {
        let text = name.text();
        let Some(resource) = context.cluster.resources().get(&text) else { continue };
        let what = match resource.kind {
            Some(ResourceType::Boolean) => "Boolean",
            Some(ResourceType::String) => "string",
            _ => continue,
        };
        let no_effect = Item::String.no_effect().called("the key");
        let found = findings
            .report(name.range(), format!("{what} resource `{text}` cannot be used to sort hosts"))
            .help("use a numeric resource, or remove the key");
        match builtin_resource(&text).filter(|_| resource.builtin) {
            Some(it) => found.consequence(as_certain_as(it.confidence, no_effect)).capped(it.confidence),
            None => found.consequence(no_effect),
        };
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        lic           Numeric ()       N          Y          (licences)
        nio           Numeric 15       Y          ()         (network load)

        //# texts and truth values have no order
        //- resreq
        order[type]
              ^^^^ R403 warning string resource `type` cannot be used to sort hosts
        //#
        //- resreq
        order[ut:-linux]
                  ^^^^^ R403 warning Boolean resource `linux` cannot be used to sort hosts
        //# a misplaced `!` hides no key
        //- also R402
        //- resreq
        order[-type:!mem:-linux]
               ^^^^ R403 warning string resource `type` cannot be used to sort hosts
                    ^ R402 error `!` is not the first character of `order`
                          ^^^^^ R403 warning Boolean resource `linux` cannot be used to sort hosts

        //# numbers and unknown names are fine
        //- without lsf.shared
        //- resreq: order[!-slots:maxslots:maxmem:ut:cpuf:uptime]
        //#
        //- resreq: order[nio:lic]
    "#]];
}
