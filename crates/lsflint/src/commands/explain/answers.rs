//! `explain -` and `explain MESSAGE`: what LSF printed, joined with the cluster.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use lsflint_answers::messages_document;
use lsflint_ide::{Condition, Explanation, OutputLines, ReasonAnswer, UnknownLine, explain_output};
use lsflint_model::{AsRead, View};
use lsflint_project::Overrides;

use super::message::{Page, decided_by};
use super::{BOLD, WRITES};
use crate::arguments::{At, Explain, ListFormat, Reading};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

/// The maximum number of unknown lines, jobs and hosts that are shown without `-v`.
const SHOWN: usize = 10;

/// Explains stdin. Fails if no line is known, as for an unknown name; the exit code is 1 if some lines are not.
pub(super) fn of_stdin(arguments: Explain, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
    print(&String::from_utf8_lossy(&bytes), arguments, terminal)
}

/// Explains a message given as the argument.
pub(super) fn of_text(arguments: Explain, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let text = arguments.what.clone();
    print(&text, arguments, terminal)
}

/// Whether a text contains a message.
pub(super) fn knows(text: &str) -> bool {
    !explain_output(text, None).answers.is_empty()
}

fn print(text: &str, arguments: Explain, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let format = arguments.output_format;
    let repeats = arguments.what.trim() == "-";
    let cluster = cluster(arguments.reading)?;
    let view = cluster.as_ref().map(AsRead::view);
    let explanation = explain_output(text, cluster.as_ref());
    if text.trim().is_empty() {
        return Err(Failure::new("stdin is empty"));
    }
    match format {
        ListFormat::Json => strings::document(&messages_document(&explanation, view), terminal)?,
        ListFormat::Full => {
            let mut out = terminal.stdout();
            out.write_all(page(&explanation, view, repeats, terminal).as_bytes())?;
            out.flush()?;
        }
    }
    match (explanation.answers.is_empty(), explanation.unknown.is_empty()) {
        (true, false) => {
            let count = not_recognized(explanation.unknown.len());
            Err(Failure::new(format!("stdin contains no known message of LSF: {count}")))
        }
        (_, true) => Ok(ExitCode::SUCCESS),
        (false, false) => Ok(ExitCode::from(1)),
    }
}

/// The cluster of `--cluster`. Without one, the meaning is still known, and no directory is searched.
pub(super) fn cluster(reading: Reading) -> Result<Option<AsRead>, Failure> {
    if reading.cluster.is_none() {
        return Ok(None);
    }
    let (cluster, _) = strings::surroundings_as_read(reading, At { at: None }, Overrides::default())?;
    Ok(Some(cluster))
}

/// All answers and the lines that are not known. `repeats`: an answer begins with the line that it explains.
fn page(explanation: &Explanation, view: Option<View<'_>>, repeats: bool, terminal: &Terminal) -> String {
    let answer = |it: &ReasonAnswer| {
        let line = if repeats { format!("> {}\n\n", it.reason) } else { String::new() };
        line + &answer(it, view, terminal)
    };
    let mut pages: Vec<String> = explanation.answers.iter().map(answer).collect();
    if !explanation.answers.is_empty() && !explanation.unknown.is_empty() {
        pages.push(not_known(&explanation.unknown, terminal));
    }
    if pages.is_empty() && explanation.unknown.is_empty() {
        pages.push("no reason and no state that needs an explanation".to_owned());
    }
    let shows_rest = terminal.verbose || explanation.answers.is_empty() || !explanation.unknown.is_empty();
    if !pages.is_empty() && shows_rest && !explanation.outputs.is_empty() {
        pages.push(not_messages(&explanation.outputs));
    }
    if pages.is_empty() { String::new() } else { pages.join("\n\n") + "\n" }
}

fn answer(answer: &ReasonAnswer, view: Option<View<'_>>, terminal: &Terminal) -> String {
    let mut page = Page::of(&format!("{BOLD}{}{BOLD:#}", answer.message.text));
    if let Some(place) = &answer.custom {
        let line = view.and_then(|it| it.line_of(place)).unwrap_or_default();
        page.add("printed as", &format!("the message of the site in {}:{line}", place.file));
    }
    page.add("meaning", answer.message.effect);
    if answer.conditions.is_empty() {
        page.add("decided by", &decided_by(answer.message));
    }
    for (number, it) in answer.conditions.iter().enumerate() {
        let label = if number == 0 { "here" } else { "" };
        let hosts = if it.hosts.is_empty() { String::new() } else { format!(": {}", listed(&it.hosts, terminal)) };
        match place(it, view) {
            Some(place) => page.add_place(label, &format!("{place}  {}{hosts}", it.text)),
            None => page.add(label, &format!("{}{hosts}", it.text)),
        }
    }
    match (answer.host_count, answer.hosts.is_empty()) {
        (_, false) => page.add("hosts", &listed(&answer.hosts, terminal)),
        (Some(count), true) => page.add("hosts", &count.to_string()),
        (None, true) => {}
    }
    page.add("jobs", &listed(&answer.jobs, terminal));
    page.finish(answer.message)
}

/// `lsb.queues:14`.
fn place(condition: &Condition, view: Option<View<'_>>) -> Option<String> {
    let place = condition.place.as_ref()?;
    Some(format!("{}:{}", place.file, view?.line_of(place)?))
}

fn listed(names: &[String], terminal: &Terminal) -> String {
    let shown = if terminal.verbose { names.len() } else { names.len().min(SHOWN) };
    let more = match names.len() - shown {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    names[..shown].join(" ") + &more
}

fn not_recognized(count: usize) -> String {
    format!("{} not recognized", lines(count))
}

/// `9 lines of bjobs -l and 14 lines of bhosts -l are not messages`.
fn not_messages(outputs: &[OutputLines]) -> String {
    let all: Vec<String> = outputs.iter().map(|it| format!("{} of {}", lines(it.lines), it.command)).collect();
    let verb = if matches!(outputs, [OutputLines { lines: 1, .. }]) { "is not a message" } else { "are not messages" };
    let joined = match all.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => all.concat(),
    };
    format!("{joined} {verb}")
}

fn lines(count: usize) -> String {
    let noun = if count == 1 { "line" } else { "lines" };
    format!("{count} {noun}")
}

fn not_known(lines: &[UnknownLine], terminal: &Terminal) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}", not_recognized(lines.len()));
    let shown = if terminal.verbose { lines.len() } else { lines.len().min(SHOWN) };
    for it in &lines[..shown] {
        write!(text, "\n  {:>5}  {}", it.line, it.text).expect(WRITES);
    }
    if shown < lines.len() {
        write!(text, "\n         and {} more; -v shows them", lines.len() - shown).expect(WRITES);
    }
    text
}
