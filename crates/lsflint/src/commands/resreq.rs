//! `resreq check`: requirement strings as `bsub -R` takes them.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use lsflint_lint::{Diagnostic, Registry, Settings, Severity, check_requirement};
use lsflint_model::{Cluster, Knowledge, Strictness};
use lsflint_project::{Overrides, Plan, Problem, Request, config_of};
use lsflint_report::{
    Concise, FileFindings, Full, FullOptions, JsonDiagnostic, Limit, Reporter, Source, counted, json_diagnostics,
};
use lsflint_spec::Grammar;
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{AstNode, resreq};
use serde::Serialize;

use crate::arguments::{Compat, Reading, ResreqCheck, ResreqFormat};
use crate::commands::common;
use crate::output::{Failure, Terminal};

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

/// A string and what was found in it.
struct Judged {
    text: String,
    found: FileFindings,
}

impl Judged {
    fn is_valid(&self) -> bool {
        self.found.diagnostics.iter().all(|it| it.severity != Severity::Error)
    }
}

pub(crate) fn check(arguments: ResreqCheck, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ResreqCheck { strings, reading, selecting, output_format, strict, no_strict, define, compat } = arguments;
    let overrides = common::overrides(selecting)?;
    let (mut cluster, settings) = surroundings(reading, overrides)?;
    for it in &define {
        cluster.resources.define(&it.name, it.resource);
    }
    if !define.is_empty() && cluster.resources.knowledge == Knowledge::Unknown {
        // Whoever declares resources declares the ones there are.
        cluster.resources.knowledge = Knowledge::Complete;
    }
    if strict || compat.is_some() {
        cluster.switches.strictness = Strictness::Strict;
    } else if no_strict {
        cluster.switches.strictness = Strictness::Lenient;
    }
    let registry = Registry::new(&settings);
    let judge = |(path, text): (&str, String)| {
        let diagnostics = check_requirement(&text, &cluster, &settings, &registry);
        let source = Source { path: path.into(), text: text.as_str().into(), latin1: false };
        Judged { text, found: FileFindings { source, diagnostics, related: Vec::new() } }
    };
    let judged: Vec<Judged> = inputs(strings)?.into_iter().map(judge).collect();
    match (compat, output_format) {
        (Some(Compat::Bsub), _) => return as_bsub(&judged, terminal),
        (None, ResreqFormat::Json) => json(&judged, cluster.switches.strictness.is_strict(), terminal)?,
        (None, ResreqFormat::Full) => {
            let options = FullOptions { limit: Limit::default(), unicode: terminal.unicode, summary: false };
            text(&judged, &mut Full::new(options), terminal)?;
        }
        (None, ResreqFormat::Concise) => text(&judged, &mut Concise::default(), terminal)?,
    }
    let valid = judged.iter().all(Judged::is_valid);
    Ok(if valid { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The strings and where they come from.
fn inputs(strings: Vec<String>) -> Result<Vec<(&'static str, String)>, Failure> {
    if !strings.is_empty() {
        return Ok(strings.into_iter().map(|it| ("<arg>", it)).collect());
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
    let text = lsflint_project::decode(bytes, "<stdin>").map_err(Failure::new)?.text;
    Ok(text.lines().filter(|it| !it.trim().is_empty()).map(|it| ("<stdin>", it.to_owned())).collect())
}

/// What is known around the strings: the cluster of `--cluster`, and the settings of its lsflint.toml.
fn surroundings(reading: Reading, overrides: Overrides) -> Result<(Cluster, Settings), Failure> {
    let paths = common::current_folder()?;
    let source = common::config_source(&reading);
    let folder = reading.cluster.clone().unwrap_or_else(|| paths.current().to_owned());
    let config = config_of(&folder, source.clone(), &paths).map_err(Failure::new)?;
    let settings = overrides.settings(&config);
    let Reading { cluster, target, .. } = reading;
    let Some(folder) = cluster else {
        let mut cluster = Cluster::default();
        if let Some(target) = target.or(config.target) {
            cluster.switches.target = target;
        }
        return Ok((cluster, settings));
    };
    let shown = folder.to_string_lossy().into_owned();
    let request = Request {
        paths,
        arguments: vec![folder.clone()],
        stdin: None,
        cluster: Some(folder),
        config: source,
        target,
        overrides,
        jobs: None,
    };
    let mut facts = Plan::new(request).and_then(|mut it| it.facts()).map_err(Failure::new)?;
    match facts.len() {
        0 => Err(Failure::new(Problem::NotACluster { path: shown })),
        1 => Ok((facts.swap_remove(0).cluster, settings)),
        _ => {
            let names: Vec<String> = facts.iter().map(|it| format!("`{}`", it.name)).collect();
            let list = names.join(", ");
            Err(Failure::new(format!(
                "`{shown}` holds several clusters ({list}); name the folder with the lsb.* files of one"
            )))
        }
    }
}

fn text(judged: &[Judged], reporter: &mut dyn Reporter, terminal: &Terminal) -> Result<(), Failure> {
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

fn json(judged: &[Judged], strict: bool, terminal: &Terminal) -> Result<(), Failure> {
    let rows = judged.iter().map(|it| Row {
        input: &it.text,
        strict,
        valid: it.is_valid(),
        shape: shape(&it.text),
        diagnostics: json_diagnostics(&it.found).collect(),
    });
    let document = Document { version: 1, results: rows.collect() };
    let mut out = terminal.plain_stdout();
    lsflint_report::write_document(&document, &mut out)?;
    out.flush()?;
    Ok(())
}

/// An empty string is a simple one that asks for nothing.
fn shape(text: &str) -> &'static str {
    let parse = lsflint_syntax::parse_value(text, Grammar::ResReq);
    let requirement = parse.root().child(SyntaxKind::RES_REQ).and_then(resreq::ResReq::cast);
    match requirement.and_then(resreq::ResReq::shape) {
        Some(resreq::Shape::Compound(_)) => "compound",
        Some(resreq::Shape::Alternative(_)) => "alternative",
        Some(resreq::Shape::Simple(_)) | None => "simple",
    }
}

/// The two lines of bsub: one per string.
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

/// The brackets of the sections that bsub does not look into.
fn other_sections(text: &str) -> Vec<lsflint_syntax::TextRange> {
    let parse = lsflint_syntax::parse_value(text, Grammar::ResReq);
    let Some(requirement) = parse.root().child(SyntaxKind::RES_REQ).and_then(resreq::ResReq::cast) else {
        return Vec::new();
    };
    let sections = requirement.simples().flat_map(resreq::Simple::sections);
    let others = sections.filter(|it| !matches!(it, resreq::Section::Select(_) | resreq::Section::Unknown(_)));
    others.map(resreq::Section::range).collect()
}

/// The word that bsub would point at, and the reason as it puts it where that is known.
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
