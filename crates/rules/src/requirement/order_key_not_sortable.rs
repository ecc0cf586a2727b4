use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::{ResourceType, builtin_resource};
use lsflint_syntax::ast::resreq::{OrderKey, OrderSection};

use crate::requirement::common::as_certain_as;
use crate::requirement::content::sections;

rule! {
    /// Finds keys of `order` that have no order: Boolean and string resources.
    ///
    /// # Effect
    /// There is no better or worse among the values, so the key sorts nothing; LSF uses the other keys or the order of
    /// the hosts.
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
    /// To prefer hosts with a Boolean resource, ask for it in `select`, or give the hosts a preference in HOSTS.
    pub R403 "order-key-not-sortable" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/order_string", "load indices and static resources are sorted from the best to the worst value"),
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
            Some(ResourceType::String) => "a text",
            _ => continue,
        };
        let no_effect = Item::String.no_effect().called("the key");
        let found = findings
            .report(name.range(), format!("`{text}` cannot sort hosts: it is {what}"))
            .help("name a numeric resource, or remove the key");
        match builtin_resource(&text).filter(|_| resource.builtin) {
            Some(it) => found.consequence(as_certain_as(it.confidence, no_effect)).capped(it.confidence),
            None => found.consequence(no_effect),
        };
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::requirement::common::SHARED;
    use crate::testing::{check_string, check_string_with};

    // covers RR305
    #[test]
    fn texts_and_truth_values_have_no_order() {
        check_string(
            "R403",
            "order[type]",
            expect![[r#"
                1:7-1:11 warning `type` cannot sort hosts: it is a text
                  effect: the key has no effect
                  help: name a numeric resource, or remove the key
            "#]],
        );
        check_string_with(
            "R403",
            "order[ut:-linux]",
            &[SHARED],
            expect![[r#"
                1:11-1:16 warning `linux` cannot sort hosts: it is Boolean
                  effect: the key has no effect
                  help: name a numeric resource, or remove the key
            "#]],
        );
    }

    #[test]
    fn numbers_and_unknown_names_are_fine() {
        check_string("R403", "order[!-slots:maxslots:maxmem:ut:cpuf:uptime]", expect![[""]]);
        check_string_with("R403", "order[nio:lic]", &[SHARED], expect![[""]]);
    }
}
