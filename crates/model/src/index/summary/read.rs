//! Reads sections of a file into items.
//!
//! An item is a section. A large table has several items with a group of rows each, so that a changed row does not
//! require reading all rows again.

use std::ops::Range;
use std::sync::Arc;

use lsflint_syntax::{Difference, Element, Node, Parent, SyntaxKind, TextRange, TextSize};

use super::Placed;
use crate::SourceFile;
use crate::index::record::{Column, read_flat, read_rows, read_section};

/// The number of rows of an item.
const ROWS: usize = 64;
/// Groups with fewer rows are merged with others.
const FEW: u32 = 24;

/// The state of reading items.
pub(super) struct Reading<'f> {
    file: &'f SourceFile,
    pub(super) items: Vec<Placed>,
    /// The highest number of an `#if` branch.
    pub(super) branches: u32,
    /// The start of the table with changed rows, and its number of children before and after.
    pub(super) children: Option<(TextSize, usize, usize)>,
}

impl<'f> Reading<'f> {
    pub(super) fn new(file: &'f SourceFile) -> Reading<'f> {
        Reading { file, items: Vec::new(), branches: 0, children: None }
    }

    /// Reads the whole file.
    pub(super) fn file(&mut self) {
        let root = self.file.parse.root();
        if let Some(item) = read_flat(self.file, root) {
            self.items.push(Placed::new(item, root.range(), root.start(), 0, 0));
        }
        self.sections(root.children().map(|it| (it, 0)).collect());
    }

    /// Reads the children of the root that differ.
    pub(super) fn run(&mut self, difference: &Difference) {
        let start = difference.after_range.start();
        let elements = self.file.parse.root().elements_at(difference.after.clone(), start);
        self.sections(elements.filter_map(Element::into_node).map(|it| (it, 0)).collect());
    }

    /// Reads sections, including those in `#if` branches. Uses an explicit stack, because nesting could overflow the
    /// call stack.
    fn sections(&mut self, mut stack: Vec<(Node<'f>, u32)>) {
        stack.reverse();
        while let Some((node, branch)) = stack.pop() {
            match node.kind() {
                SyntaxKind::SECTION => self.section(node, branch),
                SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => {
                    let branch = if node.kind() == SyntaxKind::BRANCH {
                        self.branches += 1;
                        self.branches
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
    }

    fn section(&mut self, node: Node<'f>, branch: u32) {
        let count = node.count();
        if count > ROWS + ROWS / 2 && is_plain_table(node) {
            self.runs(node, 0..count, node.start(), branch);
        } else if let Some(item) = read_section(self.file, node) {
            self.items.push(Placed::new(item, node.range(), node.start(), 0, branch));
        }
    }

    /// Reads children of a table in groups. `start`: the start of the first one.
    fn runs(&mut self, node: Node<'f>, children: Range<usize>, start: TextSize, branch: u32) {
        let mut columns: Option<Arc<[Column]>> = None;
        let mut rows = Vec::with_capacity(ROWS);
        let (mut run_start, mut run_child) = (start, children.start);
        let mut end = start;
        let elements = node.elements_at(children.clone(), start);
        for (child, element) in children.clone().zip(elements) {
            if let Element::Node(row) = element
                && row.kind() == SyntaxKind::TABLE_ROW
            {
                if rows.len() == ROWS {
                    self.run_of_rows(
                        node,
                        &mut rows,
                        TextRange::new(run_start, row.start()),
                        run_child,
                        branch,
                        &mut columns,
                    );
                    (run_start, run_child) = (row.start(), child);
                }
                rows.push(row);
            }
            end = element.range().end();
        }
        if !children.is_empty() {
            self.run_of_rows(node, &mut rows, TextRange::new(run_start, end), run_child, branch, &mut columns);
        }
    }

    fn run_of_rows(
        &mut self,
        section: Node<'f>,
        rows: &mut Vec<Node<'f>>,
        range: TextRange,
        child: usize,
        branch: u32,
        columns: &mut Option<Arc<[Column]>>,
    ) {
        if let Some(item) = read_rows(self.file, section, rows.drain(..), range.start(), columns) {
            self.items.push(Placed::new(item, range, section.start(), child, branch));
        }
    }

    /// Reads the groups of changed rows, if only rows of one large table changed. Returns the items that they replace.
    pub(super) fn rows(
        &mut self,
        before: &SourceFile,
        items: &[Placed],
        difference: &Difference,
    ) -> Option<Range<usize>> {
        let old = only_section(before.parse.root(), &difference.before, difference.before_range)?;
        let new = only_section(self.file.parse.root(), &difference.after, difference.after_range)?;
        let first = items.partition_point(|it| it.range.start() < old.start());
        let count = items[first..].partition_point(|it| it.section_start == old.start());
        let runs = &items[first..first + count];
        if count < 2 || runs[0].branch != 0 {
            return None;
        }
        let inner = new.difference_from(old);
        let are_rows = |node: Node<'_>, run: &Range<usize>, start: TextSize| {
            node.elements_at(run.clone(), start)
                .filter_map(Element::into_node)
                .all(|it| it.kind() == SyntaxKind::TABLE_ROW)
        };
        if !are_rows(old, &inner.before, inner.before_range.start())
            || !are_rows(new, &inner.after, inner.after_range.start())
        {
            return None;
        }
        let mut from = runs.partition_point(|it| it.range.end() <= inner.before_range.start()).min(count - 1);
        let mut to = runs.partition_point(|it| it.range.start() < inner.before_range.end()).max(from + 1);
        while runs[from..to].iter().map(|it| it.records).sum::<u32>() < FEW && to - from < count {
            if to < count {
                to += 1;
            } else {
                from -= 1;
            }
        }
        let (old_count, new_count) = (old.count(), new.count());
        self.children = Some((old.start(), old_count, new_count));
        let end = runs.get(to).map_or(new_count, |it| it.child as usize + new_count - old_count);
        self.runs(new, runs[from].child as usize..end, runs[from].range.start(), 0);
        Some(first + from..first + to)
    }
}

/// The section that contains all differences.
fn only_section<'t>(root: Parent<'t>, run: &Range<usize>, range: TextRange) -> Option<Node<'t>> {
    if run.len() != 1 {
        return None;
    }
    let node = root.elements_at(run.clone(), range.start()).next()?.into_node()?;
    (node.kind() == SyntaxKind::SECTION).then_some(node)
}

/// Whether a section is a table without `#if` blocks.
fn is_plain_table(node: Node<'_>) -> bool {
    let mut header = false;
    for child in node.children() {
        match child.kind() {
            SyntaxKind::TABLE_HEADER => header = true,
            SyntaxKind::CONDITIONAL => return false,
            _ => {}
        }
    }
    header
}
