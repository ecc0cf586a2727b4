//! Computes the difference between two trees of a file.
//!
//! After an edit, most children of the root are shared with the old tree. Data derived from shared children can be
//! reused; only the other children must be processed again.

use std::ops::Range;

use rowan::{GreenNodeData, GreenTokenData, NodeOrToken, TextRange, TextSize};

use crate::{Element, Node};

/// The children of a node that are not shared with another node: a contiguous run in each of them. The children before
/// and after both runs are shared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The run in the old node, as child indices.
    pub before: Range<usize>,
    /// The byte range of the old run.
    pub before_range: TextRange,
    /// The run in the new node, as child indices.
    pub after: Range<usize>,
    /// The byte range of the new run.
    pub after_range: TextRange,
}

impl Difference {
    /// The new position of an old range outside of the difference; `None` if it overlaps it. An empty range at the edge
    /// may belong to either side.
    pub fn moved(&self, range: TextRange) -> Option<TextRange> {
        let differs = self.before_range;
        if range.is_empty() && differs.contains_inclusive(range.start()) {
            None
        } else if range.start() >= differs.end() {
            let start = range.start() - differs.end() + self.after_range.end();
            Some(TextRange::at(start, range.len()))
        } else {
            (range.end() <= differs.start()).then_some(range)
        }
    }

    /// Whether the nodes are equal.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

impl<'t> Node<'t> {
    /// The difference between the children of this node and an older one.
    pub fn difference_from(self, before: Node<'_>) -> Difference {
        let (old, new) = (before.green(), self.green());
        let (old_count, new_count) = (old.children().len(), new.children().len());
        let shorter = old_count.min(new_count);
        let is_same = |pair: &(GreenElement<'_>, GreenElement<'_>)| same(pair.0, pair.1);
        let prefix = old.children().zip(new.children()).take_while(is_same).count();
        let rest = shorter - prefix;
        let suffix = old.children().rev().zip(new.children().rev()).take(rest).take_while(is_same).count();
        let length = |green: GreenElement<'_>| match green {
            NodeOrToken::Node(node) => node.text_len(),
            NodeOrToken::Token(token) => token.text_len(),
        };
        // The offset is computed from the shorter side.
        let before_length = if prefix <= suffix {
            old.children().take(prefix).map(length).sum()
        } else {
            let behind: TextSize = old.children().skip(prefix).map(length).sum();
            old.text_len() - behind
        };
        let run = |green: &GreenNodeData, count: usize| -> TextSize {
            green.children().skip(prefix).take(count - prefix - suffix).map(length).sum()
        };
        Difference {
            before: prefix..old_count - suffix,
            before_range: TextRange::at(before.start() + before_length, run(old, old_count)),
            after: prefix..new_count - suffix,
            after_range: TextRange::at(self.start() + before_length, run(new, new_count)),
        }
    }

    /// The children with these indices; the first one starts at offset `start`.
    pub fn elements_at(self, children: Range<usize>, start: TextSize) -> impl Iterator<Item = Element<'t>> {
        let mut offset = start;
        self.green().children().skip(children.start).take(children.len()).map(move |child| {
            let element = Element::new(child, offset);
            offset = element.range().end();
            element
        })
    }
}

type GreenElement<'t> = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>;

/// Whether two elements are equal. Uses an explicit stack, because nesting could overflow the call stack.
fn same(a: GreenElement<'_>, b: GreenElement<'_>) -> bool {
    let mut stack = Vec::new();
    let mut next = Some((a, b));
    while let Some((a, b)) = next.or_else(|| stack.pop()) {
        next = None;
        match (a, b) {
            (NodeOrToken::Token(a), NodeOrToken::Token(b)) => {
                if !std::ptr::eq(a, b) && a != b {
                    return false;
                }
            }
            (NodeOrToken::Node(a), NodeOrToken::Node(b)) => {
                if std::ptr::eq(a, b) {
                    continue;
                }
                let alike =
                    a.kind() == b.kind() && a.text_len() == b.text_len() && a.children().len() == b.children().len();
                if !alike {
                    return false;
                }
                stack.extend(a.children().zip(b.children()));
            }
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use lsflint_spec::FileKind;

    use super::*;
    use crate::parse;

    const TEXT: &str = "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n\nBegin Queue\nQUEUE_NAME = b\nEnd Queue\n";

    /// The texts of the two runs.
    fn runs<'t>(before: &'t str, after: &'t str) -> (&'t str, &'t str) {
        let (old, new) = (parse(before, FileKind::LsbQueues), parse(after, FileKind::LsbQueues));
        let found = new.root().difference_from(old.root());
        assert_eq!(found.is_empty(), before == after);
        let elements = new.root().elements_at(found.after.clone(), found.after_range.start());
        assert!(elements.last().is_none_or(|it| it.range().end() == found.after_range.end()));
        (&before[found.before_range], &after[found.after_range])
    }

    #[test]
    fn only_what_changed_differs() {
        assert_eq!(runs(TEXT, TEXT), ("", ""));
        let after = TEXT.replace("= b", "= long");
        let (old, new) = runs(TEXT, &after);
        assert_eq!((old.replace("= b", "= long").as_str(), old.len()), (new, new.len() - 3));
        assert!(old.starts_with("Begin Queue\nQUEUE_NAME = b"));
        assert_eq!(runs(TEXT, &TEXT.replace("\n\n", "\n# x\n\n")), ("", "# x\n"));
        assert_eq!(runs("", TEXT), ("", TEXT));
        assert_eq!(runs(TEXT, ""), (TEXT, ""));
    }

    #[test]
    fn places_move_along() {
        let range = |start: u32, end: u32| TextRange::new(start.into(), end.into());
        let found = Difference { before: 1..2, before_range: range(10, 20), after: 1..2, after_range: range(10, 25) };
        assert_eq!(found.moved(range(3, 10)), Some(range(3, 10)));
        assert_eq!(found.moved(range(20, 22)), Some(range(25, 27)));
        assert_eq!(found.moved(range(9, 11)), None);
        let put_in = Difference { before_range: range(10, 10), ..found };
        assert_eq!(put_in.moved(range(10, 10)), None, "on which side?");
        assert_eq!(put_in.moved(range(10, 12)), Some(range(25, 27)));
    }
}
