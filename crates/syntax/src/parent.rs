//! The root of a tree, and other nodes of which the children are read in the same way.

use std::fmt;
use std::ops::Range;

use rowan::{Children, GreenNodeData, NodeOrToken, TextRange, TextSize};

use crate::children::{self, is_grouped, length};
use crate::{Difference, Element, Node, SyntaxKind, Token};

/// A node whose children may be in groups: the root of a tree. Each other node can be converted to one.
#[derive(Clone, Copy)]
pub struct Parent<'t>(Node<'t>);

impl<'t> From<Node<'t>> for Parent<'t> {
    fn from(node: Node<'t>) -> Parent<'t> {
        Parent(node)
    }
}

impl<'t> Parent<'t> {
    /// The node; `None` if it is a whole file.
    pub fn node(self) -> Option<Node<'t>> {
        (self.kind() != SyntaxKind::FILE).then_some(self.0)
    }

    /// The kind.
    pub fn kind(self) -> SyntaxKind {
        self.0.kind()
    }

    /// The green node, for comparing trees. Its children may be groups.
    pub fn green(self) -> &'t GreenNodeData {
        self.0.green()
    }

    /// The byte offset of the start.
    pub fn start(self) -> TextSize {
        self.0.start()
    }

    /// The byte range, including trivia at its ends.
    pub fn range(self) -> TextRange {
        self.0.range()
    }

    /// The number of children.
    pub fn count(self) -> usize {
        children::count(self.green())
    }

    /// All children in order.
    pub fn elements(self) -> impl Iterator<Item = Element<'t>> {
        self.elements_at(0..usize::MAX, self.start())
    }

    /// The children with these indices; the first one starts at offset `start`.
    pub fn elements_at(self, children: Range<usize>, start: TextSize) -> impl Iterator<Item = Element<'t>> {
        let mut offset = start;
        children::from(self.green(), children.start).take(children.len()).map(move |child| {
            let element = Element::new(child, offset);
            offset += length(child);
            element
        })
    }

    /// Finds children by their index, which increases from call to call.
    pub fn forward(self) -> Forward<'t> {
        let (mut children, mut groups) = (self.green().children(), None);
        if is_grouped(self.green())
            && let Some(NodeOrToken::Node(first)) = children.next()
        {
            groups = Some(std::mem::replace(&mut children, first.children()));
        }
        Forward { children, groups, passed: 0 }
    }

    /// The child nodes in order.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        self.elements().filter_map(Element::into_node)
    }

    /// The first child node of the kind.
    pub fn child(self, kind: SyntaxKind) -> Option<Node<'t>> {
        self.children().find(|it| it.kind() == kind)
    }

    /// All nodes below it, parents first.
    pub fn descendants(self) -> impl Iterator<Item = Node<'t>> {
        self.children().flat_map(Node::descendants)
    }

    /// All tokens below it, in text order.
    pub fn all_tokens(self) -> impl Iterator<Item = Token<'t>> {
        self.0.all_tokens()
    }

    /// The text as written. Allocates: for messages and tests only.
    pub fn text(self) -> String {
        self.0.text()
    }
}

/// The same, for nodes that are not a whole file.
impl<'t> Node<'t> {
    /// The number of children.
    pub fn count(self) -> usize {
        self.green().children().len()
    }

    /// The children with these indices; the first one starts at offset `start`.
    pub fn elements_at(self, children: Range<usize>, start: TextSize) -> impl Iterator<Item = Element<'t>> {
        Parent(self).elements_at(children, start)
    }

    /// The difference between the children of this node and an older one.
    pub fn difference_from(self, before: Node<'_>) -> Difference {
        Parent(self).difference_from(before.into())
    }
}

impl fmt::Debug for Parent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The children of a node, as returned by [`Parent::forward`]. All calls together read the groups of a large file once.
pub struct Forward<'t> {
    children: Children<'t>,
    /// The next groups of children of a large file.
    groups: Option<Children<'t>>,
    /// The index of the next one of the children.
    passed: usize,
}

impl<'t> Forward<'t> {
    /// The child with an index, which starts at this offset; `None` if there is none, or if a later one was returned.
    pub fn at(&mut self, index: usize, start: TextSize) -> Option<Element<'t>> {
        let mut ahead = index.checked_sub(self.passed)?;
        while ahead >= self.children.len() {
            let group = self.groups.as_mut()?.next()?.into_node()?;
            ahead -= std::mem::replace(&mut self.children, group.children()).len();
        }
        self.passed = index + 1;
        Some(Element::new(self.children.nth(ahead)?, start))
    }
}
