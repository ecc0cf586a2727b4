//! Shared by commands that check strings: reading the strings, the cluster, and the output of findings.

use std::io::{self, Read, Write};

use lsflint_answers::Judged;
use lsflint_lint::Settings;
use lsflint_model::{AsRead, Cluster};
use lsflint_project::{Overrides, Request};
use lsflint_report::{Full, FullOptions, Limit, Reporter, counted};
use serde::Serialize;

use crate::arguments::{At, Reading};
use crate::commands::common;
use crate::output::{Failure, Terminal};

/// The strings with their paths in findings: from the arguments, else from stdin.
pub(crate) fn inputs(strings: Vec<String>) -> Result<Vec<(&'static str, String)>, Failure> {
    if !strings.is_empty() {
        return Ok(strings.into_iter().map(|it| ("<arg>", it)).collect());
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
    let text = lsflint_project::decode(bytes, "<stdin>").map_err(Failure::new)?.text;
    Ok(text.lines().filter(|it| !it.trim().is_empty()).map(|it| ("<stdin>", it.to_owned())).collect())
}

/// The request of options that many commands have.
pub(crate) fn request(reading: Reading, At { at }: At) -> Result<Request, Failure> {
    let config = common::config_source(&reading);
    let Reading { cluster, target, .. } = reading;
    Ok(Request { cluster, config, target, at, ..Request::new(common::current_folder()?, Vec::new()) })
}

/// The context of the strings: the cluster of `--cluster` as LSF reads it, and the settings of its lsflint.toml.
pub(crate) fn surroundings(reading: Reading, overrides: Overrides) -> Result<(Cluster, Settings), Failure> {
    surroundings_at(reading, At { at: None }, overrides)
}

/// Like [`surroundings`], with the cluster at the instant of `--at`.
pub(crate) fn surroundings_at(reading: Reading, at: At, overrides: Overrides) -> Result<(Cluster, Settings), Failure> {
    Ok(lsflint_answers::surroundings(Request { overrides, ..request(reading, at)? })?)
}

/// As [`surroundings_at`], also with the cluster as written.
pub(crate) fn surroundings_as_read(
    reading: Reading,
    at: At,
    overrides: Overrides,
) -> Result<(AsRead, Settings), Failure> {
    Ok(lsflint_answers::surroundings_as_read(Request { overrides, ..request(reading, at)? })?)
}

/// Writes the findings in strings that the question has in addition to an answer.
pub(crate) fn write_judged(judged: &[Judged], terminal: &Terminal) -> Result<(), Failure> {
    if judged.is_empty() || terminal.quiet && judged.iter().all(Judged::is_valid) {
        return Ok(());
    }
    let options = FullOptions { limit: Limit::default(), unicode: terminal.unicode, summary: false };
    text(judged, &mut Full::new(options), terminal)
}

/// Writes the findings in a format for people.
pub(crate) fn text(judged: &[Judged], reporter: &mut dyn Reporter, terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.stdout();
    for it in judged {
        reporter.file(&it.found, &mut out)?;
    }
    out.flush()?;
    if !terminal.quiet && judged.iter().all(|it| it.found.diagnostics.is_empty()) {
        let strings = counted(judged.len(), "string", "strings");
        terminal.note(&format!("no findings in {strings}"));
    }
    Ok(())
}

/// Writes a JSON document.
pub(crate) fn document(document: &impl Serialize, terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.plain_stdout();
    lsflint_report::write_document(document, &mut out)?;
    out.flush()?;
    Ok(())
}
