use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Place, View};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::Shape;
use lsflint_syntax::ast::resreq::{ResReq, RusageSection, UsageAlternative, UsageGroup, UsageItem, UsageKind};
use rustc_hash::FxHashMap;

use crate::requirement::reserved::level_of;

rule! {
    /// Finds reservations with a duration for resources that a limit in lsb.resources counts.
    ///
    /// # Effect
    /// The limit counts the resource for the whole run of the job, and the duration does not apply to it.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[licA=1:duration=2]
    /// End Queue
    ///
    /// //- lsb.resources
    /// Begin Limit
    /// NAME     = tokens
    /// RESOURCE = [licA, 5]
    /// PER_USER = all
    /// End Limit
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[licA=1]
    /// End Queue
    ///
    /// //- lsb.resources
    /// Begin Limit
    /// NAME     = tokens
    /// RESOURCE = [licA, 5]
    /// PER_USER = all
    /// End Limit
    /// ```
    pub R473 "duration-of-limited-resource" {
        family: Requirement, scope: Cluster, severity: Info,
        sources: [
            ibm(
                "lsf_admin/res_alloc_limit_section",
                "when the duration expires, the resource is released, but the limit still counts it",
            ),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let Some(section) = level_of(context.kind()) else { return };
    if !context.cluster.has_section(FileKind::LsbResources, "Limit") {
        return;
    }
    let limited = limited(context.cluster);
    for field in context.all(section).flat_map(|it| it.fields("RES_REQ")) {
        let Some(text) = field.known().filter(|it| it.contains("duration")) else { continue };
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let Some(requirement) = parse.typed::<ResReq<'_>>() else { continue };
        let sections = requirement.sections::<RusageSection<'_>>();
        let groups = sections.flat_map(RusageSection::alternatives).flat_map(UsageAlternative::groups);
        // A duration applies to all items of its group, between two commas.
        let timed = groups.filter(|it| it.find(UsageKind::Duration).is_some()).flat_map(UsageGroup::resources);
        let mut found = timed.filter_map(UsageItem::name).filter_map(|it| Some((it, limited.get(&*it.text())?)));
        let Some((name, limit)) = found.next() else { continue };
        // In a value on several lines the ranges differ from those in its text.
        let place = field.place();
        let whole = place.range;
        let range = if matches!(text, std::borrow::Cow::Borrowed(_)) { name.range() + whole.start() } else { whole };
        findings
            .report(Place { range, ..place }, format!("duration for `{}`, which a limit counts", name.text()))
            .capped(Confidence::Medium)
            .consequence(
                Item::String
                    .no_effect()
                    .called("the duration")
                    .because("the limit counts the resource for the whole run of the job")
                    .possible(),
            )
            .help("remove the duration, or remove the resource from the limit")
            .related_at(limit.clone(), "the limit");
    }
}

/// The resources that limits count, each with the first limit.
fn limited(view: View<'_>) -> FxHashMap<String, Place> {
    let mut found = FxHashMap::default();
    for field in view.all(FileKind::LsbResources, "Limit").flat_map(|it| it.fields("RESOURCE")) {
        let Some(parse) = field.parse() else { continue };
        let Some(shape) = parse.typed::<Shape<'_>>() else { continue };
        for name in shape.names() {
            found.entry(name.text().into_owned()).or_insert_with(|| field.place());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# limits count the whole run
        //- Limit l
        RESOURCE = [lic,5] [tok, 2]
        PER_USER = all
        //- each Queue
        RES_REQ = select[mem>1] rusage[lic=1:duration=2]
                                       ^^^ R473 info duration for `lic`, which a limit counts
        RES_REQ = rusage[lic=1]
        RES_REQ = rusage[mem=1:duration=2,lic=1]
        RES_REQ = rusage[mem=1:duration=2]
    "#]];
}
