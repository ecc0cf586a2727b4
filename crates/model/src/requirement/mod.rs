//! What a requirement string asks for, as a value of its own.
//!
//! [`Requirement`] owns everything it says, so it outlives the text it was read from. It keeps units and spellings as they were
//! written and prints them back; [`Requirement::normal`] is the form in which two requirements with one meaning are equal. A string
//! that is invalid, or whose final text is unknown, has no `Requirement`.

mod decimal;
pub(crate) mod groups;
pub mod merge;
mod normal;
mod print;
mod sections;
mod select;
#[cfg(test)]
pub(crate) mod tests;
mod unit;
mod usage;

pub use decimal::Decimal;
pub use groups::{Required, RequirementGroup, RequirementGroups};
pub use merge::{Level, Merged, Outcome, merge};
pub use sections::{Affinity, ComputeUnits, Distribute, Order, OrderKey, ProcessorUnit, SpanItem, Tile};
pub use select::{Arithmetic, Comparison, Expr};
pub use unit::{Amount, SizeUnit, Time, TimeUnit, Units};
pub(crate) use usage::canonical;
pub use usage::{Method, Reservation, Rusage, Timing, Usage};

use lsflint_spec::Grammar;
use lsflint_syntax::ast::{AstNode, resreq};
use lsflint_syntax::{ErrorKind, ResReqError, SyntaxKind};

/// What a string asks for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Requirement {
    /// One string for the whole job. An empty one asks for nothing.
    Simple(Box<Simple>),
    /// `2*{..} + 4*{..}`: one string per group of slots.
    Compound(Vec<Term>),
    /// `{..} || {..}@5`: tried one after the other.
    Alternative(Vec<Branch>),
}

/// The three shapes of a requirement, and its absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named after the shape")]
pub enum Shape {
    None,
    Simple,
    Compound,
    Alternative,
}

impl Shape {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Shape::None => "none",
            Shape::Simple => "simple",
            Shape::Compound => "compound",
            Shape::Alternative => "alternative",
        }
    }
}

/// A list of sections.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Simple {
    /// What must hold, all of it. Strings have one operand at most; merging adds those of other levels.
    pub select: Vec<Expr>,
    /// `order[...]`
    pub order: Option<Order>,
    /// `rusage[...]`
    pub rusage: Option<Rusage>,
    /// The items of `span[...]`; empty without one.
    pub span: Vec<SpanItem>,
    /// The names of `same[...]`; empty without one.
    pub same: Vec<String>,
    /// `cu[...]`
    pub cu: Option<ComputeUnits>,
    /// `affinity[...]`
    pub affinity: Option<Affinity>,
}

/// A term of a compound.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// The number of slots; the last term may leave it open.
    pub count: Option<u64>,
    /// What their hosts must have.
    pub body: Simple,
}

/// A branch of an alternative.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Branch {
    /// What is in the braces.
    pub body: Body,
    /// `@5`: minutes after submission from which on it is tried.
    pub delay: Option<u64>,
}

/// What a branch holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Body {
    /// One string for the whole job.
    Simple(Box<Simple>),
    /// One string per group of slots.
    Compound(Vec<Term>),
}

impl Requirement {
    /// Reads a string; `None` when it is broken, or hidden by a template language. An empty string asks for nothing.
    pub fn parse(text: &str) -> Option<Requirement> {
        Requirement::parse_with(text, is_harmless)
    }

    /// As [`Requirement::parse`], also of a string that only the older parser takes.
    pub(crate) fn parse_leniently(text: &str) -> Option<Requirement> {
        use ResReqError::{DoubledNot, QuotesInsideBrackets};
        let lenient = |it| matches!(it, ErrorKind::ResReq(DoubledNot | QuotesInsideBrackets));
        Requirement::parse_with(text, |it| is_harmless(it) || lenient(it))
    }

    fn parse_with(text: &str, is_harmless: impl Fn(ErrorKind) -> bool) -> Option<Requirement> {
        if text.trim().is_empty() {
            return Some(Requirement::Simple(Box::default()));
        }
        if lsflint_syntax::is_templated(text) {
            return None;
        }
        let parse = lsflint_syntax::parse_value(text, Grammar::ResReq);
        if parse.errors().iter().any(|it| !is_harmless(it.kind)) {
            return None;
        }
        Requirement::of(resreq::ResReq::cast(parse.root().child(SyntaxKind::RES_REQ)?)?)
    }

    /// The requirement of a tree that is known to be free of errors that change its meaning; `None` when a part of it is not
    /// understood.
    pub fn of(tree: resreq::ResReq<'_>) -> Option<Requirement> {
        Some(match tree.shape()? {
            resreq::Shape::Simple(it) => Requirement::Simple(Box::new(Simple::of(it)?)),
            resreq::Shape::Compound(it) => Requirement::Compound(terms(it)?),
            resreq::Shape::Alternative(it) => {
                Requirement::Alternative(it.branches().map(branch).collect::<Option<_>>()?)
            }
        })
    }

