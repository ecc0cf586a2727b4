//! What was found in a file, kept for the next time it is checked.
//!
//! A section that is the one of before, and whose findings rest on facts that are as they were, is not visited again: its findings move
//! along with it. So are the rows of large tables, and the rules about whole files. So a keystroke costs a section or a row, not a file.

mod bases;
mod rows;
mod rules;

use std::sync::Arc;

use lsflint_model::{Basis, Index, SourceFile};
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Difference, Element, Node, SyntaxKind, TextRange, TextSize};

use self::bases::{Bases, BasisId};
use self::rows::Rows;
pub(super) use self::rules::RuleKept;
use super::Walker;
use crate::diagnostic::Diagnostic;
use crate::reads::{Place, Reads, whole_lines};
use crate::suppress;

/// What was found in one file. Empty after a check that did not come to its end.
#[derive(Debug, Default)]
pub struct Kept {
    state: Option<State>,
    /// The files that changed: findings that point into them are looked for again, because the place may have moved.
    changed: Vec<Arc<str>>,
    /// How many sections were visited the last time.
    pub visited: usize,
    /// How many records and values of the cluster rules looked at the last time.
    pub steps: usize,
}

/// What one check leaves for the next one.
#[derive(Debug)]
pub(super) struct State {
    file: Arc<SourceFile>,
    /// See [`FileContext::has_gaps`].
    gaps: bool,
    /// Whether a suppression comment may stand in the text.
    suppressions: bool,
    /// See [`Walker::blanks_said`].
    blanks_said: bool,
    /// One per child of the root.
    units: Vec<Unit>,
    /// One per rule about whole files.
    rules: Vec<RuleKept>,
    bases: Bases,
    /// What rests on none of the units and rules.
    rest: Basis,
}

/// What was found in a child of the root.
#[derive(Debug)]
struct Unit {
    length: TextSize,
    /// What its findings rest on, when they are kept.
    basis: Option<BasisId>,
    /// How many `#if` branches it has.
    branches: u32,
    /// Whether a section stands before it.
    after_section: bool,
    is_node: bool,
    /// With places counted from its start.
    found: Box<[Diagnostic]>,
    /// The rows of a large table.
    rows: Option<Box<Rows>>,
}

/// What is kept while a file is checked: that of before, and that of now as it comes.
pub(super) struct Memo {
    before: Option<Before>,
    bases: Bases,
    changed: Vec<Arc<str>>,
    units: Vec<Unit>,
    rules: Vec<RuleKept>,
    pub(super) visited: usize,
    gaps: bool,
    suppressions: bool,
    /// The rows of the table that was visited last.
    rows: Option<Box<Rows>>,
}

/// The state of before, and how the file differs from it.
struct Before {
    difference: Difference,
    /// The same, of the lines of a section when it is only one that differs.
    inner: Difference,
    /// What rules may read that is not as it was.
    reads: Reads,
    units: Vec<Unit>,
    rules: Vec<RuleKept>,
    blanks_said: bool,
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

    /// Whether everything that the findings rest on is as it was.
    pub fn holds(&self, index: &Index) -> bool {
        self.state.as_ref().is_some_and(|it| it.rest.holds(index) && it.bases.all_hold(index))
    }

    pub(super) fn begin(&mut self, file: &SourceFile, index: &Index) -> Memo {
        let flags = |it: &SourceFile| (it.kind, it.kind_certain, it.template);
        let state = self.state.take().filter(|it| flags(&it.file) == flags(file));
        let mut memo = Memo {
            before: None,
            bases: Bases::default(),
            changed: std::mem::take(&mut self.changed),
            units: Vec::new(),
            rules: Vec::new(),
            visited: 0,
            gaps: false,
            suppressions: false,
            rows: None,
        };
        let known = state.and_then(|state| {
            let (old, new) = (state.file.parse.root(), file.parse.root());
            let difference = new.difference_from(old);
            let (old, new, inner) = narrowed(old, new, &difference);
            let reads = Reads::of_difference(&state.file, file, &Place { before: old, after: new, difference: &inner });
            (!reads.meets(Reads::MARKS)).then_some((state, difference, inner, reads))
        });
        let Some((state, difference, inner, reads)) = known else {
            memo.gaps = crate::context::has_gaps(file);
            memo.suppressions = file.text.contains(suppress::MENTION);
            return memo;
        };
        let State { file: old, gaps, suppressions, blanks_said, units, rules, mut bases, .. } = state;
        bases.begin(index);
        let suppresses = |it: &str| it.contains(suppress::MENTION);
        memo.suppressions = match suppressions {
            // The last one may be gone.
            true if suppresses(whole_lines(&old.text, inner.before_range)) => suppresses(&file.text),
            true => true,
            false => suppresses(whole_lines(&file.text, inner.after_range)),
        };
        (memo.gaps, memo.bases) = (gaps, bases);
        memo.units.reserve(units.len() + difference.after.len());
        memo.before = Some(Before { difference, inner, reads, units, rules, blanks_said });
        memo
    }

    pub(super) fn end(&mut self, mut memo: Memo, file: &Arc<SourceFile>, blanks_said: bool, rest: Basis) {
        self.visited = memo.visited;
        let rows = memo.units.iter().filter_map(|it| it.rows.as_ref()).filter_map(|it| it.basis);
        let used = memo.units.iter().filter_map(|it| it.basis).chain(rows).chain(memo.rules.iter().map(|it| it.basis));
        memo.bases.end(used);
        let Memo { gaps, suppressions, units, rules, bases, .. } = memo;
        let file = file.clone();
        self.state = Some(State { file, gaps, suppressions, blanks_said, units, rules, bases, rest });
    }
}

impl Memo {
    pub(super) fn has_gaps(&self) -> bool {
        self.gaps
    }

