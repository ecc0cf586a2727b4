//! The documents of `show job` and `why`.

use lsflint_ide::Condition;
use lsflint_ide::answers::{AskedHosts, Chosen, InQueue, JobAnswer, JobReason, LimitAnswer};
use lsflint_model::requirement::Level;
use lsflint_model::{Membership, Place};
use serde::Serialize;

use super::Script;

/// The document of `show job`.
#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    kind: &'static str,
    file: &'a str,
    jobs: Vec<Job<'a>>,
}

#[derive(Serialize)]
struct Job<'a> {
    line: usize,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    elements: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tasks: Option<Tasks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    application: Option<JsonChosen<'a>>,
    /// The hosts of `-m`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked: Vec<Asked<'a>>,
    queues: Vec<Queue<'a>>,
    reasons: Vec<Reason<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct Asked<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    preference: Option<&'a str>,
    /// Whether it is marked as a first execution host.
    first: bool,
    /// The number of hosts of a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    hosts: Option<usize>,
    #[serde(flatten)]
    at: At<'a>,
}

#[derive(Serialize)]
struct Tasks {
    least: u64,
    most: u64,
}

#[derive(Serialize)]
struct JsonChosen<'a> {
    name: &'a str,
    from: &'static str,
    defined: bool,
    #[serde(flatten)]
    at: At<'a>,
}

/// A place in the configuration, or in the script.
#[derive(Serialize, Default)]
struct At<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

#[derive(Serialize)]
struct Queue<'a> {
    #[serde(flatten)]
    queue: JsonChosen<'a>,
    /// Whether the user may use the queue: `yes`, `no`, `unknown`.
    access: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    opens: Option<Opens<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<Requirement<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hosts: Option<Hosts>,
    limits: Vec<Limit<'a>>,
}

#[derive(Serialize)]
struct Opens<'a> {
    when: String,
    #[serde(flatten)]
    at: At<'a>,
}

#[derive(Serialize)]
struct Requirement<'a> {
    outcome: &'static str,
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    origins: Vec<Origin<'a>>,
}

#[derive(Serialize)]
struct Origin<'a> {
    text: &'a str,
    from: &'static str,
    #[serde(flatten)]
    at: At<'a>,
}

#[derive(Serialize)]
struct Hosts {
    words: String,
    always: usize,
    depends: usize,
    never: usize,
}

#[derive(Serialize)]
struct Limit<'a> {
    parameter: &'static str,
    option: &'static str,
    /// The value that applies; null if it is unknown.
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<&'a str>,
    from: &'static str,
    #[serde(flatten)]
    at: At<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<Maximum<'a>>,
}

#[derive(Serialize)]
struct Maximum<'a> {
    value: &'a str,
    #[serde(flatten)]
    at: At<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    code: &'static str,
    severity: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    outcome: &'static str,
    certain: bool,
    message: &'a str,
    effect: &'a str,
    /// What LSF prints, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    prints: Option<&'static str>,
    line: usize,
    conditions: Vec<JsonCondition<'a>>,
}

#[derive(Serialize)]
struct JsonCondition<'a> {
    text: &'a str,
    #[serde(flatten)]
    at: At<'a>,
}

/// The document of `why`.
#[derive(Serialize)]
struct Why<'a> {
    version: u32,
    file: &'a str,
    answers: Vec<Answer<'a>>,
    /// Nothing in a script is unknown to this command; the key is that of `explain -`.
    unknown: [(); 0],
}

#[derive(Serialize)]
struct Answer<'a> {
    /// What LSF prints, else what is wrong.
    reason: &'a str,
    meaning: &'a str,
    /// What is wrong.
    message: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    check: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    outcome: &'static str,
    certain: bool,
    severity: &'static str,
    /// The line in the script.
    line: usize,
    rules: [&'static str; 1],
    conditions: Vec<JsonCondition<'a>>,
    /// The hosts that can run the job in its first queue; an empty object if that is unknown.
    hosts: MaybeHosts,
}

#[derive(Serialize)]
struct MaybeHosts {
    #[serde(flatten)]
    hosts: Option<Hosts>,
}

