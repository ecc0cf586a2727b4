//! Computes the difference between two trees of a file.
//!
//! After an edit, most children of the root are shared with the old tree. Data derived from shared children can be
//! reused; only the other children must be processed again.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rowan::{GreenNodeData, NodeOrToken, TextRange, TextSize};

use crate::children::{self, GreenElement, length};
use crate::{Parent, Parse, SyntaxError};

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

impl Parent<'_> {
    /// The difference between the children of this node and an older one.
    pub fn difference_from(self, before: Parent<'_>) -> Difference {
        let whole = Splice { before: 0..before.count(), after: 0..self.count(), offset: TextSize::new(0) };
        whole.difference(before, self)
    }
}

/// A run of children that an edit replaced by another one.
#[derive(Debug, Clone)]
pub(crate) struct Splice {
    /// The run in the old node, as child indices.
    pub(crate) before: Range<usize>,
    /// The run in the new node, as child indices.
    pub(crate) after: Range<usize>,
    /// Where both runs start, relative to the start of the node.
    pub(crate) offset: TextSize,
}

impl Splice {
    /// What differs in the runs. Nodes are compared by identity first, so equal children cost little.
    fn difference(&self, before: Parent<'_>, after: Parent<'_>) -> Difference {
        let (old, new) = (before.green(), after.green());
        let old_run = || children::from(old, self.before.start).take(self.before.len());
        let new_run = || children::from(new, self.after.start).take(self.after.len());
        let is_same = |pair: &(GreenElement<'_>, GreenElement<'_>)| same(pair.0, pair.1);
        let prefix = old_run().zip(new_run()).take_while(is_same).count();
        let rest = self.before.len().min(self.after.len()) - prefix;
        let backward = children::before(old, self.before.end).zip(children::before(new, self.after.end));
        let suffix = backward.take(rest).take_while(is_same).count();
        let first = self.before.start + prefix;
        // The offset is computed from the shorter side.
        let offset = if prefix <= before.count() - first {
            self.offset + old_run().take(prefix).map(length).sum::<TextSize>()
        } else {
            old.text_len() - children::from(old, first).map(length).sum::<TextSize>()
        };
        let differs = |green: &GreenNodeData, run: &Range<usize>, start: TextSize| {
            let children = run.start + prefix..run.end - suffix;
            let length = children::from(green, children.start).take(children.len()).map(length).sum();
            (children, TextRange::at(start + offset, length))
        };
        let (before, before_range) = differs(old, &self.before, before.start());
        let (after, after_range) = differs(new, &self.after, after.start());
        Difference { before, before_range, after, after_range }
    }
}

/// Which tree of a file this is, and how an edit made it from another one. The difference of the two is then known
/// without reading all children of the root.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    /// Different for each tree; 0 for trees of values.
    number: u64,
    /// The number of the other tree, and the children of the root that the edit replaced.
    edited: Option<(u64, Splice)>,
}

impl Origin {
    /// The origin of a tree that was parsed as a whole.
    pub(crate) fn new() -> Origin {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Origin { number: NEXT.fetch_add(1, Ordering::Relaxed), edited: None }
    }

    /// The origin of the tree of `before` with some children replaced.
    pub(crate) fn edited(before: &Parse, splice: Splice) -> Origin {
        let number = before.origin.number;
        Origin { edited: (number != 0).then_some((number, splice)), ..Origin::new() }
    }
}

