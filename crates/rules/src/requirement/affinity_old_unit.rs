use lsflint_lint::{Applicability, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_spec::KeywordPlace;
use lsflint_syntax::ast::resreq::{AffinitySection, AffinityUnit};

use crate::requirement::content::{keyword, sections};

rule! {
    /// Notes the older names of processor units in `affinity`.
    ///
    /// # Effect
    /// None: LSF reads `mcm` as `numa` and `cpu` as `thread`. The names are there for jobs that come from LoadLeveler.
    ///
    /// # Example
    /// ```resreq
    /// affinity[cpu(2)]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// affinity[thread(2)]
    /// ```
    ///
    /// # Fix safety
    /// Safe: both names mean the same.
    pub R422 "affinity-old-unit" {
        family: Requirement, scope: Cluster, severity: Info, fix: Safe, tags: [Deprecated],
        sources: [ibm("lsf_admin/affinity_res_req_string", "Affinity string")],
        checks: [RequirementPart(Part::AFFINITY, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let units = sections::<AffinitySection<'_>>(context).filter_map(AffinitySection::unit);
    for word in units.filter_map(AffinityUnit::keyword) {
        let text = word.text();
        let Some(spec) = keyword("affinity", KeywordPlace::Unit, &text) else { continue };
        if spec.alias_of.is_empty() {
            continue;
        }
        let title = format!("write `{}`", spec.alias_of);
        findings
            .report(word.range(), format!("`{text}` is an older name of `{}`", spec.alias_of))
            .consequence(Item::String.read_as(spec.alias_of).called(format!("`{text}`")))
            .help(title.clone())
            .fix(Fix::replace(Applicability::Safe, title, word.range(), spec.alias_of));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_fix};

    // covers RR713
    #[test]
    fn names_the_current_word() {
        check_string(
            "R422",
            "affinity[cpu(2)]",
            expect![[r#"
                1:10-1:13 info `cpu` is an older name of `thread`
                  effect: LSF reads `cpu` as `thread`
                  help: write `thread`
            "#]],
        );
        check_string("R422", "affinity[thread(2)]", expect![[""]]);
    }

    #[test]
    fn writes_it() {
        check_string_fix("R422", "affinity[mcm(1,same=numa)]", "affinity[numa(1,same=numa)]");
    }
}
