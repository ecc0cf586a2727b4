//! Parsed requirement strings that do not borrow from their text.
//!
//! [`Requirement`] owns its contents, so it outlives the text it was parsed from. It stores units and spellings as
//! written and prints them again; in the normal form ([`Requirement::normal`]), requirements with the same meaning are
//! equal. An invalid string, or one whose final text is unknown, has no `Requirement`.

mod decimal;
pub(crate) mod groups;
pub mod merge;
mod normal;
mod pieces;
mod print;
mod reading;
mod sections;
mod select;
#[cfg(test)]
pub(crate) mod tests;
mod unit;
mod usage;

pub use decimal::Decimal;
pub use groups::{Required, RequirementGroup, RequirementGroups};
pub use merge::{Level, Merged, Outcome, Piece, merge};
pub use sections::{Affinity, ComputeUnits, Distribute, Order, OrderKey, ProcessorUnit, SpanItem, Tile};
pub use select::{Arithmetic, Comparison, Expr};
pub use unit::{Amount, SizeUnit, Time, TimeUnit, Units};
pub(crate) use usage::canonical;
pub use usage::{Method, Reservation, Rusage, Timing, Usage};

use lsflint_spec::Grammar;
use lsflint_syntax::ast::{AstNode, resreq};
use lsflint_syntax::{ErrorKind, Parse, ResReqError, SyntaxKind};

use crate::FieldRef;

/// A parsed requirement string.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Requirement {
    /// One requirement for the whole job; may be empty.
    Simple(Box<Simple>),
    /// `2*{..} + 4*{..}`: one requirement per group of slots.
    Compound(Vec<Term>),
    /// `{..} || {..}@5`: alternatives, tried in order.
    Alternative(Vec<Branch>),
}

/// The kinds of requirements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named after the shape")]
pub enum Shape {
    None,
    Simple,
    Compound,
    Alternative,
}

impl Shape {
    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Shape::None => "none",
            Shape::Simple => "simple",
            Shape::Compound => "compound",
            Shape::Alternative => "alternative",
        }
    }
}

/// The sections of a simple requirement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Simple {
    /// The conditions, which must all be satisfied. A parsed string has at most one; merging adds those of other
    /// levels.
    pub select: Vec<Expr>,
    /// `order[...]`
    pub order: Option<Order>,
    /// `rusage[...]`
    pub rusage: Option<Rusage>,
    /// The items of `span[...]`; empty without the section.
    pub span: Vec<SpanItem>,
    /// The names of `same[...]`; empty without the section.
    pub same: Vec<String>,
    /// `cu[...]`
    pub cu: Option<ComputeUnits>,
    /// `affinity[...]`
    pub affinity: Option<Affinity>,
}

/// A term of a compound requirement.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// The number of slots; the last term may have none.
    pub count: Option<u64>,
    /// The requirement of their hosts.
    pub body: Simple,
}

/// A branch of an alternative requirement.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Branch {
    /// The content of the braces.
    pub body: Body,
    /// `@5`: the number of minutes after submission from which it is tried.
    pub delay: Option<u64>,
}

/// The content of a branch.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Body {
    /// One requirement for the whole job.
    Simple(Box<Simple>),
    /// One requirement per group of slots.
    Compound(Vec<Term>),
}

impl Requirement {
    /// Parses a string; `None` if it is invalid or contains a template. An empty string is an empty requirement.
    pub fn parse(text: &str) -> Option<Requirement> {
        read(text, || parsed(text), is_harmless)
    }

    /// Like [`Requirement::parse`], but also accepts strings that only the older parser of LSF accepts.
    pub(crate) fn parse_leniently(text: &str) -> Option<Requirement> {
        use ResReqError::{DoubledNot, QuotesInsideBrackets};
        let lenient = |it| matches!(it, ErrorKind::ResReq(DoubledNot | QuotesInsideBrackets));
        read(text, || parsed(text), |it| is_harmless(it) || lenient(it))
    }

    /// The requirement of a value; like [`Requirement::parse`] for its text.
    pub(crate) fn of_field(field: &FieldRef<'_>) -> Option<Requirement> {
        read(&field.known()?, || field.parse(), is_harmless)
    }

    /// The requirement of a tree without errors that affect its meaning; `None` if a part of it is not understood.
    pub fn of(tree: resreq::ResReq<'_>) -> Option<Requirement> {
        Some(match tree.shape()? {
            resreq::Shape::Simple(it) => Requirement::Simple(Box::new(Simple::of(it)?)),
            resreq::Shape::Compound(it) => Requirement::Compound(terms(it)?),
            resreq::Shape::Alternative(it) => {
                Requirement::Alternative(it.branches().map(branch).collect::<Option<_>>()?)
            }
        })
    }

    /// Its kind; [`Shape::None`] if it is empty.
    pub fn shape(&self) -> Shape {
        match self {
            Requirement::Simple(it) if it.is_empty() => Shape::None,
            Requirement::Simple(_) => Shape::Simple,
            Requirement::Compound(_) => Shape::Compound,
            Requirement::Alternative(_) => Shape::Alternative,
        }
    }

    /// Whether it has no sections.
    pub fn is_empty(&self) -> bool {
        self.shape() == Shape::None
    }

    /// All simple requirements in it: itself, the terms, the branches, the terms of branches.
    pub fn simples(&self) -> Vec<&Simple> {
        match self {
            Requirement::Simple(it) => vec![it],
            Requirement::Compound(terms) => terms.iter().map(|it| &it.body).collect(),
            Requirement::Alternative(branches) => branches.iter().flat_map(|it| it.body.simples()).collect(),
        }
    }
}

fn parsed(text: &str) -> Option<Parse> {
    Some(lsflint_syntax::parse_value(text, Grammar::ResReq))
}

/// The requirement of a text with this tree; `None` if it has a template or a harmful error.
fn read(
    text: &str,
    parse: impl FnOnce() -> Option<Parse>,
    is_harmless: impl Fn(ErrorKind) -> bool,
) -> Option<Requirement> {
    if text.trim().is_empty() {
        return Some(Requirement::Simple(Box::default()));
    }
    if lsflint_syntax::is_templated(text) {
        return None;
    }
    let parse = parse()?;
    if parse.errors().iter().any(|it| !is_harmless(it.kind)) {
        return None;
    }
    Requirement::of(resreq::ResReq::cast(parse.root().child(SyntaxKind::RES_REQ)?)?)
}

impl Body {
    /// The simple requirements in it: itself or its terms.
    pub fn simples(&self) -> Vec<&Simple> {
        match self {
            Body::Simple(it) => vec![it],
            Body::Compound(terms) => terms.iter().map(|it| &it.body).collect(),
        }
    }
}

impl Simple {
    /// Whether it has no sections.
    pub fn is_empty(&self) -> bool {
        *self == Simple::default()
    }

    /// The sections of a tree; `None` for a duplicate section, whose effect is undocumented.
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

/// Sets a list; returns false if it is not empty.
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

/// Whether a string with this error has an unambiguous meaning.
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
