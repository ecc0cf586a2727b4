//! Parses the `#BSUB` lines and the `bsub` commands in shell scripts.
//!
//! A script is not an LSF file, so it has no tree. [`Script::parse`] finds the options of `bsub` and splits them into
//! words, with the quoting rules of a POSIX shell. It never fails and never guesses: a word with an expansion
//! (`$QUEUE`, a command, a pattern) has a range but no text. Every byte of a known text is mapped to its offset in the
//! script, so that findings inside a quoted requirement have the right range.
//!
//! `bsub` reads the `#BSUB` lines of the whole script, not only those before the first command; it splits them into
//! words itself, so nothing is expanded there. A here-document with such lines is a separate script, that of the `bsub`
//! command that reads it.

mod directive;
mod shell;
#[cfg(test)]
mod tests;
mod word;

use rowan::{TextRange, TextSize};

pub use word::{Quote, Word};

/// The `bsub` options and commands in a shell script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// The calls that submit a job, in text order.
    pub calls: Vec<Call>,
    /// The comments, including those at the end of `#BSUB` lines, but not the `#BSUB` lines themselves.
    pub comments: Vec<TextRange>,
    /// The line ends that are followed by a continuation, in order.
    pub(crate) continued: Vec<TextSize>,
}

/// The options of one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Where the options are written.
    pub origin: Origin,
    /// The range to report for the command: the word `bsub`, or the first `#BSUB`.
    pub anchor: TextRange,
    /// The words of the command, without `bsub` and without redirections; empty if there are only `#BSUB` lines.
    pub command: Vec<Word>,
    /// The words of each `#BSUB` line.
    pub directives: Vec<Vec<Word>>,
    /// Whether the command reads a script from elsewhere, which may contain more options.
    pub reads: bool,
}

/// Where the options of a job are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// In the `#BSUB` lines of the script itself.
    Script,
    /// In a `bsub` command, with the `#BSUB` lines of the here-document it reads.
    Command,
    /// In the `#BSUB` lines of a here-document that another command reads.
    Document,
}

impl Script {
    /// Parses a script. Any text is accepted.
    pub fn parse(text: &str) -> Script {
        let mut script = match shell::is_shell(text) {
            true => shell::read(text),
            // For another language, quotes are not interpreted, but `#BSUB` lines are.
            false => directive::lines_of_any_language(text),
        };
        script.calls.sort_by_key(|it| it.anchor.start());
        script
    }

    /// Whether the line is continued after the line end at this offset.
    pub fn is_continued(&self, line_end: TextSize) -> bool {
        self.continued.binary_search(&line_end).is_ok()
    }

    /// Whether a text looks like a job script: it starts with `#!`, or has a `#BSUB` line.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("#!") || text.lines().any(|line| line.trim_start().starts_with(directive::MARK))
    }
}

/// Converts an offset.
fn size(at: usize) -> TextSize {
    TextSize::new(u32::try_from(at).unwrap_or(u32::MAX))
}

/// Converts a range.
fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end.max(start)))
}
