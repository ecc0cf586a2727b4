use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_spec::{Reading, builtin_resource};
use lsflint_syntax::ast::resreq::SameSection;

use crate::requirement::common::Judge;
use crate::requirement::content::sections;

rule! {
    /// Finds resources in `same` whose value changes while the host is up.
    ///
    /// # Effect
    /// LSF takes only static resources there and refuses the string.
    ///
    /// # Example
    /// ```resreq
    /// same[mem]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// same[model]
    /// same[type:maxmem]
    /// ```
    pub R418 "same-dynamic-resource" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/same_string", "static resources")],
        checks: [RequirementPart(Part::SAME, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for name in sections::<SameSection<'_>>(context).flat_map(SameSection::names) {
        let text = name.text();
        let Some(resource) = context.cluster.resources().get(&text) else { continue };
        if resource.reading != Some(Reading::Dynamic) {
            continue;
        }
        let judge = Judge::of(context);
        let found = judge
            .rejects(findings, name.range(), format!("`{text}` changes all the time; `same` compares static resources"))
            .help("name a static resource such as `type` or `model`");
        if let Some(builtin) = builtin_resource(&text).filter(|_| resource.builtin) {
            found.consequence(judge.rejected_with(builtin.confidence)).capped(builtin.confidence);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::requirement::common::SHARED;
    use crate::testing::{check_string, check_string_with};

    // covers RR602
    #[test]
    fn load_is_never_the_same() {
        check_string(
            "R418",
            "same[mem]",
            expect![[r#"
                1:6-1:9 error `mem` changes all the time; `same` compares static resources
                  effect: LSF rejects the requirement string, so the submission fails
                  help: name a static resource such as `type` or `model`
            "#]],
        );
        check_string_with(
            "R418",
            "same[type:nio]",
            &[SHARED],
            expect![[r#"
                1:11-1:14 error `nio` changes all the time; `same` compares static resources
                  effect: LSF rejects the requirement string, so the submission fails
                  help: name a static resource such as `type` or `model`
            "#]],
        );
    }

    #[test]
    fn static_and_unknown_resources() {
        check_string("R418", "same[type:model:maxmem] span[ptile=2]", expect![[""]]);
        check_string("R418", "same[placementgroup]", expect![[""]]);
        check_string_with("R418", "same[os_version:linux]", &[SHARED], expect![[""]]);
    }
}
