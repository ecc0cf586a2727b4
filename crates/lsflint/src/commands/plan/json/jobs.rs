//! What the document says about jobs.

use lsflint_ide::answers::plan::{JobOrder, Precedence};
use serde::Serialize;

use super::Compared;

/// A job of a script that LSF treats worse than before.
#[derive(Serialize)]
pub(super) struct Job<'a> {
    file: &'a str,
    line: usize,
    outcome: &'static str,
    code: &'a str,
    message: &'a str,
    risk: &'static str,
}

/// A value of a job of a script that means something else.
#[derive(Serialize)]
pub(super) struct ScriptValue<'a> {
    file: &'a str,
    line: usize,
    what: &'a str,
    old_words: &'a str,
    new_words: &'a str,
    because: &'static str,
}

/// The order of two jobs of `--aps-jobs`.
#[derive(Serialize)]
pub(super) struct Order<'a> {
    jobs: [&'a str; 2],
    /// The job that is first; null if both have the same value or it is unknown.
    old: Option<&'a str>,
    new: Option<&'a str>,
    old_words: String,
    new_words: String,
}

pub(super) fn jobs(compared: &Compared) -> impl Iterator<Item = Job<'_>> {
    compared.jobs().map(|(it, outcome, risk)| Job {
        file: &it.file,
        line: it.line,
        outcome,
        code: it.code,
        message: &it.message,
        risk: risk.name(),
    })
}

pub(super) fn scripts(compared: &Compared) -> impl Iterator<Item = ScriptValue<'_>> {
    compared.values.iter().map(|(file, it)| ScriptValue {
        file,
        line: it.line,
        what: &it.what,
        old_words: &it.old_words,
        new_words: &it.new_words,
        because: it.because,
    })
}

pub(super) fn order(it: &JobOrder) -> Order<'_> {
    let first = |precedence: &Precedence| match precedence {
        Precedence::First(..) => Some(it.first.as_str()),
        Precedence::Second(..) => Some(it.second.as_str()),
        Precedence::Equal(_) | Precedence::Unknown(_) => None,
    };
    let (old, new) = (first(&it.old), first(&it.new));
    let jobs = [it.first.as_str(), it.second.as_str()];
    Order { jobs, old, new, old_words: it.words(&it.old), new_words: it.words(&it.new) }
}
