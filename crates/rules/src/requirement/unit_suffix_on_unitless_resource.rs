use lsflint_lint::select::Constant;
use lsflint_lint::{Findings, Item, Part, RequirementContext, Severity, rule};
use lsflint_spec::UNDOCUMENTED_SIZE_UNITS;
use lsflint_syntax::Token;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, RusageSection, UsageKind};

use crate::requirement::common::Judge;

rule! {
    /// Finds size units on resources that are not sizes: `ncpus > 4GB`, `rusage[lic=2GB]`.
    ///
    /// # Effect
    /// Only `mem`, `swp` and `tmp` accept units. LSF rejects the string. `maxmem`, `maxswp` and `maxtmp` are sizes in
    /// MB, but no page documents units for them.
    ///
    /// # Example
    /// ```resreq
    /// select[ncpus > 4GB]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem > 4GB]
    /// select[ncpus > 4]
    /// ```
    pub R602 "unit-suffix-on-unitless-resource" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "units for `mem`, `swp` and `tmp` in `select` and `rusage`")],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in context.against() {
        if let Constant::Number { number, .. } = against.value
            && let Some(unit) = number.unit
        {
            judge(context, against.name, unit, false, findings);
        }
    }
    if !context.parts.has(Part::USAGE_UNIT) {
        return;
    }
    let Some(requirement) = ResReq::cast(context.node) else { return };
    for rusage in requirement.simples().filter_map(|it| it.section::<RusageSection<'_>>()) {
        for item in rusage.items().filter(|it| it.kind() == Some(UsageKind::Resource)) {
            let Some(name) = item.name() else { continue };
            for unit in item.amounts().filter_map(|it| it.unit) {
                judge(context, name, unit, true, findings);
            }
        }
    }
}

/// `reserved`: a reserved amount is a number, whatever the resource is; in a selection, `4G` may be a string.
fn judge(context: &RequirementContext<'_>, name: Token<'_>, unit: Token<'_>, reserved: bool, findings: &mut Findings) {
    let text = name.text();
    let resource = context.cluster.resources().get(&text);
    let known = resource.as_ref().is_some_and(|it| it.kind.is_some());
    if resource.as_ref().is_some_and(|it| it.size_units) || !known && !reserved {
        return;
    }
    let (range, unit) = (unit.range(), unit.text());
    let found = Judge::of(context).rejects(findings, range, format!("`{text}` does not accept a unit"));
    if resource.is_some_and(|it| it.builtin) && UNDOCUMENTED_SIZE_UNITS.contains(&&*text) {
        found
            .severity(Severity::Warning)
            .consequence(Item::String.rejected().because("no unit is documented for this size in MB").possible())
            .help("write the number of MB");
    } else {
        found.help(format!("remove `{unit}`; only `mem`, `swp` and `tmp` accept units"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only sizes have units
        //- resreq
        select[ncpus > 4GB]
                        ^^ R602 error `ncpus` does not accept a unit
        select[maxmem > 4GB]
                         ^^ R602 warning `maxmem` does not accept a unit
                         = effect: LSF may reject the requirement string because no unit is documented for this size in
                         =   MB
                         = help: write the number of MB
        //#
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        lic           Numeric ()       N          Y          (licences)
        //- resreq
        rusage[lic=2GB:duration=5]
                    ^^ R602 error `lic` does not accept a unit

        //# sizes do
        //- resreq
        mem>4GB && swap > 1T rusage[mem=(4GB 2GB):duration=5m,tmp=1G,x=2GB]
                                                                        ^^ R602 error `x` does not accept a unit
    "#]];
}
