//! The output of `compare` for people.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use lsflint_ide::answers::running::{Compared, Verdict};
use lsflint_report::counted;

use super::Shown;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const DIFFERS: Style = AnsiColor::Yellow.on_default().bold();
const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of lines that were not understood or not compared, without `-v`.
const LINES: usize = 10;

/// What differs, by object.
pub(super) fn full(shown: &Shown<'_>, terminal: &Terminal) -> Result<(), Failure> {
    let comparison = shown.comparison;
    let mut text = String::new();
    let mut object = None;
    for it in comparison.values.iter().filter(|it| terminal.verbose || it.verdict != Verdict::Same) {
        if it.parameter.is_none() {
            whole_object(&mut text, shown, it);
            object = None;
            continue;
        }
        if object != Some(&it.object) {
            if !text.is_empty() {
                text.push('\n');
            }
            writeln!(text, "{BOLD}{}{BOLD:#}", it.object.words()).expect(WRITES);
            object = Some(&it.object);
        }
        value(&mut text, shown, it);
    }
    let separate = |text: &mut String| {
        if !text.is_empty() {
            text.push('\n');
        }
    };
    if !comparison.not_compared.is_empty() {
        separate(&mut text);
        let count = counted(comparison.not_compared.len(), "value", "values");
        writeln!(text, "{BOLD}{count} not compared{BOLD:#}").expect(WRITES);
        let limit = if terminal.verbose { usize::MAX } else { LINES };
        for it in comparison.not_compared.iter().take(limit) {
            let place = shown.shown_at(it.shown);
            let object = it.object.words();
            writeln!(text, "  {place}  {object} {}: {}", it.parameter, it.because).expect(WRITES);
        }
        more(&mut text, comparison.not_compared.len(), limit);
    }
    if !comparison.not_understood.is_empty() {
        separate(&mut text);
        let count = counted(comparison.not_understood.len(), "line", "lines");
        writeln!(text, "{BOLD}{count} not understood{BOLD:#}").expect(WRITES);
        let limit = if terminal.verbose { usize::MAX } else { LINES };
        for it in comparison.not_understood.iter().take(limit) {
            writeln!(text, "  {}:{}  {}", shown.sources[it.source], it.line, it.text).expect(WRITES);
        }
        more(&mut text, comparison.not_understood.len(), limit);
    }
    separate(&mut text);
    let count = |verdict| comparison.count(verdict);
    writeln!(
        text,
        "{} the same, {} different, {} only in the running cluster, {} only in the files",
        counted(count(Verdict::Same), "value", "values"),
        count(Verdict::Differs),
        count(Verdict::OnlyRunning),
        count(Verdict::OnlyFiles)
    )
    .expect(WRITES);
    write(&text, terminal)
}

fn more(text: &mut String, count: usize, limit: usize) {
    if count > limit {
        writeln!(text, "  and {} more; -v shows them", count - limit).expect(WRITES);
    }
}

/// An object that only one side has.
fn whole_object(text: &mut String, shown: &Shown<'_>, it: &Compared) {
    if !text.is_empty() {
        text.push('\n');
    }
    let place = it.place.as_ref().map(|it| shown.place(it)).or(it.shown.map(|it| shown.shown_at(it)));
    let place = place.unwrap_or_default();
    let name = it.object.words();
    writeln!(text, "{BOLD}{name}{BOLD:#}  {DIFFERS}{}{DIFFERS:#}  {DIM}{place}{DIM:#}", verdict(it)).expect(WRITES);
    writeln!(text, "    = {}", it.because).expect(WRITES);
}

fn value(text: &mut String, shown: &Shown<'_>, it: &Compared) {
    let style = if it.verdict == Verdict::Same { DIM } else { DIFFERS };
    let name = it.parameter.as_deref().unwrap_or_default();
    writeln!(text, "  {style}{name}{style:#}  {}", verdict(it)).expect(WRITES);
    let label = |text: &mut String, label: &str, value: &Option<String>, place: Option<String>| {
        if let (Some(value), Some(place)) = (value, &place) {
            writeln!(text, "    {label:<8} {value}  {DIM}{place}{DIM:#}").expect(WRITES);
        } else if let Some(value) = value {
            writeln!(text, "    {label:<8} {value}").expect(WRITES);
        }
    };
    label(text, "running", &it.running, it.shown.map(|it| shown.shown_at(it)));
    label(text, "files", &it.file, it.place.as_ref().map(|it| shown.place(it)));
    if !it.because.is_empty() {
        writeln!(text, "    = {}", it.because).expect(WRITES);
    }
}

fn verdict(it: &Compared) -> &'static str {
    match it.verdict {
        Verdict::Same => "is the same",
        Verdict::Differs => "differs",
        Verdict::OnlyRunning => "is only in the running cluster",
        Verdict::OnlyFiles => "is only in the files",
    }
}

/// A line for each value that differs.
pub(super) fn concise(shown: &Shown<'_>, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = String::new();
    for it in shown.comparison.values.iter().filter(|it| it.verdict != Verdict::Same) {
        let place = it.place.as_ref().map(|it| shown.place(it)).or(it.shown.map(|it| shown.shown_at(it)));
        let parameter = it.parameter.as_ref().map_or(String::new(), |it| format!(" {it}"));
        let place = place.map_or(String::new(), |it| format!("{it}: "));
        let values = match it.parameter.is_some() {
            true => format!(" (running {}, files {})", or_not_set(&it.running), or_not_set(&it.file)),
            false => String::new(),
        };
        writeln!(text, "{place}{}: {}{parameter}{values}: {}", it.verdict.name(), it.object.words(), it.because)
            .expect(WRITES);
    }
    for it in &shown.comparison.not_understood {
        writeln!(text, "{}:{}: not understood: {}", shown.sources[it.source], it.line, it.text).expect(WRITES);
    }
    write(&text, terminal)
}

fn or_not_set(value: &Option<String>) -> &str {
    value.as_deref().unwrap_or("not set")
}

/// A table of what differs.
pub(super) fn markdown(shown: &Shown<'_>, terminal: &Terminal) -> Result<(), Failure> {
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let mut text = String::new();
    let differing: Vec<&Compared> = shown.comparison.values.iter().filter(|it| it.verdict != Verdict::Same).collect();
    if differing.is_empty() {
        text.push_str("The running cluster has the values of the files.\n");
    } else {
        text.push_str("| object | parameter | running | files | verdict | because |\n|---|---|---|---|---|---|\n");
    }
    for it in differing {
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            cell(&it.object.words()),
            cell(it.parameter.as_deref().unwrap_or("")),
            cell(it.running.as_deref().unwrap_or("")),
            cell(it.file.as_deref().unwrap_or("")),
            it.verdict.name(),
            cell(&it.because)
        )
        .expect(WRITES);
    }
    write(&text, terminal)
}

fn write(text: &str, terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
