//! Typed nodes of lists of names.

use std::borrow::Cow;

use super::{AstNode, node};
use crate::SyntaxKind::*;
use crate::{Element, Node, TextRange, Token};

node!(
    /// Hosts, host groups, compute units: HOSTS, GROUP_MEMBER.
    HostList, HOST_LIST
);
node!(
    /// Users and user groups: USERS, ADMINISTRATORS.
    UserList, USER_LIST
);
node!(
    /// Queues.
    QueueList, QUEUE_LIST
);
node!(
    /// Application profiles.
    ApplicationList, APPLICATION_LIST
);
node!(
    /// Names of another kind.
    NameList, NAME_LIST
);
node!(
    /// `[1-10,15]` in a host name.
    HostRange, HOST_RANGE
);

/// A list of names of any kind.
pub trait List<'t>: AstNode<'t> {
    /// The items in order.
    fn items(self) -> impl Iterator<Item = ListItem<'t>> {
        ListItem::all_in(self.node())
    }

    /// Whether the list is the single word `!`: an external program provides the names.
    fn is_external(self) -> bool {
        let mut items = self.items();
        items.next().is_some_and(ListItem::is_lone_bang) && items.next().is_none()
    }
}

impl<'t> List<'t> for HostList<'t> {}
impl<'t> List<'t> for UserList<'t> {}
impl<'t> List<'t> for QueueList<'t> {}
impl<'t> List<'t> for ApplicationList<'t> {}
impl<'t> List<'t> for NameList<'t> {}

/// A name in a list with its operators: `a`, `~a`, `a+2`, `a!`, `a@cluster`, `a[1-3]`, `group@`, `user[full]`.
#[derive(Debug, Clone, Copy)]
pub struct ListItem<'t>(Element<'t>);

impl<'t> ListItem<'t> {
    /// The items that are children of a node.
    pub fn all_in(node: Node<'t>) -> impl Iterator<Item = ListItem<'t>> {
        node.elements().filter_map(ListItem::cast)
    }

    /// The element as an item, if it is one.
    pub fn cast(element: Element<'t>) -> Option<ListItem<'t>> {
        let item =
            matches!(element.kind(), NAME | BANG | HOST_ITEM | USER_ITEM | QUEUE_ITEM | NAME_ITEM | PREEMPTION_QUEUE);
        item.then_some(ListItem(element))
    }

    /// The token or node.
    pub fn element(self) -> Element<'t> {
        self.0
    }

    /// The range of the item with its operators.
    pub fn range(self) -> TextRange {
        self.0.range()
    }

    // Most items are one token.
    fn token(self, kind: crate::SyntaxKind) -> Option<Token<'t>> {
        match self.0 {
            Element::Token(token) => (token.kind() == kind).then_some(token),
            Element::Node(node) => node.token(kind),
        }
    }