impl Parse {
    /// The difference between the children of the root and those of an older tree. Children that are equal but have
    /// other errors count as different: whether an `#endif` has its `#if` depends on lines that may be far away.
    pub fn difference_from(&self, before: &Parse) -> Difference {
        let mut found = match &self.origin.edited {
            Some((number, splice)) if *number == before.origin.number => splice.difference(before.root(), self.root()),
            _ => self.root().difference_from(before.root()),
        };
        let (old, new) = (found.before_range, found.after_range);
        let part = |parse: &Parse, range: TextRange| {
            let index = |offset: TextSize| parse.errors.partition_point(|it| it.range.start() < offset);
            (index(range.start()), index(range.end()))
        };
        let ((old_start, old_end), (new_start, new_end)) = (part(before, old), part(self, new));

        let (old_errors, new_errors) = (&before.errors[..old_start], &self.errors[..new_start]);
        let equal = old_errors.iter().zip(new_errors).take_while(|(a, b)| a == b).count();
        let differing = [old_errors.get(equal), new_errors.get(equal)].into_iter().flatten();
        if let Some(first) = differing.map(|it| it.range.start()).min() {
            found.widen_start(self.root(), first);
        }

        let (old_errors, new_errors) = (&before.errors[old_end..], &self.errors[new_end..]);
        // The end of an error, counted from the end of the text, which is the same in both.
        let from_end = |parse: &Parse, offset: TextSize| parse.green.text_len() - offset;
        let is_equal = |(a, b): &(&SyntaxError, &SyntaxError)| {
            a.kind == b.kind
                && a.range.len() == b.range.len()
                && from_end(before, a.range.end()) == from_end(self, b.range.end())
        };
        let equal = old_errors.iter().rev().zip(new_errors.iter().rev()).take_while(is_equal).count();
        let last = |parse: &Parse, errors: &[SyntaxError]| {
            let last = errors.len().checked_sub(equal + 1)?;
            Some(from_end(parse, errors[last].range.end()))
        };
        let differing = [last(before, old_errors), last(self, new_errors)].into_iter().flatten();
        if let Some(last) = differing.min() {
            found.widen_end(before.root(), from_end(before, last));
        }
        found
    }
}

impl Difference {
    /// Adds the children before the runs that end at or after an offset.
    fn widen_start(&mut self, root: Parent<'_>, offset: TextSize) {
        for child in children::before(root.green(), self.after.start) {
            if self.after_range.start() < offset {
                break;
            }
            let length = length(child);
            (self.before.start, self.after.start) = (self.before.start - 1, self.after.start - 1);
            let earlier = |range: TextRange| TextRange::new(range.start() - length, range.end());
            (self.before_range, self.after_range) = (earlier(self.before_range), earlier(self.after_range));
        }
    }

    /// Adds the children after the runs that start at or before an offset of the old text.
    fn widen_end(&mut self, old_root: Parent<'_>, offset: TextSize) {
        for child in children::from(old_root.green(), self.before.end) {
            if self.before_range.end() > offset {
                break;
            }
            let length = length(child);
            (self.before.end, self.after.end) = (self.before.end + 1, self.after.end + 1);
            let later = |range: TextRange| TextRange::new(range.start(), range.end() + length);
            (self.before_range, self.after_range) = (later(self.before_range), later(self.after_range));
        }
    }
}

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
    fn children_with_other_errors_differ() {
        let before = "#if time(1:00-2:00)\nBegin Queue\nEnd Queue\n#endif\n\nBegin Queue\n#endif\nEnd Queue\n\nBegin Queue\nEnd Queue\n";
        let after = before.replacen("#endif\n", "x\n", 1);
        let [old, new] = [before, &after].map(|it| parse(it, FileKind::LsbQueues));
        let check = |new: &Parse, text: &str, old: &Parse| {
            let found = new.difference_from(old);
            let elements = new.root().elements_at(found.after.clone(), found.after_range.start());
            assert_eq!(elements.last().map(|it| it.range().end()), Some(found.after_range.end()));
            text[found.after_range].to_owned()
        };
        // The second `#endif` loses its error and gets it back, although its section is the same.
        assert!(check(&new, &after, &old).contains("Begin Queue\n#endif\nEnd Queue\n"));
        assert!(check(&old, before, &new).contains("Begin Queue\n#endif\nEnd Queue\n"));
        assert!(!check(&old, before, &new).contains("Begin Queue\nEnd Queue\n\nBegin"));

        // The other way round: the line that changes is the last one.
        let [old, new] = ["#endif\n", "\n"].map(|it| parse(&[before, it].concat(), FileKind::LsbQueues));
        let text = [before, "\n"].concat();
        assert_eq!(check(&new, &text, &old), "\n");
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
