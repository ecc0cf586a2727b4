//! What one file contributes to the index of its cluster.

use std::sync::Arc;

use lsflint_spec::{FileKind, IncludePlace};
use lsflint_syntax::{Node, SyntaxKind, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

use super::record::{Item, read_flat, read_section};
use super::uses::Fact;
use crate::SourceFile;

/// One file, read once: its sections without their trees.
#[derive(Debug)]
pub struct Summary {
    pub(crate) path: Arc<str>,
    pub(crate) kind: FileKind,
    pub(crate) text: Arc<str>,
    /// Something may be defined here that is not seen: the file is a template, names in it are, or it names a file to include where
    /// LSF is not known to follow.
    pub(crate) gaps: bool,
    pub(crate) items: Vec<Placed>,
}

/// A section and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    /// The bytes it covers.
    pub(crate) range: TextRange,
    /// The `#if` branch round the section: sections with the same number are read together; 0 is outside.
    pub(crate) branch: u32,
    /// What it says.
    pub(crate) item: Arc<Item>,
}

impl Summary {
    /// Reads a file.
    pub fn of(file: &SourceFile) -> Summary {
        Summary::after(file, None).0
    }

    /// Reads a file again. Sections with the same text as before are taken over; the number of those that were read comes along.
    pub fn after(file: &SourceFile, before: Option<&Summary>) -> (Summary, usize) {
        let mut taken = Taken::of(before.filter(|it| it.kind == file.kind));
        let (mut items, mut read, mut branches) = (Vec::new(), 0, 0);
        let root = file.parse.root();
        let mut place = |node: Node<'_>, branch: u32, item: &dyn Fn() -> Option<Item>| {
            let range = node.range();
            let item = match taken.find(&file.text[range]) {
                Some(item) => item,
                None => {
                    let Some(item) = item() else { return };
                    read += 1;
                    Arc::new(item)
                }
            };
            items.push(Placed { range, branch, item });
        };
        place(root, 0, &|| read_flat(file.kind, root, &file.text));
        let mut stack = vec![(root, 0)];
        while let Some((node, branch)) = stack.pop() {
            match node.kind() {
                SyntaxKind::SECTION => place(node, branch, &|| read_section(file.kind, node, &file.text)),
                SyntaxKind::FILE | SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => {
                    let branch = if node.kind() == SyntaxKind::BRANCH {
                        branches += 1;
                        branches
                    } else {
                        branch
                    };
                    let from = stack.len();
                    stack.extend(node.children().map(|it| (it, branch)));
                    stack[from..].reverse();
                }
                _ => {}
            }
        }
        let summary = Summary {
            path: file.path.clone(),
            kind: file.kind,
            text: file.text.clone(),
            gaps: file.template || follows_nowhere(file) || items.iter().any(|it| it.item.gaps),
            items,
        };
        (summary, read)
    }

    /// How many sections it has that are documented.
    pub fn sections(&self) -> usize {
        self.items.len()
    }

    /// A text of the file, by its place in a section.
    pub(crate) fn slice(&self, start: TextSize, range: TextRange) -> &str {
        &self.text[range + start]
    }
}

fn follows_nowhere(file: &SourceFile) -> bool {
    file.kind.spec().directives.include == IncludePlace::Nowhere
        && file
            .text
            .match_indices('#')
            .any(|(at, _)| file.text.as_bytes()[at..].get(..8).is_some_and(|it| it.eq_ignore_ascii_case(b"#include")))
}

/// The sections of the text before, by a print of their text.
struct Taken<'s> {
    before: Option<&'s Summary>,
    by_print: FxHashMap<u64, Vec<usize>>,
}

impl<'s> Taken<'s> {
    fn of(before: Option<&'s Summary>) -> Taken<'s> {
        let mut by_print: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (number, placed) in before.into_iter().flat_map(|it| it.items.iter().enumerate()) {
            let text = before.map_or("", |it| &it.text[placed.range]);
            by_print.entry(print_of(text)).or_default().push(number);
        }
        Taken { before, by_print }
    }

    fn find(&mut self, text: &str) -> Option<Arc<Item>> {
        let before = self.before?;
        let numbers = self.by_print.get(&print_of(text))?;
        let same = numbers.iter().map(|it| &before.items[*it]).find(|it| before.text[it.range] == *text)?;
        Some(same.item.clone())
    }
}

fn print_of(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The prints of all sections of some files, added up.
pub(crate) fn prints(files: &[Arc<Summary>]) -> FxHashMap<Fact, u64> {
    let mut sums: FxHashMap<Fact, u64> = FxHashMap::default();
    for placed in files.iter().flat_map(|it| &it.items) {
        for (fact, print) in &placed.item.prints {
            let sum = sums.entry(*fact).or_default();
            *sum = sum.wrapping_add(*print);
        }
        let order = sums.entry(Fact::order(placed.item.section)).or_default();
        *order = order.rotate_left(5) ^ placed.item.order;
    }
    sums
}
