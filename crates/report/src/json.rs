//! The JSON document of `check`, and the shape of a finding that other documents share.
//!
//! Fields are only ever added to version 1. `related`, `fix`, `effect`, `help` and `url` may be absent.

use std::io::{self, Write};

use lsflint_lint::{Applicability, Diagnostic, Fix, Severity};
use serde::Serialize;

use crate::position::{Place, Positions, bounds};
use crate::{FileFindings, Reporter, Skipped, Source, Summary};

/// A place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct JsonPlace {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in Unicode scalar values.
    pub column: usize,
    /// The byte, from 0.
    pub offset: usize,
}

/// From a place up to another one, which is not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct JsonRange {
    /// The first character.
    pub start: JsonPlace,
    /// The character behind the last one.
    pub end: JsonPlace,
}

/// A second place of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonRelated {
    /// Its file.
    pub file: String,
    /// Where.
    pub range: JsonRange,
    /// What is there.
    pub message: String,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonEdit {
    /// Its file.
    pub file: String,
    /// What goes away.
    pub range: JsonRange,
    /// What takes its place.
    pub text: String,
}

/// A repair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonFix {
    /// `safe` or `unsafe`.
    pub applicability: &'static str,
    /// What it does.
    pub title: String,
    /// The edits, in order.
    pub edits: Vec<JsonEdit>,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    /// The code of the rule.
    pub code: &'static str,
    /// The name of the rule.
    pub rule: &'static str,
    /// `error`, `warning`, `info` or `hint`.
    pub severity: &'static str,
    /// The file, relative to the current folder, with `/`.
    pub file: String,
    /// Where.
    pub range: JsonRange,
    /// What is wrong.
    pub message: String,
    /// What LSF does at run time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Other places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<JsonRelated>,
    /// A repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<JsonFix>,
}

/// The findings of a file in the shape of the documents.
pub fn json_diagnostics(file: &FileFindings) -> Vec<JsonDiagnostic> {
    if file.diagnostics.is_empty() {
        return Vec::new();
    }
    let positions = Positions::new(&file.source);
    let others: Vec<(&Source, Positions)> = file.related.iter().map(|it| (it, Positions::new(it))).collect();
    file.diagnostics.iter().map(|it| diagnostic(it, file, &positions, &others)).collect()
}

fn diagnostic(
    it: &Diagnostic,
    file: &FileFindings,
    positions: &Positions,
    others: &[(&Source, Positions)],
) -> JsonDiagnostic {
    let path = || file.source.path.to_string();
    let related = it.related.iter().filter_map(|related| {
        let positions = match &related.file {
            Some(other) if **other != *file.source.path => {
                &others.iter().find(|(source, _)| *source.path == **other)?.1
            }
            _ => positions,
        };
        let file = related.file.clone().unwrap_or_else(path);
        Some(JsonRelated { file, range: range(related.range, positions), message: related.message.clone() })
    });
    JsonDiagnostic {
        code: it.rule.code,
        rule: it.rule.name,
        severity: it.severity.as_str(),
        file: path(),
        range: range(it.range, positions),
        message: it.message.clone(),
        effect: it.effect.as_ref().map(ToString::to_string),
        help: it.help.as_ref().map(ToString::to_string),
        related: related.collect(),
        fix: it.fix.as_ref().map(|it| fix(it, path, positions)),
    }
}

fn fix(fix: &Fix, path: impl Fn() -> String, positions: &Positions) -> JsonFix {
    let edits =
        fix.edits.iter().map(|it| JsonEdit { file: path(), range: range(it.range, positions), text: it.text.clone() });
    JsonFix {
        applicability: match fix.applicability {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        },
        title: fix.title.clone(),
        edits: edits.collect(),
    }
}

fn range(range: line_index::TextRange, positions: &Positions) -> JsonRange {
    let (start, end) = bounds(range);
    let place = |it: Place| JsonPlace { line: it.line, column: it.column, offset: it.offset };
    JsonRange { start: place(positions.place(start)), end: place(positions.place(end)) }
}

/// The format `json`: one document.
#[derive(Debug)]
pub struct Json {
    version: &'static str,
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    tool: Tool,
    diagnostics: &'a [JsonDiagnostic],
    skipped: &'a [Skipped],
    summary: Counts,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Counts {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
}

impl Json {
    /// `version` is that of the tool.
    pub fn new(version: &'static str) -> Json {
        Json { version, diagnostics: Vec::new() }
    }
}

impl Reporter for Json {
    fn file(&mut self, file: &FileFindings, _: &mut dyn Write) -> io::Result<()> {
        self.diagnostics.extend(json_diagnostics(file));
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let count = |severity: Severity| self.diagnostics.iter().filter(|it| it.severity == severity.as_str()).count();
        let document = Document {
            version: 1,
            tool: Tool { name: "lsflint", version: self.version },
            diagnostics: &self.diagnostics,
            skipped: &summary.skipped,
            summary: Counts {
                files: summary.files,
                errors: count(Severity::Error),
                warnings: count(Severity::Warning),
                infos: count(Severity::Info),
            },
        };
        serde_json::to_writer_pretty(&mut *out, &document)?;
        writeln!(out)
    }
}
