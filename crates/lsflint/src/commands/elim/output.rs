//! `elim check-output`: checks the output of an elim.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use lsflint_lint::{Expected, Registry, Severity, check_elim_output};
use lsflint_model::elim::Plan;
use lsflint_project::Encoding;
use lsflint_report::{
    Concise, FileFindings, Full, FullOptions, JsonDiagnostic, Limit, Reporter, Source, counted, json_diagnostics,
};
use serde::Serialize;

use crate::arguments::{ElimCheckOutput, StringFormat};
use crate::commands::{common, strings};
use crate::output::{Failure, Terminal};

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    results: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    input: &'a str,
    line: usize,
    valid: bool,
    diagnostics: Vec<JsonDiagnostic>,
}

pub(crate) fn check_output(arguments: ElimCheckOutput, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ElimCheckOutput { file, host, reading, selecting, output_format } = arguments;
    let overrides = common::overrides(selecting)?;
    // Only the configuration of a cluster defines what a host should report.
    let reading = if host.is_some() { super::with_cluster(reading)? } else { reading };
    let (cluster, settings) = strings::surroundings(reading, overrides)?;
    let input = host.as_ref().map(|_| lsflint_answers::plan_input(&cluster)).transpose()?;
    let plan = input.as_ref().map(Plan::of);
    let host =
        host.as_ref().zip(input.as_ref()).map(|(it, input)| lsflint_answers::host_named(input, it)).transpose()?;
    let planned = host.as_ref().zip(plan.as_ref()).and_then(|(it, plan)| plan.host(it));
    let expected = planned.map(|it| Expected { host: it.host, resources: &it.resources });
    let source = read(&file)?;
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let diagnostics = check_elim_output(&source.text, &cluster, expected, &settings, &registry);
    let found = FileFindings::new(source, diagnostics);
    match output_format {
        StringFormat::Json => json(&found, terminal)?,
        StringFormat::Full => {
            let options = FullOptions { limit: Limit::default(), unicode: terminal.unicode, summary: false };
            text(&found, &mut Full::new(options), terminal)?;
        }
        StringFormat::Concise => text(&found, &mut Concise::default(), terminal)?,
    }
    let valid = found.diagnostics.iter().all(|it| it.severity != Severity::Error);
    Ok(if valid { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The text of a file, or of stdin for `-`.
fn read(file: &Path) -> Result<Source, Failure> {
    let (path, decoded) = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
        ("<stdin>".to_owned(), lsflint_project::decode(bytes, "<stdin>"))
    } else {
        let paths = common::current_folder()?;
        let path = paths.shown(&paths.absolute(file));
        let decoded = lsflint_project::read_file(file, &path);
        (path, decoded)
    };
    let decoded = decoded.map_err(Failure::new)?;
    Ok(Source { path: path.into(), text: decoded.text, latin1: decoded.encoding == Encoding::Latin1 })
}

fn text(found: &FileFindings, reporter: &mut dyn Reporter, terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.stdout();
    reporter.file(found, &mut out)?;
    out.flush()?;
    if !terminal.quiet && found.diagnostics.is_empty() {
        let lines = counted(lines(&found.source.text).count(), "line", "lines");
        terminal.note(&format!("no findings in {lines}"));
    }
    Ok(())
}

/// Writes a JSON document with one result per non-empty line.
fn json(found: &FileFindings, terminal: &Terminal) -> Result<(), Failure> {
    let mut diagnostics = json_diagnostics(found).peekable();
    let rows = lines(&found.source.text).map(|(line, input)| {
        let mut here = Vec::new();
        while let Some(it) = diagnostics.next_if(|it| it.range.start.line <= line) {
            here.push(it);
        }
        let valid = here.iter().all(|it| it.severity != Severity::Error.as_str());
        Row { input, line, valid, diagnostics: here }
    });
    strings::document(&Document { version: 1, results: rows.collect() }, terminal)
}

/// The non-empty lines with their numbers, 1-based.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line)).filter(|it| !it.1.trim().is_empty())
}
