//! The `#if` blocks that are not nodes of the tree: those that cross sections or have no `#if` or `#endif`.
//!
//! How such directives are paired depends on distant lines, so an edit of one of them may change the meaning of lines
//! far away. These are few; [`Blocks`] knows which lines they are, so that an edit is known not to change any pair.

use rowan::{TextRange, TextSize};

/// A file with more blocks that are not nodes is parsed as a whole after each edit.
const MOST: usize = 16;

/// The same for blocks that are nested deeper, because the parser limits the depth.
const DEEPEST: usize = 30;

/// A block that is not a node, or that has an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Loose {
    /// The offsets of its directives.
    pub(crate) marks: Vec<TextSize>,
    pub(crate) has_if: bool,
    pub(crate) has_endif: bool,
}

/// Whether lines that start with `#if` continue with prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Prose {
    #[default]
    None,
    /// Some, which are directives.
    Some,
    /// Some are treated as comments, because there are more `#if` than `#endif`.
    Demoted,
}

/// What an edit must know of the `#if` blocks of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Blocks {
    loose: Vec<Loose>,
    prose: Prose,
    is_deep: bool,
}

/// What a part of a file is for the directives around it.
#[derive(Default)]
struct Ends {
    /// It has an `#if` whose `#endif` would have to follow.
    opens: bool,
    /// It has an `#else` or `#endif` whose `#if` would have to precede it.
    closes: bool,
}

impl Blocks {
    pub(crate) fn new(loose: Vec<Loose>, depth: usize) -> Blocks {
        let mut blocks = Blocks { loose, prose: Prose::None, is_deep: depth > DEEPEST };
        blocks.loose.sort_by_key(|it| it.marks[0]);
        blocks
    }

    pub(crate) fn with_prose(self, prose: Prose) -> Blocks {
        Blocks { prose, ..self }
    }

    /// Whether a block is unbalanced or crosses sections.
    pub(crate) fn is_crossing(&self) -> bool {
        !self.loose.is_empty() || self.prose == Prose::Demoted
    }

    /// The blocks after a range of the text was replaced by a part that was parsed alone; `None` if directives of the
    /// part may be paired with others, or others in another way than before. `at` is the end of the part in the new
    /// text.
    pub(crate) fn replaced(&self, range: TextRange, part: &Blocks, at: TextSize) -> Option<Blocks> {
        let prose = self.prose.max(part.prose);
        let is_deep = self.is_deep || part.is_deep;
        if self.loose.is_empty() && part.loose.is_empty() {
            return (prose != Prose::Demoted).then_some(Blocks { loose: Vec::new(), prose, is_deep });
        }
        // Prose is a comment or not depending on the number of `#if` in the file.
        if prose != Prose::None || is_deep || self.loose.len() + part.loose.len() > MOST {
            return None;
        }
        let (before, behind) = (TextRange::up_to(range.start()), TextRange::new(range.end(), u32::MAX.into()));
        let (old, new) = (self.ends(range), part.ends(TextRange::up_to(u32::MAX.into())));
        if old.opens || new.opens || old.closes || new.closes {
            let (before, behind) = (self.ends(before), self.ends(behind));
            let takes_other = (old.closes || new.closes) && (before.opens || before.closes);
            if takes_other || behind.closes {
                return None;
            }
        }
        let mut loose = Vec::new();
        for it in self.loose.iter().filter(|it| !range.contains(it.marks[0])) {
            let moved = |it: &TextSize| if *it < range.end() { *it } else { *it - range.end() + at };
            loose.push(Loose { marks: it.marks.iter().map(moved).collect(), ..*it });
        }
        let start = range.start();
        loose.extend(
            part.loose.iter().map(|it| Loose { marks: it.marks.iter().map(|it| *it + start).collect(), ..*it }),
        );
        loose.sort_by_key(|it| it.marks[0]);
        Some(Blocks { loose, prose, is_deep })
    }

    /// The directives in a range that are not paired in it.
    fn ends(&self, range: TextRange) -> Ends {
        let mut ends = Ends::default();
        for it in &self.loose {
            let starts = it.has_if && range.contains(it.marks[0]);
            let last = it.marks.last().is_some_and(|it| range.contains(*it));
            ends.opens |= starts && !(it.has_endif && last);
            ends.closes |= !starts && it.marks.iter().any(|it| range.contains(*it));
        }
        ends
    }
}
