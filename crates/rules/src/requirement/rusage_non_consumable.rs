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
    crate::testing::fixture![[r#"
        //- lsf.shared
        Begin Resource
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        fs            Boolean ()       ()         ()         (file server)
        bigmem        Boolean ()       ()         ()         (much memory)
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        nio           Numeric 15       Y          ()         (network load)
        nano_lic      Numeric ()       N          Y          (licences)
        End Resource

        //# facts about a host are not used up
        //- resreq
        rusage[ncpus=2]
               ^^^^^ R302 error `ncpus` cannot be reserved: it is not consumable
        rusage[mem=100:maxmem=200]
                       ^^^^^^ R302 error `maxmem` cannot be reserved: it is not consumable

        //# Boolean and string resources are not amounts
        //- resreq
        rusage[type=1]
               ^^^^ R302 error `type` cannot be reserved: its value is a text
        //#
        //- resreq
        rusage[linux=1]
               ^^^^^ R302 error `linux` cannot be reserved: it is Boolean
               = help: ask for a host that has it: `select[linux]`

        //# lsf.shared defines what is consumable
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
        score Numeric () N N (a number)
        lic Numeric () N Y (licences)
        End Resource
        //- resreq
        rusage[score=3, lic=1]
               ^^^^^ R302 error `score` cannot be reserved: it is not consumable
               = help: ask for it with `select[score >= ...]`, or write CONSUMABLE=Y for it in lsf.shared

        //# the older parser reserves nothing
        //- lsf.conf
        LSF_STRICT_RESREQ=N
        //- resreq
        rusage[ncpus=2]
               ^^^^^ R302 warning `ncpus` cannot be reserved: it is not consumable
               = effect: the reservation may have no effect, so jobs share what they reserve, but the requirement string
               =   is rejected with LSF_STRICT_RESREQ=Y

        //# is silent about what it does not know
        //- without lsf.shared
        //- resreq
        rusage[licence_a=1, ngpus_physical=2, r1m=0.5, mem=10]
        //#
        //- resreq
        rusage[lic=1, scratch=20]
    "#]];
}
