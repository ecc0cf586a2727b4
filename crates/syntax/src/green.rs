//! Builds green trees, in which equal tokens, equal small nodes and equal lines are one piece of memory.
//!
//! It does what rowan's `GreenNodeBuilder` does, with another hash. That of rowan 0.16 distinguishes words by their
//! first characters only: 100,000 names like `zz100000` and `zz100001` become one list in its table, which is searched
//! for each name.

use std::hash::{Hash, Hasher};

use rowan::{GreenNode, GreenNodeData, GreenToken, GreenTokenData, NodeOrToken, SyntaxKind};
use rustc_hash::{FxHashMap, FxHasher};

use crate::builder::Context;
use crate::children;

type Element = NodeOrToken<GreenNode, GreenToken>;

/// The hash of an element that is not shared.
const NOT_SHARED: u64 = 0;
/// Nodes with more children are not shared.
const MOST_CHILDREN: usize = 3;

/// A place between two elements, where a node may start later.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checkpoint(usize);

impl Checkpoint {
    pub(crate) fn new(place: usize) -> Checkpoint {
        Checkpoint(place)
    }

    pub(crate) fn place(self) -> usize {
        self.0
    }
}

/// Builds one tree.
#[derive(Default)]
pub(crate) struct TreeBuilder {
    /// The kinds of the nodes that are not finished, and the index of the first child of each.
    open: Vec<(SyntaxKind, usize)>,
    /// The children of the nodes that are not finished, each with its hash.
    children: Vec<(u64, Element)>,
    shared: Shared,
}

/// Elements by their hash. Of two different ones with the same hash, only one is shared.
#[derive(Default)]
pub(crate) struct Shared {
    tokens: FxHashMap<u64, GreenToken>,
    nodes: FxHashMap<u64, GreenNode>,
    /// Finished nodes by the hash of their text and context, with the latter.
    known: FxHashMap<u64, (Context, GreenNode)>,
}

impl TreeBuilder {
    /// Builds a tree that shares elements with those that were built before.
    pub(crate) fn with(shared: Shared) -> TreeBuilder {
        TreeBuilder { shared, ..TreeBuilder::default() }
    }

    pub(crate) fn start(&mut self, kind: SyntaxKind) {
        self.open.push((kind, self.children.len()));
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.children.len())
    }

    /// Starts a node that has everything since the checkpoint as its first children.
    pub(crate) fn start_at(&mut self, checkpoint: Checkpoint, kind: SyntaxKind) {
        debug_assert!(checkpoint.0 <= self.children.len(), "the node of the checkpoint is finished");
        debug_assert!(self.open.last().is_none_or(|it| checkpoint.0 >= it.1), "a node started after the checkpoint");
        self.open.push((kind, checkpoint.0));
    }

    #[inline]
    pub(crate) fn token(&mut self, kind: SyntaxKind, text: &str) {
        let (hash, token) = self.shared.token(kind, text);
        self.children.push((hash, NodeOrToken::Token(token)));
    }

    /// Ends the node that was started last.
    pub(crate) fn end(&mut self) {
        let (kind, first) = self.open.pop().expect("each end has a start");
        let (hash, node) = self.shared.node(kind, &mut self.children, first);
        self.children.push((hash, NodeOrToken::Node(node)));
    }

    /// Adds the node of an equal text in the same context; returns whether there is one.
    pub(crate) fn known(&mut self, context: Context, text: &str) -> bool {
        let known = self.shared.known.get(&text_hash(context, text));
        let Some((_, node)) = known.filter(|it| it.0 == context && has_text(&it.1, text)) else { return false };
        self.children.push((NOT_SHARED, NodeOrToken::Node(node.clone())));
        true
    }

    /// Stores the node that ended last, which has this text, for [`TreeBuilder::known`].
    pub(crate) fn remember(&mut self, context: Context, text: &str) {
        if let Some((_, NodeOrToken::Node(node))) = self.children.last() {
            self.shared.known.insert(text_hash(context, text), (context, node.clone()));
        }
    }

    /// The tree of the only node that is not inside another one, and what other trees may share.
    pub(crate) fn finish(mut self) -> (GreenNode, Shared) {
        debug_assert_eq!(self.children.len(), 1, "a tree has one root");
        let root = self.children.pop().and_then(|it| it.1.into_node()).expect("the root is a node");
        (root, self.shared)
    }
}

