//! Why LSF rejects a job, does not start it, or ends it: the findings of the rules, with what LSF prints.

use lsflint_lint::{Diagnostic, Outcome, Severity};
use lsflint_model::Place;
use lsflint_model::job::{Given, JobScript, Submission};
use lsflint_spec::{LogMessage, messages_of_rule};
use lsflint_syntax::TextRange;

use super::line_of;
use crate::Condition;

/// A finding about a job.
#[derive(Debug)]
pub struct JobReason {
    /// The rule.
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// What LSF does with the job: `refused`, `pending`, `killed`; empty for something else.
    pub outcome: &'static str,
    /// Whether LSF certainly does so.
    pub certain: bool,
    /// What `bsub` or `bjobs -p` prints, if that is known.
    pub prints: Option<&'static LogMessage>,
    /// What is wrong.
    pub message: String,
    /// What LSF does, in words.
    pub effect: String,
    /// What to do; may be empty.
    pub help: String,
    /// The place in the script.
    pub range: TextRange,
    /// Its line, from 1.
    pub line: usize,
    /// The lines of the configuration that decide.
    pub conditions: Vec<Condition>,
}

/// The job that a finding is about: the one whose options are there, else the one before. The outer `None` if the
/// script has no jobs.
pub(super) fn job_of(submissions: &[Submission], range: TextRange) -> Option<usize> {
    let touches =
        |it: &Given| [it.name, it.range()].iter().any(|it| it.intersect(range).is_some_and(|it| !it.is_empty()));
    let has = |it: &Submission| it.anchor == range || it.given().iter().any(touches);
    let before = || submissions.iter().rposition(|it| it.anchor.start() <= range.start());
    submissions.iter().position(has).or_else(before).or((!submissions.is_empty()).then_some(0))
}

impl JobReason {
    pub(super) fn of(found: &Diagnostic, script: &JobScript, job: &Submission) -> JobReason {
        let outcome = found.consequence.as_ref().map(|it| (it.outcome(), it.is_certain()));
        let place = |file: &str, range| Place { file: file.into(), range };
        let related = found.related.iter().map(|it| Condition {
            text: it.message.clone(),
            place: it.file.as_deref().map(|file| place(file, it.range)),
            hosts: Vec::new(),
        });
        JobReason {
            code: found.rule.code,
            severity: found.severity,
            outcome: match outcome {
                Some((Outcome::Refused, _)) => "refused",
                Some((Outcome::Pending, _)) => "pending",
                Some((Outcome::Killed, _)) => "killed",
                _ => "",
            },
            certain: outcome.is_some_and(|it| it.1),
            prints: printed(found, job),
            message: found.message.clone(),
            effect: found.effect.as_deref().unwrap_or_default().to_owned(),
            help: found.help.as_deref().unwrap_or_default().to_owned(),
            range: found.range,
            line: line_of(&script.text, found.range),
            conditions: related.filter(|it| it.place.is_some()).collect(),
        }
    }
}

/// What LSF prints: of the messages of the rule, the one about the parameter of the option.
fn printed(found: &Diagnostic, job: &Submission) -> Option<&'static LogMessage> {
    let all: Vec<&LogMessage> = messages_of_rule(found.rule.code).collect();
    let option = job.given().iter().find(|it| it.range() == found.range || it.name == found.range);
    let parameter = option.map_or("", |it| it.option.parameter);
    let about = |it: &&&LogMessage| it.by.iter().any(|by| by.rsplit(':').next() == Some(parameter));
    match all.as_slice() {
        [only] => Some(*only),
        several => {
            let mut matching = several.iter().filter(about);
            matching.next().filter(|_| matching.next().is_none()).copied()
        }
    }
}
