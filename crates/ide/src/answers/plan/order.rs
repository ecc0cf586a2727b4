//! The order of given pending jobs before and after a change: by APS_PRIORITY in a queue or group of queues, else by
//! PRIORITY of their queues.

use std::cmp::Ordering;

use lsflint_model::aps::{ApsJob, Contribution, Fact, Facts, Formula, Number, Outcome, QueueFormula};
use lsflint_model::combined::default_profile;
use lsflint_model::{AsRead, Entity, View};
use lsflint_spec::ApsFactor;

/// A pending job as it is described to lsflint.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GivenJob {
    /// The name that it has in answers.
    pub name: String,
    /// Its queue.
    pub queue: String,
    /// The application profile of `bsub -app`.
    pub application: Option<String>,
    /// The user who submits it.
    pub user: Option<String>,
    /// The user group of `bsub -G`.
    pub group: Option<String>,
    /// The values of factors that are given; they override those that the configuration defines.
    pub facts: Vec<(&'static ApsFactor, f64)>,
    /// The pending time in seconds.
    pub pending: Option<f64>,
    /// The system value of `bmod -aps`.
    pub system: Option<f64>,
}

/// Which of two jobs LSF considers first.
#[derive(Debug, Clone, PartialEq)]
pub enum Precedence {
    /// The first one; with the APS values, or the priorities of the queues.
    First(f64, f64),
    /// The second one.
    Second(f64, f64),
    /// Both have the same value.
    Equal(f64),
    /// It is unknown, for this reason.
    Unknown(String),
}

/// The order of two given jobs before and after a change.
#[derive(Debug, Clone, PartialEq)]
pub struct JobOrder {
    /// The name of the first job.
    pub first: String,
    /// The name of the second job.
    pub second: String,
    /// The order before.
    pub old: Precedence,
    /// The order after the change.
    pub new: Precedence,
}

impl JobOrder {
    /// Whether another job is considered first.
    pub fn changes(&self) -> bool {
        std::mem::discriminant(&self.old) != std::mem::discriminant(&self.new)
    }

    /// Which job is first, with the values: `a before b (250 and 100)`.
    pub fn words(&self, precedence: &Precedence) -> String {
        let (first, second) = (&self.first, &self.second);
        match precedence {
            Precedence::First(a, b) => format!("{first} before {second} ({} and {})", Number(*a), Number(*b)),
            Precedence::Second(a, b) => format!("{second} before {first} ({} and {})", Number(*b), Number(*a)),
            Precedence::Equal(value) => format!("the same value ({})", Number(*value)),
            Precedence::Unknown(reason) => format!("unknown: {reason}"),
        }
    }
}

/// The order of each pair of the jobs.
pub fn orders(old: &AsRead, new: &AsRead, jobs: &[GivenJob]) -> Vec<JobOrder> {
    let sides = [old.view(), new.view()].map(|view| Side::of(view, jobs));
    let mut found = Vec::new();
    for one in 0..jobs.len() {
        for other in one + 1..jobs.len() {
            let [old, new] = [0, 1].map(|it: usize| sides[it].precedence(one, other));
            found.push(JobOrder { first: jobs[one].name.clone(), second: jobs[other].name.clone(), old, new });
        }
    }
    found
}

/// What is known of the jobs on one side.
struct Side {
    standings: Vec<Result<Standing, String>>,
    /// Whether the shares of users order the jobs of several queues.
    shares_queues: bool,
}

/// What orders a job.
struct Standing {
    queue: String,
    priority: Option<f64>,
    /// The queue with the formula, and the value: or what is unknown.
    value: Option<(String, Result<Value, String>)>,
}

#[derive(Clone, Copy)]
struct Value {
    system: Option<f64>,
    value: f64,
}

impl Side {
    fn of(view: View<'_>, jobs: &[GivenJob]) -> Side {
        let shares_queues = view.queues().any(|it| it.has("FAIRSHARE_QUEUES"));
        Side { standings: jobs.iter().map(|it| Standing::of(view, it)).collect(), shares_queues }
    }

