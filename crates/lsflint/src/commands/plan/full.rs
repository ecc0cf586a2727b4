//! The output of `plan` for people.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use lsflint_ide::answers::plan::{Change, Command, MergedRequirement, Plan, Side, What};
use lsflint_lint::Severity;
use lsflint_report::counted;
use lsflint_spec::{Confidence, Risk};

use super::Compared;
use super::json::in_words;
use super::load::Finding;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of names and lines of a list without `-v`.
const NAMED: usize = 12;

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
    let count = |risk: Risk| compared.iter().flat_map(|it| &it.plan.changes).filter(|it| it.risk == risk).count();
    let counts = [Risk::Breaking, Risk::Notable, Risk::Harmless].map(|it| (count(it), it.name()));
    let parts: Vec<String> = counts.iter().filter(|it| it.0 > 0).map(|it| format!("{} {}", it.0, it.1)).collect();
    let total: usize = counts.iter().map(|it| it.0).sum();
    let mut text = match parts.split_last() {
        None => "no changes".to_owned(),
        Some((only, [])) => format!("{only} {}", if total == 1 { "change" } else { "changes" }),
        Some((last, rest)) => format!("{} and {last} changes", rest.join(", ")),
    };
    // A host that a queue loses may matter more than each change on its own.
    let plans = compared.iter().map(|it| &it.plan);
    let worst = plans.clone().flat_map(|it| &it.changes).map(|it| it.risk).max();
    if let Some(risk) = plans.filter_map(Plan::risk).max().filter(|it| Some(*it) > worst) {
        write!(text, " with {} consequences", risk.name()).expect(WRITES);
    }
    let introduced: Vec<&Finding> = compared.iter().flat_map(|it| &it.new).collect();
    if !introduced.is_empty() {
        write!(text, ", {}", counted(introduced.len(), "new finding", "new findings")).expect(WRITES);
        let errors = introduced.iter().filter(|it| it.severity == Severity::Error).count();
        if errors > 0 {
            write!(text, " ({})", counted(errors, "error", "errors")).expect(WRITES);
        }
    }
    let commands: Vec<&str> = compared.iter().flat_map(|it| &it.plan.run).map(|it| it.command.as_str()).collect();
    match commands.is_empty() {
        true => text.push_str("; nothing to run"),
        false => write!(text, "; {} to run", counted(commands.len(), "command", "commands")).expect(WRITES),
    }
    text
}

fn text(compared: &[Compared], verbose: bool) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n", summary(compared));
    for it in compared.iter().filter(|it| !it.is_empty()) {
        if !it.cluster.is_empty() {
            write!(text, "\n{BOLD}cluster {}{BOLD:#}\n", it.cluster).expect(WRITES);
        }
        let most = if verbose { usize::MAX } else { NAMED };
        plan(&mut text, &it.plan, most);
        findings(&mut text, "new findings", &it.new, most);
        findings(&mut text, "findings that are fixed", &it.fixed, most);
        run(&mut text, &it.plan.run, most);
    }
    text
}

fn plan(text: &mut String, plan: &Plan, most: usize) {
    for it in &plan.changes {
        change(text, it, most);
    }
    for it in &plan.hosts {
        headline(text, it.risk, &format!("queue {}: {} hosts to {}", it.queue, it.before, it.after));
        difference(text, &it.lost, &it.gained, most);
    }
    for it in &plan.requirements {
        headline(text, it.risk, &format!("{}: merged requirement", of(it)));
        let side = |text: &mut String, name: &str, requirement: &Option<String>, hosts: Option<usize>| {
            let requirement = match requirement.as_deref() {
                None => "LSF rejects the jobs",
                Some("") => "none",
                Some(it) => it,
            };
            let hosts = hosts.map_or(String::new(), |it| format!("  ({} can match)", counted(it, "host", "hosts")));
            writeln!(text, "    {name} {requirement}{hosts}").expect(WRITES);
        };
        side(text, "before", &it.old, it.matching_old);
        side(text, "after ", &it.new, it.matching_new);
    }
    for it in &plan.access {
        headline(text, it.risk, &format!("queue {}: users who may submit", it.queue));
        difference(text, &it.lost, &it.gained, most);
    }
    for it in plan.elims.iter().take(most) {
        let starts = if it.starts { "starts elims for" } else { "no longer starts elims for" };
        headline(text, Risk::Notable, &format!("host {} {starts} {}", it.host, names(&it.resources, most)));
    }
    if plan.elims.len() > most {
        writeln!(text, "    and {} more hosts", plan.elims.len() - most).expect(WRITES);
    }
}

/// `queue normal`, `application profile sim`.
pub(super) fn of(it: &MergedRequirement) -> String {
    match (&it.queue, &it.application) {
        (Some(queue), Some(profile)) => format!("queue {queue} with application profile {profile}"),
        (Some(queue), None) => format!("queue {queue}"),
        (None, profile) => format!("application profile {}", profile.as_deref().unwrap_or_default()),
    }
}

fn change(text: &mut String, change: &Change, most: usize) {
    headline(text, change.risk, &change.text());
    let places = change.because.iter().map(|it| {
        let side = match (&change.what, it.side) {
            (What::Parameter(_) | What::Renamed { .. }, Side::Old) => "old ",
            _ => "",
        };
        format!("{side}{}:{}", it.file, it.line)
    });
    let places: Vec<String> = places.collect();
    if !places.is_empty() {
        writeln!(text, "    {DIM}{}{DIM:#}", places.join(", ")).expect(WRITES);
    }
    for it in change.affects.iter().take(most) {
        let object = it.object.words();
        writeln!(text, "    also {object}: {} {} to {}", it.parameter, it.old_words, it.new_words).expect(WRITES);
    }
    if change.affects.len() > most {
        writeln!(text, "    and {} more values", change.affects.len() - most).expect(WRITES);
    }
    let Some(effect) = change.jobs else { return };
    let words = in_words(effect);
    if !words.is_empty() {
        writeln!(text, "    {words}").expect(WRITES);
    }
    if !effect.advice.is_empty() && change.risk == Risk::Breaking {
        writeln!(text, "    instead: {}", effect.advice).expect(WRITES);
    }
}

fn headline(text: &mut String, risk: Risk, words: &str) {
    let style = match risk {
        Risk::Breaking => AnsiColor::Red.on_default().bold(),
        Risk::Notable => AnsiColor::Yellow.on_default(),
        Risk::Harmless => AnsiColor::Green.on_default(),
    };
    writeln!(text, "\n{style}{:8}{style:#}  {words}", risk.name()).expect(WRITES);
}

fn difference(text: &mut String, lost: &[String], gained: &[String], most: usize) {
    for (what, all) in [("loses", lost), ("gains", gained)] {
        if !all.is_empty() {
            writeln!(text, "    {what} {}", names(all, most)).expect(WRITES);
        }
    }
}

pub(super) fn names(all: &[String], most: usize) -> String {
    let shown = all.len().min(most);
    let more = if all.len() > shown { format!(" and {} more", all.len() - shown) } else { String::new() };
    format!("{}{more}", all[..shown].join(" "))
}

fn findings(text: &mut String, heading: &str, found: &[Finding], most: usize) {
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

/// Names with commas.
pub(super) fn names_of(all: &[String], most: usize) -> String {
    let shown = all.len().min(most);
    let more = if all.len() > shown { format!(" and {} more", all.len() - shown) } else { String::new() };
    format!("{}{more}", all[..shown].join(", "))
}
