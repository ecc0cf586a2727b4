//! `aps explain`: computes the APS value of a job, with all terms.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_answers::{ApsAnswer, ApsQuestion, because};
use lsflint_model::aps::{Contribution, Evaluation, Formula, Number, Outcome, Step, Time, Weight};

use crate::arguments::{ApsExplain, ApsJobOptions, ApsSource, ExplainFormat, StringFormat};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WRITES: &str = "writing to a string cannot fail";

pub(crate) fn explain(arguments: ApsExplain, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ApsExplain { source, mut reading, at, job, facts, over, output_format } = arguments;
    let (ApsSource { weights, queue }, ApsJobOptions { app, user, group }) = (source, job);
    if queue.is_some() && reading.cluster.is_none() {
        reading.cluster = Some(PathBuf::from("."));
    }
    let question = ApsQuestion { weights, queue, app, user, group, facts, over };
    let answer = question.answer(strings::request(reading, at)?)?;
    match (output_format, &answer.value) {
        (ExplainFormat::Json, _) => strings::document(&answer.document(), terminal)?,
        (ExplainFormat::Full, Some((formula, evaluation))) => {
            full(&answer, formula, evaluation, terminal)?;
        }
        (ExplainFormat::Full, None) => {
            super::write(std::slice::from_ref(&answer.judged), StringFormat::Full, terminal)?
        }
    }
    Ok(ExitCode::from(u8::from(answer.value.is_none())))
}

fn full(answer: &ApsAnswer, formula: &Formula, evaluation: &Evaluation, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = String::new();
    if let Some((queue, owner)) = &answer.queues {
        write!(text, "{BOLD}queue{BOLD:#}    {queue}").expect(WRITES);
        if queue != owner {
            write!(text, ", which uses the formula of {owner} because it is in its QUEUE_GROUP").expect(WRITES);
        }
        text.push('\n');
    }
    write!(text, "{BOLD}formula{BOLD:#}  {formula}\n{BOLD}job{BOLD:#}      {evaluation}\n\n").expect(WRITES);
    text.push_str(&tree(evaluation, terminal.unicode));
    let unweighted: Vec<&str> = formula.without_weight().map(|it| it.factor.name).collect();
    if !unweighted.is_empty() {
        write!(text, "\nweight 0 because they are not in WEIGHT: {}\n", unweighted.join(", ")).expect(WRITES);
    }
    if let Some(system) = evaluation.system {
        let system = Number(system);
        write!(
            text,
            "\nThe system value {system} overrides the calculated value: the job precedes all jobs without one.\n"
        )
        .expect(WRITES);
    }
    if let Some(steps) = &answer.steps {
        text.push_str(&over_time(steps));
    }
    let mut out = terminal.stdout();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// The value while the job is pending, one change a line.
fn over_time(steps: &[Step]) -> String {
    let rows: Vec<(String, String, String)> = steps
        .iter()
        .map(|it| (Time(it.after).to_string(), Number(it.value).to_string(), it.factors.join(", ")))
        .collect();
    let width = |of: fn(&(String, String, String)) -> &str| rows.iter().map(|it| of(it).len()).max().unwrap_or(0);
    let (times, values) = (width(|it| &it.0), width(|it| &it.1));
    let mut text = format!("\n{BOLD}pending longer than{BOLD:#}\n");
    for (after, value, factors) in &rows {
        let line = format!("  {after:<times$}  {value:>values$}  {factors}");
        writeln!(text, "{}", line.trim_end()).expect(WRITES);
    }
    text
}

/// A line of the tree of terms.
struct Line {
    /// The branches of the tree and the name of the term.
    name: String,
    value: String,
    note: String,
    counted: bool,
}

/// The contributions as a tree with one column of values.
fn tree(evaluation: &Evaluation, unicode: bool) -> String {
    let total = Number(evaluation.value).to_string();
    let mut lines = vec![Line { name: "APS".to_owned(), value: total, note: String::new(), counted: true }];
    branches(&evaluation.terms, evaluation, "", unicode, &mut lines);
    let width = |of: fn(&Line) -> &str| lines.iter().map(|it| of(it).chars().count()).max().unwrap_or(0);
    let (names, values) = (width(|it| &it.name), width(|it| &it.value));
    let mut text = String::new();
    for (index, Line { name, value, note, counted }) in lines.iter().enumerate() {
        let style = match (index, counted) {
            (0, _) => BOLD,
            (_, true) => Style::new(),
            (_, false) => DIM,
        };
        let line = format!("{name:<names$}  {value:>values$}  {note}");
        writeln!(text, "{style}{}{style:#}", line.trim_end()).expect(WRITES);
    }
    text
}

fn branches(terms: &[Contribution], evaluation: &Evaluation, before: &str, unicode: bool, lines: &mut Vec<Line>) {
    let shown: Vec<&Contribution> = terms.iter().filter(|it| it.matters()).collect();
    let [branch, last, straight] = if unicode { ["├─ ", "└─ ", "│  "] } else { ["|- ", "`- ", "|  "] };
    for (index, term) in shown.iter().enumerate() {
        let is_last = index + 1 == shown.len();
        lines.push(Line {
            name: format!("{before}{}{}", if is_last { last } else { branch }, term.factor.name),
            value: Number(term.value).to_string(),
            note: note(term, evaluation),
            counted: term.is_counted(),
        });
        let below = format!("{before}{}", if is_last { "   " } else { straight });
        branches(&term.terms, evaluation, &below, unicode, lines);
    }
}

/// The calculation of the value of a line.
fn note(term: &Contribution, evaluation: &Evaluation) -> String {
    if let Some(because) = because(term, evaluation) {
        return format!("not included: {because}");
    }
    let amount = Number(term.amount.unwrap_or(0.0));
    let mut note = match term.weight {
        Weight::Fixed => "added without a weight".to_owned(),
        weight => format!("{} * {amount}", Number(weight.number())),
    };
    if let (Outcome::Cut, Some(limit)) = (&term.outcome, term.limit) {
        write!(note, " = {}, reduced to the limit {}", Number(term.weighted), Number(limit)).expect(WRITES);
    }
    if term.weight == Weight::OfParent {
        note.push_str(", default weight");
    }
    if !term.from.is_empty() {
        write!(note, ", {}", term.from).expect(WRITES);
    }
    note
}
