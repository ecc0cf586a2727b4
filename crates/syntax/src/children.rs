//! The children of green nodes. The root of a large file may have tens of thousands.

use std::ops::Range;

use rowan::{GreenNode, GreenNodeData, GreenToken, GreenTokenData, NodeOrToken, TextRange, TextSize, cursor};

use crate::SyntaxKind;

/// A child of a green node.
pub(crate) type GreenElement<'t> = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>;

pub(crate) fn kind(child: GreenElement<'_>) -> SyntaxKind {
    SyntaxKind::from_raw(match child {
        NodeOrToken::Node(node) => node.kind(),
        NodeOrToken::Token(token) => token.kind(),
    })
}

pub(crate) fn length(child: GreenElement<'_>) -> TextSize {
    match child {
        NodeOrToken::Node(node) => node.text_len(),
        NodeOrToken::Token(token) => token.text_len(),
    }
}

/// The index and the offset of the child that contains the byte at an offset, in logarithmic time; `None` at the end of
/// the text and behind it.
pub(crate) fn child_at(root: &GreenNode, offset: TextSize) -> Option<(usize, TextSize)> {
    if offset >= root.text_len() {
        return None;
    }
    let root = cursor::SyntaxNode::new_root(root.clone());
    let child = root.child_or_token_at_range(TextRange::at(offset, TextSize::new(1)))?;
    Some((child.index(), child.text_range().start()))
}

/// The node with some children replaced. Unlike `splice_children` of rowan, this makes no list of all children first.
pub(crate) fn spliced(
    node: &GreenNodeData,
    replaced: Range<usize>,
    new: Vec<NodeOrToken<GreenNode, GreenToken>>,
) -> GreenNode {
    let left = node.children().len() - replaced.len() + new.len();
    let before = node.children().take(replaced.start).map(|it| it.to_owned());
    let after = node.children().skip(replaced.end).map(|it| it.to_owned());
    GreenNode::new(node.kind(), Counted { items: before.chain(new).chain(after), left })
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
    use crate::parse;

    #[test]
    fn each_byte_is_in_a_child() {
        let text = "# one\n\nBegin Queue\nQUEUE_NAME = a\nEnd Queue\n\u{fc}\n";
        let parse = parse(text, FileKind::LsbQueues);
        let mut expected = Vec::new();
        let mut start = TextSize::new(0);
        for (number, child) in parse.green.children().enumerate() {
            expected.resize(usize::from(start + length(child)), Some((number, start)));
            start += length(child);
        }
        expected.resize(text.len() + 2, None);
        let found = (0..text.len() + 2).map(|it| child_at(&parse.green, TextSize::new(it as u32)));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn children_are_replaced() {
        let (old, new) = (parse("# a\n# b\n# c\n", FileKind::LsbQueues), parse("# x\n# y\n", FileKind::LsbQueues));
        let children: Vec<_> = new.green.children().map(|it| it.to_owned()).collect();
        let all = old.green.children().len();
        for (from, to) in (0..=all).flat_map(|from| (from..=all).map(move |to| (from, to))) {
            let expected = old.green.splice_children(from..to, children.clone());
            assert_eq!(spliced(&old.green, from..to, children.clone()), expected);
        }
    }
}