    /// The parts of the name: texts and ranges, without operators and cluster.
    fn name_elements(self) -> impl Iterator<Item = Element<'t>> {
        let whole = self.0.into_token().map(Element::Token);
        let parts = self.0.into_node().into_iter().flat_map(Node::elements);
        parts
            .take_while(|it| !matches!(it.kind(), AT | PLUS | BANG | L_BRACKET | SLASH | ERROR_TEXT))
            .chain(whole)
            .filter(|it| matches!(it.kind(), NAME | HOST_RANGE))
    }

    /// The name, if it is one word without ranges.
    pub fn name(self) -> Option<Token<'t>> {
        if let Element::Token(token) = self.0 {
            return (token.kind() == NAME).then_some(token);
        }
        let mut elements = self.name_elements();
        let first = elements.next()?.into_token()?;
        elements.next().is_none().then_some(first)
    }

    /// The name as written with its ranges, without operators and cluster. Empty for a lone `!`.
    pub fn text(self) -> Cow<'t, str> {
        match self.name() {
            Some(name) => name.text(),
            None => Cow::Owned(self.name_elements().map(element_text).collect()),
        }
    }

    /// The range of [`ListItem::text`]; the whole item if it has no name.
    pub fn name_range(self) -> TextRange {
        if let Element::Token(token) = self.0 {
            return token.range();
        }
        self.name_elements().map(Element::range).reduce(TextRange::cover).unwrap_or(self.range())
    }

    /// Whether the name is this word, regardless of operators: `others` in `others+2`.
    pub fn is(self, word: &str) -> bool {
        self.name().is_some_and(|it| it.is(word))
    }

    /// `~`.
    pub fn tilde(self) -> Option<Token<'t>> {
        self.token(TILDE)
    }

    /// Whether the name is excluded from the list.
    pub fn is_excluded(self) -> bool {
        self.tilde().is_some()
    }

    /// The `!` after the name (first execution host, default type), or a lone `!`.
    pub fn bang(self) -> Option<Token<'t>> {
        self.token(BANG)
    }

    /// The word `!`, without a name.
    pub fn is_lone_bang(self) -> bool {
        self.0.kind() == BANG
    }

    /// The number after `+`.
    pub fn preference(self) -> Option<Token<'t>> {
        self.0.into_node()?.tokens().skip_while(|it| it.kind() != PLUS).find(|it| it.kind() == INTEGER)
    }

    /// `+`.
    pub fn plus(self) -> Option<Token<'t>> {
        self.token(PLUS)
    }

    /// `@`; without a cluster it refers to each member of the group.
    pub fn at(self) -> Option<Token<'t>> {
        self.token(AT)
    }

    /// The cluster after `@`.
    pub fn cluster(self) -> Option<Token<'t>> {
        self.0.into_node()?.tokens().skip_while(|it| it.kind() != AT).find(|it| it.kind() == NAME)
    }

    /// The slash after the name of an operating system group.
    pub fn slash(self) -> Option<Token<'t>> {
        self.token(SLASH)
    }

    /// The word in brackets after an administrator: `full`, `usershares`.
    pub fn rights(self) -> Option<Token<'t>> {
        self.token(KEYWORD)
    }

    /// The ranges in the name, in order.
    pub fn ranges(self) -> impl Iterator<Item = HostRange<'t>> {
        self.0.into_node().into_iter().flat_map(Node::children).filter_map(HostRange::cast)
    }

    /// The texts and ranges of the name in order: `r[1-2]n[1-8]` has four pieces.
    pub fn pieces(self) -> impl Iterator<Item = NamePiece<'t>> {
        self.name_elements().filter_map(|it| match it {
            Element::Token(token) => Some(NamePiece::Text(token)),
            Element::Node(node) => HostRange::cast(node).map(NamePiece::Range),
        })
    }

    /// Whether the name is a pattern: it has a range or a `*`.
    pub fn is_pattern(self) -> bool {
        self.name_elements().any(|it| match it {
            Element::Token(token) => token.raw().contains('*'),
            Element::Node(_) => true,
        })
    }
}

fn element_text<'t>(element: Element<'t>) -> Cow<'t, str> {
    match element {
        Element::Token(token) => token.text(),
        Element::Node(node) => Cow::Owned(node.all_tokens().map(Token::text).collect()),
    }
}

/// A part of a condensed host name.
#[derive(Debug, Clone, Copy)]
pub enum NamePiece<'t> {
    /// Literal text.
    Text(Token<'t>),
    /// A range of numbers.
    Range(HostRange<'t>),
}

/// A part of a range: `1-10` or `15`.
#[derive(Debug, Clone, Copy)]
pub struct Bound<'t> {
    /// The first number, or the only one.
    pub first: Token<'t>,
    /// The last number.
    pub last: Option<Token<'t>>,
}

impl<'t> HostRange<'t> {
    /// The parts between the commas.
    pub fn bounds(self) -> impl Iterator<Item = Bound<'t>> {
        let mut tokens = self.0.tokens().filter(|it| matches!(it.kind(), INTEGER | MINUS | COLON)).peekable();
        std::iter::from_fn(move || {
            let first = tokens.find(|it| it.kind() == INTEGER)?;
            let last = match tokens.next_if(|it| it.kind() != INTEGER) {
                Some(_) => tokens.next_if(|it| it.kind() == INTEGER),
                None => None,
            };
            Some(Bound { first, last })
        })
    }
}
