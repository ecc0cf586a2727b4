//! `rusage`, and the amounts of all sections.

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

/// One alternative of `||` in `rusage`: the whole content without a `||`.
#[derive(Debug, Clone, Copy)]
pub struct UsageAlternative<'t>(Node<'t>);

/// One part between commas: items that share a duration and a decay. The whole alternative without a comma.
#[derive(Debug, Clone, Copy)]
pub struct UsageGroup<'t>(Node<'t>);

impl<'t> RusageSection<'t> {
    /// The alternatives, preferred first. Never none: an empty section has one without items.
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

    /// The node it is made of: a `USAGE_ALTERNATIVE`, or the section.
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

    /// The first item of a kind: of `Duration` and `Decay` there should be one at most.
    pub fn find(self, kind: UsageKind) -> Option<UsageItem<'t>> {
        self.items().find(|it| it.kind() == Some(kind))
    }

    /// The node it is made of: a `USAGE_GROUP`, a `USAGE_ALTERNATIVE` or the section.
    pub fn node(self) -> Node<'t> {
        self.0
    }
}

/// The children of a kind, or the node itself when it has none.
fn parts<'t>(node: Node<'t>, kind: crate::SyntaxKind) -> impl Iterator<Item = Node<'t>> {
    let whole = node.child(kind).is_none().then_some(node);
    whole.into_iter().chain(node.children().filter(move |it| it.kind() == kind))
}

/// What an item of `rusage` is.
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

/// Who the amount is for.
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
    /// The word before `=`: a `NAME` for a resource, a `KEYWORD` for the others, a `WORD` for what cannot be a name.
    pub fn name(self) -> Option<Token<'t>> {
        significant(self.0).next()?.into_token().filter(|it| matches!(it.kind(), NAME | KEYWORD | WORD))
    }

    /// What it is; none when it has no proper name.
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

    /// `site` in `licence@site`.
    pub fn locality(self) -> Option<Token<'t>> {
        self.0.elements().skip_while(|it| it.kind() != AT).find(|it| it.kind() == NAME)?.into_token()
    }

    /// The single amount; none for a list and for a word.
    pub fn amount(self) -> Option<Amount<'t>> {
        if self.is_list() { None } else { self.amounts().next() }
    }

    /// All amounts: the phases of a list, or the single one.
    pub fn amounts(self) -> impl Iterator<Item = Amount<'t>> {
        Amount::all_behind_equals(self.0)
    }

    /// Whether the value is a list in parentheses.
    pub fn is_list(self) -> bool {
        self.0.token(L_PAREN).is_some()
    }

    /// The value when it is a word: of a GPU attribute, or one that is wrong.
    pub fn word(self) -> Option<Token<'t>> {
        self.0.elements().skip_while(|it| it.kind() != EQ).find(|it| matches!(it.kind(), WORD | STRING))?.into_token()
    }

    /// The word behind `/`.
    pub fn method_token(self) -> Option<Token<'t>> {
        self.0.elements().skip_while(|it| it.kind() != SLASH).find(|it| it.kind() == KEYWORD)?.into_token()
    }

    /// The method, when it is a known one.
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
    /// Digits, perhaps with a dot: `INTEGER` or `NUMBER`.
    pub number: Token<'t>,
    /// Letters behind the number.
    pub unit: Option<Token<'t>>,
}

impl<'t> Amount<'t> {
    /// All numbers among the children of a node.
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

    /// The numbers after `=`, or after the text in its place.
    fn all_behind_equals(node: Node<'t>) -> impl Iterator<Item = Amount<'t>> {
        let name = token_in(node, &[NAME, KEYWORD, WORD]);
        Amount::all(node.elements().filter(move |it| name.is_none_or(|name| it.range().start() >= name.range().end())))
    }

    /// Sign, number and unit.
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

    /// The letters of the unit, empty without one.
    pub fn unit_text(self) -> Cow<'t, str> {
        self.unit.map_or(Cow::Borrowed(""), Token::text)
    }
}
