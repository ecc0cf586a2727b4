//! `resreq check`: checks requirement strings as in `bsub -R`. The submodules implement `resreq merge` and `resreq
//! hosts`.

mod hosts;
mod merge;
mod totals;

use std::io::Write;
use std::process::ExitCode;

use lsflint_answers::Judged;
use lsflint_lint::{Diagnostic, Registry, Severity, check_requirement_of};
use lsflint_model::{Knowledge, Strictness};
use lsflint_report::{Concise, Full, FullOptions, JsonDiagnostic, Limit, json_diagnostics};
use lsflint_spec::{Grammar, RequirementConsumer, requirement_command};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{AstNode, resreq};
use serde::Serialize;

use crate::arguments::{Compat, ResreqCheck, StringFormat};
use crate::commands::{common, strings};
use crate::output::{Failure, Terminal};

pub(crate) use hosts::hosts;
pub(crate) use merge::merge;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    results: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    input: &'a str,
    strict: bool,
    valid: bool,
    shape: &'static str,
    diagnostics: Vec<JsonDiagnostic>,
}

pub(crate) fn check(arguments: ResreqCheck, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ResreqCheck { strings: given, reading, selecting, output_format, .. } = arguments;
    let ResreqCheck { strict, no_strict, define, command, running, compat, .. } = arguments;
    let command = reader(command, running)?;
    let overrides = common::overrides(selecting)?;
    let (mut cluster, settings) = strings::surroundings(reading, overrides)?;
    for it in &define {
        cluster.define(&it.name, it.resource);
    }
    if !define.is_empty() && cluster.resources.knowledge == Knowledge::Unknown {
        // If resources are declared on the command line, no others exist.
        cluster.resources_are_complete();
    }
    if strict || compat.is_some() {
        cluster.switches.strictness = Strictness::Strict;
    } else if no_strict {
        cluster.switches.strictness = Strictness::Lenient;
    }
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let judge = |(path, text): (&str, String)| {
        let diagnostics = check_requirement_of(command, &text, &cluster, &settings, &registry);
        Judged::new(path, text, diagnostics)
    };
    let judged: Vec<Judged> = strings::inputs(given)?.into_iter().map(judge).collect();
    match (compat, output_format) {
        (Some(Compat::Bsub), _) => return as_bsub(&judged, terminal),
        (None, StringFormat::Json) => json(&judged, cluster.switches.strictness.is_strict(), terminal)?,
        (None, StringFormat::Full) => {
            let options = FullOptions { limit: Limit::default(), unicode: terminal.unicode, summary: false };
            strings::text(&judged, &mut Full::new(options), terminal)?;
        }
        (None, StringFormat::Concise) => strings::text(&judged, &mut Concise::default(), terminal)?,
    }
    let valid = judged.iter().all(Judged::is_valid);
    Ok(if valid { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The command that reads the strings. A job that has started can only be modified.
fn reader(
    command: Option<&'static RequirementConsumer>,
    running: bool,
) -> Result<Option<&'static RequirementConsumer>, Failure> {
    match command {
        Some(command) if running => {
            let started = requirement_command(&format!("{} of a started job", command.name));
            started.map(Some).ok_or_else(|| Failure::new("`--running` is only valid with `--command bmod`".to_owned()))
        }
        command => Ok(command),
    }
}

fn json(judged: &[Judged], strict: bool, terminal: &Terminal) -> Result<(), Failure> {
    let rows = judged.iter().map(|it| Row {
        input: &it.text,
        strict,
        valid: it.is_valid(),
        shape: shape(&it.text),
        diagnostics: json_diagnostics(&it.found).collect(),
    });
    strings::document(&Document { version: 1, results: rows.collect() }, terminal)
}

/// The kind of a requirement; an empty string is a simple one.
fn shape(text: &str) -> &'static str {
    let parse = lsflint_syntax::parse_value(text, Grammar::ResReq);
    let requirement = parse.root().child(SyntaxKind::RES_REQ).and_then(resreq::ResReq::cast);
    match requirement.and_then(resreq::ResReq::shape) {
        Some(resreq::Shape::Compound(_)) => "compound",
        Some(resreq::Shape::Alternative(_)) => "alternative",
        Some(resreq::Shape::Simple(_)) | None => "simple",
    }
}

/// Writes the two-line output of bsub for each string.
fn as_bsub(judged: &[Judged], terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut out = terminal.plain_stdout();
    let mut valid = true;
    for it in judged {
        let errors = it.found.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        let elsewhere = other_sections(&it.text);
        let in_selection = |error: &&Diagnostic| !elsewhere.iter().any(|it| it.contains_range(error.range));
        match errors.clone().find(in_selection) {
            None => writeln!(out, "Resource requirement string is valid.")?,
            Some(error) => {
                valid = false;
                let (near, reason) = in_words_of_bsub(error, &it.text);
                writeln!(out, "Error near \"{near}\": {reason}. Job not submitted.")?;
            }
        }
    }
    out.flush()?;
    Ok(if valid { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The ranges of the sections that bsub does not check.
fn other_sections(text: &str) -> Vec<lsflint_syntax::TextRange> {
    let parse = lsflint_syntax::parse_value(text, Grammar::ResReq);
    let Some(requirement) = parse.root().child(SyntaxKind::RES_REQ).and_then(resreq::ResReq::cast) else {
        return Vec::new();
    };
    let sections = requirement.simples().flat_map(resreq::Simple::sections);
    let others = sections.filter(|it| !matches!(it, resreq::Section::Select(_) | resreq::Section::Unknown(_)));
    others.map(resreq::Section::range).collect()
}

/// The word that bsub would report, and the reason in its wording if known.
fn in_words_of_bsub(error: &Diagnostic, text: &str) -> (String, String) {
    let near = text[error.range].split_whitespace().next().unwrap_or_default();
    match error.rule.name {
        "duplicate-select" => ("select".to_owned(), "duplicate section".to_owned()),
        "empty-operand" => (near.to_owned(), "missing value".to_owned()),
        "unknown-section-keyword" | "unknown-resource" | "equals-before-bracket" => {
            (near.to_owned(), "incorrect section name, resource name, or resource function name".to_owned())
        }
        _ => (near.to_owned(), error.message.replace('`', "'")),
    }
}
