//! The format `json` of `check`, and the JSON form of a finding that other documents share.
//!
//! In version 1, fields are only added, never changed or removed. `related`, `fix`, `effect`, `consequence`, `help` and
//! `url` may be absent.

use std::io::{self, Write};

use lsflint_lint::{Applicability, Consequence, Diagnostic, Fix};
use serde::Serialize;
use serde_json::ser::Formatter;

use crate::position::{Place, Positions, bounds};
use crate::{FileFindings, NotApplied, Reporter, Source, Summary, Totals};

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct JsonPlace {
    /// The line, 1-based.
    pub line: usize,
    /// The column, 1-based, in Unicode scalar values.
    pub column: usize,
    /// The byte offset in the file, 0-based.
    pub offset: usize,
}

/// A range of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct JsonRange {
    /// The position of the first character.
    pub start: JsonPlace,
    /// The position after the last character.
    pub end: JsonPlace,
}

/// A related place of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonRelated {
    /// Its file.
    pub file: String,
    /// The range.
    pub range: JsonRange,
    /// The note on this place.
    pub message: String,
}

/// A replacement of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonEdit {
    /// Its file.
    pub file: String,
    /// The range to replace.
    pub range: JsonRange,
    /// The new text.
    pub text: String,
}

/// A fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonFix {
    /// `safe` or `unsafe`.
    pub applicability: &'static str,
    /// The title, an instruction.
    pub title: String,
    /// The edits, in order.
    pub edits: Vec<JsonEdit>,
}

/// A finding as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    /// The code of the rule.
    pub code: &'static str,
    /// The name of the rule.
    pub rule: &'static str,
    /// `error`, `warning`, `info` or `hint`.
    pub severity: &'static str,
    /// The path of the file relative to the current directory, with `/`.
    pub file: String,
    /// The range.
    pub range: JsonRange,
    /// The message.
    pub message: String,
    /// What LSF does, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// What LSF does, as a structured value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consequence: Option<JsonConsequence>,
    /// What to do, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Related places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<JsonRelated>,
    /// The fix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<JsonFix>,
    /// The URL of the manual page that the rule is based on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// What LSF does with an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonConsequence {
    /// The affected item: `file`, `section`, `row`, `line`, `value`, `string` or `job`.
    pub item: &'static str,
    /// The outcome: `ignored`, `rejected`, `dropped`, `default`, `read-as`, `no-effect`, `refused`, `pending` or
    /// `killed`.
    pub outcome: &'static str,
    /// The value that LSF uses instead, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl From<&Consequence> for JsonConsequence {
    fn from(it: &Consequence) -> JsonConsequence {
        JsonConsequence {
            item: it.item().as_str(),
            outcome: it.outcome().as_str(),
            value: it.value().map(str::to_owned),
        }
    }
}

/// The findings of a file as JSON.
pub fn json_diagnostics(file: &FileFindings) -> impl Iterator<Item = JsonDiagnostic> {
    // Computed on first use, because most files have no findings.
    let mut positions = None;
    file.diagnostics.iter().map(move |it| {
        let (positions, others) = positions.get_or_insert_with(|| {
            let others: Vec<(&Source, Positions)> = file.related.iter().map(|it| (it, Positions::new(it))).collect();
            (Positions::new(&file.source), others)
        });
        diagnostic(it, file, positions, others)
    })
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
        consequence: it.consequence.as_ref().map(JsonConsequence::from),
        help: it.help.as_ref().map(ToString::to_string),
        related: related.collect(),
        fix: it.fix.as_ref().map(|it| fix(it, path, positions)),
        url: it.rule.url(),
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

/// Writes a document with one line per entry of its lists: compact, but usable with line-based tools.
///
/// # Errors
/// Those of the writer.
pub fn write_document(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, OneLineEach { depth: 0 });
    document.serialize(&mut serializer)?;
    writeln!(out)
}

/// A compact formatter in which the entries of the top-level lists start on new lines.
struct OneLineEach {
    /// The current nesting depth of objects and lists.
    depth: usize,
}

/// The nesting depth of entries: inside the document (1) and one of its lists (2).
const ENTRY_DEPTH: usize = 2;

impl Formatter for OneLineEach {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.depth == ENTRY_DEPTH { out.write_all(b"\n") } else { Ok(()) }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        match (first, self.depth) {
            (true, _) => Ok(()),
            (false, 1) => out.write_all(b",\n"),
            (false, _) => out.write_all(b","),
        }
    }
}

/// The format `json`: one document with all findings.
///
/// Findings are written as they arrive, so that a large run needs no memory for them. Only the outer object is written
/// here, in the documented order; every value is serialized by serde.
#[derive(Debug)]
pub struct Json {
    version: &'static str,
    found: Totals,
    entries: usize,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Counts<'s> {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    /// The number of fixed findings, if fixing was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<usize>,
    /// The fixes that were not applied, if any.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    not_applied: &'s [NotApplied],
}

impl Json {
    /// A reporter for a version of lsflint.
    pub fn new(version: &'static str) -> Json {
        Json { version, found: Totals::default(), entries: 0 }
    }

    /// Writes the text before an entry: the start of the document before the first entry.
    fn before_entry(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.entries += 1;
        if self.entries > 1 { out.write_all(b",\n") } else { self.head(out) }
    }

    fn head(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"{\"version\":1,\n\"tool\":")?;
        serde_json::to_writer(&mut *out, &Tool { name: "lsflint", version: self.version })?;
        out.write_all(b",\n\"diagnostics\":[\n")
    }
}

impl Reporter for Json {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        self.found.add(&file.diagnostics);
        for it in json_diagnostics(file) {
            self.before_entry(out)?;
            serde_json::to_writer(&mut *out, &it)?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if self.entries == 0 {
            self.head(out)?;
        }
        let Totals { errors, warnings, infos, .. } = self.found;
        let fixed = summary.fixing.as_ref().map(|it| it.fixed);
        let not_applied = summary.fixing.as_ref().map_or(&[][..], |it| &it.not_applied);
        out.write_all(b"],\n\"skipped\":")?;
        serde_json::to_writer(&mut *out, &summary.skipped)?;
        out.write_all(b",\n\"summary\":")?;
        serde_json::to_writer(
            &mut *out,
            &Counts { files: summary.files, errors, warnings, infos, fixed, not_applied },
        )?;
        out.write_all(b"}\n")
    }
}

/// The format `json-lines`: one JSON document per finding and line.
#[derive(Debug, Default)]
pub struct JsonLines;

impl Reporter for JsonLines {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        for it in json_diagnostics(file) {
            serde_json::to_writer(&mut *out, &it)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
