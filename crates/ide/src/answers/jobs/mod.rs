//! What a script submits: for each job its queue, application profile, merged requirement, hosts and limits, and why
//! LSF rejects it or does not start it.

mod asked;
mod limits;
mod reasons;

use std::rc::Rc;

use lsflint_lint::Diagnostic;
use lsflint_model::combined::nothing;
use lsflint_model::job::{Asked, Job, JobName, JobScript, Profile, Submission, Tasks, may_use};
use lsflint_model::requirement::merge::Options;
use lsflint_model::requirement::{Level, Merged};
use lsflint_model::week::{Week, limited_start_times};
use lsflint_model::{AsRead, Entity, Lookup, Membership, Place, View};
use lsflint_spec::BsubOption;
use lsflint_syntax::TextRange;

pub use asked::AskedHosts;
pub use limits::LimitAnswer;
pub use reasons::JobReason;

use super::{HostsAnswer, Question, Times, matching_hosts_of};
use crate::words;

/// A job that a script submits, in a cluster as LSF reads it.
#[derive(Debug)]
pub struct JobAnswer {
    /// The command, or the first `#BSUB`.
    pub range: TextRange,
    /// Its line in the script, from 1.
    pub line: usize,
    /// The name of the job, without indices; empty if it has none.
    pub name: String,
    /// The number of elements, if it is a job array.
    pub elements: Option<u64>,
    /// The number of tasks of `-n`.
    pub tasks: Option<Tasks>,
    /// The line of its first requirement in the script.
    pub requirement_line: Option<usize>,
    /// The user who submits it, if known.
    pub user: Option<String>,
    /// The application profile.
    pub application: Option<Chosen>,
    /// The hosts and groups of `-m`; empty if it is not given or unknown.
    pub asked_hosts: Vec<AskedHosts>,
    /// The queues in the order in which LSF considers them.
    pub queues: Vec<InQueue>,
    /// Why LSF rejects the job, does not start it, or ends it: the findings of the rules.
    pub reasons: Vec<JobReason>,
    /// What else is to be known.
    pub notes: Vec<String>,
}

/// A queue or application profile of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Its name.
    pub name: String,
    /// What names it: `-q`, `DEFAULT_QUEUE`.
    pub from: &'static str,
    /// Where it is defined; `None` if it is not.
    pub place: Option<Place>,
}

/// A job in one of its queues.
#[derive(Debug)]
pub struct InQueue {
    /// The queue.
    pub queue: Chosen,
    /// Whether the user may use the queue; unknown without a user.
    pub access: Membership,
    /// When the queue starts jobs, and where that is set; `None` if it is always open or that is unknown.
    pub opens: Option<(Week, Option<Place>)>,
    /// The requirement of all levels; `None` if it is unknown.
    pub requirement: Option<Rc<Merged>>,
    /// Where the requirement of each level is set.
    pub levels: Vec<(Level, Place)>,
    /// The hosts that can run the job; `None` if no hosts are known.
    pub hosts: Option<HostsAnswer>,
    /// The limits of the job.
    pub limits: Vec<LimitAnswer>,
}

/// The jobs of a script, in the order of the text. `found`: the findings in it.
pub fn jobs(cluster: &AsRead, script: &JobScript, found: &[Diagnostic]) -> Vec<JobAnswer> {
    let view = cluster.view();
    let submissions: Vec<Submission> = script.submissions().into_iter().map(|it| it.with_esubs(view)).collect();
    let times = Times::new(cluster.read());
    let mut answers: Vec<JobAnswer> = Vec::new();
    for submission in &submissions {
        answers.push(answer(view, &times, script, submission));
    }
    for it in found {
        if let Some(number) = reasons::job_of(&submissions, it.range) {
            answers[number].reasons.push(JobReason::of(it, script, &submissions[number]));
        }
    }
    answers
}

fn answer(view: View<'_>, times: &Times<'_>, script: &JobScript, submission: &Submission) -> JobAnswer {
    let job = Job::of(view, submission);
    let name = match submission.asked("J") {
        Asked::Yes(given) => given.text().and_then(|it| JobName::parse(it).ok()),
        Asked::No | Asked::Unknown => None,
    };
    let mut notes = Vec::new();
    let queues = queues(&job, &mut notes);
    if job.may_be_rewritten() {
        notes
            .push("esub programs of the site may change the job; `[[esub]]` in lsflint.toml describes them".to_owned());
    }
    let asked_hosts = AskedHosts::of(&job);
    if !asked_hosts.is_empty() && job.asked_hosts().is_none() {
        notes.push(
            "hosts beyond those of `-m`, or all hosts, may run the job; all hosts of a queue are counted".to_owned(),
        );
    }
    if submission.has_gaps {
        notes.push("some options are known only when the script runs".to_owned());
    }
    JobAnswer {
        range: submission.anchor,
        line: line_of(&script.text, submission.anchor),
        name: name.as_ref().map_or_else(String::new, |it| it.name.to_owned()),
        elements: name.and_then(|it| it.elements()),
        tasks: job.tasks(),
        requirement_line: {
            let own = submission.given().iter().find(|it| it.option.name == "R");
            own.map(|it| line_of(&script.text, it.range()))
        },
        user: view.submitter().user.clone(),
        application: application(&job),
        asked_hosts,
        queues: queues.into_iter().map(|(chosen, queue)| in_queue(&job, times, chosen, queue)).collect(),
        reasons: Vec::new(),
        notes,
    }
}

