//! The format `gitlab`: a report for Code Quality, which GitLab shows in merge requests.
//!
//! What GitLab does with it:
//! - It wants one JSON list. Entries need `description`, `fingerprint`, `severity` and `location`, or they are dropped silently;
//!   `check_name` is shown when it is there.
//! - Severities are `info`, `minor`, `major`, `critical` and `blocker`. Ours become `info`, `minor` and `major`: the other two would say
//!   that a cluster is down.
//! - Entries with the same fingerprint are taken for one, in the whole report. So it is made of the path and of what the finding is
//!   known by in its file, which survives moved lines: a merge request shows what is new in it, and nothing else.
//! - Paths are relative to the top of the repository and must not begin with `./`, see [`PathBase`]. Lines are enough for GitLab; the
//!   columns are in `positions`, which Code Climate's format has for them, and which is a place of its own: a `location` has `lines` or
//!   `positions`, not both. GitLab reads either.

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
    /// With paths from the top of the repository.
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

/// 32 hexadecimal digits, as of the MD5 that GitLab's own tools write here.
fn fingerprint(it: &Finding<'_>, path: &str) -> String {
    let known_by = match it.fingerprint {
        Some(fingerprint) => fingerprint.to_string(),
        // Unique at least, as long as nothing moves.
        None => format!("{} {} {}", it.placed.code, it.placed.range.start.offset, it.placed.message),
    };
    let digest = Sha256::digest(format!("{path}\n{known_by}"));
    digest[..16].iter().map(|it| format!("{it:02x}")).collect()
}

#[cfg(test)]
mod tests;