    /// Whether a suppression comment may stand in the text.
    pub(super) fn may_suppress(&self) -> bool {
        self.suppressions
    }

    /// Whether a finding points into a file that changed.
    fn points_to_changed(&self, found: &[Diagnostic]) -> bool {
        let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
        related.into_iter().any(|it| self.changed.iter().any(|path| **path == *it))
    }
}

impl Unit {
    /// A unit whose findings are not kept.
    fn new(element: Element<'_>) -> Unit {
        Unit {
            length: element.range().len(),
            basis: None,
            branches: 0,
            after_section: false,
            is_node: element.into_node().is_some(),
            found: Box::default(),
            rows: None,
        }
    }
}

impl<'a> Walker<'a> {
    /// Visits the children of the root, and takes over what is known of those that are as they were.
    pub(super) fn units(&mut self, root: Node<'a>) {
        let Some(memo) = &mut self.memo else { return self.top_level(root) };
        let blanks_said = self.blanks_said;
        let Some(before) = memo.before.take().filter(|it| it.blanks_said == blanks_said) else {
            return root.elements().for_each(|it| self.unit(it, None));
        };
        let Before { difference, mut units, .. } = before;
        let mut behind = units.split_off(difference.before.end);
        let mut gone = units.split_off(difference.before.start);
        let mut offset = root.start();
        for (child, unit) in units.into_iter().enumerate() {
            offset = self.unit_again(root, child, offset, unit);
        }
        // A section that takes the place of another one may have the same rows.
        let paired = difference.before.len() == 1 && difference.after.len() == 1;
        let mut rows = gone.pop().filter(|_| paired).and_then(|it| it.rows);
        for element in root.elements_at(difference.after.clone(), offset) {
            self.unit(element, rows.take());
            offset = element.range().end();
        }
        for (child, unit) in (difference.after.end..).zip(behind.drain(..)) {
            offset = self.unit_again(root, child, offset, unit);
        }
    }

    /// A child of the root that is the one of before; returns where it ends.
    fn unit_again(&mut self, root: Node<'a>, child: usize, start: TextSize, unit: Unit) -> TextSize {
        let end = start + unit.length;
        let Some(memo) = &mut self.memo else { return end };
        if !unit.is_node {
            memo.units.push(unit);
            return end;
        }
        let alone = !self.cut_before && self.open_before.is_none() && unit.after_section == self.after_section;
        let basis = unit.basis.filter(|it| alone && memo.bases.holds(*it));
        if basis.is_none() || memo.points_to_changed(&unit.found) {
            if let Some(element) = root.elements_at(child..child + 1, start).next() {
                self.unit(element, unit.rows);
            }
            return end;
        }
        self.errors_until(start, None, None);
        self.found.extend(unit.found.iter().cloned().map(|it| it.moved(start)));
        self.branches += unit.branches;
        self.after_section = true;
        self.skip_errors_until(end);
        if let Some(memo) = &mut self.memo {
            memo.units.push(unit);
        }
        end
    }

    /// Visits a child of the root. `rows`: what is known of the rows of a table that it may have in common with this one.
    fn unit(&mut self, element: Element<'a>, rows: Option<Box<Rows>>) {
        let mut unit = Unit::new(element);
        if let Element::Node(node) = element {
            self.errors_until(node.start(), None, None);
            if node.kind() == SyntaxKind::SECTION {
                self.section_to_keep(node, rows, &mut unit);
            } else {
                self.top_level_node(node);
            }
            self.errors_until(node.range().end(), None, None);
        }
        if let Some(memo) = &mut self.memo {
            memo.units.push(unit);
        }
    }

    fn section_to_keep(&mut self, node: Node<'a>, rows: Option<Box<Rows>>, unit: &mut Unit) {
        // What stands behind a section that was not closed, or behind a line that was cut, depends on more than itself.
        let alone = self.branch == 0 && !self.cut_before && self.open_before.is_none();
        let closed = ast::Section::cast(node).is_some_and(|it| it.end().is_some());
        let Some(memo) = &mut self.memo else { return };
        memo.visited += 1;
        let (Some(uses), true) = (self.file.cluster.uses(), alone && closed) else { return self.section(node) };
        memo.rows = rows.or_else(|| Rows::of(node));
        unit.after_section = self.after_section;
        let (from, branches) = (self.found.len(), self.branches);
        let outer = uses.start();
        self.section(node);
        let basis = uses.end(outer, self.file.cluster.index());
        let found = &self.found[from..];
        let Some(memo) = &mut self.memo else { return };
        unit.rows = memo.rows.take().filter(|it| it.is_whole());
        // A finding that points into another section of the file would not notice when that one moves.
        if found.iter().all(|it| lies_within(it, &self.file.file.path, node.range())) {
            unit.basis = Some(memo.bases.add(basis));
            unit.branches = self.branches - branches;
            unit.found = found.iter().cloned().map(|it| it.relative_to(node.start())).collect();
        }
    }
}

/// Where two roots differ: if it is in one section only, the children of that section.
fn narrowed<'t>(old: Node<'t>, new: Node<'t>, difference: &Difference) -> (Node<'t>, Node<'t>, Difference) {
    let section = |root: Node<'t>, run: &std::ops::Range<usize>, range: TextRange| {
        let node = root.elements_at(run.clone(), range.start()).next().filter(|_| run.len() == 1)?.into_node()?;
        (node.kind() == SyntaxKind::SECTION).then_some(node)
    };
    let before = section(old, &difference.before, difference.before_range);
    match before.zip(section(new, &difference.after, difference.after_range)) {
        Some((before, after)) => (before, after, after.difference_from(before)),
        None => (old, new, difference.clone()),
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
