//! Shell scripts, as far as they submit jobs: the `#BSUB` lines and the `bsub` commands in them.
//!
//! A script is not an LSF file, so it gets no tree. [`Script::parse`] finds options of `bsub` and splits them
//! into words, with quotes understood as a POSIX shell understands them. It never fails and never guesses: a word in which the shell
//! puts something else (`$QUEUE`, a command, a pattern) is there with its place and without a text. Every byte of a known text has its
//! place in the script, so that findings inside a quoted requirement have the right position.
//!
//! `bsub` reads the `#BSUB` lines of the whole script, not only those before its first command; words in them are split by `bsub`
//! itself, so nothing is expanded there. A here-document with such lines is a script of its own, that of the `bsub` it is given to.

mod directive;
mod shell;
#[cfg(test)]
mod tests;
mod word;

use rowan::{TextRange, TextSize};

pub use word::{Quote, Word};

/// What a shell script says to `bsub`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// Everything that submits a job, in the order of the script.
    pub calls: Vec<Call>,
    /// The comments, `#BSUB` lines left out but for a comment at their end.
    pub comments: Vec<TextRange>,
    /// The line ends after which the line goes on, in order.
    pub(crate) continued: Vec<TextSize>,
}

/// Options of one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Where they come from.
    pub origin: Origin,
    /// The place where the command is reported: the word `bsub`, or the first `#BSUB`.
    pub anchor: TextRange,
    /// The words of the command, without `bsub` and without redirections; empty if there are only `#BSUB` lines.
    pub command: Vec<Word>,
    /// The words of each `#BSUB` line.
    pub directives: Vec<Vec<Word>>,
    /// The command reads a script from somewhere else, which may bring more options.
    pub reads: bool,
}

/// The places of the options of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// In the `#BSUB` lines of the script itself.
    Script,
    /// In a `bsub` command, with the `#BSUB` lines of the here-document it reads.
    Command,
    /// In the `#BSUB` lines of a here-document that something else reads.
    Document,
}

impl Script {
    /// Reads a script. Any text is one.
    pub fn parse(text: &str) -> Script {
        let mut script = match shell::is_shell(text) {
            true => shell::read(text),
            // Another language: its quotes are not ours, its `#BSUB` lines are.
            false => directive::lines_of_any_language(text),
        };
        script.calls.sort_by_key(|it| it.anchor.start());
        script
    }

    /// Whether the line goes on behind the line end at this offset.
    pub fn is_continued(&self, line_end: TextSize) -> bool {
        self.continued.binary_search(&line_end).is_ok()
    }

    /// Whether a text looks like a script with something for us: it begins with `#!`, or has a `#BSUB` line.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("#!") || text.lines().any(|line| line.trim_start().starts_with(directive::MARK))
    }
}

/// An offset.
fn size(at: usize) -> TextSize {
    TextSize::new(u32::try_from(at).unwrap_or(u32::MAX))
}

/// A range.
fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end.max(start)))
}
