//! Parses the `#BSUB` lines and the commands of LSF in scripts.
//!
//! A script is not an LSF file, so it has no tree. [`Script::parse`] finds the commands and their options and splits
//! them into words, with the quoting rules of a POSIX shell. It never fails, never runs anything and never guesses:
//! what depends on the run is unknown, and the text around it is known. A variable that is assigned exactly once, at
//! the top level of the same script and before its use, is a constant, whose value is part of the words that use it.
//! Every byte of a known text is mapped to its offset in the script, so that findings inside a quoted requirement have
//! the right range.
//!
//! `bsub` reads the `#BSUB` lines of the whole script, not only those before the first command; it splits them into
//! words itself, so nothing is expanded there. A here-document with such lines is a separate script, that of the `bsub`
//! command that reads it.
//!
//! In a file of another language, `#BSUB` lines are read, and commands in literal strings: `["bsub", "-q", "night"]`
//! and `os.system("bsub -q night")`. In csh and in recipes of make, commands at the start of a line are read.

mod directive;
mod other;
mod shell;
#[cfg(test)]
mod tests;
mod word;

use lsflint_spec::JobCommand;
use rowan::{TextRange, TextSize};

pub use word::{Quote, Word};

/// The commands and options of LSF in a script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// The calls of commands, and the `#BSUB` lines, in text order.
    pub calls: Vec<Call>,
    /// The comments, including those at the end of `#BSUB` lines, but not the `#BSUB` lines themselves.
    pub comments: Vec<TextRange>,
    /// Where the values of constants are used, in text order.
    pub uses: Vec<Use>,
    /// The quotes that open a string without an end.
    pub open_quotes: Vec<TextRange>,
    /// The marks of other schedulers, such as `#SBATCH`, at the start of a line.
    pub foreign_marks: Vec<TextRange>,
    /// Comments that look like lines with options: `#word` of `#word -q night`.
    pub option_comments: Vec<TextRange>,
    /// The first carriage return that is a part of a word for the shell: that of a line with a command of LSF.
    pub carriage_return: Option<TextRange>,
    /// Whether the file is not a shell script, so that only literal strings were read, besides `#BSUB` lines.
    pub is_other_language: bool,
    /// In a file of another language: the number of strings that begin with `bsub` and were not read, because a part of
    /// them is known only to the program.
    pub strings_not_read: usize,
    /// The line ends that are followed by a continuation, in order.
    pub(crate) continued: Vec<TextSize>,
}

/// A place where the value of a constant is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// The use: `$NAME` or `${NAME}`.
    pub range: TextRange,
    /// The name of the variable.
    pub name: String,
    /// The value in the assignment.
    pub assigned: TextRange,
}

/// The options of one job, or of one call of another command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Where the options are written.
    pub origin: Origin,
    /// The command that reads them; `bsub` for `#BSUB` lines.
    pub program: &'static JobCommand,
    /// The range to report for the command: its name, or the first `#BSUB`.
    pub anchor: TextRange,
    /// The words of the command, without its name and without redirections; empty if there are only `#BSUB` lines.
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
    /// In a command, with the `#BSUB` lines of the here-document it reads.
    Command,
    /// In the `#BSUB` lines of a here-document that another command reads.
    Document,
}

impl Script {
    /// Parses a script. Any text is accepted.
    pub fn parse(text: &str) -> Script {
        Script::parse_named("", text)
    }

    /// As [`Script::parse`], for a file of this name, which may tell its language.
    pub fn parse_named(name: &str, text: &str) -> Script {
        let is_shell = shell::is_shell(text).unwrap_or_else(|| !other::is_named(name));
        let mut script = if is_shell { shell::read(text) } else { other::read(name, text) };
        script.calls.sort_by_key(|it| it.anchor.start());
        script.uses.sort_by_key(|it| it.range.start());
        script.uses.dedup();
        script.open_quotes.sort_by_key(|it| it.start());
        script.foreign_marks = directive::foreign_marks(text);
        script.option_comments = directive::option_comments(text);
        let has_return = |it: &Call| {
            let from = usize::from(it.command.last().map_or(it.anchor, Word::range).end());
            let rest = it.command.first().and(text.get(from..))?;
            rest.starts_with("\r\n").then(|| range(from, from + 1))
        };
        script.carriage_return = script.calls.iter().find_map(has_return);
        script
    }

    /// The use of a constant that covers a range, or is covered by it.
    pub fn use_at(&self, place: TextRange) -> Option<&Use> {
        let first = self.uses.partition_point(|it| it.range.end() <= place.start());
        self.uses.get(first).filter(|it| it.range.start() < place.end())
    }

    /// Whether the line is continued after the line end at this offset.
    pub fn is_continued(&self, line_end: TextSize) -> bool {
        self.continued.binary_search(&line_end).is_ok()
    }

    /// Whether a text looks like a job script: it starts with `#!`, or has a `#BSUB` line.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("#!") || Script::has_directive(text)
    }

    /// Whether a file of this name is a program in another language, or a file of a workflow system.
    pub fn is_other_language(name: &str) -> bool {
        other::is_named(name)
    }

    /// The `#BSUB` at an offset of a text.
    pub fn mark_at(text: &str, offset: TextSize) -> Option<TextRange> {
        let at = usize::from(offset);
        let start = text.get(..at)?.rfind('\n').map_or(0, |it| it + 1);
        let end = text[at..].find('\n').map_or(text.len(), |it| at + it);
        let mark = directive::directive(text, start, end)?.mark;
        mark.contains_inclusive(offset).then_some(mark)
    }

    /// Whether a text has a `#BSUB` line.
    pub fn has_directive(text: &str) -> bool {
        text.lines().any(|line| {
            let rest = line.trim_start_matches([' ', '\t']).strip_prefix(directive::MARK);
            rest.is_some_and(|it| it.starts_with([' ', '\t', '-']))
        })
    }
}

/// A range at another place; `None` if that would be before the start.
pub fn moved(range: TextRange, by: i64) -> Option<TextRange> {
    let start = u32::try_from(i64::from(u32::from(range.start())) + by).ok()?;
    start.checked_add(range.len().into()).map(|_| TextRange::at(start.into(), range.len()))
}

/// Converts an offset.
fn size(at: usize) -> TextSize {
    TextSize::new(u32::try_from(at).unwrap_or(u32::MAX))
}

/// Converts a range.
fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end.max(start)))
}
