use lsflint_lint::{Applicability, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_spec::KeywordPlace;
use lsflint_syntax::ast::resreq::{AffinitySection, AffinityUnit};

use crate::requirement::content::{keyword, sections};

rule! {
    /// Finds older names of processor units in `affinity`.
    ///
    /// # Effect
    /// None: LSF reads `mcm` as `numa` and `cpu` as `thread`. The names exist for jobs that come from LoadLeveler.
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
            .report(word.range(), format!("`{text}` is an older name for `{}`", spec.alias_of))
            .consequence(Item::String.read_as(spec.alias_of).called(format!("`{text}`")))
            .help(title.clone())
            .fix(Fix::replace(Applicability::Safe, title, word.range(), spec.alias_of));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the current word
        //- resreq
        affinity[cpu(2)]
                 ^^^ R422 info `cpu` is an older name for `thread`
            = fixed: affinity[thread(2)]
        affinity[thread(2)]
        affinity[mcm(1,same=numa)]
                 ^^^ R422 info `mcm` is an older name for `numa`
            = fixed: affinity[numa(1,same=numa)]
    "#]];
}
