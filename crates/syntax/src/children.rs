//! The children of green nodes. The root of a large file may have tens of thousands.
//!
//! A rowan node cannot be changed, only copied: each copy of a root clones and drops the references to all its
//! children. A root with many children therefore has them in nodes of kind `GROUP`, so that an edit copies one group
//! and the list of groups. Where a group ends depends only on its last child, so a tree that was edited has the same
//! groups as one that was parsed from the same text. Everything outside this module and [`Parent`](crate::Parent) sees
//! the children as if there were no groups.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rowan::{GreenNode, GreenNodeData, GreenToken, GreenTokenData, NodeOrToken, TextRange, TextSize, cursor};
use rustc_hash::FxHasher;

use crate::SyntaxKind;

/// A child of a green node.
pub(crate) type GreenElement<'t> = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>;

/// A child of a green node that owns its memory.
type OwnElement = NodeOrToken<GreenNode, GreenToken>;

/// The minimum number of children of a file that are in groups.
const MANY: usize = 64;

/// One of so many nodes is the last one of its group.
const GROUP: u64 = 32;

/// So many bytes of a node decide whether it is the last one of its group. The names of most sections are in them.
const COMPARED: usize = 64;

/// Children that are nested deeper do not decide that.
const DEEPEST: usize = 8;

pub(crate) fn kind(child: GreenElement<'_>) -> SyntaxKind {
    SyntaxKind::from_raw(match child {
        NodeOrToken::Node(node) => node.kind(),
        NodeOrToken::Token(token) => token.kind(),
    })
}

#[inline]
pub(crate) fn length(child: GreenElement<'_>) -> TextSize {
    match child {
        NodeOrToken::Node(node) => node.text_len(),
        NodeOrToken::Token(token) => token.text_len(),
    }
}

/// Whether nodes of a kind may have groups of children.
pub(crate) fn is_file(kind: rowan::SyntaxKind) -> bool {
    kind == SyntaxKind::FILE.to_raw()
}

/// Whether the children of a node are in groups.
pub(crate) fn is_grouped(node: &GreenNodeData) -> bool {
    is_file(node.kind()) && node.children().next().is_some_and(|it| kind(it) == SyntaxKind::GROUP)
}

/// The nodes that have the children of a node: its groups, or the node itself.
fn parents(node: &GreenNodeData) -> impl DoubleEndedIterator<Item = &GreenNodeData> {
    let is_grouped = is_grouped(node);
    let groups = node.children().take(if is_grouped { usize::MAX } else { 0 }).filter_map(NodeOrToken::into_node);
    (!is_grouped).then_some(node).into_iter().chain(groups)
}

/// The number of children.
pub(crate) fn count(node: &GreenNodeData) -> usize {
    parents(node).map(|it| it.children().len()).sum()
}

/// The children from an index on.
pub(crate) fn from(node: &GreenNodeData, index: usize) -> impl Iterator<Item = GreenElement<'_>> {
    let mut skipped = index;
    parents(node).flat_map(move |parent| {
        let skip = skipped.min(parent.children().len());
        skipped -= skip;
        parent.children().skip(skip)
    })
}

/// The children before an index, the last one first.
pub(crate) fn before(node: &GreenNodeData, index: usize) -> impl Iterator<Item = GreenElement<'_>> {
    let mut skipped = count(node).saturating_sub(index);
    parents(node).rev().flat_map(move |parent| {
        let skip = skipped.min(parent.children().len());
        skipped -= skip;
        parent.children().rev().skip(skip)
    })
}

/// The index and the offset of the child that contains the byte at an offset; `None` at the end of the text and behind
/// it. Reads the sizes of the groups before it.
pub(crate) fn child_at(root: &GreenNode, offset: TextSize) -> Option<(usize, TextSize)> {
    if offset >= root.text_len() {
        return None;
    }
    let place = TextRange::at(offset, TextSize::new(1));
    let node = cursor::SyntaxNode::new_root(root.clone());
    let mut child = node.child_or_token_at_range(place)?;
    let mut ahead = 0;
    if is_grouped(root) {
        ahead = parents(root).take(child.index()).map(|it| it.children().len()).sum();
        child = child.into_node()?.child_or_token_at_range(place)?;
    }
    Some((ahead + child.index(), child.text_range().start()))
}

