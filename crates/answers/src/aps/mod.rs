//! The APS value of a job, with all terms.

mod facts;
mod subject;

use lsflint_lint::{Registry, Settings, check_value};
use lsflint_model::Cluster;
use lsflint_model::aps::{Contribution, Evaluation, Formula, Outcome, Step, Time, without_dust};
use lsflint_project::Request;
use lsflint_report::{JsonDiagnostic, json_diagnostics};
use lsflint_spec::{FileKind, Grammar, ParamSpec};
use serde::{Deserialize, Serialize};

pub use self::facts::{GivenFact, Span};
use self::subject::Subject;
use crate::judged::Judged;
use crate::refused::Refused;

/// A formula and a job.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ApsQuestion {
    /// The value of APS_PRIORITY, if no queue is given.
    pub weights: Option<String>,
    /// The queue of the job, in the cluster; its formula may come from its queue group.
    pub queue: Option<String>,
    /// The application profile of the job.
    pub app: Option<String>,
    /// The user who submits the job.
    pub user: Option<String>,
    /// The user group of the job.
    pub group: Option<String>,
    /// Facts about the job; a later one replaces an earlier one. JPRIORITY is that of the submission.
    pub facts: Vec<GivenFact>,
    /// The pending time up to which the value is computed, too.
    pub over: Option<Span>,
}

/// The APS value of a job.
pub struct ApsAnswer {
    /// The formula with its findings.
    pub judged: Judged,
    /// The queue of the job, and the queue that defines the formula.
    pub queues: Option<(String, String)>,
    /// The formula and its value; `None` if the formula has an error.
    pub value: Option<(Formula, Evaluation)>,
    /// The value while the pending time grows; `None` if it was not asked for.
    pub steps: Option<Vec<Step>>,
}

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
    /// The value while the pending time grows up to `--over`.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<JsonStep>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct JsonStep {
    /// The pending time in seconds after which the value applies.
    after: f64,
    value: f64,
    /// The factors that change then.
    factors: Vec<&'static str>,
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

impl ApsQuestion {
    /// Computes the value.
    ///
    /// # Errors
    /// The cluster cannot be read, a name is not known, or there is no formula.
    pub fn answer(self, request: Request) -> Result<ApsAnswer, Refused> {
        let subject = Subject::new(&self, request)?;
        let input = (&*subject.place, subject.weights.clone());
        let judged = judge_aps(vec![input], &subject.cluster, &subject.settings)?;
        let Some(judged) = judged.into_iter().next() else {
            return Err(Refused::new("the value does not contain a formula"));
        };
        let queues = subject.queues;
        if !judged.is_valid() {
            return Ok(ApsAnswer { judged, queues: None, value: None, steps: None });
        }
        let Ok(formula) = Formula::parse(&judged.text) else {
            return Err(Refused::new("the value does not contain a formula"));
        };
        let evaluation = formula.evaluate(&subject.facts);
        let steps =
            match self.over {
                Some(Span(seconds)) => {
                    let steps = formula.over(&subject.facts, seconds);
                    Some(steps.ok_or_else(|| {
                        Refused::new("the value changes too often in this time; specify a shorter one")
                    })?)
                }
                None => None,
            };
        Ok(ApsAnswer { judged, queues, value: Some((formula, evaluation)), steps })
    }
}

impl ApsAnswer {
    /// The document of `aps explain`.
    pub fn document(&self) -> impl Serialize + '_ {
        let Some((formula, evaluation)) = &self.value else {
            return Document {
                version: 1,
                queue: None,
                formula_of: None,
                value: None,
                system: None,
                pending: None,
                formula: String::new(),
                numbers: String::new(),
                terms: Vec::new(),
                steps: None,
                diagnostics: json_diagnostics(&self.judged.found).collect(),
            };
        };
        let (queue, formula_of) = self.queues.clone().unzip();
        Document {
            version: 1,
            queue,
            formula_of,
            value: Some(evaluation.value),
            system: evaluation.system,
            pending: evaluation.pending,
            formula: formula.to_string(),
            numbers: evaluation.to_string(),
            terms: json_terms(&evaluation.terms, evaluation),
            steps: self.steps.as_ref().map(|it| it.iter().map(json_step).collect()),
            diagnostics: Vec::new(),
        }
    }
}

/// Runs the rules about APS_PRIORITY on individual values, each with the path of its findings.
///
/// # Errors
/// There is no such parameter.
pub fn judge_aps(inputs: Vec<(&str, String)>, cluster: &Cluster, settings: &Settings) -> Result<Vec<Judged>, Refused> {
    let registry = Registry::new(lsflint_rules::all(), settings);
    let (kind, param) = parameter().ok_or_else(|| Refused::new("no information about APS_PRIORITY"))?;
    let judge = |(path, text): (&str, String)| {
        let diagnostics = check_value(&text, kind, param, cluster, settings, &registry);
        Judged::new(path, text, diagnostics)
    };
    Ok(inputs.into_iter().map(judge).collect())
}

/// The specification of the parameter APS_PRIORITY and its file.
fn parameter() -> Option<(FileKind, &'static ParamSpec)> {
    let mut kinds = FileKind::ALL.into_iter();
    kinds.find_map(|kind| {
        let params = kind.spec().sections.iter().flat_map(|it| it.params);
        Some((kind, params.into_iter().find(|it| it.grammar == Grammar::ApsPriority)?))
    })
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

fn json_step(it: &Step) -> JsonStep {
    JsonStep { after: it.after, value: it.value, factors: it.factors.clone() }
}

/// Why a factor is not used.
pub fn because(term: &Contribution, evaluation: &Evaluation) -> Option<String> {
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
