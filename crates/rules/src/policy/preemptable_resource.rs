use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_model::{Entity, Resource};
use lsflint_spec::{Direction, FileKind, Reading, ResourceType};
use lsflint_syntax::ast::{List, ListItem, NameList};

use crate::limit::pools::plain;

rule! {
    /// Finds resources in PREEMPTABLE_RESOURCES that preemption cannot free.
    ///
    /// # Effect
    /// To preempt for a resource, LSF suspends the job that holds it. This frees only a countable resource whose value
    /// decreases as it is used (INCREASING N) and that is released at suspension (RELEASE Y). A suspended job keeps
    /// other resources, and LSF ignores the name.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPTABLE_RESOURCES = licA
    /// End Parameters
    ///
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING RELEASE DESCRIPTION
    /// licA         Numeric ()       N          N       (tokens)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPTABLE_RESOURCES = licA mem
    /// End Parameters
    ///
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING RELEASE DESCRIPTION
    /// licA         Numeric ()       N          Y       (tokens)
    /// End Resource
    /// ```
    ///
    /// A dynamic resource is allowed, but every job that reserves it must set a duration: `rusage[licA=1:duration=10]`.
    pub Q526 "preemptable-resource" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "lsb.params",
                "PREEMPTABLE_RESOURCES: decreasing numeric resources that are released when a job is suspended",
            ),
        ],
        checks: [SettingNamed(&["PREEMPTABLE_RESOURCES"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let view = context.file.cluster;
    let list = value.typed::<NameList<'_>>();
    for name in list.into_iter().flat_map(NameList::items).filter_map(ListItem::name) {
        let text = name.text();
        let row = view.find(FileKind::LsfShared, "Resource", &text);
        let Some(resource) = view.resources().get(&text).filter(|it| !it.builtin) else { continue };
        if let Some(why) = held(&resource, row.as_ref()) {
            let found = findings
                .report(name.range(), format!("preemption cannot free `{text}`, which {why}"))
                .consequence(Item::Value.ignored().called("the name"))
                .help("list numeric resources with `INCREASING N` and `RELEASE Y`, or `mem`");
            if let Some(row) = row {
                found.related_at(row.place(), "defined here");
            }
        } else if resource.reading == Some(Reading::Dynamic) {
            findings
                .report(name.range(), format!("dynamic resource `{text}` requires a reservation with a duration"))
                .severity(Severity::Info)
                .consequence(
                    Item::Job
                        .ignored()
                        .called("jobs that reserve it without a duration")
                        .so("they are not preempted for it"),
                )
                .help(format!("write `rusage[{text}=1:duration=...]` in `RES_REQ` and in jobs"));
        }
    }
}

/// Why a suspended job keeps a resource, or `None`.
fn held(resource: &Resource, row: Option<&Entity<'_>>) -> Option<&'static str> {
    let kept = row.and_then(|it| plain(it, "RELEASE")?.known()).is_some_and(|it| it.eq_ignore_ascii_case("n"));
    match resource.kind? {
        ResourceType::Boolean => Some("is a Boolean resource"),
        ResourceType::String => Some("is a string resource"),
        ResourceType::Numeric if resource.direction == Some(Direction::Increasing) => Some("has `INCREASING Y`"),
        ResourceType::Numeric if kept => Some("has `RELEASE N`"),
        ResourceType::Numeric => None,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only what is given back can be preempted
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION
        good Numeric () N () (x)
        big Boolean () () () (x)
        os String () () () (x)
        heat Numeric () Y () (x)
        kept Numeric () N N (x)
        live Numeric 60 N Y (x)
        //- each Parameters
        PREEMPTABLE_RESOURCES = mem good big os heat kept live other
                                         ^^^ Q526 error preemption cannot free `big`, which is a Boolean resource
                                             ^^ Q526 error preemption cannot free `os`, which is a string resource
                                                ^^^^ Q526 error preemption cannot free `heat`, which has `INCREASING Y`
                                                     ^^^^ Q526 error
                                        = preemption cannot free `kept`, which has `RELEASE N`
                                                          ^^^^ Q526 info
                                        = dynamic resource `live` requires a reservation with a duration
                                        = effect: LSF ignores jobs that reserve it without a duration, so they are not
                                        =   preempted for it
                                        = help: write `rusage[live=1:duration=...]` in `RES_REQ` and in jobs
        //#
        //- each Parameters: PREEMPTABLE_RESOURCES = mem good big os heat kept live other
    "#]];
}