/// A node with these children.
pub(crate) fn node(kind: rowan::SyntaxKind, children: impl ExactSizeIterator<Item = OwnElement>) -> GreenNode {
    if !is_file(kind) || children.len() < MANY {
        return GreenNode::new(kind, children);
    }
    GreenNode::new(kind, grouped(children).into_iter().map(NodeOrToken::Node))
}

/// The node with some children replaced.
pub(crate) fn spliced(node: &GreenNodeData, replaced: Range<usize>, new: Vec<OwnElement>) -> GreenNode {
    let left = count(node) - replaced.len() + new.len();
    if left < MANY || !is_grouped(node) {
        let before = from(node, 0).take(replaced.start).map(|it| it.to_owned());
        let after = from(node, replaced.end).map(|it| it.to_owned());
        return self::node(node.kind(), Counted { items: before.chain(new).chain(after), left });
    }
    // The groups that have the replaced children, and those behind them up to the end of a group.
    let groups: Vec<&GreenNodeData> = parents(node).collect();
    let (mut first, mut ahead) = (0, 0);
    while first + 1 < groups.len() && ahead + groups[first].children().len() <= replaced.start {
        ahead += groups[first].children().len();
        first += 1;
    }
    let kept = groups[first].children().take(replaced.start - ahead).map(|it| it.to_owned());
    let mut children: Vec<OwnElement> = kept.chain(new).collect();
    let (mut last, mut index) = (first, ahead);
    while let Some(group) = groups.get(last) {
        let skipped = replaced.end.saturating_sub(index).min(group.children().len());
        children.extend(group.children().skip(skipped).map(|it| it.to_owned()));
        index += group.children().len();
        last += 1;
        if index >= replaced.end && children.last().is_some_and(|it| ends_group(borrowed(it))) {
            break;
        }
    }
    let owned = |groups: &[&GreenNodeData]| groups.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let all = [owned(&groups[..first]), grouped(children), owned(&groups[last..])].concat();
    GreenNode::new(node.kind(), all.into_iter().map(NodeOrToken::Node))
}

/// Groups of children.
fn grouped(children: impl IntoIterator<Item = OwnElement>) -> Vec<GreenNode> {
    let group = |children: &mut Vec<OwnElement>| GreenNode::new(SyntaxKind::GROUP.to_raw(), children.drain(..));
    let (mut groups, mut pending) = (Vec::new(), Vec::new());
    for child in children {
        let ends_group = ends_group(borrowed(&child));
        pending.push(child);
        if ends_group {
            groups.push(group(&mut pending));
        }
    }
    if !pending.is_empty() {
        groups.push(group(&mut pending));
    }
    groups
}

fn borrowed(child: &OwnElement) -> GreenElement<'_> {
    match child {
        NodeOrToken::Node(it) => NodeOrToken::Node(it),
        NodeOrToken::Token(it) => NodeOrToken::Token(it),
    }
}

/// Whether a child is the last one of its group.
fn ends_group(child: GreenElement<'_>) -> bool {
    /// Returns how many bytes are left.
    fn hash(node: &GreenNodeData, left: usize, depth: usize, hasher: &mut FxHasher) -> usize {
        node.children()
            .try_fold(left, |left, child| match child {
                NodeOrToken::Token(it) => {
                    it.text().as_bytes()[..it.text().len().min(left)].hash(hasher);
                    left.checked_sub(it.text().len()).filter(|it| *it > 0)
                }
                NodeOrToken::Node(it) if depth < DEEPEST => {
                    Some(hash(it, left, depth + 1, hasher)).filter(|it| *it > 0)
                }
                NodeOrToken::Node(_) => Some(left),
            })
            .unwrap_or(0)
    }
    let NodeOrToken::Node(node) = child else { return false };
    let mut hasher = FxHasher::default();
    u32::from(node.text_len()).hash(&mut hasher);
    hash(node, COMPARED, 0, &mut hasher);
    hasher.finish().is_multiple_of(GROUP)
}

/// Items whose number is known.
struct Counted<I> {
    items: I,
    left: usize,
}

impl<I: Iterator> Iterator for Counted<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let item = self.items.next()?;
        self.left -= 1;
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<I: Iterator> ExactSizeIterator for Counted<I> {}

