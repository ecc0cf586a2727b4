//! Lightweight views on the green tree that know their offset.
//!
//! Rowan's red nodes allocate one cell per visited node and count references; a checker that visits every token would
//! take twice the time of building the tree. A [`Node`] is a reference to a green node and its offset: `Copy`, without
//! allocation or parent. Callers that need the parent must remember it.

use std::borrow::Cow;
use std::fmt;

use rowan::{GreenNodeData, GreenTokenData, NodeOrToken, TextRange, TextSize};

use crate::SyntaxKind;

/// A node of the tree and its byte offset in the parsed text.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    green: &'t GreenNodeData,
    offset: TextSize,
}

/// A token of the tree and its byte offset.
#[derive(Clone, Copy)]
pub struct Token<'t> {
    green: &'t GreenTokenData,
    offset: TextSize,
}

/// A child of a node.
#[derive(Debug, Clone, Copy)]
pub enum Element<'t> {
    /// An inner node.
    Node(Node<'t>),
    /// A leaf.
    Token(Token<'t>),
}

impl<'t> Node<'t> {
    pub(crate) fn new(green: &'t GreenNodeData, offset: TextSize) -> Node<'t> {
        Node { green, offset }
    }

    /// A node as the root of its own text, with offset 0.
    pub fn detached(green: &'t GreenNodeData) -> Node<'t> {
        Node::new(green, TextSize::new(0))
    }

    /// The kind.
    pub fn kind(self) -> SyntaxKind {
        SyntaxKind::from_raw(self.green.kind())
    }

    /// The green node, for comparing identity and for sharing.
    pub fn green(self) -> &'t GreenNodeData {
        self.green
    }

    /// The byte offset of the start.
    pub fn start(self) -> TextSize {
        self.offset
    }

    /// The byte range, including trivia at its ends.
    pub fn range(self) -> TextRange {
        TextRange::at(self.offset, self.green.text_len())
    }

    /// All children in order.
    pub fn elements(self) -> impl Iterator<Item = Element<'t>> {
        let mut offset = self.offset;
        self.green.children().map(move |child| match child {
            NodeOrToken::Node(green) => {
                let node = Node { green, offset };
                offset += green.text_len();
                Element::Node(node)
            }
            NodeOrToken::Token(green) => {
                let token = Token { green, offset };
                offset += green.text_len();
                Element::Token(token)
            }
        })
    }

    /// The child nodes in order.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        self.elements().filter_map(Element::into_node)
    }

    /// The child tokens in order, trivia included.
    pub fn tokens(self) -> impl Iterator<Item = Token<'t>> {
        self.elements().filter_map(Element::into_token)
    }

    /// The first child node of the kind.
    pub fn child(self, kind: SyntaxKind) -> Option<Node<'t>> {
        self.children().find(|it| it.kind() == kind)
    }

    /// The first child token of the kind.
    pub fn token(self, kind: SyntaxKind) -> Option<Token<'t>> {
        self.tokens().find(|it| it.kind() == kind)
    }

    /// The first child that is not trivia.
    pub fn first_significant(self) -> Option<Element<'t>> {
        self.elements().find(|it| !it.kind().is_trivia())
    }

    /// This node and all its descendants, parents first.
    pub fn descendants(self) -> Descendants<'t> {
        Descendants { stack: vec![self] }
    }

    /// All tokens below this node, in text order.
    pub fn all_tokens(self) -> impl Iterator<Item = Token<'t>> {
        let mut stack: Vec<Element<'t>> = vec![Element::Node(self)];
        std::iter::from_fn(move || {
            loop {
                match stack.pop()? {
                    Element::Token(token) => return Some(token),
                    Element::Node(node) => {
                        let from = stack.len();
                        stack.extend(node.elements());
                        stack[from..].reverse();
                    }
                }
            }
        })
    }

    /// The range without trivia at its ends; empty at the start if nothing remains.
    pub fn trimmed_range(self) -> TextRange {
        let mut range: Option<TextRange> = None;
        for token in self.all_tokens().filter(|it| !it.kind().is_trivia()) {
            range = Some(range.map_or(token.range(), |so_far| so_far.cover(token.range())));
        }
        range.unwrap_or_else(|| TextRange::empty(self.offset))
    }

    /// The text as written. Allocates: for messages and tests only.
    pub fn text(self) -> String {
        self.all_tokens().map(Token::raw).collect()
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?}", self.kind(), self.range())
    }
}

impl<'t> Token<'t> {
    /// The kind.
    pub fn kind(self) -> SyntaxKind {
        SyntaxKind::from_raw(self.green.kind())
    }

    /// The byte range.
    pub fn range(self) -> TextRange {
        TextRange::at(self.offset, self.green.text_len())
    }

    /// The green token, for comparing identity.
    pub fn green(self) -> &'t GreenTokenData {
        self.green
    }

    /// The text as written in the file, including continuations inside a word.
    pub fn raw(self) -> &'t str {
        self.green.text()
    }

    /// The text as read by LSF, without continuations inside a word.
    pub fn text(self) -> Cow<'t, str> {
        let raw = self.raw();
        // Words are short, so a byte loop is faster than a search for long texts.
        if raw.bytes().any(|byte| byte == b'\n') {
            Cow::Owned(crate::line::without_continuations(raw))
        } else {
            Cow::Borrowed(raw)
        }
    }

    /// Whether the text as read by LSF equals `text`.
    pub fn is(self, text: &str) -> bool {
        self.raw() == text || self.text() == text
    }
}

impl fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?} {:?}", self.kind(), self.range(), self.raw())
    }
}

impl<'t> Element<'t> {
    pub(crate) fn new(green: NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>, offset: TextSize) -> Element<'t> {
        match green {
            NodeOrToken::Node(green) => Element::Node(Node { green, offset }),
            NodeOrToken::Token(green) => Element::Token(Token { green, offset }),
        }
    }

    /// The kind.
    pub fn kind(self) -> SyntaxKind {
        match self {
            Element::Node(it) => it.kind(),
            Element::Token(it) => it.kind(),
        }
    }

    /// The byte range.
    pub fn range(self) -> TextRange {
        match self {
            Element::Node(it) => it.range(),
            Element::Token(it) => it.range(),
        }
    }

    /// The node, if it is one.
    pub fn into_node(self) -> Option<Node<'t>> {
        match self {
            Element::Node(it) => Some(it),
            Element::Token(_) => None,
        }
    }

    /// The token, if it is one.
    pub fn into_token(self) -> Option<Token<'t>> {
        match self {
            Element::Node(_) => None,
            Element::Token(it) => Some(it),
        }
    }
}

/// The iterator returned by [`Node::descendants`].
pub struct Descendants<'t> {
    stack: Vec<Node<'t>>,
}

impl<'t> Iterator for Descendants<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        let node = self.stack.pop()?;
        let from = self.stack.len();
        self.stack.extend(node.children());
        self.stack[from..].reverse();
        Some(node)
    }
}