    /// Its shape; [`Shape::None`] when it asks for nothing.
    pub fn shape(&self) -> Shape {
        match self {
            Requirement::Simple(it) if it.is_empty() => Shape::None,
            Requirement::Simple(_) => Shape::Simple,
            Requirement::Compound(_) => Shape::Compound,
            Requirement::Alternative(_) => Shape::Alternative,
        }
    }

    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.shape() == Shape::None
    }

    /// Every list of sections in it: itself, the terms, the branches, the terms of branches.
    pub fn simples(&self) -> Vec<&Simple> {
        match self {
            Requirement::Simple(it) => vec![it],
            Requirement::Compound(terms) => terms.iter().map(|it| &it.body).collect(),
            Requirement::Alternative(branches) => branches.iter().flat_map(|it| it.body.simples()).collect(),
        }
    }
}

impl Body {
    /// Itself, or its terms.
    pub fn simples(&self) -> Vec<&Simple> {
        match self {
            Body::Simple(it) => vec![it],
            Body::Compound(terms) => terms.iter().map(|it| &it.body).collect(),
        }
    }
}

impl Simple {
    /// Whether it has no section.
    pub fn is_empty(&self) -> bool {
        *self == Simple::default()
    }

    /// The sections of a tree. A second section of one kind is not understood: no page says what becomes of it.
    pub fn of(tree: resreq::Simple<'_>) -> Option<Simple> {
        let mut simple = Simple::default();
        if let Some(selection) = tree.implicit_select() {
            simple.select.push(Expr::of(selection.expr()?)?);
        }
        for section in tree.sections() {
            let new = match section {
                resreq::Section::Select(it) => {
                    simple.select.push(Expr::of(it.expr()?)?);
                    simple.select.len() == 1
                }
                resreq::Section::Order(it) => simple.order.replace(Order::of(it)?).is_none(),
                resreq::Section::Rusage(it) => simple.rusage.replace(Rusage::of(it)?).is_none(),
                resreq::Section::Span(it) => set(&mut simple.span, SpanItem::all_of(it)?),
                resreq::Section::Same(it) => set(&mut simple.same, same_names(it)?),
                resreq::Section::Cu(it) => simple.cu.replace(ComputeUnits::of(it)?).is_none(),
                resreq::Section::Affinity(it) => simple.affinity.replace(Affinity::of(it)?).is_none(),
                resreq::Section::Unknown(_) => false,
            };
            if !new {
                return None;
            }
        }
        Some(simple)
    }
}

/// Fills a list that should be empty.
fn set<T>(list: &mut Vec<T>, items: Vec<T>) -> bool {
    std::mem::replace(list, items).is_empty()
}

fn same_names(section: resreq::SameSection<'_>) -> Option<Vec<String>> {
    let names: Vec<String> = section.names().map(|it| it.text().into_owned()).collect();
    (!names.is_empty()).then_some(names)
}

fn terms(compound: resreq::Compound<'_>) -> Option<Vec<Term>> {
    let term = |it: resreq::CompoundTerm<'_>| {
        // If a count is not a number, the size of the job is unknown.
        let count = if it.is_counted() { Some(it.slots()?) } else { None };
        let body = match it.simple() {
            Some(simple) => Simple::of(simple)?,
            None => Simple::default(),
        };
        Some(Term { count, body })
    };
    let terms: Vec<Term> = compound.terms().map(term).collect::<Option<_>>()?;
    let open_before_last = terms.iter().rev().skip(1).any(|it| it.count.is_none());
    (!terms.is_empty() && !open_before_last).then_some(terms)
}

fn branch(branch: resreq::AlternativeBranch<'_>) -> Option<Branch> {
    let body = match branch.body() {
        Some(resreq::Shape::Simple(it)) => Body::Simple(Box::new(Simple::of(it)?)),
        Some(resreq::Shape::Compound(it)) => Body::Compound(terms(it)?),
        Some(resreq::Shape::Alternative(_)) => return None,
        None => Body::Simple(Box::default()),
    };
    let delay = match branch.delay() {
        Some(it) => Some(it.minutes()?),
        None => None,
    };
    Some(Branch { body, delay })
}

/// Whether a string with this error still says without doubt what it asks for.
fn is_harmless(kind: ErrorKind) -> bool {
    use ResReqError::*;
    matches!(
        kind,
        ErrorKind::ResReq(
            MissingSpaceBetweenSections
                | EmptyBraces
                | DelayOnFirstBranch
                | BlankInCall
                | BareStringNeedsQuotes
                | CommaInOrder
                | CommaInSame
                | CommaInCu
                | CommaInSpan
                | CommaInAffinity
                | ExpressionInOrder
                | GtileInRusage
                | ExclusiveCuInBraces
                | UsageAlternativesInCompound
        )
    )
}
