//! Notes an exclusive resource that no queue and no application profile asks for.
//!
//! # Effect
//! A host with `!name` among its resources takes only jobs that ask for `name`. When no queue and no profile does, only jobs that bring the
//! name themselves ever run there.
//!
//! # Example
//! ```lsf.cluster.one
//! Begin Host
//! HOSTNAME model type server RESOURCES
//! hostA    !     !    1      (!bigmem)
//! End Host
//! //- lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! RES_REQ    = select[type == any]
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsf.cluster.one
//! Begin Host
//! HOSTNAME model type server RESOURCES
//! hostA    !     !    1      (!bigmem)
//! End Host
//! //- lsb.queues
//! Begin Queue
//! QUEUE_NAME = large
//! RES_REQ    = select[bigmem && type == any]
//! End Queue
//! ```
//!
//! Leave it as it is when the jobs are meant to ask.
//!
//! # Sources
//! [Selection string](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/select_string.html): exclusive resources.

use lsflint_model::requirement::{Required, RequirementGroup};
use lsflint_model::satisfy::mentions;
use lsflint_model::{Knowledge, Place, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{AstNode, HostResources};

use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("M105", "exclusive-resource-not-asked-for", Severity::Info),
    checks: &[Check::File(check)],
};

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsfCluster || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    for name in exclusive(view) {
        if is_asked_for(view, name) {
            continue;
        }
        let Some(place) = first_place(view, name).filter(|it| *it.file == *context.file.path) else { continue };
        findings
            .report(
                &RULE.meta,
                place.range,
                format!("no queue and no profile asks for the exclusive resource `{name}`"),
            )
            .effect("the hosts that have it take only jobs that bring its name themselves")
            .help(format!(
                "write `select[{name}]` in RES_REQ of a queue or profile if these hosts should get its jobs"
            ));
    }
}

/// The resources that are exclusive wherever a host has them.
fn exclusive(view: View<'_>) -> Vec<&str> {
    let facts = view.hosts().all_facts();
    let mut names: Vec<&str> = Vec::new();
    for resource in facts.iter().flat_map(|it| &it.resources).filter(|it| it.exclusive) {
        if !names.contains(&&*resource.name) {
            names.push(&resource.name);
        }
    }
    let open = |name: &str| facts.iter().flat_map(|it| &it.resources).any(|it| *it.name == *name && !it.exclusive);
    names.retain(|it| !open(it));
    names
}

/// Whether a requirement names it, or may.
fn is_asked_for(view: View<'_>, name: &str) -> bool {
    let groups = view.requirements();
    let asks = |it: &RequirementGroup| match &it.required {
        Required::Unknown => true,
        Required::Nothing => false,
        Required::This(it) => it.simples().iter().flat_map(|it| &it.select).any(|it| mentions(it, name)),
    };
    groups.queues.iter().chain(&groups.profiles).any(asks)
}

/// Where it stands first.
fn first_place(view: View<'_>, name: &str) -> Option<Place> {
    let hosts = view.hosts();
    let has = |id| hosts.facts(id).resources.iter().any(|it| *it.name == *name);
    let (_, host) = hosts.iter().find(|it| has(it.0))?;
    let field = view.record(FileKind::LsfCluster, "Host", host.row)?.field("RESOURCES")?;
    let parse = field.parse()?;
    let mut items = parse.root().children().filter_map(HostResources::cast).flat_map(HostResources::items);
    let item = items.find(|it| it.name().is_some_and(|it| it.is(name)))?;
    Some(field.place_of(item.range()))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    #[track_caller]
    fn check(resources: &[&str], requirement: &str, profile: &str, expect: Expect) {
        let rows: String = resources.iter().enumerate().map(|it| format!("h{} ! ! 1 ({})\n", it.0, it.1)).collect();
        let cluster = format!("Begin Host\nHOSTNAME model type server RESOURCES\n{rows}End Host\n");
        let queue = format!("Begin Queue\nQUEUE_NAME = q\nRES_REQ = {requirement}\nEnd Queue\n");
        let profile = format!("Begin Application\nNAME = p\nRES_REQ = {profile}\nEnd Application\n");
        let files = [("lsf.cluster.c", &*cluster), ("lsb.queues", &*queue), ("lsb.applications", &*profile)];
        check_cluster("M105", &files, expect);
    }

    // covers XF031, SE-050
    #[test]
    fn nobody_asks() {
        check(
            &["", "linux !big", "!big"],
            "type==any",
            "mem>5",
            expect![[r#"
            4:17-4:21 info no queue and no profile asks for the exclusive resource `big`
              effect: the hosts that have it take only jobs that bring its name themselves
              help: write `select[big]` in RES_REQ of a queue or profile if these hosts should get its jobs
        "#]],
        );
    }

    // covers SE-053
    #[test]
    fn somebody_asks_or_may() {
        check(&["!big"], "select[big]", "mem>5", expect![[""]]);
        check(&["!big"], "mem>5", "1*{big} + 2*{linux}", expect![[""]]);
        check(&["!big"], "mem>5", "{{ x }}", expect![[""]]);
        check(&["!big", "big"], "mem>5", "mem>5", expect![[""]]);
        check(&["big"], "mem>5", "mem>5", expect![[""]]);
    }
}
