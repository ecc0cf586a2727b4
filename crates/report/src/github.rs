//! The format `github`: workflow commands, which GitHub Actions shows as annotations next to the changed lines.
//!
//! `::error file=conf/lsb.queues,line=3,endLine=3,col=1,endColumn=9,title=lsflint P003 (duplicate-parameter)::message`
//!
//! What GitHub does with workflow commands:
//! - The runner reads stdout and stderr of a step; commands in a file have no effect.
//! - The only levels are `error`, `warning` and `notice`. Of each, 10 are shown per step and 50 per job; the log
//!   contains all, but only their messages, so the message starts with path, line and code.
//! - In a message, `%` and line breaks are written as `%25`, `%0D` and `%0A`; in a property `:` and `,` as well.
//! - The runner discards columns unless the finding ends on its first line. End columns are exclusive, as in most
//!   tools; GitHub shows only lines.
//! - Paths are relative to the root of the repository, see [`PathBase`].

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use lsflint_lint::Severity;

use crate::finding::{Finding, findings};
use crate::text::harmless;
use crate::{FileFindings, PathBase, Reporter, Summary};

/// The format `github`.
#[derive(Debug, Default)]
pub struct Github {
    base: PathBase,
}

impl Github {
    /// A reporter with paths relative to `base`.
    pub fn new(base: PathBase) -> Github {
        Github { base }
    }
}

impl Reporter for Github {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        let path = self.base.path(&file.source.path);
        for it in findings(file) {
            annotate(&it, &path, out)?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        for problem in &summary.problems {
            writeln!(out, "::error title=lsflint::{}", Message(problem))?;
        }
        Ok(())
    }
}

/// The level of an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// `::error`.
    Error,
    /// `::warning`.
    Warning,
    /// `::notice`.
    Notice,
}

impl Level {
    /// The level of a finding.
    pub fn of(severity: Severity) -> Level {
        match severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Info | Severity::Hint => Level::Notice,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Notice => "notice",
        }
    }
}

/// Writes an annotation about something else than a finding. `place`: the path from the root of the repository, and the
/// line.
///
/// # Errors
/// Writing fails.
pub fn annotation(
    out: &mut dyn Write,
    level: Level,
    place: Option<(&str, usize)>,
    title: &str,
    message: &str,
) -> io::Result<()> {
    write!(out, "::{} ", level.name())?;
    if let Some((path, line)) = place {
        write!(out, "file={},line={line},", Property(path))?;
    }
    writeln!(out, "title={}::{}", Property(title), Message(message))
}

fn annotate(it: &Finding<'_>, path: &str, out: &mut dyn Write) -> io::Result<()> {
    let level = Level::of(it.diagnostic.severity).name();
    let (start, end) = (it.placed.range.start, it.placed.range.end);
    // A range that ends at the start of a line ends with the previous line, because the file may have no further line.
    let last_line = if end.column == 1 && end.line > start.line { end.line - 1 } else { end.line };
    write!(out, "::{level} file={},line={},endLine={last_line}", Property(path), start.line)?;
    if start.line == end.line {
        write!(out, ",col={},endColumn={}", start.column, end.column)?;
    }
    // The title is last: the runner trims the end of the list, and a path may end in a space.
    let (code, rule) = (it.placed.code, it.placed.rule);
    writeln!(out, ",title=lsflint {code} ({rule})::{}", Message(&it.lines(path)))
}

/// The escaped text after the second `::`.
struct Message<'t>(&'t str);

impl Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(self.0.chars().map(visible), "%\r\n", f)
    }
}

/// The escaped value of a property.
struct Property<'t>(&'t str);

impl Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(self.0.chars().map(visible), "%\r\n:,", f)
    }
}

/// A log shows what a step writes, so escape sequences become visible; line breaks are references.
fn visible(letter: char) -> char {
    if matches!(letter, '\r' | '\n') { letter } else { harmless(letter) }
}

fn escape(text: impl Iterator<Item = char>, letters: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for letter in text {
        if letters.contains(letter) { write!(f, "%{:02X}", u32::from(letter))? } else { f.write_char(letter)? }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