impl Shared {
    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.tokens.len() + self.nodes.len() + self.known.len()
    }

    #[inline]
    fn token(&mut self, kind: SyntaxKind, text: &str) -> (u64, GreenToken) {
        let hash = token_hash(kind, text);
        if let Some(known) = self.tokens.get(&hash) {
            return match known.kind() == kind && known.text() == text {
                true => (hash, known.clone()),
                false => (NOT_SHARED, GreenToken::new(kind, text)),
            };
        }
        let token = GreenToken::new(kind, text);
        self.tokens.insert(hash, token.clone());
        (hash, token)
    }

    fn node(&mut self, kind: SyntaxKind, all: &mut Vec<(u64, Element)>, first: usize) -> (u64, GreenNode) {
        let children = &all[first..];
        let hash = match children.len() <= MOST_CHILDREN && children.iter().all(|it| it.0 != NOT_SHARED) {
            true => node_hash(kind, children),
            false => NOT_SHARED,
        };
        let known = if hash == NOT_SHARED { None } else { self.nodes.get(&hash) };
        if let Some(known) = known.filter(|it| is_of(it, kind, children)) {
            let known = known.clone();
            all.truncate(first);
            return (hash, known);
        }
        let differs = known.is_some();
        let children = all.drain(first..).map(|it| it.1);
        let node =
            if children::is_file(kind) { children::node(kind, children) } else { GreenNode::new(kind, children) };
        if hash == NOT_SHARED || differs {
            return (NOT_SHARED, node);
        }
        self.nodes.insert(hash, node.clone());
        (hash, node)
    }
}

/// Whether a node has this kind and these children, which are shared.
fn is_of(node: &GreenNodeData, kind: SyntaxKind, children: &[(u64, Element)]) -> bool {
    node.kind() == kind
        && node.children().len() == children.len()
        && node.children().zip(children).all(|(a, b)| match (a, &b.1) {
            (NodeOrToken::Node(a), NodeOrToken::Node(b)) => std::ptr::eq::<GreenNodeData>(a, &**b),
            (NodeOrToken::Token(a), NodeOrToken::Token(b)) => std::ptr::eq::<GreenTokenData>(a, &**b),
            _ => false,
        })
}

/// Whether a node has this text.
fn has_text(node: &GreenNodeData, text: &str) -> bool {
    /// What is left of the text behind an element.
    fn behind<'t>(node: &GreenNodeData, text: &'t str) -> Option<&'t str> {
        node.children().try_fold(text, |rest, child| match child {
            NodeOrToken::Node(it) => behind(it, rest),
            NodeOrToken::Token(it) => rest.strip_prefix(it.text()),
        })
    }
    usize::from(node.text_len()) == text.len() && behind(node, text).is_some()
}

fn text_hash(context: Context, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    context.hash(&mut hasher);
    text.hash(&mut hasher);
    hasher.finish()
}

#[inline]
fn token_hash(kind: SyntaxKind, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    kind.0.hash(&mut hasher);
    text.hash(&mut hasher);
    hasher.finish()
}

fn node_hash(kind: SyntaxKind, children: &[(u64, Element)]) -> u64 {
    let mut hasher = FxHasher::default();
    kind.0.hash(&mut hasher);
    children.iter().for_each(|it| it.0.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::*;

    const WORD: SyntaxKind = SyntaxKind(1);
    const LIST: SyntaxKind = SyntaxKind(2);

    /// A root with a list of one word for each text.
    fn lists<'t>(texts: impl IntoIterator<Item = &'t str>) -> GreenNode {
        let mut builder = TreeBuilder::default();
        builder.start(LIST);
        for text in texts {
            builder.start(LIST);
            builder.token(WORD, text);
            builder.end();
        }
        builder.end();
        builder.finish().0
    }

    #[test]
    fn equal_elements_are_shared() {
        let root = lists(["a", "b", "a"]);
        let nodes: Vec<*const GreenNodeData> =
            root.children().filter_map(|it| it.into_node()).map(|it| &raw const *it).collect();
        assert_eq!(nodes[0], nodes[2]);
        assert_ne!(nodes[0], nodes[1]);
        assert_eq!(root.to_string(), "aba");
    }

    #[test]
    fn elements_with_many_children_are_not_shared() {
        let mut builder = TreeBuilder::default();
        builder.start(LIST);
        for _ in 0..2 {
            let place = builder.checkpoint();
            "abcd".split("").filter(|it| !it.is_empty()).for_each(|it| builder.token(WORD, it));
            builder.start_at(place, LIST);
            builder.end();
        }
        builder.end();
        let root = builder.finish().0;
        let nodes: Vec<&GreenNodeData> = root.children().filter_map(|it| it.into_node()).collect();
        assert_eq!(nodes[0], nodes[1]);
        assert!(!std::ptr::eq(nodes[0], nodes[1]));
    }

    /// A table of 65,536 places takes the lowest bits of a hash: random ones hit 63 % of the places.
    #[test]
    fn names_that_begin_alike_have_different_places() {
        let table = FxHashMap::<u64, ()>::default();
        let place = |it: u32| table.hasher().hash_one(token_hash(WORD, &format!("zz{it}"))) & 0xffff;
        let places: HashSet<u64> = (100_000..165_536).map(place).collect();
        assert!(places.len() > 32_768, "{} places", places.len());
    }
}
