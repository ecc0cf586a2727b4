//! APS in a configured queue: the formula that orders its jobs, and the facts that the configuration defines for them.

use lsflint_spec::{APS_FACTORS, ApsFactor, FileKind, aps_factor};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::resreq::ResReq;
use lsflint_syntax::ast::{AstNode, List, QueueList};

use super::facts::Facts;
use super::formula::{Formula, Weight};
use super::request::{Reservation, TaskLimit, requested};
use crate::{Entity, FieldRef, Lookup, State, View};

/// The APS_PRIORITY value that orders the jobs of a queue.
#[derive(Clone, Copy)]
pub struct QueueFormula<'a> {
    /// The queue that sets the value: the queue itself, or the one whose QUEUE_GROUP contains it.
    pub owner: Entity<'a>,
    /// APS_PRIORITY of that queue.
    pub value: FieldRef<'a>,
}

impl<'a> QueueFormula<'a> {
    /// The value that orders the jobs of a queue; `None` if there is none, or a template fills it in.
    pub fn of(queue: Entity<'a>, view: View<'a>) -> Option<QueueFormula<'a>> {
        let own = || Some((queue, value(queue)?));
        let name = queue.name();
        let mut others = view.queues().filter(|it| it.number() != queue.number());
        let of_group = others.find_map(|it| Some((it, value(it).filter(|_| group_has(it, &name))?)));
        let (owner, value) = of_group.or_else(own)?;
        Some(QueueFormula { owner, value })
    }
}