impl Script {
    /// The document of `show job`.
    pub fn document(&self) -> impl Serialize + '_ {
        Document { version: 1, kind: "job", file: &self.path, jobs: self.jobs.iter().map(|it| self.job(it)).collect() }
    }

    /// The document of `why`.
    pub fn why(&self) -> impl Serialize + '_ {
        let answers = self.jobs.iter().flat_map(|job| job.reasons.iter().map(move |it| self.answer(job, it)));
        Why { version: 1, file: &self.path, answers: answers.collect(), unknown: [] }
    }

    fn answer<'a>(&'a self, job: &'a JobAnswer, reason: &'a JobReason) -> Answer<'a> {
        Answer {
            reason: reason.prints.map_or(&*reason.message, |it| it.text),
            meaning: &reason.effect,
            message: &reason.message,
            check: &reason.help,
            outcome: reason.outcome,
            certain: reason.certain,
            severity: reason.severity.as_str(),
            line: reason.line,
            rules: [reason.code],
            conditions: reason.conditions.iter().map(|it| self.condition(it)).collect(),
            hosts: MaybeHosts { hosts: job.queues.first().and_then(hosts) },
        }
    }

    fn at<'a>(&self, place: Option<&'a Place>) -> At<'a> {
        place.map_or_else(At::default, |it| {
            let (file, line) = self.place(it);
            At { file: Some(file), line }
        })
    }

    fn chosen<'a>(&self, chosen: &'a Chosen) -> JsonChosen<'a> {
        let at = self.at(chosen.place.as_ref());
        JsonChosen { name: &chosen.name, from: chosen.from, defined: chosen.place.is_some(), at }
    }

    fn asked<'a>(&self, asked: &'a AskedHosts) -> Asked<'a> {
        let AskedHosts { name, preference, is_first, hosts, place } = asked;
        Asked { name, preference: preference.as_deref(), first: *is_first, hosts: *hosts, at: self.at(place.as_ref()) }
    }

    fn condition<'a>(&self, condition: &'a Condition) -> JsonCondition<'a> {
        JsonCondition { text: &condition.text, at: self.at(condition.place.as_ref()) }
    }

    fn job<'a>(&'a self, job: &'a JobAnswer) -> Job<'a> {
        Job {
            line: job.line,
            name: &job.name,
            elements: job.elements,
            tasks: job.tasks.map(|it| Tasks { least: it.least, most: it.most }),
            user: job.user.as_deref(),
            application: job.application.as_ref().map(|it| self.chosen(it)),
            asked: job.asked_hosts.iter().map(|it| self.asked(it)).collect(),
            queues: job.queues.iter().map(|it| self.queue(job, it)).collect(),
            reasons: job.reasons.iter().map(|it| self.reason(it)).collect(),
            notes: &job.notes,
        }
    }

    fn reason<'a>(&self, reason: &'a JobReason) -> Reason<'a> {
        Reason {
            code: reason.code,
            severity: reason.severity.as_str(),
            outcome: reason.outcome,
            certain: reason.certain,
            message: &reason.message,
            effect: &reason.effect,
            prints: reason.prints.map(|it| it.text),
            line: reason.line,
            conditions: reason.conditions.iter().map(|it| self.condition(it)).collect(),
        }
    }

    fn queue<'a>(&'a self, job: &'a JobAnswer, queue: &'a InQueue) -> Queue<'a> {
        let origin = |text: &'a str, from: Level| {
            let place = queue.levels.iter().find(|it| it.0 == from).map(|it| &it.1);
            let at = match from {
                Level::Job => At { file: Some(&self.path), line: job.requirement_line },
                Level::Queue | Level::Application => self.at(place),
            };
            Origin { text, from: from.name(), at }
        };
        Queue {
            queue: self.chosen(&queue.queue),
            access: match queue.access {
                Membership::Yes => "yes",
                Membership::No => "no",
                Membership::Unknown => "unknown",
            },
            opens: queue.opens.as_ref().map(|it| Opens { when: it.0.to_string(), at: self.at(it.1.as_ref()) }),
            requirement: queue.requirement.as_ref().map(|it| Requirement {
                outcome: it.outcome.name(),
                result: it.result.as_ref().map(ToString::to_string).unwrap_or_default(),
                reason: it.reason.as_deref(),
                origins: it.origins.iter().map(|it| origin(&it.text, it.from)).collect(),
            }),
            hosts: hosts(queue),
            limits: queue.limits.iter().map(|it| self.limit(it)).collect(),
        }
    }

    fn limit<'a>(&self, limit: &'a LimitAnswer) -> Limit<'a> {
        Limit {
            parameter: limit.parameter,
            option: limit.option,
            value: limit.value.as_deref(),
            words: limit.words.as_deref(),
            from: limit.from,
            at: self.at(limit.place.as_ref()),
            maximum: limit.maximum.as_ref().map(|it| Maximum { value: &it.0, at: self.at(Some(&it.1)) }),
        }
    }
}

fn hosts(queue: &InQueue) -> Option<Hosts> {
    let answer = queue.hosts.as_ref()?;
    let counts = answer.counts;
    Some(Hosts { words: answer.summary(), always: counts.always, depends: counts.depends, never: counts.never })
}
