//! `resreq merge`: shows the merged requirement of queue, application profile and job.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_model::combined::note_implied_type;
use lsflint_model::requirement::merge::{Merged, Options, Outcome, Total, merge as merge_levels};
use lsflint_model::requirement::{Requirement, Shape, Units};
use lsflint_project::Overrides;
use lsflint_report::JsonDiagnostic;
use serde::Serialize;

use crate::arguments::{MergeFormat, ResreqMerge};
use crate::commands::resreq::hosts::default_application;
use crate::commands::resreq::levels::{Levels, PROFILES, QUEUES, is_name};
use crate::commands::resreq::totals::{self, AsRead, JsonTotal};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const CODE: Style = AnsiColor::Cyan.on_default();
const REFUSED: Style = AnsiColor::Red.on_default().bold();
const WRITES: &str = "writing to a string cannot fail";

#[derive(Serialize)]
struct Document<'m> {
    version: u32,
    outcome: &'static str,
    shape: &'static str,
    /// The merged requirement; empty if there is none.
    result: String,
    /// Why LSF rejects the job; empty if it does not.
    reason: &'m str,
    steps: Vec<JsonStep<'m>>,
    origins: Vec<JsonOrigin<'m>>,
    notes: Vec<&'m str>,
    /// The result in the units of the cluster, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_read: Option<&'m str>,
    /// What the reservations amount to for the number of tasks of `-n`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reservations: Vec<JsonTotal>,
    /// The findings in the strings given by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<JsonDiagnostic>,
}

/// A merge with what is shown next to it.
struct Shown {
    merged: Merged,
    as_read: Option<AsRead>,
    totals: Vec<Total>,
    /// What LSF does with the levels.
    notes: Vec<String>,
}

#[derive(Serialize)]
struct JsonStep<'m> {
    rule: &'static str,
    text: &'m str,
}

#[derive(Serialize)]
struct JsonOrigin<'m> {
    text: &'m str,
    from: &'static str,
}

