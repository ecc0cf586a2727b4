//! APS in a configured queue: the formula that orders its jobs, and the facts that the configuration defines for them.

use lsflint_spec::{APS_FACTORS, ApsFactor, FileKind, Grammar, aps_factor};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::resreq::ResReq;
use lsflint_syntax::ast::{AstNode, List, QueueList};

use super::facts::{Facts, Growth};
use super::formula::{Formula, Weight};
use super::request::{Reservation, requested};
use crate::combined::{combined, outcome};
use crate::effective::DEFAULT_ROW;
use crate::requirement::merge::Options;
use crate::{Entity, FieldRef, Knowledge, Lookup, State, View};

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

/// A job of a queue, without requirements and numbers of its own.
#[derive(Clone, Copy)]
pub struct ApsJob<'a> {
    /// Its queue.
    pub queue: Entity<'a>,
    /// Its application profile: `bsub -app`, else DEFAULT_APPLICATION; `None` if it has none or it is unknown.
    pub application: Option<Entity<'a>>,
    /// The user who submits it, if known.
    pub user: Option<&'a str>,
    /// The user group of `bsub -G`, if known.
    pub group: Option<&'a str>,
}

impl Facts {
    /// The facts that the configuration defines for a job, as far as a formula uses them.
    pub fn of_job(job: ApsJob<'_>, formula: QueueFormula<'_>, view: View<'_>) -> Facts {
        let mut facts = Facts::default();
        let queue = job.queue;
        let text = formula.value.known().unwrap_or_default();
        let Ok(parsed) = Formula::parse(&text) else { return facts };
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
        if let (Some(factor), Some((tasks, from))) = (wanted("PROC"), tasks(job)) {
            facts.set_from(factor, count(tasks), from);
        }
        for ApsFactor { name: factor, resource, .. } in APS_FACTORS.iter().filter(|it| !it.resource.is_empty()) {
            if let (Some(factor), Some((amount, from))) = (wanted(factor), reserved(job, resource, view)) {
                facts.set_from(factor, amount, from);
            }
        }
        if let (Some(factor), Some(profile)) = (wanted("APP"), job.application) {
            priority_of(&mut facts, factor, Some(profile), format!("application profile `{}`", profile.name()));
        }
        // LSF has no other place for the priorities of users and groups.
        let users_known = view.knowledge(FileKind::LsbUsers) == Knowledge::Complete;
        let row = |section, name| view.find(FileKind::LsbUsers, section, name);
        if let (Some(factor), Some(user)) = (wanted("USER"), job.user) {
            let row = row("User", user).or_else(|| row("User", DEFAULT_ROW));
            if row.is_some() || users_known {
                priority_of(&mut facts, factor, row, format!("user `{user}`"));
            }
        }
        if let (Some(factor), Some(group)) = (wanted("UG"), job.group) {
            let row = row("UserGroup", group);
            if row.is_some() || users_known {
                priority_of(&mut facts, factor, row, format!("user group `{group}`"));
            }
        }
        facts
    }
}

/// PRIORITY of an application profile, a user or a user group.
fn priority_of(facts: &mut Facts, factor: &'static ApsFactor, record: Option<Entity<'_>>, of: String) {
    let value = record.and_then(|it| it.value("PRIORITY"));
    match value.and_then(|it| it.trim().parse::<f64>().ok()) {
        Some(priority) => facts.set_from(factor, priority, format!("PRIORITY of {of}")),
        // An `#if`, a template or an invalid value decides.
        None if record.is_some_and(|it| it.has("PRIORITY")) => {}
        None => facts.rule_out(factor, format!("{of} has no PRIORITY")),
    }
}

/// The job priority: without `bsub -sp`, half of the maximum.
fn job_priority(facts: &mut Facts, factor: &'static ApsFactor, view: View<'_>) {
    match view.parameter("MAX_USER_PRIORITY") {
        Lookup::Unknown => {}
        Lookup::Absent => facts.rule_out(factor, "MAX_USER_PRIORITY is not set in lsb.params"),
        Lookup::Set(field) => {
            let Some(max) = field.known().and_then(|it| it.trim().parse::<u32>().ok()) else { return };
            facts.growth = view.parameter("JOB_PRIORITY_OVER_TIME").value().and_then(|it| growth(&it));
            facts.set_from(factor, f64::from(max / 2), "half of MAX_USER_PRIORITY");
        }
    }
}

