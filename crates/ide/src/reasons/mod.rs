//! What the lines mean that LSF printed, joined with the cluster: the conditions that decide, with their lines, and the
//! hosts.

mod conditions;
mod hosts;
mod input;
mod json;
mod limits;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use lsflint_model::{AsRead, Place, View};
use lsflint_spec::{FileKind, FoundMessage, LOG_MESSAGES, LogMessage, find_message, one_space};

use self::conditions::Scene;
use self::hosts::Named;
use self::input::{Input, Job, Line, Role};
use crate::answers::Times;

/// The meaning of an output of LSF.
#[derive(Debug, Default)]
pub struct Explanation {
    /// The messages, each once for each queue, application profile or user that matters to it, in order of appearance.
    pub answers: Vec<ReasonAnswer>,
    /// The lines without a known message, in order. Lines of an output that are not messages are not listed.
    pub unknown: Vec<UnknownLine>,
    /// The lines of outputs that are not messages, by command, in order of appearance.
    pub outputs: Vec<OutputLines>,
}

/// A message with its meaning in this cluster.
#[derive(Debug)]
pub struct ReasonAnswer {
    /// The line as LSF printed it.
    pub reason: String,
    /// The number of the line in the input, from 1.
    pub line: usize,
    /// The message, with its meaning, rules and source.
    pub message: &'static LogMessage,
    /// The message of the site in lsb.reasons that LSF printed in place of its own.
    pub custom: Option<Place>,
    /// The jobs with the reason, as far as the output names them.
    pub jobs: Vec<String>,
    /// The queue that the conditions are about.
    pub queue: Option<String>,
    /// The conditions in the files that decide.
    pub conditions: Vec<Condition>,
    /// The hosts that LSF names.
    pub hosts: Vec<String>,
    /// The number of hosts that LSF counts; of several jobs, the largest.
    pub host_count: Option<u64>,
}

/// A condition of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The condition: `HJOB_LIMIT = 2 (queue night)`.
    pub text: String,
    /// Its place in the files.
    pub place: Option<Place>,
    /// The hosts of the answer that it is about; empty if it is about all.
    pub hosts: Vec<String>,
}

/// The lines of outputs of a command that are not messages: headings, labels, rows, facts about a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputLines {
    /// The command: `bhosts -l`.
    pub command: String,
    /// The number of lines.
    pub lines: usize,
}

/// A line without a known message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLine {
    /// The number of the line in the input, from 1.
    pub line: usize,
    /// Its text, with one space between words.
    pub text: String,
}

/// States of jobs in a list of jobs that need no explanation.
const USUAL: [&str; 3] = ["PEND", "RUN", "DONE"];

/// Explains the output of a command or a part of a log: `bjobs -l`, `bjobs -p`, answers of `bsub`, tables with states.
/// Without a cluster, the answers have no conditions.
pub fn explain_output(text: &str, cluster: Option<&AsRead>) -> Explanation {
    let view = cluster.map(AsRead::view);
    let times = cluster.map(|it| Times::new(it.read()));
    let input = Input::of(text);
    let mut explanation = Explanation::default();
    let mut known: HashMap<Key, usize> = HashMap::new();
    let custom = view.map(custom_messages).unwrap_or_default();
    for line in &input.lines {
        let job = line.job.map(|it| &input.jobs[it]);
        let of_site = || custom.get(line.text.trim_end_matches(['.', ';', ' '])).cloned();
        let found = (line.role != Role::Frame).then(|| find_message(&line.text)).flatten();
        let (found, place) = match (found, of_site()) {
            (Some(found), _) => (found, None),
            (None, Some((number, place))) => (of_number(number), Some(place)),
            (None, None) => {
                match line.role {
                    Role::Detail | Role::Frame => explanation.add_line(&input, line),
                    Role::Reason | Role::Free => {
                        explanation.unknown.push(UnknownLine { line: line.number, text: line.text.clone() });
                    }
                }
                continue;
            }
        };
        let message = found.message();
        if is_plain(message, line) {
            explanation.add_line(&input, line);
            continue;
        }
        let named = Named::of(&found, line.role);
        let key = Key::of(&found, &named, job);
        if let Some(at) = known.get(&key) {
            explanation.answers[*at].add(job, named);
            continue;
        }
        known.insert(key, explanation.answers.len());
        let scene = |cluster, times| Scene { cluster, view: cluster.view(), times, message, job, named: &named };
        let conditions = match (cluster, &times) {
            (Some(cluster), Some(times)) => scene(cluster, times).conditions(),
            _ => Vec::new(),
        };
        let mut answer = ReasonAnswer {
            reason: line.text.clone(),
            line: line.number,
            message,
            custom: place,
            jobs: Vec::new(),
            queue: named.queue.clone().or_else(|| job?.queue.clone()),
            conditions,
            hosts: Vec::new(),
            host_count: None,
        };
        answer.add(job, named);
        explanation.answers.push(answer);
    }
    explanation
}

