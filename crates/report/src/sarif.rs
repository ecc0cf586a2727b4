//! The format `sarif`: SARIF 2.1.0, the standard for findings of static analysis.
//!
//! Findings are written as they arrive: results first, then the rules they belong to and the outcome of the run. The
//! order of keys has no meaning in JSON, so no memory is needed for findings.
//!
//! Requirements of readers, and how they are met:
//! - Lines and columns are 1-based, ends are exclusive. `columnKind` says that columns are Unicode scalar values; the
//!   default would be UTF-16 code units.
//! - GitHub resolves relative URIs against the root of the repository, see [`PathBase`], and drops results without a
//!   location and rules without a description or help. It shows `help.markdown`, the page of the rule, next to the
//!   finding.
//! - GitHub rejects files above 10 MB (compressed) or 25000 results, and shows the first 5000. Its upload action
//!   identifies findings by `primaryLocationLineHash`, which it computes itself, with a warning per result if the file
//!   contains a different value. The fingerprint of lsflint therefore has its own key, for readers that follow the
//!   standard.
//! - Rules without findings are left out: all pages together are larger than most reports.
//! - Empty lists are left out, except for `results`, where the empty list says that the run found nothing, and `rules`.
//! - If files could not be read, the run is not successful and has a notification for each problem. Checks that are
//!   skipped because files are missing are notifications about the configuration.

mod objects;
mod rule;

use std::collections::BTreeMap;
use std::io::{self, Write};

use lsflint_lint::{RuleMeta, Severity};

use crate::finding::{Finding, findings};
use crate::{FileFindings, JsonRange, PathBase, Reporter, Summary};
use objects::{
    ArtifactChange, ArtifactLocation, Driver, Fix, FixProperties, Invocation, Location, Message, Notification,
    PartialFingerprints, PhysicalLocation, Region, Replacement, ResultProperties, SarifResult, Tool,
};

const HEAD: &str = "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\":\"2.1.0\",\n\
                    \"runs\":[{\"columnKind\":\"unicodeCodePoints\",\n\"results\":[";

/// The format `sarif`.
#[derive(Debug)]
pub struct Sarif {
    version: &'static str,
    base: PathBase,
    results: usize,
    /// The rules with findings, in the order of their first finding.
    rules: Vec<&'static RuleMeta>,
    indices: BTreeMap<&'static str, usize>,
}

impl Sarif {
    /// A reporter for a version of lsflint, with paths relative to `base`.
    pub fn new(version: &'static str, base: PathBase) -> Sarif {
        Sarif { version, base, results: 0, rules: Vec::new(), indices: BTreeMap::new() }
    }

    fn rule_index(&mut self, rule: &'static RuleMeta) -> usize {
        *self.indices.entry(rule.code).or_insert_with(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        })
    }

    fn result(&mut self, it: &Finding<'_>) -> SarifResult {
        let placed = &it.placed;
        let location = |file: &str, range| physical(uri(&self.base.path(file)), range);
        let related = placed.related.iter().enumerate().map(|(index, it)| Location {
            id: Some(index + 1),
            physical_location: location(&it.file, it.range),
            message: Some(Message { text: it.message.clone() }),
        });
        let fix = placed.fix.iter().map(|it| Fix {
            description: Message { text: it.title.clone() },
            artifact_changes: vec![ArtifactChange {
                artifact_location: ArtifactLocation { uri: uri(&self.base.path(&placed.file)) },
                replacements: it.edits.iter().map(|it| replacement(it.range, &it.text)).collect(),
            }],
            properties: FixProperties { applicability: it.applicability },
        });
        SarifResult {
            rule_id: placed.code,
            level: level(it.diagnostic.severity),
            message: Message { text: it.sentences() },
            locations: [Location { id: None, physical_location: location(&placed.file, placed.range), message: None }],
            related_locations: related.collect(),
            partial_fingerprints: it.fingerprint.map(|it| PartialFingerprints { lsflint: it.to_string() }),
            fixes: fix.collect(),
            properties: placed.consequence.clone().map(|consequence| ResultProperties { consequence }),
            rule_index: self.rule_index(it.diagnostic.rule),
        }
    }
}

impl Reporter for Sarif {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        for it in findings(file) {
            out.write_all(if self.results == 0 { HEAD.as_bytes() } else { b"," })?;
            self.results += 1;
            let result = self.result(&it);
            out.write_all(b"\n")?;
            serde_json::to_writer(&mut *out, &result)?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if self.results == 0 {
            out.write_all(HEAD.as_bytes())?;
        }
        let rules = self.rules.iter().map(|it| rule::descriptor(it)).collect();
        let driver = Driver { name: "lsflint", version: self.version, semantic_version: self.version, rules };
        out.write_all(b"],\n\"tool\":")?;
        serde_json::to_writer(&mut *out, &Tool { driver })?;
        out.write_all(b",\n\"invocations\":[")?;
        serde_json::to_writer(&mut *out, &invocation(summary))?;
        out.write_all(b"]}]}\n")
    }
}

fn invocation(summary: &Summary) -> Invocation {
    let problems = summary.problems.iter().map(|it| notification("error", it.clone()));
    let skipped = summary.skipped.iter().map(|it| notification("note", format!("{}: {}", it.check, it.because)));
    Invocation {
        execution_successful: summary.problems.is_empty(),
        tool_execution_notifications: problems.collect(),
        tool_configuration_notifications: skipped.collect(),
    }
}

fn notification(level: &'static str, text: String) -> Notification {
    Notification { level, message: Message { text } }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "note",
    }
}

fn physical(uri: String, range: JsonRange) -> PhysicalLocation {
    PhysicalLocation { artifact_location: ArtifactLocation { uri }, region: region(range) }
}

fn region(range: JsonRange) -> Region {
    Region {
        start_line: range.start.line,
        start_column: range.start.column,
        end_line: range.end.line,
        end_column: range.end.column,
    }
}

fn replacement(range: JsonRange, text: &str) -> Replacement {
    let inserted = (!text.is_empty()).then(|| Message { text: text.to_owned() });
    Replacement { deleted_region: region(range), inserted_content: inserted }
}

/// A path as a URI reference: a relative path stays relative, an absolute one starts at the root.
fn uri(path: &str) -> String {
    /// All characters except the unreserved ones of the standard and the slash. A colon in the first segment would make
    /// it a scheme.
    const ESCAPED: &percent_encoding::AsciiSet =
        &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');
    let encode = |text| percent_encoding::utf8_percent_encode(text, ESCAPED);
    match path.split_once(':').filter(|_| crate::base::has_drive(path)) {
        Some((drive, rest)) => format!("file:///{drive}:{}", encode(rest)),
        None if path.starts_with('/') => format!("file://{}", encode(path)),
        None => encode(path).to_string(),
    }
}

#[cfg(test)]
mod tests;
