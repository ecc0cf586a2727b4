//! Shared by commands that check strings: reading the strings, the cluster, and the output of findings.

use std::io::{self, Read, Write};

use lsflint_lint::{Diagnostic, Settings, Severity};
use lsflint_model::Cluster;
use lsflint_project::{Cause, Overrides, Plan, Problem, Request};
use lsflint_report::{FileFindings, Reporter, Source, counted};
use serde::Serialize;

use crate::arguments::Reading;
use crate::commands::common;
use crate::output::{Failure, Terminal};

/// A string and its findings.
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) found: FileFindings,
}

impl Judged {
    /// A string with the path for its findings.
    pub(crate) fn new(path: &str, text: String, diagnostics: Vec<Diagnostic>) -> Judged {
        let source = Source { path: path.into(), text: text.as_str().into(), latin1: false };
        Judged { text, found: FileFindings::new(source, diagnostics) }
    }

    /// Whether the string has no errors.
    pub(crate) fn is_valid(&self) -> bool {
        self.found.diagnostics.iter().all(|it| it.severity != Severity::Error)
    }
}

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

/// The context of the strings: the cluster of `--cluster`, and the settings of its lsflint.toml.
pub(crate) fn surroundings(reading: Reading, overrides: Overrides) -> Result<(Cluster, Settings), Failure> {
    let paths = common::current_folder()?;
    let folder = reading.cluster.clone().unwrap_or_else(|| paths.current().to_owned());
    let config = common::config_source(&reading);
    let Reading { cluster, target, .. } = reading;
    let arguments = vec![folder.clone()];
    let request = Request { cluster, config, target, overrides, ..Request::new(paths, arguments) };
    let judge = request.judge_of(&folder).map_err(Failure::new)?;
    let settings = Settings::clone(&judge.settings);
    if request.cluster.is_none() {
        let mut cluster = Cluster::default();
        if let Some(target) = target.or(judge.config.target) {
            cluster.switches.target = target;
        }
        return Ok((cluster, settings));
    }
    let shown = folder.to_string_lossy().into_owned();
    let mut facts = Plan::new(request).and_then(|mut it| it.facts()).map_err(Failure::new)?;
    match facts.len() {
        0 => Err(Failure::new(Problem::at(shown, Cause::NotACluster))),
        1 => Ok((facts.swap_remove(0).cluster, settings)),
        _ => {
            let names: Vec<String> = facts.iter().map(|it| format!("`{}`", it.name)).collect();
            let list = names.join(", ");
            Err(Failure::new(format!(
                "`{shown}` contains several clusters ({list}); specify the directory with the lsb.* files of one"
            )))
        }
    }
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
