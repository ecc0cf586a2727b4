//! The output of `plan` for people.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use lsflint_ide::answers::plan::{Because, Command, Plan, Side};
use lsflint_lint::Severity;
use lsflint_report::counted;
use lsflint_spec::{Confidence, Risk};

use super::Compared;
use super::entries::{self, Entry, NAMED, names_of};
use super::load::Finding;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WRITES: &str = "writing to a string cannot fail";

pub(super) fn write(compared: &[Compared], terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.stdout();
    out.write_all(text(compared, terminal.verbose).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The answer in one line: `1 breaking and 2 notable changes; 2 commands to run`.
pub(super) fn summary(compared: &[Compared]) -> String {
    if compared.iter().all(Compared::is_empty) {
        return "nothing changes in meaning".to_owned();
    }
    let plans: Vec<&Plan> = compared.iter().map(|it| &it.plan).collect();
    let mut text = entries::summary(&plans).unwrap_or_else(|| "no changes".to_owned());
    let introduced: Vec<&Finding> = compared.iter().flat_map(|it| &it.new).collect();
    if !introduced.is_empty() {
        write!(text, ", {}", counted(introduced.len(), "new finding", "new findings")).expect(WRITES);
        let errors = introduced.iter().filter(|it| it.severity == Severity::Error).count();
        if errors > 0 {
            write!(text, " ({})", counted(errors, "error", "errors")).expect(WRITES);
        }
    }
    write!(text, "; {}", entries::to_run(&plans)).expect(WRITES);
    text
}

fn text(compared: &[Compared], verbose: bool) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n", summary(compared));
    for it in compared.iter().filter(|it| !it.is_empty()) {
        if !it.cluster.is_empty() {
            write!(text, "\n{BOLD}cluster {}{BOLD:#}\n", it.cluster).expect(WRITES);
        }
        let most = if verbose { usize::MAX } else { NAMED };
        let entries = entries::changes(&it.plan, most).into_iter().chain(entries::consequences(it, most));
        entries.for_each(|it| entry(&mut text, &it));
        findings(&mut text, "new findings", &it.new, most);
        findings(&mut text, "findings that are fixed", &it.fixed, most);
        run(&mut text, &it.plan.run, most);
    }
    text
}

fn entry(text: &mut String, entry: &Entry<'_>) {
    headline(text, entry.risk, &entry.headline);
    let places = places(entry);
    if !places.is_empty() {
        writeln!(text, "    {DIM}{}{DIM:#}", places.join(", ")).expect(WRITES);
    }
    for it in entry.details.iter().chain(&entry.words) {
        writeln!(text, "    {it}").expect(WRITES);
    }
}

/// The places of a change, with the side if both have places and these differ.
fn places(entry: &Entry<'_>) -> Vec<String> {
    let of_side = |side: Side| -> Vec<String> {
        let places = entry.places.iter().filter(|it| it.side == side);
        places.map(|it: &Because| format!("{}:{}", it.file, it.line)).collect()
    };
    let (old, new) = (of_side(Side::Old), of_side(Side::New));
    if !entry.is_two_sided || old == new {
        return if new.is_empty() { old } else { new };
    }
    let marked = |word: &'static str, places: Vec<String>| places.into_iter().map(move |it| format!("{word}{it}"));
    let new_word = if old.is_empty() { "" } else { "new " };
    marked("old ", old).chain(marked(new_word, new)).collect()
}

fn headline(text: &mut String, risk: Risk, words: &str) {
    let style = match risk {
        Risk::Breaking => AnsiColor::Red.on_default().bold(),
        Risk::Notable => AnsiColor::Yellow.on_default(),
        Risk::Harmless => AnsiColor::Green.on_default(),
    };
    writeln!(text, "\n{style}{:8}{style:#}  {words}", risk.name()).expect(WRITES);
}

fn findings(text: &mut String, heading: &str, found: &[Finding], most: usize) {
    // Those about jobs are consequences.
    let found: Vec<&Finding> = found.iter().filter(|it| it.job.is_none()).collect();
    if found.is_empty() {
        return;
    }
    write!(text, "\n{BOLD}{heading}{BOLD:#}\n").expect(WRITES);
    for it in found.iter().take(most) {
        writeln!(text, "  {}:{}: {} {} {}", it.file, it.line, it.code, it.severity, it.message).expect(WRITES);
    }
    if found.len() > most {
        writeln!(text, "  and {} more", found.len() - most).expect(WRITES);
    }
}

fn run(text: &mut String, commands: &[Command], most: usize) {
    if commands.is_empty() {
        return;
    }
    write!(text, "\n{BOLD}run, in this order{BOLD:#}\n").expect(WRITES);
    for (number, it) in commands.iter().enumerate() {
        let probably = if it.confidence == Confidence::Low { "probably; " } else { "" };
        writeln!(text, "  {}  {BOLD}{}{BOLD:#}", number + 1, it.command).expect(WRITES);
        writeln!(text, "     {probably}{}; by {}", it.step.effect, it.step.by).expect(WRITES);
        let because = names_of(&it.because, most);
        writeln!(text, "     {DIM}because of {because}{DIM:#}").expect(WRITES);
        for note in &it.notes {
            writeln!(text, "     note: {note}").expect(WRITES);
        }
    }
}
