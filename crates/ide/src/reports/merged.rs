//! The report on a merged requirement, with the origin of every part and the steps of merging.

use std::fmt::Write as _;

use lsflint_model::View;

use super::{Levels, UNKNOWN};
use crate::words;

const WRITES: &str = "writing to a string cannot fail";

pub(super) fn page(view: View<'_>, levels: &Levels<'_>) -> String {
    let mut out = format!("# Merged requirement\n\nFor {}, without the requirement of the job.\n\n", levels.title());
    let Some(merged) = levels.merged(view) else { return out + UNKNOWN };
    match (&merged.result, &merged.reason) {
        (Some(result), _) => write!(out, "```\n{result}\n```\n").expect(WRITES),
        (None, Some(reason)) => writeln!(out, "**LSF rejects the job**: {}.", words::sentence(reason)).expect(WRITES),
        (None, None) => out.push_str("No level sets a requirement.\n"),
    }
    if !merged.origins.is_empty() {
        out.push_str("\n| part | from |\n|---|---|\n");
        for it in &merged.origins {
            // A `|` ends a cell, even in code.
            writeln!(out, "| {} | {} |", words::code_span(&it.text).replace('|', "\\|"), it.from).expect(WRITES);
        }
    }
    list(&mut out, "How LSF merges them", merged.steps.iter().map(|it| it.text.as_str()));
    list(&mut out, "Notes", merged.notes.iter().map(String::as_str));
    out
}

fn list<'t>(out: &mut String, heading: &str, lines: impl Iterator<Item = &'t str>) {
    for (number, line) in lines.enumerate() {
        if number == 0 {
            write!(out, "\n## {heading}\n\n").expect(WRITES);
        }
        writeln!(out, "- {}", words::sentence(line)).expect(WRITES);
    }
}