/// The growth of `2/30`: 2 every 30 minutes.
fn growth(value: &str) -> Option<Growth> {
    let (increment, minutes) = value.split_once('/')?;
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|it| *it > 0).map(f64::from);
    let setting = format!("JOB_PRIORITY_OVER_TIME={}", value.trim());
    Some(Growth { increment: number(increment)?, interval: number(minutes)? * 60.0, setting })
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

/// The number of tasks of a job without `-n` and its origin: the default of TASKLIMIT, as in merged requirements.
/// Source: PROC is the value of TASKLIMIT if the job has no `-n`; a job without `-n` requests the default number.
fn tasks(job: ApsJob<'_>) -> Option<(u64, String)> {
    let of = |level: Entity<'_>, name: String| Some((Options::tasks_of(&level)?.default, name));
    let profile = |it: Entity<'_>| of(it, format!("default in TASKLIMIT of application profile `{}`", it.name()));
    let queue = || of(job.queue, format!("default in TASKLIMIT of `{}`", job.queue.name()));
    job.application.and_then(profile).or_else(queue)
}

/// The amount that the queue and the application profile reserve, and its origin; `None` if they reserve nothing, or
/// the amount is unknown.
fn reserved(job: ApsJob<'_>, resource: &str, view: View<'_>) -> Option<(f64, String)> {
    let per_task = view.parameter("RESOURCE_RESERVE_PER_TASK").yes(false)?;
    let reservation = if per_task { Reservation::PerTask } else { Reservation::PerTerm };
    let unit = view.switches().unit_for_limits.as_deref().unwrap_or("MB");
    let merged = combined(view, Some(&job.queue), job.application.as_ref())?;
    let parse = lsflint_syntax::parse_value(&outcome(&merged)?, Grammar::ResReq);
    let requirement = parse.root().child(SyntaxKind::RES_REQ).and_then(ResReq::cast)?;
    let amount = Some(requested(requirement, resource, reservation, unit)).filter(|it| *it > 0.0)?;
    let queue = format!("RES_REQ of `{}`", job.queue.name());
    Some(match job.application.filter(|it| it.has("RES_REQ")) {
        Some(profile) => (amount, format!("{queue} and of application profile `{}`", profile.name())),
        None => (amount, queue),
    })
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
            let job = ApsJob { queue, application: None, user: None, group: None };
            let facts = Facts::of_job(job, formula, view);
            found.push(format!("formula of {}", formula.owner.name()));
            let known = APS_FACTORS.iter().filter_map(|it| Some((it.name, facts.get(it.name)?)));
            found.extend(known.map(|(name, fact)| format!("{name} {fact:?}")));
            let grows = |it: &Growth| format!("grows {} every {} s ({})", it.increment, it.interval, it.setting);
            found.extend(facts.growth.as_ref().map(grows));
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
                "PROC Value(4.0, \"default in TASKLIMIT of `night`\")",
                "MEM Value(3072.0, \"RES_REQ of `night`\")",
                "JPRIORITY Value(50.0, \"half of MAX_USER_PRIORITY\")",
                "QPRIORITY Value(30.0, \"PRIORITY of `night`\")",
                "grows 3 every 1200 s (JOB_PRIORITY_OVER_TIME=3/20)",
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
        expected.extend([
            "PROC Value(4.0, \"default in TASKLIMIT of `night`\")",
            "MEM Value(10240.0, \"RES_REQ of `night`\")",
        ]);
        expected.push("QPRIORITY Value(30.0, \"PRIORITY of `night`\")");
        check("night", "RESOURCE_RESERVE_PER_TASK = Y\nMAX_USER_PRIORITY = {{ max }}", &expected);
    }

    #[test]
    fn a_formula_that_is_filled_in_later_is_none() {
        check("other", "", &[]);
    }
}
