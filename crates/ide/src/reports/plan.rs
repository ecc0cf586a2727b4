//! The report on a change: what it does, and what must be run.

use std::fmt::Write as _;

use lsflint_model::AsRead;
use lsflint_spec::{Confidence, Risk};

use crate::answers::plan::entries::{self, Entry, NAMED};
use crate::answers::plan::plan;
use crate::words;

const WRITES: &str = "writing to a string cannot fail";

/// What changes from one cluster to another one, as Markdown. `since`: what the change is compared with: `HEAD`.
pub fn plan_page(old: &AsRead, new: &AsRead, since: &str) -> String {
    let plan = plan(old, new);
    let mut out = format!("# Plan against {since}\n\n");
    let Some(summary) = entries::summary(&[&plan]) else {
        out.push_str("Nothing changes in meaning, and nothing must be run.");
        return out;
    };
    writeln!(out, "{summary}; {}", entries::to_run(&[&plan])).expect(WRITES);
    if !plan.run.is_empty() {
        out.push_str("\n## Run, in this order\n\n");
    }
    let mut earlier = &[][..];
    for it in &plan.run {
        let probably = if it.confidence == Confidence::Low { " (probably)" } else { "" };
        let because = match *it.because == *earlier {
            true => "the same changes".to_owned(),
            false => words::escaped(&entries::names_of(&it.because, NAMED)),
        };
        earlier = &it.because;
        writeln!(out, "1. {}{probably}, because of {because}", words::code(&it.command)).expect(WRITES);
        for note in &it.notes {
            writeln!(out, "   - {}", words::sentence(note)).expect(WRITES);
        }
    }
    let changes = entries::changes(&plan, NAMED);
    for (risk, heading) in
        [(Risk::Breaking, "Breaking changes"), (Risk::Notable, "Notable changes"), (Risk::Harmless, "Harmless changes")]
    {
        list(&mut out, heading, changes.iter().filter(|it| it.risk == risk));
    }
    list(&mut out, "Queues, users and hosts", entries::consequences(&plan, NAMED).iter());
    out.truncate(out.trim_end().len());
    out
}

/// A list with a heading; without entries nothing.
fn list<'e>(out: &mut String, heading: &str, entries: impl Iterator<Item = &'e Entry<'e>>) {
    for (number, it) in entries.enumerate() {
        if number == 0 {
            write!(out, "\n## {heading}\n\n").expect(WRITES);
        }
        write!(out, "- {}", words::escaped(&it.headline)).expect(WRITES);
        if let Some(place) = it.places.last() {
            write!(out, " ({})", words::code(&format!("{}:{}", place.file, place.line))).expect(WRITES);
        }
        out.push('\n');
        for it in &it.details {
            writeln!(out, "  - {}", words::escaped(it)).expect(WRITES);
        }
        for it in &it.words {
            writeln!(out, "  - {}", words::sentence(it)).expect(WRITES);
        }
    }
}
