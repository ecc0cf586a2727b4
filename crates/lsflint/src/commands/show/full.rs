//! The output of `show` for people.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use lsflint_ide::answers::{Members, Setting, ValueAt};
use lsflint_model::View;
use lsflint_model::effective::{Link, LinkState};

use super::Shown;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const COUNTS: Style = AnsiColor::Green.on_default();
const WARNS: Style = AnsiColor::Yellow.on_default();
const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of members of a group that are named without `-v`.
const NAMED: usize = 12;

pub(super) fn write(shown: &Shown<'_>, terminal: &Terminal) -> Result<(), Failure> {
    let view = shown.cluster.written().view();
    let mut text = format!("{BOLD}{} {}{BOLD:#}\n", shown.kind, shown.name);
    let object = shown.object.as_ref();
    let dropped = object.and_then(|it| it.dropped.as_ref());
    if let Some(dropped) = dropped {
        let code = dropped.code.map_or(String::new(), |it| format!(" ({it})"));
        let line = view.line_of(&dropped.place).unwrap_or_default();
        let place = format!("{}:{line}", dropped.place.file);
        writeln!(text, "  {WARNS}does not exist: {}{code}{WARNS:#}\n  defined at {place}", dropped.effect)
            .expect(WRITES);
    }
    if let Some(it) = object.and_then(|it| it.members.as_ref()) {
        members(&mut text, it, terminal);
    }
    for it in &shown.settings {
        setting(&mut text, view, it, dropped.is_some());
    }
    if shown.settings.is_empty() && dropped.is_none() {
        text.push_str("  all parameters have their defaults; -v shows them\n");
    }
    let mut out = terminal.stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

fn members(text: &mut String, members: &Members, terminal: &Terminal) {
    let shown = if terminal.verbose { members.names.len() } else { members.names.len().min(NAMED) };
    let more = match members.names.len() - shown {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let others = if members.complete { "" } else { ", and others that are not loaded" };
    let count = members.names.len();
    let what = match (members.are_hosts, count) {
        (true, 1) => "host",
        (true, _) => "hosts",
        (false, 1) => "user",
        (false, _) => "users",
    };
    writeln!(text, "  {count} {what}{others}: {}{more}", members.names[..shown].join(" ")).expect(WRITES);
}

fn setting(text: &mut String, view: View<'_>, setting: &Setting, dropped: bool) {
    let effective = &setting.effective;
    let at_times: Vec<String> = setting.varying().iter().map(at_time).collect();
    let value = match setting.value() {
        _ if dropped => "not in effect".to_owned(),
        Some(value) => one_line(value),
        None if !at_times.is_empty() => at_times.join(", "),
        None if effective.is_unknown() => "unknown: depends on facts not in these files".to_owned(),
        None => "not set; no documented default".to_owned(),
    };
    write!(text, "\n{BOLD}{}{BOLD:#}  {value}", effective.param.name).expect(WRITES);
    match setting.words().filter(|_| !dropped) {
        Some(words) => writeln!(text, "  ({words})").expect(WRITES),
        None if setting.unit().is_empty() || dropped || !value.starts_with(|it: char| it.is_ascii_digit()) => {
            text.push('\n');
        }
        None => writeln!(text, "  (in {})", setting.unit()).expect(WRITES),
    }
    let width = effective.chain.iter().map(|it| place(view, it).len()).max().unwrap_or(0);
    let mut is_open = true;
    for link in &effective.chain {
        let value = link.value.as_deref().map(one_line);
        let decides = !matches!(link.state, LinkState::Ignored { .. } | LinkState::Unset);
        let counts = decides && is_open && !dropped;
        // Of several branches, each counts at some time.
        is_open &= !decides || setting.times.is_some() && link.state == LinkState::Unknown;
        let value = match (&link.state, value) {
            (LinkState::Unknown, Some(value)) => format!("{value}, while its #if branch is active"),
            (LinkState::Unknown, None) => "unknown".to_owned(),
            (LinkState::ReadAs { written, code }, Some(value)) => {
                format!("{value}  (written {}: {code})", one_line(written))
            }
            (LinkState::Ignored { code, .. }, Some(value)) => format!("{value}  (ignored: {code})"),
            (_, Some(value)) => value,
            (_, None) => "not set".to_owned(),
        };
        let (style, mark) = match (&link.state, counts) {
            (_, true) => (COUNTS, "*"),
            (LinkState::Ignored { .. }, _) => (WARNS, " "),
            _ => (DIM, " "),
        };
        writeln!(text, "  {style}{mark} {:width$}  {value}{style:#}", place(view, link)).expect(WRITES);
    }
}

/// A value at some times of the week: `150 Mon-Fri 08:00-18:00`, `else 400`.
fn at_time(value: &ValueAt<Option<String>>) -> String {
    let text = value.value.as_deref().map_or("not set".to_owned(), one_line);
    if value.when == "else" { format!("else {text}") } else { format!("{text} {}", value.when) }
}

/// A value that is continued over several lines, as one line.
fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn place(view: View<'_>, link: &Link) -> String {
    let place = link.place.as_ref().and_then(|it| Some(format!("{}:{}", it.file, view.line_of(it)?)));
    place.unwrap_or_else(|| link.from.clone())
}
