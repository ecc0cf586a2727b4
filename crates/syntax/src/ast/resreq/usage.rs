//! Typed nodes of `rusage`, and the amounts of all sections.

use std::borrow::Cow;

use rowan::TextRange;

use super::{significant, token_in};
use crate::SyntaxKind::*;
use crate::ast::{AstNode, node, number};
use crate::{Element, Node, Token};

node!(/// `rusage[...]`.
    RusageSection, RUSAGE_SECTION);
node!(/// `name=value` in `rusage`.
    UsageItem, USAGE_ITEM);

/// One alternative of `||` in `rusage`; without `||`, the whole content.
#[derive(Debug, Clone, Copy)]
pub struct UsageAlternative<'t>(Node<'t>);

/// A part between commas: items that share a duration and a decay. Without commas, the whole alternative.
#[derive(Debug, Clone, Copy)]
pub struct UsageGroup<'t>(Node<'t>);

impl<'t> RusageSection<'t> {
    /// The alternatives, preferred first. Never empty: an empty section has one alternative without items.
    pub fn alternatives(self) -> impl Iterator<Item = UsageAlternative<'t>> {
        parts(self.0, USAGE_ALTERNATIVE).map(UsageAlternative)
    }

    /// Whether there is a `||`.
    pub fn has_alternatives(self) -> bool {
        self.0.child(USAGE_ALTERNATIVE).is_some()
    }

    /// All items of all alternatives.
    pub fn items(self) -> impl Iterator<Item = UsageItem<'t>> {
        self.alternatives().flat_map(UsageAlternative::items)
    }
}

impl<'t> UsageAlternative<'t> {
    /// The groups in order.
    pub fn groups(self) -> impl Iterator<Item = UsageGroup<'t>> {
        parts(self.0, USAGE_GROUP).map(UsageGroup)
    }

    /// All items of all groups.
    pub fn items(self) -> impl Iterator<Item = UsageItem<'t>> {
        self.groups().flat_map(UsageGroup::items)
    }

    /// The underlying node: a `USAGE_ALTERNATIVE`, or the section.
    pub fn node(self) -> Node<'t> {
        self.0
    }
}

impl<'t> UsageGroup<'t> {
    /// The items in order.
    pub fn items(self) -> impl Iterator<Item = UsageItem<'t>> {
        self.0.children().filter_map(UsageItem::cast)
    }

    /// The items that reserve a resource.
    pub fn resources(self) -> impl Iterator<Item = UsageItem<'t>> {
        self.items().filter(|it| it.kind() == Some(UsageKind::Resource))
    }

    /// The first item of a kind; there should be at most one `Duration` and `Decay`.
    pub fn find(self, kind: UsageKind) -> Option<UsageItem<'t>> {
        self.items().find(|it| it.kind() == Some(kind))
    }

    /// The underlying node: a `USAGE_GROUP`, a `USAGE_ALTERNATIVE` or the section.
    pub fn node(self) -> Node<'t> {
        self.0
    }
}

/// The children of a kind, or the node itself if it has none.
fn parts<'t>(node: Node<'t>, kind: crate::SyntaxKind) -> impl Iterator<Item = Node<'t>> {
    let whole = node.child(kind).is_none().then_some(node);
    whole.into_iter().chain(node.children().filter(move |it| it.kind() == kind))
}

/// The kind of an item in `rusage`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UsageKind {
    /// An amount of a resource.
    Resource,
    /// `duration=`
    Duration,
    /// `decay=`
    Decay,
    /// `threshold=`
    Threshold,
    /// `gmodel=`, `gmem=`, `glink=`, `nvlink=`, `gvendor=`, `mig=`
    Gpu,
}

/// Whether the amount is per job, task or host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// `/job`
    Job,
    /// `/task`
    Task,
    /// `/host`
    Host,
}