impl Explanation {
    /// Counts a line of an output that is not a message.
    fn add_line(&mut self, input: &Input, line: &Line) {
        let Some(command) = line.output.map(|it| &input.outputs[it]) else { return };
        match self.outputs.iter_mut().find(|it| it.command == *command) {
            Some(output) => output.lines += 1,
            None => self.outputs.push(OutputLines { command: command.clone(), lines: 1 }),
        }
    }
}

/// Whether a line needs no explanation: a usual state in a list.
fn is_plain(message: &LogMessage, line: &Line) -> bool {
    message.word && line.role == Role::Detail && USUAL.contains(&message.text)
}

/// A message without the line that has it.
fn of_number(number: usize) -> FoundMessage<'static> {
    FoundMessage { number, names: Vec::new(), before: "", rest: "" }
}

/// The messages of the site in lsb.reasons, with the first reason of each that is known.
fn custom_messages(view: View<'_>) -> HashMap<String, (usize, Place)> {
    let mut messages = HashMap::new();
    for section in view.all(FileKind::LsbReasons, "CustomPendingReason") {
        let (Some(text), Some(ids)) = (section.field("MESSAGE"), section.value("REASON_ID")) else { continue };
        let number = ids.split_whitespace().find_map(|id| {
            let id: u32 = id.parse().ok()?;
            LOG_MESSAGES.iter().position(|it| it.id == Some(id))
        });
        if let (Some(value), Some(number)) = (text.known(), number) {
            let text_of = one_space(&value.replace("\\\n", " "));
            let text_of = text_of.trim_end_matches(['.', ';', ' ']).to_owned();
            messages.entry(text_of).or_insert((number, text.place()));
        }
    }
    messages
}

/// What makes answers different: the message, and the facts of the job that its conditions depend on.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    number: usize,
    named: Vec<Option<String>>,
    job: Vec<Option<String>>,
}

impl Key {
    fn of(found: &FoundMessage<'_>, named: &Named, job: Option<&Job>) -> Key {
        let message = found.message();
        let files: Vec<FileKind> = message.decided_by().map(|it| it.0).collect();
        let asks = |kinds: &[FileKind]| files.iter().any(|it| kinds.contains(it));
        let requires = message.by.iter().any(|it| it.ends_with(":RES_REQ"));
        let facts = [
            (asks(&[FileKind::LsbQueues, FileKind::LsbResources]), job.and_then(|it| it.queue.clone())),
            (asks(&[FileKind::LsbApplications]), job.and_then(|it| it.application.clone())),
            (asks(&[FileKind::LsbUsers, FileKind::LsbResources]), job.and_then(|it| it.user.clone())),
            (requires, job.and_then(|it| it.requirement.clone())),
        ];
        let job = facts.into_iter().map(|(asked, it)| it.filter(|_| asked)).collect();
        Key { number: found.number, named: vec![named.resource.clone(), named.limit.clone(), named.queue.clone()], job }
    }
}

impl ReasonAnswer {
    /// Adds another job with the same reason.
    fn add(&mut self, job: Option<&Job>, named: Named) {
        if let Some(job) = job.filter(|it| !it.id.is_empty() && self.jobs.last() != Some(&it.id)) {
            self.jobs.push(job.id.clone());
        }
        self.host_count = self.host_count.max(named.count);
        let known: std::collections::HashSet<String> = self.hosts.iter().cloned().collect();
        self.hosts.extend(named.hosts.into_iter().filter(|it| !known.contains(it)));
    }
}