fn value(queue: Entity<'_>) -> Option<FieldRef<'_>> {
    queue.field("APS_PRIORITY").filter(|it| it.state() == State::Known)
}

fn group_has(queue: Entity<'_>, name: &str) -> bool {
    let parse = queue.parse("QUEUE_GROUP");
    let list = parse.as_ref().and_then(|it| it.typed::<QueueList<'_>>());
    list.is_some_and(|it| it.items().any(|it| it.text() == name))
}

impl Facts {
    /// The facts that the configuration defines for a job of a queue without its own options, as far as a formula uses
    /// them.
    pub fn of_queue(queue: Entity<'_>, formula: QueueFormula<'_>, view: View<'_>) -> Facts {
        let mut facts = Facts::default();
        let text = formula.value.known().unwrap_or_default();
        let Ok(parsed) = Formula::parse(&text) else { return facts };
        let name = queue.name();
        let wanted = |name: &str| {
            let factor = aps_factor(name)?;
            parsed.term(name).filter(|it| it.weight != Weight::Unset).map(|_| factor)
        };
        if let Some(factor) = wanted("FS").filter(|_| ![queue, formula.owner].iter().any(|it| it.has("FAIRSHARE"))) {
            facts.rule_out(factor, format!("`{}` has no FAIRSHARE", formula.owner.name()));
        }
        if let Some(factor) = wanted("JPRIORITY") {
            job_priority(&mut facts, factor, view);
        }
        if let Some(factor) = wanted("QPRIORITY") {
            queue_priority(&mut facts, factor, queue);
        }
        if let (Some(factor), Some(limit)) = (wanted("PROC"), task_limit(queue)) {
            facts.set_from(factor, count(limit.max), format!("TASKLIMIT of `{name}`"));
        }
        for ApsFactor { name: factor, resource, .. } in APS_FACTORS.iter().filter(|it| !it.resource.is_empty()) {
            if let (Some(factor), Some(amount)) = (wanted(factor), reserved(queue, resource, view)) {
                facts.set_from(factor, amount, format!("RES_REQ of `{name}`"));
            }
        }
        facts
    }
}

/// The job priority: without `bsub -sp`, half of the maximum.
fn job_priority(facts: &mut Facts, factor: &'static ApsFactor, view: View<'_>) {
    match view.parameter("MAX_USER_PRIORITY") {
        Lookup::Unknown => {}
        Lookup::Absent => facts.rule_out(factor, "MAX_USER_PRIORITY is not set in lsb.params"),
        Lookup::Set(field) => {
            let Some(max) = field.known().and_then(|it| it.trim().parse::<u32>().ok()) else { return };
            let grows = match view.parameter("JOB_PRIORITY_OVER_TIME").value() {
                Some(growth) => format!(", before growth (JOB_PRIORITY_OVER_TIME={})", growth.trim()),
                None => String::new(),
            };
            facts.set_from(factor, f64::from(max / 2), format!("half of MAX_USER_PRIORITY{grows}"));
        }
    }
}

fn queue_priority(facts: &mut Facts, factor: &'static ApsFactor, queue: Entity<'_>) {
    let name = queue.name();
    if let Some(priority) = queue.value("PRIORITY") {
        if let Ok(priority) = priority.trim().parse::<f64>() {
            facts.set_from(factor, priority, format!("PRIORITY of `{name}`"));
        }
    } else if !queue.has("PRIORITY") {
        let documented = lsflint_spec::find_param(FileKind::LsbQueues, "Queue", "PRIORITY");
        if let Some(default) = documented.and_then(|it| it.default.parse::<f64>().ok()) {
            facts.set_from(factor, default, format!("default PRIORITY of `{name}`"));
        }
    }
}

fn task_limit(queue: Entity<'_>) -> Option<TaskLimit> {
    let value = queue.value("TASKLIMIT")?;
    let numbers: Result<Vec<u64>, _> = value.split_ascii_whitespace().map(str::parse).collect();
    TaskLimit::of(&numbers.ok()?)
}

/// The amount that the queue reserves; `None` if it reserves nothing, or the amount is unknown.
fn reserved(queue: Entity<'_>, resource: &str, view: View<'_>) -> Option<f64> {
    let per_task = view.parameter("RESOURCE_RESERVE_PER_TASK").yes(false)?;
    let reservation = if per_task { Reservation::PerTask } else { Reservation::PerTerm };
    let unit = view.switches().unit_for_limits.as_deref().unwrap_or("MB");
    let parse = queue.parse("RES_REQ").filter(|it| it.errors().is_empty())?;
    let requirement = parse.root().child(SyntaxKind::RES_REQ).and_then(ResReq::cast)?;
    Some(requested(requirement, resource, reservation, unit)).filter(|it| *it > 0.0)
}

fn count(tasks: u64) -> f64 {
    // Task numbers beyond 32 bits do not occur.
    u32::try_from(tasks).map_or(f64::from(u32::MAX), f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, SourceFile};

    /// The queue with the formula, and the facts for a job of a queue, with `params` in lsb.params.
    #[track_caller]
    fn check(queue: &str, params: &str, expected: &[&str]) {
        let queues = "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nTASKLIMIT = 2 4 8\n\
                      RES_REQ = 2*{rusage[mem=2GB]} + 6*{rusage[mem=1024:swp=5]}\nQUEUE_GROUP = short\n\
                      APS_PRIORITY = WEIGHT[[WORK, 2] [QPRIORITY, 1] [JPRIORITY, 1] [MEM, 1] [PROC, 1] [FS, 1]]\nEnd Queue\n\
                      Begin Queue\nQUEUE_NAME = short\nAPS_PRIORITY = WEIGHT[[APP, 9]]\nEnd Queue\n\
                      Begin Queue\nQUEUE_NAME = other\nFAIRSHARE = USER_SHARES[[default, 1]]\nAPS_PRIORITY = {{ aps }}\nEnd Queue\n";
        let files = [
            SourceFile::new("lsb.queues", FileKind::LsbQueues, queues),
            SourceFile::new("lsb.params", FileKind::LsbParams, format!("Begin Parameters\n{params}\nEnd Parameters\n")),
        ];
        let cluster = Cluster::of(&files, None);
        let view = cluster.view();
        let queue = view.queue(queue).expect("a queue of the test");
        let mut found = Vec::new();
        if let Some(formula) = QueueFormula::of(queue, view) {
            let facts = Facts::of_queue(queue, formula, view);
            found.push(format!("formula of {}", formula.owner.name()));
            let known = APS_FACTORS.iter().filter_map(|it| Some((it.name, facts.get(it.name)?)));
            found.extend(known.map(|(name, fact)| format!("{name} {fact:?}")));
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn the_cluster_knows_about_jobs() {
        check(
            "night",
            "MAX_USER_PRIORITY = 101\nJOB_PRIORITY_OVER_TIME = 3/20",
            &[
                "formula of night",
                "FS Nothing(\"`night` has no FAIRSHARE\")",
                "PROC Value(8.0, \"TASKLIMIT of `night`\")",
                "MEM Value(3072.0, \"RES_REQ of `night`\")",
                "JPRIORITY Value(50.0, \"half of MAX_USER_PRIORITY, before growth (JOB_PRIORITY_OVER_TIME=3/20)\")",
                "QPRIORITY Value(30.0, \"PRIORITY of `night`\")",
            ],
        );
    }

    #[test]
    fn members_of_a_group_have_the_formula_of_their_parent() {
        check(
            "short",
            "RESOURCE_RESERVE_PER_TASK = Y",
            &[
                "formula of night",
                "FS Nothing(\"`night` has no FAIRSHARE\")",
                "JPRIORITY Nothing(\"MAX_USER_PRIORITY is not set in lsb.params\")",
                "QPRIORITY Value(1.0, \"default PRIORITY of `short`\")",
            ],
        );
    }

    #[test]
    fn reservations_per_task() {
        let mut expected = vec!["formula of night", "FS Nothing(\"`night` has no FAIRSHARE\")"];
        expected.extend(["PROC Value(8.0, \"TASKLIMIT of `night`\")", "MEM Value(10240.0, \"RES_REQ of `night`\")"]);
        expected.push("QPRIORITY Value(30.0, \"PRIORITY of `night`\")");
        check("night", "RESOURCE_RESERVE_PER_TASK = Y\nMAX_USER_PRIORITY = {{ max }}", &expected);
    }

    #[test]
    fn a_formula_that_is_filled_in_later_is_none() {
        check("other", "", &[]);
    }
}
