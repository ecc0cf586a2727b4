use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_model::Resource;
use lsflint_spec::{Confidence, ResourceType, builtin_resource};
use lsflint_syntax::ast::resreq::{UsageItem, UsageKind};

use crate::requirement::common::Judge;
use crate::requirement::content::usages;

rule! {
    /// Finds reservations of resources that cannot be reserved: Boolean and string resources, and numbers that are not
    /// consumable.
    ///
    /// # Effect
    /// Under LSF_STRICT_RESREQ=Y, and always in newer versions, LSF refuses the string. The older parser takes it and
    /// reserves nothing, so that jobs share what they believe to own.
    ///
    /// # Example
    /// ```resreq
    /// rusage[ncpus=2]
    /// rusage[type=1]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[ncpus >= 2]
    /// select[type == X86_64]
    /// rusage[mem=100]
    /// ```
    ///
    /// Load indices, numeric resources of lsf.shared without CONSUMABLE=N, licence tokens and `ngpus_physical` can be
    /// reserved. A name that is neither built in nor in the loaded lsf.shared is not judged.
    pub R302 "rusage-non-consumable" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/usage_string", "Usage string"),
            ibm("lsf.conf.lsf_strict_resreq", "resources that are not consumable are rejected"),
        ],
        checks: [RequirementPart(Part::RUSAGE, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let resources = context.cluster.resources();
    let items = usages(context);
    for item in items.filter(|it| it.kind() == Some(UsageKind::Resource) && it.locality().is_none()) {
        let Some(token) = item.name() else { continue };
        let name = token.text();
        let Some((resource, why)) = resources.get(&name).and_then(|it| Some((it, refusal(&it)?))) else {
            continue;
        };
        let confidence = builtin_resource(&name).filter(|_| resource.builtin).map(|it| it.confidence);
        let judge = Judge::of(context);
        let today = Item::String.no_effect().called("the reservation").possible().so("jobs share what they reserve");
        let found = judge
            .rejects_strictly(findings, token.range(), format!("`{name}` cannot be reserved: {why}"), today)
            .help(help(item, &name, &resource));
        if let Some(confidence) = confidence {
            if judge.is_strict() && confidence != Confidence::High {
                found.consequence(judge.may_reject());
            }
            found.capped(confidence);
        }
    }
}

/// Why a resource cannot be reserved. None when it can be, or when that is not known.
fn refusal(resource: &Resource) -> Option<&'static str> {
    match resource.kind {
        Some(ResourceType::Boolean) => Some("it is Boolean"),
        Some(ResourceType::String) => Some("its value is a text"),
        _ if resource.consumable == Some(false) => Some("it is not consumable"),
        _ => None,
    }
}

fn help(item: UsageItem<'_>, name: &str, resource: &Resource) -> String {
    match resource.kind {
        Some(ResourceType::Boolean) => format!("ask for a host that has it: `select[{name}]`"),
        Some(ResourceType::String) => format!("ask for a value of it: `select[{name} == ...]`"),
        _ if !resource.builtin => {
            format!("ask for it with `select[{name} >= ...]`, or write CONSUMABLE=Y for it in lsf.shared")
        }
        _ => match item.amount() {
            Some(amount) => format!("ask for hosts that have it: `select[{name} >= {}]`", amount.number.text()),
            None => format!("ask for hosts that have it: `select[{name} >= ...]`"),
        },
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::requirement::common::SHARED;
    use crate::testing::{check_lenient_string, check_string, check_string_with};

    // covers RR404, ST20, users-pain 35
    #[test]
    fn facts_about_a_host_are_not_used_up() {
        check_string(
            "R302",
            "rusage[ncpus=2]",
            expect![[r#"
                1:8-1:13 error `ncpus` cannot be reserved: it is not consumable
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: ask for hosts that have it: `select[ncpus >= 2]`
            "#]],
        );
        check_string(
            "R302",
            "rusage[mem=100:maxmem=200]",
            expect![[r#"
                1:16-1:22 error `maxmem` cannot be reserved: it is not consumable
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: ask for hosts that have it: `select[maxmem >= 200]`
            "#]],
        );
    }

    // covers RR405
    #[test]
    fn truth_values_and_texts_are_no_amounts() {
        check_string(
            "R302",
            "rusage[type=1]",
            expect![[r#"
                1:8-1:12 error `type` cannot be reserved: its value is a text
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: ask for a value of it: `select[type == ...]`
            "#]],
        );
        check_string_with(
            "R302",
            "rusage[linux=1]",
            &[SHARED],
            expect![[r#"
                1:8-1:13 error `linux` cannot be reserved: it is Boolean
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: ask for a host that has it: `select[linux]`
            "#]],
        );
    }

    #[test]
    fn lsf_shared_says_what_is_consumable() {
        const NOT: (&str, &str) = (
            "lsf.shared",
            "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION\n\
             score Numeric () N N (a number)\nlic Numeric () N Y (licences)\nEnd Resource\n",
        );
        check_string_with(
            "R302",
            "rusage[score=3, lic=1]",
            &[NOT],
            expect![[r#"
                1:8-1:13 error `score` cannot be reserved: it is not consumable
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: ask for it with `select[score >= ...]`, or write CONSUMABLE=Y for it in lsf.shared
            "#]],
        );
    }

    #[test]
    fn the_older_parser_reserves_nothing() {
        check_lenient_string(
            "R302",
            "rusage[ncpus=2]",
            expect![[r#"
                1:8-1:13 warning `ncpus` cannot be reserved: it is not consumable
                  effect: the reservation may have no effect, so jobs share what they reserve, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: ask for hosts that have it: `select[ncpus >= 2]`
            "#]],
        );
    }

    #[test]
    fn says_nothing_about_what_it_does_not_know() {
        check_string("R302", "rusage[licence_a=1, ngpus_physical=2, r1m=0.5, mem=10]", expect![[""]]);
        check_string_with("R302", "rusage[lic=1, scratch=20]", &[SHARED], expect![[""]]);
    }
}
