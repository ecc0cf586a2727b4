//! `resreq merge`: shows the merged requirement of queue, application profile and job.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_answers::{InUnits, MergeAnswer, MergeQuestion};
use lsflint_model::requirement::merge::Merged;

use crate::arguments::{MergeFormat, ResreqMerge};
use crate::commands::resreq::totals;
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const CODE: Style = AnsiColor::Cyan.on_default();
const REFUSED: Style = AnsiColor::Red.on_default().bold();
const WRITES: &str = "writing to a string cannot fail";

pub(crate) fn merge(arguments: ResreqMerge, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ResreqMerge { queue, app, job, tasks, job_resource, mut reading, at, output_format } = arguments;
    let question = MergeQuestion { queue, app, job, tasks, job_resource };
    // Names are those of the cluster of the current directory, as in other commands.
    if question.names_sections() {
        reading.cluster.get_or_insert_with(|| ".".into());
    }
    let answer = question.answer(strings::request(reading, at)?)?;
    match (output_format, &answer.merged) {
        (MergeFormat::Full, merged) => {
            strings::write_judged(&answer.judged, terminal)?;
            merged.iter().try_for_each(|it| full(&answer, it, terminal))?;
        }
        (MergeFormat::Json, _) => strings::document(&answer.document(), terminal)?,
    }
    Ok(if answer.is_rejected() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn full(shown: &MergeAnswer, merged: &Merged, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = headline(merged, terminal.quiet);
    if !terminal.quiet {
        if let Some(InUnits { requirement: Some(read), units }) = &shown.as_read {
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