impl<'t> UsageItem<'t> {
    /// The word before `=`: a `NAME` for a resource, a `KEYWORD` for other items, a `WORD` for an invalid name.
    pub fn name(self) -> Option<Token<'t>> {
        significant(self.0).next()?.into_token().filter(|it| matches!(it.kind(), NAME | KEYWORD | WORD))
    }

    /// The kind; `None` if the item has no valid name.
    pub fn kind(self) -> Option<UsageKind> {
        let name = self.name()?;
        match name.kind() {
            NAME => Some(UsageKind::Resource),
            KEYWORD => Some(match &*name.text() {
                "duration" => UsageKind::Duration,
                "decay" => UsageKind::Decay,
                "threshold" => UsageKind::Threshold,
                _ => UsageKind::Gpu,
            }),
            _ => None,
        }
    }

    /// `site` in `license@site`.
    pub fn locality(self) -> Option<Token<'t>> {
        self.0.elements().skip_while(|it| it.kind() != AT).find(|it| it.kind() == NAME)?.into_token()
    }

    /// The single amount; `None` for a list or a word.
    pub fn amount(self) -> Option<Amount<'t>> {
        if self.is_list() { None } else { self.amounts().next() }
    }

    /// All amounts: the phases of a list, or the single amount.
    pub fn amounts(self) -> impl Iterator<Item = Amount<'t>> {
        Amount::all_behind_equals(self.0)
    }

    /// Whether the value is a list in parentheses.
    pub fn is_list(self) -> bool {
        self.0.token(L_PAREN).is_some()
    }

    /// The value if it is a word: of a GPU attribute, or an invalid one.
    pub fn word(self) -> Option<Token<'t>> {
        self.0.elements().skip_while(|it| it.kind() != EQ).find(|it| matches!(it.kind(), WORD | STRING))?.into_token()
    }

    /// The word after `/`.
    pub fn method_token(self) -> Option<Token<'t>> {
        self.0.elements().skip_while(|it| it.kind() != SLASH).find(|it| it.kind() == KEYWORD)?.into_token()
    }

    /// The method, if it is known.
    pub fn method(self) -> Option<Method> {
        match &*self.method_token()?.text() {
            "job" => Some(Method::Job),
            "task" => Some(Method::Task),
            "host" => Some(Method::Host),
            _ => None,
        }
    }
}

/// A number with optional sign and unit: `-5`, `0.5`, `4GB`, `30s`.
#[derive(Debug, Clone, Copy)]
pub struct Amount<'t> {
    /// `-` before the number.
    pub minus: Option<Token<'t>>,
    /// Digits, possibly with a dot: `INTEGER` or `NUMBER`.
    pub number: Token<'t>,
    /// The unit after the number.
    pub unit: Option<Token<'t>>,
}

impl<'t> Amount<'t> {
    /// All numbers among elements.
    pub(super) fn all(elements: impl Iterator<Item = Element<'t>>) -> impl Iterator<Item = Amount<'t>> {
        let mut elements = elements.filter_map(Element::into_token).filter(|it| !it.kind().is_trivia()).peekable();
        std::iter::from_fn(move || {
            let mut minus = None;
            loop {
                let token = elements.next()?;
                match token.kind() {
                    MINUS => minus = Some(token),
                    INTEGER | NUMBER => {
                        let unit = elements.next_if(|it| it.kind() == UNIT);
                        return Some(Amount { minus, number: token, unit });
                    }
                    _ => minus = None,
                }
            }
        })
    }

    /// The first number among the children of a node.
    pub(super) fn below(node: Node<'t>) -> Option<Amount<'t>> {
        Amount::all(node.elements()).next()
    }

    /// The numbers after `=`, or after other text at its place.
    fn all_behind_equals(node: Node<'t>) -> impl Iterator<Item = Amount<'t>> {
        let name = token_in(node, &[NAME, KEYWORD, WORD]);
        Amount::all(node.elements().filter(move |it| name.is_none_or(|name| it.range().start() >= name.range().end())))
    }

    /// The range of sign, number and unit.
    pub fn range(self) -> TextRange {
        let from = self.minus.map_or(self.number.range(), |it| it.range().cover(self.number.range()));
        self.unit.map_or(from, |it| from.cover(it.range()))
    }

    /// The number with its sign and without its unit.
    pub fn as_f64(self) -> Option<f64> {
        let number = number(self.number)?;
        Some(if self.minus.is_some() { -number } else { number })
    }

    /// The number with its sign; `None` if it is not an integer or too large.
    pub fn as_i64(self) -> Option<i64> {
        let number: i64 = self.number.text().parse().ok()?;
        Some(if self.minus.is_some() { -number } else { number })
    }

    /// The unit, empty if there is none.
    pub fn unit_text(self) -> Cow<'t, str> {
        self.unit.map_or(Cow::Borrowed(""), Token::text)
    }
}