pub(crate) fn merge(arguments: ResreqMerge, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ResreqMerge { queue, app, job, tasks, job_resource, mut reading, at, output_format } = arguments;
    // Names are those of the cluster of the current directory, as in other commands.
    if is_name(queue.as_ref()) || is_name(app.as_ref()) {
        reading.cluster.get_or_insert_with(|| ".".into());
    }
    let folder = reading.cluster.as_ref().map(|it| it.to_string_lossy().into_owned());
    let (cluster, settings) = strings::surroundings_as_read(reading, at, Overrides::default())?;
    let mut levels = Levels::new(&cluster, folder.as_deref().unwrap_or_default(), &settings);
    let queue = queue.map(|it| levels.level("--queue", &it, &QUEUES)).transpose()?.flatten();
    let without_profile = app.is_none();
    let application = app.map(|it| levels.level("--app", &it, &PROFILES)).transpose()?.flatten();
    let mut in_job: Vec<Requirement> = Vec::new();
    for text in &job {
        in_job.extend(levels.given("--job", text)?);
    }
    if levels.has_errors() {
        return rejected(&levels, output_format, terminal);
    }

    let view = cluster.view();
    let (in_queue, in_profile) =
        (queue.as_ref().and_then(|it| it.entity), application.as_ref().and_then(|it| it.entity));
    let mut options = Options::of(view, in_queue.as_ref(), in_profile.as_ref());
    if folder.is_none() {
        options.units = Units::MB;
    }
    options.job_resources = job_resource;
    options.tasks = tasks.map(|it| (it.least, it.most));
    let (queue, application) = (queue.map(|it| it.requirement), application.map(|it| it.requirement));
    let mut merged = merge_levels(queue.as_ref(), application.as_ref(), &in_job, &options);
    note_implied_type(view, &mut merged);
    let mut notes = std::mem::take(&mut levels.notes);
    notes.extend(default_application(view, in_queue.is_some() && without_profile));
    let as_read = merged.result.as_ref().map(|it| AsRead::of(it, &options.units));
    let totals = totals::totals(merged.result.as_ref(), &options);
    let shown = Shown { as_read, totals, merged, notes };
    match output_format {
        MergeFormat::Full => {
            levels.write(terminal)?;
            full(&shown, terminal)?;
        }
        MergeFormat::Json => json(&shown, levels.diagnostics(), terminal)?,
    }
    Ok(if shown.merged.outcome == Outcome::Rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The output for strings with errors: their findings.
fn rejected(levels: &Levels<'_>, format: MergeFormat, terminal: &Terminal) -> Result<ExitCode, Failure> {
    match format {
        MergeFormat::Full => levels.write(terminal)?,
        MergeFormat::Json => {
            let document = Document {
                version: 1,
                outcome: Outcome::Rejected.name(),
                shape: Shape::None.name(),
                result: String::new(),
                reason: "a string has an error",
                steps: Vec::new(),
                origins: Vec::new(),
                notes: levels.notes.iter().map(String::as_str).collect(),
                as_read: None,
                reservations: Vec::new(),
                diagnostics: levels.diagnostics(),
            };
            strings::document(&document, terminal)?;
        }
    }
    Ok(ExitCode::from(1))
}

fn json(shown: &Shown, diagnostics: Vec<JsonDiagnostic>, terminal: &Terminal) -> Result<(), Failure> {
    let merged = &shown.merged;
    let document = Document {
        version: 1,
        outcome: merged.outcome.name(),
        shape: merged.shape.name(),
        result: merged.result.as_ref().map(Requirement::to_string).unwrap_or_default(),
        reason: merged.reason.as_deref().unwrap_or_default(),
        steps: merged.steps.iter().map(|it| JsonStep { rule: it.rule, text: &it.text }).collect(),
        origins: merged.origins.iter().map(|it| JsonOrigin { text: &it.text, from: it.from.name() }).collect(),
        notes: shown.notes.iter().chain(&merged.notes).map(String::as_str).collect(),
        as_read: shown.as_read.as_ref().and_then(|it| it.requirement.as_deref()),
        reservations: totals::json(&shown.totals),
        diagnostics,
    };
    strings::document(&document, terminal)
}

fn full(shown: &Shown, terminal: &Terminal) -> Result<(), Failure> {
    let merged = &shown.merged;
    let mut text = headline(merged, terminal.quiet);
    if !terminal.quiet {
        if let Some(AsRead { requirement: Some(read), units }) = &shown.as_read {
            write!(text, "\n{BOLD}As LSF reads it{BOLD:#} ({units})\n  {read}\n").expect(WRITES);
        }
        totals::write(&mut text, &shown.totals);
        let width = merged.origins.iter().map(|it| it.from.name().len()).max().unwrap_or(0);
        let steps = merged.steps.iter().map(|it| format!("{CODE}{}{CODE:#}  {}", it.rule, it.text));
        let origins = merged.origins.iter().map(|it| format!("{:width$}  {}", it.from.name(), it.text));
        list(&mut text, "Steps", steps);
        list(&mut text, "Origins", origins);
        list(&mut text, "Notes", shown.notes.iter().chain(&merged.notes).cloned());
    }
    let mut out = terminal.stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The first line of the output; with `--quiet` only the string.
fn headline(merged: &Merged, quiet: bool) -> String {
    match (&merged.result, &merged.reason) {
        (Some(result), _) if quiet => format!("{result}\n"),
        (Some(result), _) => {
            format!("{BOLD}Combined requirement{BOLD:#} ({})\n  {result}\n", merged.shape.name())
        }
        (None, Some(reason)) => format!("{REFUSED}rejected{REFUSED:#}: {reason}\n"),
        (None, None) => "no level sets a requirement\n".to_owned(),
    }
}

fn list(text: &mut String, heading: &str, lines: impl Iterator<Item = String>) {
    for (index, line) in lines.enumerate() {
        if index == 0 {
            write!(text, "\n{BOLD}{heading}{BOLD:#}\n").expect(WRITES);
        }
        writeln!(text, "  {line}").expect(WRITES);
    }
}
