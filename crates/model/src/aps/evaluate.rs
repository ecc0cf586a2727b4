//! Evaluates an APS formula for a job, step by step.

use std::borrow::Cow;
use std::fmt;

use lsflint_spec::ApsFactor;

use super::facts::{Fact, Facts};
use super::formula::{Formula, Number, Term, Weight, rounded, without_dust};

/// The factor that grows while the job is pending.
const GROWS: &str = "JPRIORITY";

/// The result of a factor.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It is included unchanged.
    Counted,
    /// It is included, but reduced to its LIMIT.
    Cut,
    /// It has no weight.
    NoWeight,
    /// Its GRACE_PERIOD is not over.
    Waiting,
    /// It has a weight, but none of its subfactors has one.
    Empty,
    /// Its value is unknown.
    Unknown,
    /// It cannot have a value, for this reason.
    RuledOut(Cow<'static, str>),
}

/// The contribution of one factor.
#[derive(Debug, Clone, PartialEq)]
pub struct Contribution {
    /// The specification of the factor.
    pub factor: &'static ApsFactor,
    /// The weight.
    pub weight: Weight,
    /// The maximum absolute value of the weighted value.
    pub limit: Option<f64>,
    /// The grace period in seconds: the factor takes effect after the job has been pending for this time.
    pub grace: Option<f64>,
    /// The value before the weight: that of the job, or the sum of the subfactors. `None` if unknown.
    pub amount: Option<f64>,
    /// The origin of the amount; empty if it was given directly.
    pub from: Cow<'static, str>,
    /// Weight times amount.
    pub weighted: f64,
    /// The contribution to the sum: the weighted value reduced to its limit, or 0.
    pub value: f64,
    /// Whether the factor is included, and if not, why.
    pub outcome: Outcome,
    /// Its subfactors.
    pub terms: Vec<Contribution>,
}

/// The APS value of one job.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The sum of all contributions.
    pub value: f64,
    /// The static system value that an administrator set. Such a job precedes every job without one, regardless of the
    /// sum.
    pub system: Option<f64>,
    /// The pending time in seconds; `None` if unknown, in which case no grace period is over.
    pub pending: Option<f64>,
    /// All factors, in the order of the documentation.
    pub terms: Vec<Contribution>,
}

impl Formula {
    /// The APS value of a job.
    pub fn evaluate(&self, facts: &Facts) -> Evaluation {
        let pending = facts.pending.unwrap_or(0.0);
        let terms: Vec<Contribution> = self.terms.iter().map(|it| contribution(it, facts, pending)).collect();
        Evaluation { value: sum(&terms), system: facts.system, pending: facts.pending, terms }
    }
}

fn sum(terms: &[Contribution]) -> f64 {
    let largest = terms.iter().map(|it| it.value.abs()).fold(0.0, f64::max);
    rounded(terms.iter().map(|it| it.value).sum(), largest)
}

fn contribution(term: &Term, facts: &Facts, pending: f64) -> Contribution {
    let terms: Vec<Contribution> = term.terms.iter().map(|it| contribution(it, facts, pending)).collect();
    let fact = facts.get(term.factor.name);
    let growth = facts.growth.as_ref().filter(|_| term.factor.name == GROWS);
    let amount = match fact {
        _ if !terms.is_empty() => Some(sum(&terms)),
        Some(Fact::Value(value, _)) => Some(*value + growth.map_or(0.0, |it| it.after(pending))),
        _ => None,
    };
    let from = match (fact, growth) {
        (Some(Fact::Value(value, from)), Some(growth)) => {
            let start = if from.is_empty() { format!("{} at submission", Number(*value)) } else { from.to_string() };
            let when = if facts.pending.is_some() { "with" } else { "before" };
            Cow::Owned(format!("{start}, {when} growth ({})", growth.setting))
        }
        (Some(Fact::Value(_, from)), None) => from.clone(),
        _ => Cow::Borrowed(""),
    };
    let weighted = without_dust(term.weight.number() * amount.unwrap_or(0.0));
    let limited = term.limit.map_or(weighted, |limit| weighted.clamp(-limit, limit));
    let outcome = if term.weight == Weight::Unset {
        Outcome::NoWeight
    } else if !terms.is_empty() && terms.iter().all(|it| it.weight == Weight::Unset) {
        Outcome::Empty
    } else if let (None, Some(Fact::Nothing(because))) = (amount, fact) {
        Outcome::RuledOut(because.clone())
    } else if term.grace.is_some_and(|grace| pending <= grace) {
        Outcome::Waiting
    } else if amount.is_none() {
        Outcome::Unknown
    } else if limited != weighted {
        Outcome::Cut
    } else {
        Outcome::Counted
    };
    let counts = matches!(outcome, Outcome::Counted | Outcome::Cut);
    Contribution {
        factor: term.factor,
        weight: term.weight,
        limit: term.limit,
        grace: term.grace,
        amount,
        from,
        weighted,
        value: if counts { limited } else { 0.0 },
        outcome,
        terms,
    }
}

impl Contribution {
    /// Whether it is part of the sum.
    pub fn is_counted(&self) -> bool {
        matches!(self.outcome, Outcome::Counted | Outcome::Cut)
    }

    /// Whether it is worth showing: it or one of its subfactors has a weight, a limit, a grace period or a value. ADMIN
    /// is shown if it is set.
    pub fn matters(&self) -> bool {
        !self.weight.is_default()
            || self.limit.is_some()
            || self.grace.is_some()
            || self.amount.is_some() && self.terms.is_empty()
            || self.terms.iter().any(Contribution::matters)
    }
}

impl Evaluation {
    /// The contribution of a factor, by its name in APS_PRIORITY.
    pub fn term(&self, name: &str) -> Option<&Contribution> {
        self.terms.iter().flat_map(|it| std::iter::once(it).chain(&it.terms)).find(|it| it.factor.name == name)
    }
}

/// The formula with the numbers of the job: `1 * (2 * 50 + 5 * 30)`. Factors that are not included are left out.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sum(&self.terms, f)
    }
}

fn write_sum(terms: &[Contribution], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut first = true;
    for term in terms.iter().filter(|it| it.is_counted()) {
        if !first {
            f.write_str(" + ")?;
        }
        first = false;
        write_term(term, f)?;
    }
    if first { f.write_str("0") } else { Ok(()) }
}

fn write_term(term: &Contribution, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if term.limit.is_some() {
        f.write_str("limit(")?;
    }
    if term.weight != Weight::Fixed {
        write!(f, "{} * ", Number(term.weight.number()))?;
    }
    if term.terms.is_empty() {
        write!(f, "{}", Number(term.amount.unwrap_or(0.0)))?;
    } else {
        f.write_str("(")?;
        write_sum(&term.terms, f)?;
        f.write_str(")")?;
    }
    match term.limit {
        Some(limit) => write!(f, ", {})", Number(limit)),
        None => Ok(()),
    }
}
