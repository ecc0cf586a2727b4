//! Jobs that a script submits, and what a cluster makes of them.
//!
//! [`JobScript`] is a script in memory. [`Submission`] is one job: the options it is given, each with its place, and what is not known
//! of them. [`Job`] is a submission in a cluster: its queues, its profile, its requirement merged with theirs, the hosts it may run on.
//! Options that the user adds on the command line to `#BSUB` lines are unknown; a job is checked as written.

mod options;
mod placed;
#[cfg(test)]
mod tests;
mod value;

use std::sync::Arc;

use lsflint_spec::{BsubArgument, BsubOption};
use lsflint_syntax::TextRange;
use lsflint_syntax::script::{Call, Origin, Script, Word};

pub use placed::{Job, Named, Profile, Requirements, needs};
pub use value::{JobSize, RunTime, Tasks};

/// A shell script in memory. Cheap to clone.
#[derive(Debug, Clone)]
pub struct JobScript {
    /// The path as it is shown, with `/`.
    pub path: Arc<str>,
    /// The text.
    pub text: Arc<str>,
    /// What it says to `bsub`.
    pub script: Arc<Script>,
}

impl JobScript {
    /// Reads a text as a script.
    pub fn new(path: &str, text: impl Into<Arc<str>>) -> JobScript {
        let text = text.into();
        JobScript { path: path.into(), script: Arc::new(Script::parse(&text)), text }
    }

    /// The jobs it submits, in the order of the text.
    pub fn submissions(&self) -> Vec<Submission> {
        self.script.calls.iter().filter_map(Submission::of).collect()
    }
}

/// One job as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The place of its options.
    pub origin: Origin,
    /// The place where the job is reported.
    pub anchor: TextRange,
    /// The first word of the command that runs, where it is on the command line.
    pub command: Option<Word>,
    /// Some options cannot be seen: those that are not given may be.
    pub has_gaps: bool,
    given: Vec<Given>,
}

/// An option as it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The option.
    pub option: &'static BsubOption,
    /// The range of its name.
    pub name: TextRange,
    /// Its argument.
    pub argument: Option<Word>,
}

/// The answer to "is this option given?".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked<'s> {
    /// It is not.
    No,
    /// Perhaps, or with an argument that cannot be seen.
    Unknown,
    /// Once, with an argument that is known if it takes one.
    Yes(&'s Given),
}

impl Submission {
    /// The job of a call; `None` when it submits none, or takes its options from a file of another kind.
    pub fn of(call: &Call) -> Option<Submission> {
        let read = options::read(call);
        let is_elsewhere = read.given.iter().any(|it| it.option.elsewhere);
        let reads_script =
            call.reads || call.origin == Origin::Command && read.command.is_none() && call.directives.is_empty();
        (!is_elsewhere).then_some(Submission {
            origin: call.origin,
            anchor: call.anchor,
            command: read.command,
            has_gaps: read.has_gaps || reads_script,
            given: read.given,
        })
    }

    /// Every option that is given, in the order of the text.
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

    /// Whether any option that meets a parameter of the queue is given; `None` when that cannot be seen.
    pub fn meets(&self, parameter: &str) -> Option<bool> {
        match self.given.iter().any(|it| it.option.parameter == parameter) {
            true => Some(true),
            false => (!self.has_gaps).then_some(false),
        }
    }
}

impl Given {
    /// Its argument, when it is known.
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

/// A part of a text.
fn part(start: usize, end: usize) -> TextRange {
    let size = |it: usize| u32::try_from(it).unwrap_or(u32::MAX).into();
    TextRange::new(size(start), size(end))
}
