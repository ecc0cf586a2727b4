//! The format `github`: workflow commands, which GitHub Actions shows as annotations next to the changed lines.
//!
//! `::error file=conf/lsb.queues,line=3,endLine=3,col=1,endColumn=9,title=lsflint P003 (duplicate-parameter)::message`
//!
//! What GitHub does with them:
//! - The runner reads stdout and stderr of a step; a file with commands does nothing.
//! - `error`, `warning` and `notice` are all the levels there are. Of each, 10 are shown per step and 50 per job; the log has them all.
//!   That is why the message begins with path, line and code: the log shows nothing but the message.
//! - In a message, `%` and line breaks are written as `%25`, `%0D` and `%0A`; in a property `:` and `,` as well.
//! - Columns count only when the finding ends on its first line: the runner throws them away otherwise. They are written as the
//!   character behind the last one, as most tools do; GitHub shows only lines.
//! - Paths are relative to the top of the repository, see [`PathBase`].

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use lsflint_lint::Severity;

use crate::finding::{Finding, findings};
use crate::{FileFindings, PathBase, Reporter, Summary};

/// The format `github`.
#[derive(Debug, Default)]
pub struct Github {
    base: PathBase,
}

impl Github {
    /// With paths from the top of the repository.
    pub fn new(base: PathBase) -> Github {
        Github { base }
    }
}

impl Reporter for Github {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        let path = self.base.path(&file.source.path);
        for it in findings(file) {
            annotation(&it, &path, out)?;
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

fn annotation(it: &Finding<'_>, path: &str, out: &mut dyn Write) -> io::Result<()> {
    let level = match it.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "notice",
    };
    let (start, end) = (it.placed.range.start, it.placed.range.end);
    // What ends before the first character of a line ends with the line before, which the file may not go beyond.
    let last_line = if end.column == 1 && end.line > start.line { end.line - 1 } else { end.line };
    write!(out, "::{level} file={},line={},endLine={last_line}", Property(path), start.line)?;
    if start.line == end.line {
        write!(out, ",col={},endColumn={}", start.column, end.column)?;
    }
    // The title comes last: the runner trims the end of the list, and a path may end in a space.
    let (code, rule) = (it.placed.code, it.placed.rule);
    writeln!(out, ",title=lsflint {code} ({rule})::{}", Message(&it.lines(path)))
}

/// The text behind the second `::`.
struct Message<'t>(&'t str);

impl Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(self.0, "%\r\n", f)
    }
}

/// The value of a property.
struct Property<'t>(&'t str);

impl Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(self.0, "%\r\n:,", f)
    }
}

fn escape(text: &str, letters: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for letter in text.chars() {
        if letters.contains(letter) { write!(f, "%{:02X}", u32::from(letter))? } else { f.write_char(letter)? }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