    fn precedence(&self, one: usize, other: usize) -> Precedence {
        let (one, other) = match (&self.standings[one], &self.standings[other]) {
            (Ok(one), Ok(other)) => (one, other),
            (Err(reason), _) | (_, Err(reason)) => return Precedence::Unknown(reason.clone()),
        };
        match (&one.value, &other.value) {
            (Some((owner, one)), Some((same, other))) if owner == same => match (one, other) {
                (Ok(one), Ok(other)) => by_value(*one, *other),
                (Err(reason), _) | (_, Err(reason)) => Precedence::Unknown(reason.clone()),
            },
            _ if one.queue == other.queue => Precedence::Unknown(format!("queue {} has no APS_PRIORITY", one.queue)),
            _ if self.shares_queues => Precedence::Unknown("FAIRSHARE_QUEUES orders the jobs of several queues".into()),
            _ => match (one.priority, other.priority) {
                (Some(a), Some(b)) if a != b => by_number(a, b),
                (Some(_), Some(_)) => {
                    Precedence::Unknown(format!("queues {} and {} have the same PRIORITY", one.queue, other.queue))
                }
                _ => Precedence::Unknown("PRIORITY of a queue is unknown".to_owned()),
            },
        }
    }
}

/// A job with a system value precedes all jobs without one.
fn by_value(one: Value, other: Value) -> Precedence {
    match (one.system, other.system) {
        (None, None) => by_number(one.value, other.value),
        (Some(a), Some(b)) => by_number(a, b),
        (Some(a), None) => Precedence::First(a, other.value),
        (None, Some(b)) => Precedence::Second(one.value, b),
    }
}

fn by_number(one: f64, other: f64) -> Precedence {
    match one.partial_cmp(&other) {
        Some(Ordering::Greater) => Precedence::First(one, other),
        Some(Ordering::Less) => Precedence::Second(one, other),
        _ => Precedence::Equal(one),
    }
}

impl Standing {
    fn of(view: View<'_>, job: &GivenJob) -> Result<Standing, String> {
        let decided = |it: &Entity<'_>| !it.is_conditional() && !it.is_broken();
        let Some(queue) = view.queue(&job.queue) else { return Err(format!("queue {} does not exist", job.queue)) };
        if !decided(&queue) {
            return Err(format!("an `#if` decides whether queue {} exists", job.queue));
        }
        let application = match &job.application {
            Some(name) => {
                let found = view.application(name).filter(decided);
                Some(found.ok_or_else(|| format!("application profile {name} does not exist"))?)
            }
            None => default_profile(view),
        };
        let priority = match queue.field("PRIORITY") {
            Some(field) if field.is_conditional() => None,
            Some(field) => field.known().and_then(|it| it.trim().parse().ok()),
            None => lsflint_spec::find_param(queue.kind(), "Queue", "PRIORITY").and_then(|it| it.default.parse().ok()),
        };
        let formula = QueueFormula::of(queue, view);
        if formula.is_some_and(|it| it.value.is_conditional() || it.owner.is_conditional()) {
            return Err(format!("an `#if` decides about APS_PRIORITY of queue {}", job.queue));
        }
        let (user, group) = (job.user.as_deref(), job.group.as_deref());
        let value = formula.map(|formula| {
            let facts = Facts::of_job(ApsJob { queue, application, user, group }, formula, view);
            let text = formula.value.known().unwrap_or_default();
            (formula.owner.name().into_owned(), value(&text, facts, job))
        });
        Ok(Standing { queue: job.queue.clone(), priority, value })
    }
}

/// The APS value of a job; what is unknown if a factor with a weight is.
fn value(formula: &str, mut facts: Facts, job: &GivenJob) -> Result<Value, String> {
    let formula = Formula::parse(formula).map_err(|_| "APS_PRIORITY is invalid".to_owned())?;
    for (factor, given) in &job.facts {
        // What LSF ignores stays so.
        if !matches!(facts.get(factor.name), Some(Fact::Nothing(_))) {
            facts.set(factor, *given);
        }
    }
    (facts.pending, facts.system) = (job.pending, job.system);
    let evaluation = formula.evaluate(&facts);
    let unknown = unknown(&evaluation.terms);
    match unknown.as_slice() {
        [] if job.pending.is_none() && has_grace(&evaluation.terms) => {
            Err(format!("PENDING of job {} is not given", job.name))
        }
        [] => Ok(Value { system: evaluation.system, value: evaluation.value }),
        _ if evaluation.system.is_some() => Ok(Value { system: evaluation.system, value: evaluation.value }),
        _ => Err(format!("{} of job {} not given", unknown.join(", "), job.name)),
    }
}

/// The factors with a weight whose values are unknown.
fn unknown(terms: &[Contribution]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for it in terms.iter().filter(|it| it.matters()) {
        match it.terms.as_slice() {
            [] if it.outcome == Outcome::Unknown && !it.weight.is_default() => found.push(it.factor.name),
            [] => {}
            parts => found.extend(unknown(parts)),
        }
    }
    found
}

fn has_grace(terms: &[Contribution]) -> bool {
    terms.iter().filter(|it| it.matters()).any(|it| it.grace.is_some() || has_grace(&it.terms))
}
