//! What was found in the sections of a file, kept for the next time it is checked.
//!
//! A section whose tree is equal to one of before, and whose findings rest on facts that are as they were, is not visited again: its
//! findings move along with it. So a keystroke costs one section, not a file.

use std::hash::{Hash, Hasher};
use std::ptr;
use std::sync::Arc;

use lsflint_model::{Basis, SourceFile, Uses};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Node, TextRange};
use rowan::{GreenNode, GreenNodeData, TextSize};
use rustc_hash::{FxHashMap, FxHasher};

use super::Walker;
use crate::diagnostic::Diagnostic;

/// The findings of the sections of one file.
#[derive(Debug, Default)]
pub struct Kept {
    /// By a print of the section's text, and what else decides about it.
    before: FxHashMap<Key, Section>,
    now: FxHashMap<Key, Section>,
    file: Option<Surroundings>,
    /// The files that changed: findings that point into them are looked for again, because the place may have moved.
    changed: Vec<Arc<str>>,
    /// How many sections were visited the last time.
    pub visited: usize,
    /// How many records and values of the cluster rules looked at the last time.
    pub steps: usize,
}

/// A print of a section's text, and whether one stands before it.
type Key = (u64, bool);

/// What rules may ask about the file while they judge a section of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Surroundings {
    kind: FileKind,
    certain: bool,
    template: bool,
    gaps: bool,
}

#[derive(Debug)]
struct Section {
    tree: GreenNode,
    /// With places counted from the start of the section.
    found: Vec<Diagnostic>,
    basis: Basis,
    /// Other files that its findings point to.
    points_to: Vec<Box<str>>,
    /// How many `#if` branches it has.
    branches: u32,
    after: After,
}

/// What a section leaves behind for the next line.
#[derive(Debug, Clone, Copy)]
struct After {
    cut_before: bool,
}

impl Kept {
    /// Says that a file changed since the last check.
    pub fn note_change(&mut self, path: &Arc<str>) {
        if !self.changed.contains(path) {
            self.changed.push(path.clone());
        }
    }

    /// Forgets everything: the settings changed.
    pub fn clear(&mut self) {
        *self = Kept::default();
    }

    pub(super) fn begin(&mut self, file: &SourceFile) {
        self.visited = 0;
        let mut before = std::mem::take(&mut self.now);
        let gaps = self.file.is_some_and(|it| it.gaps);
        let now = Surroundings { kind: file.kind, certain: file.kind_certain, template: file.template, gaps };
        if self.file.is_some_and(|it| it != now) {
            before.clear();
        }
        (self.before, self.file) = (before, Some(now));
    }

    pub(super) fn end(&mut self) {
        self.before = FxHashMap::default();
        self.changed.clear();
    }
}

impl<'a> Walker<'a> {
    /// Visits a section, or takes over what was found in it before.
    pub(super) fn section_or_kept(&mut self, node: Node<'a>) {
        // What stands in an `#if`, or behind a section that was not closed, depends on more than itself.
        let alone = self.branch == 0 && !self.cut_before && self.open_before.is_none();
        let closed = ast::Section::cast(node).is_some_and(|it| it.end().is_some());
        let (Some(uses), true) = (self.file.cluster.uses(), alone && closed) else {
            if let Some(kept) = &mut self.kept {
                kept.visited += 1;
            }
            return self.section(node);
        };
        let Some(kept) = &mut self.kept else { return self.section(node) };
        let gaps = self.file.has_gaps();
        if let Some(file) = kept.file.as_mut().filter(|it| it.gaps != gaps) {
            file.gaps = gaps;
            kept.before.clear();
        }
        let index = self.file.cluster.index();
        let mut hasher = FxHasher::default();
        self.file.text(node.range()).hash(&mut hasher);
        let key: Key = (hasher.finish(), self.after_section);
        let changed = &kept.changed;
        let same = |it: &Section| {
            let (before, now): (&GreenNodeData, _) = (&it.tree, node.green());
            let moved = it.points_to.iter().any(|it| changed.iter().any(|path| **path == **it));
            (ptr::eq(before, now) || before == now) && !moved && it.basis.holds(index)
        };
        if let Some(section) = kept.before.remove(&key).filter(same) {
            uses.join(&section.basis);
            self.findings.found.extend(section.found.iter().cloned().map(|it| it.moved(node.start())));
            self.branches += section.branches;
            (self.after_section, self.cut_before) = (true, section.after.cut_before);
            kept.now.insert(key, section);
            self.skip_errors_until(node.range().end());
            return;
        }
        kept.visited += 1;
        self.section_to_keep(node, uses, key);
    }

    fn section_to_keep(&mut self, node: Node<'a>, uses: &'a Uses, key: Key) {
        let (from, branches) = (self.findings.found.len(), self.branches);
        let outer = uses.start();
        self.section(node);
        let basis = uses.end(outer, self.file.cluster.index());
        let found = &self.findings.found[from..];
        // A finding that points into another section of the file would not notice when that one moves.
        let own = &*self.file.file.path;
        if !found.iter().all(|it| lies_within(it, own, node.range())) {
            return;
        }
        let points_to = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref()).map(Into::into);
        let section = Section {
            tree: node.green().to_owned(),
            found: found.iter().cloned().map(|it| it.relative_to(node.start())).collect(),
            basis,
            points_to: points_to.collect(),
            branches: self.branches - branches,
            after: After { cut_before: self.cut_before },
        };
        if let Some(kept) = &mut self.kept {
            kept.now.insert(key, section);
        }
    }
}

/// Whether a finding points to nothing of its own file outside of a range.
fn lies_within(found: &Diagnostic, own: &str, range: TextRange) -> bool {
    let mut edits = found.fix.iter().flat_map(|it| &it.edits).map(|it| it.range);
    range.contains_range(found.range)
        && found.related.iter().all(|it| match &it.file {
            Some(file) => **file != *own,
            None => range.contains_range(it.range),
        })
        && edits.all(|it| range.contains_range(it))
}

impl Diagnostic {
    /// With places counted from an offset before all of them.
    fn relative_to(mut self, start: TextSize) -> Diagnostic {
        self.range -= start;
        for related in self.related.iter_mut().filter(|it| it.file.is_none()) {
            related.range -= start;
        }
        for edit in self.fix.iter_mut().flat_map(|it| &mut it.edits) {
            edit.range -= start;
        }
        self
    }
}
