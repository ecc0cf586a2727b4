//! `resreq merge`: shows the merged requirement of queue, application profile and job.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_model::requirement::merge::{Merged, Options, Outcome, merge as merge_levels};
use lsflint_model::requirement::{Requirement, Units};
use lsflint_project::Overrides;
use serde::Serialize;

use crate::arguments::{MergeFormat, ResreqMerge};
use crate::commands::resreq::levels::{Levels, PROFILES, QUEUES, understood};
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
    notes: &'m [String],
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
    let ResreqMerge { queue, app, job, job_resource, reading, at, output_format } = arguments;
    let folder = reading.cluster.as_ref().map(|it| it.to_string_lossy().into_owned());
    let (cluster, _) = strings::surroundings_at(reading, at, Overrides::default())?;
    let levels = Levels { cluster: &cluster, folder: folder.as_deref() };
    let queue = queue.map(|it| levels.level("--queue", &it, &QUEUES)).transpose()?;
    let application = app.map(|it| levels.level("--app", &it, &PROFILES)).transpose()?;
    let job: Vec<Requirement> = job.iter().map(|it| understood("--job", it)).collect::<Result<_, _>>()?;

    let (in_queue, in_profile) =
        (queue.as_ref().and_then(|it| it.entity), application.as_ref().and_then(|it| it.entity));
    let mut options = Options::of(cluster.view(), in_queue.as_ref(), in_profile.as_ref());
    if folder.is_none() {
        options.units = Units::MB;
    }
    options.job_resources = job_resource;
    let (queue, application) = (queue.map(|it| it.requirement), application.map(|it| it.requirement));
    let merged = merge_levels(queue.as_ref(), application.as_ref(), &job, &options);
    match output_format {
        MergeFormat::Full => full(&merged, terminal)?,
        MergeFormat::Json => json(&merged, terminal)?,
    }
    Ok(if merged.outcome == Outcome::Rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn json(merged: &Merged, terminal: &Terminal) -> Result<(), Failure> {
    let document = Document {
        version: 1,
        outcome: merged.outcome.name(),
        shape: merged.shape.name(),
        result: merged.result.as_ref().map(Requirement::to_string).unwrap_or_default(),
        reason: merged.reason.as_deref().unwrap_or_default(),
        steps: merged.steps.iter().map(|it| JsonStep { rule: it.rule, text: &it.text }).collect(),
        origins: merged.origins.iter().map(|it| JsonOrigin { text: &it.text, from: it.from.name() }).collect(),
        notes: &merged.notes,
    };
    strings::document(&document, terminal)
}

fn full(merged: &Merged, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = headline(merged, terminal.quiet);
    if !terminal.quiet {
        let width = merged.origins.iter().map(|it| it.from.name().len()).max().unwrap_or(0);
        let steps = merged.steps.iter().map(|it| format!("{CODE}{}{CODE:#}  {}", it.rule, it.text));
        let origins = merged.origins.iter().map(|it| format!("{:width$}  {}", it.from.name(), it.text));
        list(&mut text, "Steps", steps);
        list(&mut text, "Origins", origins);
        list(&mut text, "Notes", merged.notes.iter().cloned());
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
