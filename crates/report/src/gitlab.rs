//! The format `gitlab`: a Code Quality report, which GitLab shows in merge requests.
//!
//! What GitLab does with a report:
//! - It expects one JSON list. Entries without `description`, `fingerprint`, `severity` or `location` are dropped
//!   silently; `check_name` is shown if present.
//! - Severities are `info`, `minor`, `major`, `critical` and `blocker`. Findings get `info`, `minor` and `major`; the
//!   other two would mean that a cluster is down.
//! - Entries with the same fingerprint are treated as one, in the whole report. The fingerprint is therefore made of
//!   the path and the fingerprint in the file, which does not change when lines move: a merge request shows only new
//!   findings.
//! - Paths are relative to the root of the repository and must not start with `./`, see [`PathBase`]. GitLab needs only
//!   lines; the columns are in `positions`, which is part of the Code Climate format. A `location` has either `lines`
//!   or `positions`; GitLab reads both.

use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use lsflint_lint::Severity;

use crate::finding::{Finding, findings};
use crate::{FileFindings, JsonPlace, PathBase, Reporter, Summary};

/// The format `gitlab`.
#[derive(Debug, Default)]
pub struct Gitlab {
    base: PathBase,
    entries: usize,
}

impl Gitlab {
    /// A reporter with paths relative to `base`.
    pub fn new(base: PathBase) -> Gitlab {
        Gitlab { base, entries: 0 }
    }
}

#[derive(Serialize)]
struct Entry<'a> {
    description: String,
    check_name: String,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    positions: Positions,
}

#[derive(Serialize)]
struct Positions {
    begin: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: usize,
    column: usize,
}

impl Reporter for Gitlab {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        let path = self.base.path(&file.source.path);
        for it in findings(file) {
            out.write_all(if self.entries == 0 { b"[\n" } else { b",\n" })?;
            self.entries += 1;
            serde_json::to_writer(&mut *out, &entry(&it, &path))?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.entries == 0 { b"[]\n" } else { b"\n]\n" })
    }
}

fn entry<'a>(it: &Finding<'_>, path: &'a str) -> Entry<'a> {
    let position = |it: JsonPlace| Position { line: it.line, column: it.column };
    let range = it.placed.range;
    Entry {
        description: it.sentences(),
        check_name: format!("{} {}", it.placed.code, it.placed.rule),
        fingerprint: fingerprint(it, path),
        severity: match it.diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Info | Severity::Hint => "info",
        },
        location: Location { path, positions: Positions { begin: position(range.start), end: position(range.end) } },
    }
}

/// A fingerprint of 32 hexadecimal digits, as long as the MD5 in reports of GitLab's own tools.
fn fingerprint(it: &Finding<'_>, path: &str) -> String {
    let known_by = match it.fingerprint {
        Some(fingerprint) => fingerprint.to_string(),
        // Without a fingerprint: unique, but changes when lines move.
        None => format!("{} {} {}", it.placed.code, it.placed.range.start.offset, it.placed.message),
    };
    let digest = Sha256::digest(format!("{path}\n{known_by}"));
    digest[..16].iter().map(|it| format!("{it:02x}")).collect()
}

#[cfg(test)]
mod tests;
