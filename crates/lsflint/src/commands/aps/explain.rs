//! `aps explain`: computes the APS value of a job, with all terms.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_model::aps::{Contribution, Evaluation, Formula, Number, Outcome, Time, Weight, without_dust};
use lsflint_report::{JsonDiagnostic, json_diagnostics};
use serde::Serialize;

use super::subject::Subject;
use crate::arguments::{ApsExplain, ExplainFormat, StringFormat};
use crate::commands::strings;
use crate::commands::strings::Judged;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WRITES: &str = "writing to a string cannot fail";

#[derive(Serialize)]
struct Document {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula_of: Option<String>,
    /// `None` if the formula is invalid.
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<f64>,
    /// The pending time in seconds.
    pending: Option<f64>,
    formula: String,
    numbers: String,
    terms: Vec<JsonTerm>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct JsonTerm {
    factor: &'static str,
    weight: f64,
    /// Whether the weight is a default instead of written in the formula.
    default_weight: bool,
    amount: Option<f64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    from: String,
    value: f64,
    limit: Option<f64>,
    /// The grace period in seconds.
    grace: Option<f64>,
    counted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    terms: Vec<JsonTerm>,
}

pub(crate) fn explain(arguments: ApsExplain, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ApsExplain { source, reading, at, job, facts, output_format } = arguments;
    let subject = Subject::new(source, reading, at, &job, &facts)?;
    let input = (&*subject.place, subject.weights.clone());
    let judged = super::judge(vec![input], &subject.cluster, &subject.settings)?;
    if let Some(refused) = judged.iter().find(|it| !it.is_valid()) {
        return refuse(refused, output_format, terminal);
    }
    let Some(Ok(formula)) = judged.first().map(|it| Formula::parse(&it.text)) else {
        return Err(Failure::new("the value does not contain a formula"));
    };
    let evaluation = formula.evaluate(&subject.facts);
    match output_format {
        ExplainFormat::Full => full(&subject, &formula, &evaluation, terminal)?,
        ExplainFormat::Json => json(&subject, &formula, &evaluation, terminal)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reports a formula that LSF rejects, with the findings.
fn refuse(refused: &Judged, format: ExplainFormat, terminal: &Terminal) -> Result<ExitCode, Failure> {
    match format {
        ExplainFormat::Full => super::write(std::slice::from_ref(refused), StringFormat::Full, terminal)?,
        ExplainFormat::Json => {
            let document = Document {
                version: 1,
                queue: None,
                formula_of: None,
                value: None,
                system: None,
                pending: None,
                formula: String::new(),
                numbers: String::new(),
                terms: Vec::new(),
                diagnostics: json_diagnostics(&refused.found).collect(),
            };
            strings::document(&document, terminal)?;
        }
    }
    Ok(ExitCode::from(1))
}

fn json(subject: &Subject, formula: &Formula, evaluation: &Evaluation, terminal: &Terminal) -> Result<(), Failure> {
    let (queue, formula_of) = subject.queues.clone().unzip();
    let document = Document {
        version: 1,
        queue,
        formula_of,
        value: Some(evaluation.value),
        system: evaluation.system,
        pending: evaluation.pending,
        formula: formula.to_string(),
        numbers: evaluation.to_string(),
        terms: json_terms(&evaluation.terms, evaluation),
        diagnostics: Vec::new(),
    };
    strings::document(&document, terminal)
}

fn json_terms(terms: &[Contribution], evaluation: &Evaluation) -> Vec<JsonTerm> {
    let term = |it: &Contribution| JsonTerm {
        factor: it.factor.name,
        weight: it.weight.number(),
        default_weight: it.weight.is_default(),
        amount: it.amount,
        from: it.from.to_string(),
        value: without_dust(it.value),
        limit: it.limit,
        grace: it.grace,
        counted: it.is_counted(),
        because: because(it, evaluation),
        terms: json_terms(&it.terms, evaluation),
    };
    terms.iter().filter(|it| it.matters()).map(term).collect()
}

fn full(subject: &Subject, formula: &Formula, evaluation: &Evaluation, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = String::new();
    if let Some((queue, owner)) = &subject.queues {
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
    let mut out = terminal.stdout();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
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

/// Why a factor is not used.
fn because(term: &Contribution, evaluation: &Evaluation) -> Option<String> {
    match &term.outcome {
        Outcome::Counted | Outcome::Cut => None,
        Outcome::NoWeight => Some("it has no weight".to_owned()),
        Outcome::Waiting => {
            let grace = Time(term.grace.unwrap_or(0.0));
            Some(match evaluation.pending {
                Some(pending) => format!("the job has pended for {}, but the grace period is {grace}", Time(pending)),
                None => format!("it may be within its grace period of {grace} (set `--fact PENDING=...`)"),
            })
        }
        Outcome::Empty => {
            let names: Vec<&str> = term.terms.iter().map(|it| it.factor.name).collect();
            Some(format!("none of {} has a weight", names.join(", ")))
        }
        Outcome::Unknown => {
            let name = term.factor.name;
            let or = match name {
                "APP" => ", or `--queue` and `--app`",
                "USER" => ", or `--queue` and `--user`",
                "UG" => ", or `--queue` and `--group`",
                _ => "",
            };
            Some(format!("its value is unknown (set `--fact {name}=...`{or})"))
        }
        Outcome::RuledOut(because) => Some(because.to_string()),
    }
}
