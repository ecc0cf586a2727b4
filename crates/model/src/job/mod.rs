//! Jobs that a script submits, and their meaning in a cluster.
//!
//! [`JobScript`] is a script in memory. [`Invocation`] is one call of a command of LSF: its options with their places,
//! whether some are unknown, and what the command does not understand. [`Submission`] is one job. [`Job`] is a
//! submission in a cluster: its queues, its application profile, its merged requirement, the hosts it may run on.
//! Options that the user adds to `#BSUB` lines on the command line are unknown; a job is checked as written.

mod access;
mod capacity;
mod condition;
mod name;
mod options;
mod placed;
mod shared;
mod submitter;
#[cfg(test)]
mod tests;
mod value;

use std::sync::Arc;

use lsflint_spec::{BsubArgument, BsubOption};
use lsflint_syntax::TextRange;
use lsflint_syntax::script::{Origin, Script, Word, moved};

pub use access::{is_in_group, may_use};
pub use capacity::Capacity;
pub use condition::{Condition, Test};
pub use name::{Indices, JobName};
pub use options::{Invocation, Mistake};
pub use placed::{HostWord, Job, Named, Profile, Requirements, needs};
pub use shared::Shared;
pub use submitter::{Esub, Objection, Submitter, esubs};
pub use value::{DateTime, JobSize, RunTime, Tasks, ValueMistake};

/// A shell script in memory. Cheap to clone.
#[derive(Debug, Clone)]
pub struct JobScript {
    /// The path as shown in reports, with `/`.
    pub path: Arc<str>,
    /// The text.
    pub text: Arc<str>,
    /// The parsed `bsub` options and commands.
    pub script: Arc<Script>,
}

impl JobScript {
    /// Parses a text as a script.
    pub fn new(path: &str, text: impl Into<Arc<str>>) -> JobScript {
        let text = text.into();
        JobScript { path: path.into(), script: Arc::new(Script::parse_named(path, &text)), text }
    }

    /// The calls of commands of LSF, in the order of the text.
    pub fn invocations(&self) -> Vec<Invocation> {
        self.script.calls.iter().map(Invocation::of).collect()
    }

    /// The jobs that it submits, in the order of the text.
    pub fn submissions(&self) -> Vec<Submission> {
        self.invocations().into_iter().filter_map(Submission::of).collect()
    }
}

/// A job as written.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// Where its options are written.
    pub origin: Origin,
    /// The place where the job is reported.
    pub anchor: TextRange,
    /// The first word of the command to run, if it is on the command line.
    pub command: Option<Word>,
    /// Whether some options are unknown, so that options that are not given may be set.
    pub has_gaps: bool,
    given: Vec<Given>,
}

/// An option that is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// The option.
    pub option: &'static BsubOption,
    /// The range of its name.
    pub name: TextRange,
    /// Its argument.
    pub argument: Option<Word>,
    /// Whether it is written in a `#BSUB` line.
    pub in_directive: bool,
}

/// Whether an option is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Asked<'s> {
    /// It is not given.
    No,
    /// It may be given, or its argument is unknown.
    Unknown,
    /// It is given once, with a known argument if it has one.
    Yes(&'s Given),
}

impl Submission {
    /// The job of a call; `None` if it submits none, or reads its options from a file of another kind.
    pub fn of(call: Invocation) -> Option<Submission> {
        let is_elsewhere = call.given.iter().any(|it| it.option.elsewhere);
        (call.program.submits() && !is_elsewhere).then_some(Submission {
            origin: call.origin,
            anchor: call.anchor,
            command: call.command,
            has_gaps: call.has_gaps,
            given: call.given,
        })
    }

    /// The same job at another place in its script; `None` if that would be before its start.
    pub fn moved(&self, by: i64) -> Option<Submission> {
        let word = |it: &Option<Word>| match it {
            Some(word) => word.moved(by).map(Some),
            None => Some(None),
        };
        let given = |it: &Given| {
            let (name, argument) = (moved(it.name, by)?, word(&it.argument)?);
            Some(Given { name, argument, ..it.clone() })
        };
        Some(Submission {
            anchor: moved(self.anchor, by)?,
            command: word(&self.command)?,
            given: self.given.iter().map(given).collect::<Option<_>>()?,
            ..self.clone()
        })
    }

    /// All given options, in the order of the text.
    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// Whether an option is given, by its name without the hyphen.
    pub fn asked(&self, name: &str) -> Asked<'_> {
        let mut all = self.given.iter().filter(|it| it.option.name == name);
        match (all.next(), all.next()) {
            (None, _) if self.has_gaps => Asked::Unknown,
            (None, _) => Asked::No,
            (Some(one), None) if one.is_known() => Asked::Yes(one),
            _ => Asked::Unknown,
        }
    }

    /// Whether an option is given that satisfies a required parameter of the queue; `None` if unknown.
    pub fn meets(&self, parameter: &str) -> Option<bool> {
        match self.given.iter().any(|it| it.option.parameter == parameter) {
            true => Some(true),
            false => (!self.has_gaps).then_some(false),
        }
    }
}

impl Given {
    /// Its argument, if known.
    pub fn text(&self) -> Option<&str> {
        self.argument.as_ref()?.text()
    }

    /// The range of its argument, else of its name.
    pub fn range(&self) -> TextRange {
        self.argument.as_ref().map_or(self.name, Word::range)
    }

    fn is_known(&self) -> bool {
        self.option.argument == BsubArgument::None || self.text().is_some()
    }
}

/// A range of a text.
fn part(start: usize, end: usize) -> TextRange {
    let size = |it: usize| u32::try_from(it).unwrap_or(u32::MAX).into();
    TextRange::new(size(start), size(end))
}