/// What the queues of a job allow for an option, one sentence each; empty if they do not limit it.
pub(crate) fn limits_in_queues(job: &Job<'_>, option: &'static BsubOption) -> Vec<String> {
    let profile = job.known_application().flatten();
    let of_queue = |(chosen, queue): (Chosen, Option<Entity<'_>>)| {
        let limit = limits::limit(job, &queue?, profile.as_ref(), option)?;
        let (most, _) = limit.maximum?;
        Some(format!("queue {}: at most {most} ({})", words::code(&chosen.name), limit.parameter))
    };
    let is_limit = option.parameter.ends_with("LIMIT");
    let queues = if is_limit { queues(job, &mut Vec::new()) } else { Vec::new() };
    queues.into_iter().filter_map(of_queue).collect()
}

/// The queues of `-q`, else those of DEFAULT_QUEUE.
fn queues<'a>(job: &Job<'a>, notes: &mut Vec<String>) -> Vec<(Chosen, Option<Entity<'a>>)> {
    let chosen = |name: &str, from, entity: Option<Entity<'a>>| {
        let place = entity.map(|it| it.field("QUEUE_NAME").map_or_else(|| it.place(), |it| it.place()));
        (Chosen { name: name.to_owned(), from, place }, entity)
    };
    match job.submission.asked("q") {
        Asked::Yes(_) => job.queues.iter().map(|it| chosen(&it.name, "-q", it.entity)).collect(),
        Asked::Unknown => {
            notes.push("the queue is known only when the job is submitted".to_owned());
            Vec::new()
        }
        Asked::No => {
            let Lookup::Set(field) = job.view.parameter("DEFAULT_QUEUE") else {
                notes.push("no queue is named, and DEFAULT_QUEUE of lsb.params is not known".to_owned());
                return Vec::new();
            };
            notes.push("LSB_DEFAULTQUEUE in the environment may name another queue".to_owned());
            let names = field.known().unwrap_or_default().into_owned();
            names.split_whitespace().map(|it| chosen(it, "DEFAULT_QUEUE", job.view.queue(it))).collect()
        }
    }
}

fn application(job: &Job<'_>) -> Option<Chosen> {
    let (name, from, entity) = match &job.application {
        Profile::None | Profile::Unknown => return None,
        Profile::Asked(named) => (named.name.clone(), "-app", named.entity),
        Profile::Default(entity) => (entity.name().into_owned(), "DEFAULT_APPLICATION", Some(*entity)),
    };
    let place = entity.map(|it| it.field("NAME").map_or_else(|| it.place(), |it| it.place()));
    Some(Chosen { name, from, place })
}

fn in_queue(job: &Job<'_>, times: &Times<'_>, chosen: Chosen, queue: Option<Entity<'_>>) -> InQueue {
    let Some(queue) = queue else {
        return InQueue {
            queue: chosen,
            access: Membership::Unknown,
            opens: None,
            requirement: None,
            levels: Vec::new(),
            hosts: None,
            limits: Vec::new(),
        };
    };
    let view = job.view;
    let access = view.submitter().user.as_ref().map_or(Membership::Unknown, |it| may_use(view, &queue, it));
    let profile = job.known_application().flatten();
    let place = |it: &Entity<'_>| it.field("RES_REQ").map(|it| it.place());
    let levels = [(Level::Queue, place(&queue)), (Level::Application, profile.as_ref().and_then(place))];
    let requirement = job.merged(Some(&queue));
    InQueue {
        queue: chosen,
        access,
        opens: limited_start_times(&queue),
        hosts: requirement.as_ref().and_then(|it| hosts(job, times, &queue, it)),
        requirement,
        levels: levels.into_iter().filter_map(|(level, place)| Some((level, place?))).collect(),
        limits: limits::of(job, &queue, profile.as_ref()),
    }
}

fn hosts(job: &Job<'_>, times: &Times<'_>, queue: &Entity<'_>, merged: &Merged) -> Option<HostsAnswer> {
    if merged.reason.is_some() {
        return None;
    }
    let profile = job.known_application()?;
    let options = Options::of(job.view, Some(queue), profile.as_ref());
    let requirement = merged.result.clone().unwrap_or_else(nothing);
    let tasks = job.tasks().map(|it| it.least);
    let among = job.asked_hosts();
    let question = Question {
        among: among.as_ref(),
        tasks,
        times: Some(times),
        ..Question::new(Some(queue), &requirement, options)
    };
    matching_hosts_of(job.view, question)
}

/// The line of a place in a text, from 1.
fn line_of(text: &str, range: TextRange) -> usize {
    text.get(..usize::from(range.start())).map_or(1, |it| it.matches('\n').count() + 1)
}
