//! The format `concise`: `file:line:col: code severity message`, one line per finding, for grep and for editors that
//! parse compiler output.

use std::io::{self, Write};

use lsflint_lint::Severity;

use crate::position::{Positions, bounds};
use crate::text::tame;
use crate::{FileFindings, Limit, Reporter, Summary};

/// The format `concise`. It contains only findings.
#[derive(Debug, Default)]
pub struct Concise {
    limit: Limit,
}

impl Concise {
    /// A reporter with a limit for the number of findings.
    pub fn new(limit: Limit) -> Concise {
        Concise { limit }
    }
}

impl Reporter for Concise {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        let findings: Vec<_> = file.diagnostics.iter().filter(|it| it.severity > Severity::Hint).collect();
        let chosen = self.limit.choose(&findings);
        if chosen.is_empty() {
            return Ok(());
        }
        let positions = Positions::new(&file.source);
        let path = tame(&file.source.path);
        // A log must not read a path as a command, such as `::error::` on GitHub.
        // The runner skips whitespace before it.
        let path = if path.trim_start().starts_with(':') { format!("./{path}").into() } else { path };
        for it in chosen {
            let place = positions.place(bounds(it.range).0);
            let (code, severity, message) = (it.rule.code, it.severity, tame(&it.message));
            writeln!(out, "{path}:{}:{}: {code} {severity} {message}", place.line, place.column)?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn aside(&self) -> Option<String> {
        self.limit.notice()
    }
}