#[cfg(test)]
mod tests {
    use lsflint_spec::FileKind;

    use super::*;
    use crate::{Parse, parse};

    /// A file with so many sections.
    fn file(name: &str, sections: usize) -> Parse {
        let section = |it: usize| format!("# {name}\nBegin Queue\nQUEUE_NAME = {name}{it}\nEnd Queue\n\n");
        parse(&(0..sections).map(section).collect::<String>(), FileKind::LsbQueues)
    }

    fn own(node: &GreenNodeData) -> Vec<OwnElement> {
        from(node, 0).map(|it| it.to_owned()).collect()
    }

    #[test]
    fn each_byte_is_in_a_child() {
        let small = parse("# one\n\nBegin Queue\nQUEUE_NAME = a\nEnd Queue\n\u{fc}\n", FileKind::LsbQueues);
        for parse in [small, file("q", 200)] {
            let length_of_text = usize::from(parse.green.text_len());
            let mut expected = Vec::new();
            let mut start = TextSize::new(0);
            for (number, child) in from(&parse.green, 0).enumerate() {
                expected.resize(usize::from(start + length(child)), Some((number, start)));
                start += length(child);
            }
            expected.resize(length_of_text + 2, None);
            let found = (0..length_of_text + 2).map(|it| child_at(&parse.green, TextSize::new(it as u32)));
            assert_eq!(found.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn only_files_with_many_children_have_groups() {
        let (small, large) = (file("q", 15), file("q", 400));
        assert!(!is_grouped(&small.green));
        assert!(is_grouped(&large.green));
        let groups = large.green.children().len();
        assert!((5..40).contains(&groups), "{groups}");
        assert_eq!(count(&large.green), 1600);
        assert_eq!(large.root().elements().count(), 1600);
        assert_eq!(large.root().children().count(), 400);
        assert!(large.root().descendants().all(|it| it.kind() != SyntaxKind::GROUP));
    }

    #[test]
    fn children_are_read_from_any_place_in_both_directions() {
        for parse in [file("q", 10), file("q", 300)] {
            let all: Vec<_> = parse.root().elements().map(|it| it.range()).collect();
            for index in 0..=all.len() {
                let lengths = |it: &[TextRange]| it.iter().map(|it| it.len()).collect::<Vec<_>>();
                let mut ahead = lengths(&all[..index]);
                ahead.reverse();
                assert_eq!(before(&parse.green, index).map(length).collect::<Vec<_>>(), ahead);
                assert_eq!(from(&parse.green, index).map(length).collect::<Vec<_>>(), lengths(&all[index..]));
            }
        }
    }

    #[test]
    fn children_are_found_by_increasing_indices() {
        for parse in [file("q", 10), file("q", 300)] {
            let all: Vec<_> = parse.root().elements().map(|it| it.range()).collect();
            for step in [1, 2, 7, 100, 900] {
                let mut children = parse.root().forward();
                for (index, range) in all.iter().enumerate().step_by(step) {
                    assert_eq!(children.at(index, range.start()).map(|it| it.range()), Some(*range));
                }
                assert!(children.at(0, TextSize::new(0)).is_none());
                assert!(children.at(all.len(), parse.green.text_len()).is_none());
            }
        }
    }

    /// A node with replaced children has the same groups as one that has been made with the new children.
    #[test]
    fn children_are_replaced() {
        let kind = SyntaxKind::FILE.to_raw();
        for (sections, new) in [(0, 0), (2, 1), (30, 1), (34, 0), (200, 0), (200, 1), (200, 90), (0, 200)] {
            let (old, new) = (file("q", sections), file("new", new));
            let (old_children, new_children) = (own(&old.green), own(&new.green));
            let places = || (0..=old_children.len()).step_by(1 + old_children.len() / 23);
            for (from, to) in places().flat_map(|from| places().map(move |to| (from, to))).filter(|it| it.0 <= it.1) {
                let mut expected = old_children.clone();
                expected.splice(from..to, new_children.clone());
                let found = spliced(&old.green, from..to, new_children.clone());
                assert_eq!(found, node(kind, expected.into_iter()), "{sections} sections, {from}..{to}");
            }
        }
    }
}
