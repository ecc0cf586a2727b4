use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_model::{Entity, Resource};
use lsflint_spec::{Direction, FileKind, Reading, ResourceType};
use lsflint_syntax::ast::{List, ListItem, NameList};

use crate::limit::pools::plain;

rule! {
    /// Finds resources in PREEMPTABLE_RESOURCES that preemption cannot free.
    ///
    /// # Effect
    /// LSF preempts on a resource by suspending the job that holds it. That frees a countable resource which grows less as it is used
    /// (INCREASING N) and which is given back at suspension (RELEASE Y). Others stay with the suspended job, and LSF ignores the name.
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
    /// A dynamic resource may be named, but every job that reserves it has to say for how long: `rusage[licA=1:duration=10]`.
    pub Q526 "preemptable-resource" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.params", "PREEMPTABLE_RESOURCES")],
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
                .report(name.range(), format!("`{text}` {why}, so preemption cannot free it"))
                .consequence(Item::Value.ignored().called("the name"))
                .help("name numeric resources with INCREASING N and RELEASE Y, or `mem`");
            if let Some(row) = row {
                found.related_at(row.place(), "defined here");
            }
        } else if resource.reading == Some(Reading::Dynamic) {
            findings
                .report(name.range(), format!("`{text}` is dynamic: jobs must say how long they reserve it"))
                .severity(Severity::Info)
                .consequence(
                    Item::Job
                        .ignored()
                        .called("jobs that reserve it without a duration")
                        .so("they are not preempted for it"),
                )
                .help(format!("write `rusage[{text}=1:duration=...]` in RES_REQ and in jobs"));
        }
    }
}

/// Why a suspended job keeps a resource, if it does.
fn held(resource: &Resource, row: Option<&Entity<'_>>) -> Option<&'static str> {
    let kept = row.and_then(|it| plain(it, "RELEASE")?.known()).is_some_and(|it| it.eq_ignore_ascii_case("n"));
    match resource.kind? {
        ResourceType::Boolean => Some("is a Boolean resource"),
        ResourceType::String => Some("is a string resource"),
        ResourceType::Numeric if resource.direction == Some(Direction::Increasing) => Some("has INCREASING Y"),
        ResourceType::Numeric if kept => Some("has RELEASE N"),
        ResourceType::Numeric => None,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only what is given back can be preempted
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION
        good Numeric () N () (x)
        big Boolean () () () (x)
        os String () () () (x)
        heat Numeric () Y () (x)
        kept Numeric () N N (x)
        live Numeric 60 N Y (x)
        End Resource
        //- each Parameters
        PREEMPTABLE_RESOURCES = mem good big os heat kept live other
                                         ^^^ Q526 error `big` is a Boolean resource, so preemption cannot free it
                                             ^^ Q526 error `os` is a string resource, so preemption cannot free it
                                                ^^^^ Q526 error `heat` has INCREASING Y, so preemption cannot free it
                                                     ^^^^ Q526 error `kept` has RELEASE N, so preemption cannot free it
                                                          ^^^^ Q526 info
                                        = `live` is dynamic: jobs must say how long they reserve it
                                        = effect: LSF ignores jobs that reserve it without a duration, so they are not
                                        =   preempted for it
                                        = help: write `rusage[live=1:duration=...]` in RES_REQ and in jobs
        //#
        //- each Parameters
        PREEMPTABLE_RESOURCES = mem good big os heat kept live other
    "#]];
}
