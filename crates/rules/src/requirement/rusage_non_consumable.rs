use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_model::Resource;
use lsflint_spec::{Confidence, ResourceType, builtin_resource};
use lsflint_syntax::ast::resreq::{UsageItem, UsageKind};

use crate::requirement::common::Judge;
use crate::requirement::content::usages;

rule! {
    /// Finds reservations of resources that are not consumable, including Boolean and string resources.
    ///
    /// # Effect
    /// LSF rejects the string with LSF_STRICT_RESREQ=Y, and always in newer versions. The older parser accepts it and
    /// reserves nothing, so that jobs share what they expect to be reserved.
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
    /// Load indices, numeric resources of lsf.shared without CONSUMABLE=N, license tokens and `ngpus_physical` can be
    /// reserved. A name that is not built in or in the loaded lsf.shared is not checked.
    pub R302 "rusage-non-consumable" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/usage_string", "LSF rejects a string that reserves a resource that is not consumable"),
            ibm(
                "lsf.conf.lsf_strict_resreq",
                "with LSF_STRICT_RESREQ=Y, LSF rejects a string that reserves a resource that is not consumable",
            ),
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
        let Some((resource, kind)) = resources.get(&name).and_then(|it| Some((it, refusal(&it)?))) else {
            continue;
        };
        let confidence = builtin_resource(&name).filter(|_| resource.builtin).map(|it| it.confidence);
        let judge = Judge::of(context);
        let today = Item::String.no_effect().called("the reservation").possible().so("jobs share what they reserve");
        let found = judge
            .rejects_strictly(findings, token.range(), format!("{kind} resource `{name}` cannot be reserved"), today)
            .help(help(item, &name, &resource));
        if let Some(confidence) = confidence {
            if judge.is_strict() && confidence != Confidence::High {
                found.consequence(judge.may_reject());
            }
            found.capped(confidence);
        }
    }
}

/// The kind of a resource that cannot be reserved. None when it can be, or when that is not known.
fn refusal(resource: &Resource) -> Option<&'static str> {
    match resource.kind {
        Some(ResourceType::Boolean) => Some("Boolean"),
        Some(ResourceType::String) => Some("string"),
        _ if resource.consumable == Some(false) => Some("non-consumable"),
        _ => None,
    }
}

fn help(item: UsageItem<'_>, name: &str, resource: &Resource) -> String {
    match resource.kind {
        Some(ResourceType::Boolean) => format!("write `select[{name}]` to request a host with the resource"),
        Some(ResourceType::String) => format!("write `select[{name} == ...]` to request a value"),
        _ if !resource.builtin => {
            format!("write `select[{name} >= ...]`, or set CONSUMABLE to `Y` for it in `lsf.shared`")
        }
        _ => match item.amount() {
            Some(amount) => {
                format!("write `select[{name} >= {}]` to request hosts with the resource", amount.number.text())
            }
            None => format!("write `select[{name} >= ...]` to request hosts with the resource"),
        },
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)

        //# facts about a host are not used up
        //- resreq
        rusage[ncpus=2]
               ^^^^^ R302 error non-consumable resource `ncpus` cannot be reserved
        rusage[mem=100:maxmem=200]
                       ^^^^^^ R302 error non-consumable resource `maxmem` cannot be reserved

        //# Boolean and string resources are not amounts
        //- resreq
        rusage[type=1]
               ^^^^ R302 error string resource `type` cannot be reserved
        //#
        //- resreq
        rusage[linux=1]
               ^^^^^ R302 error Boolean resource `linux` cannot be reserved
               = help: write `select[linux]` to request a host with the resource

        //# lsf.shared defines what is consumable
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
        score Numeric () N N (a number)
        lic Numeric () N Y (licences)
        //- resreq
        rusage[score=3, lic=1]
               ^^^^^ R302 error non-consumable resource `score` cannot be reserved
               = help: write `select[score >= ...]`, or set CONSUMABLE to `Y` for it in `lsf.shared`

        //# the older parser reserves nothing
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        rusage[ncpus=2]
               ^^^^^ R302 warning non-consumable resource `ncpus` cannot be reserved
               = effect: the reservation may have no effect, so jobs share what they reserve, but the requirement string
               =   is rejected with LSF_STRICT_RESREQ=Y

        //# is silent about what it does not know
        //- without lsf.shared
        //- resreq: rusage[licence_a=1, ngpus_physical=2, r1m=0.5, mem=10]
        //#
        //- resreq: rusage[lic=1, scratch=20]
    "#]];
}
