use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_spec::{Reading, builtin_resource};
use lsflint_syntax::ast::resreq::SameSection;

use crate::requirement::common::Judge;
use crate::requirement::content::sections;

rule! {
    /// Finds dynamic resources in a `same` section.
    ///
    /// # Effect
    /// LSF accepts only static resources in `same` and rejects the string.
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
            .rejects(findings, name.range(), format!("dynamic resource `{text}` in `same`"))
            .help("use a static resource, such as `type` or `model`");
        if let Some(builtin) = builtin_resource(&text).filter(|_| resource.builtin) {
            found.consequence(judge.rejected_with(builtin.confidence)).capped(builtin.confidence);
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        os_version    String  ()       ()         ()         (release)
        nio           Numeric 15       Y          ()         (network load)

        //# load is never the same
        //- resreq
        same[mem]
             ^^^ R418 error dynamic resource `mem` in `same`
        //#
        //- resreq
        same[type:nio]
                  ^^^ R418 error dynamic resource `nio` in `same`

        //# static and unknown resources
        //- without lsf.shared
        //- resreq
        same[type:model:maxmem] span[ptile=2]
        same[placementgroup]
        //#
        //- resreq: same[os_version:linux]
    "#]];
}
