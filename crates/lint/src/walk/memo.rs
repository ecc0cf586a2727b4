//! The findings of a file, cached for its next check.
//!
//! A section that is unchanged, and whose findings depend on unchanged facts, is not visited again: its findings move
//! along with it. The same applies to the rows of large tables and to the rules about whole files. A keystroke
//! therefore costs the check of a section or a row, not of a file.

use std::sync::Arc;

use lsflint_model::{Basis, Index, SourceFile};
use lsflint_syntax::{Difference, Element, Parent, SyntaxKind, TextRange, TextSize};

use super::bases::{Bases, BasisId};
use super::rows::Rows;
use crate::diagnostic::Diagnostic;
use crate::reads::{Place, Reads, whole_lines};
use crate::suppress;

/// The cached findings of one file. Empty after a check that was interrupted.
#[derive(Debug, Default)]
pub struct Kept {
    state: Option<State>,
    /// The files that changed: findings that refer to them are computed again, because the position may have moved.
    changed: Vec<Arc<str>>,
    /// The number of sections that the last check visited.
    pub visited: usize,
    /// The number of records and values of the cluster that rules read in the last check.
    pub steps: usize,
}

/// The result of one check for the next one.
#[derive(Debug)]
pub(super) struct State {
    file: Arc<SourceFile>,
    /// See [`FileContext::has_gaps`].
    gaps: bool,
    /// Whether the text may contain a suppression comment.
    suppressions: bool,
    /// See [`Walker::whitespace_reported`].
    whitespace_reported: bool,
    /// One per child of the root.
    units: Vec<Unit>,
    /// One per rule about whole files.
    rules: Vec<CachedRule>,
    bases: Bases,
    /// The facts that do not belong to a unit or a rule.
    rest: Basis,
}

/// The findings in a child of the root.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) length: TextSize,
    /// The facts on which its findings depend, if they are cached.
    pub(super) basis: Option<BasisId>,
    /// The number of its `#if` branches.
    pub(super) branches: u32,
    /// Whether a section precedes it.
    pub(super) after_section: bool,
    pub(super) is_node: bool,
    /// Whether its check searched for similar names.
    pub(super) searched: bool,
    /// With positions relative to its start.
    pub(super) found: Box<[Diagnostic]>,
    /// The rows of a large table.
    pub(super) rows: Option<Box<Rows>>,
}

/// The memo for one check: the previous state, and the state being built.
pub(super) struct Memo {
    pub(super) before: Option<Before>,
    pub(super) bases: Bases,
    pub(super) changed: Vec<Arc<str>>,
    pub(super) units: Vec<Unit>,
    pub(super) rules: Vec<CachedRule>,
    pub(super) visited: usize,
    pub(super) gaps: bool,
    pub(super) suppressions: bool,
    /// The rows of the table that was visited last.
    pub(super) rows: Option<Box<Rows>>,
}

/// The previous state, and how the file differs from it.
pub(super) struct Before {
    pub(super) difference: Difference,
    /// The difference of the lines of a section, if only one section differs.
    pub(super) inner: Difference,
    /// The parts that rules may read and that changed.
    pub(super) reads: Reads,
    pub(super) units: Vec<Unit>,
    pub(super) rules: Vec<CachedRule>,
    pub(super) whitespace_reported: bool,
}

impl Kept {
    /// Records that a file changed since the last check.
    pub fn note_change(&mut self, path: &Arc<str>) {
        if !self.changed.contains(path) {
            self.changed.push(path.clone());
        }
    }

    /// Clears everything, because the settings changed.
    pub fn clear(&mut self) {
        *self = Kept::default();
    }

    /// Whether all facts on which the findings depend are unchanged.
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
            let difference = file.parse.difference_from(&state.file.parse);
            let (old, new, inner) = narrowed(state.file.parse.root(), file.parse.root(), &difference);
            let reads = Reads::of_difference(&state.file, file, &Place { before: old, after: new, difference: &inner });
            (!reads.intersects(Reads::MARKS)).then_some((state, difference, inner, reads))
        });
        let Some((state, difference, inner, reads)) = known else {
            memo.gaps = crate::context::has_gaps(file);
            memo.suppressions = file.text.contains(suppress::MENTION);
            return memo;
        };
        let State { file: old, gaps, suppressions, whitespace_reported, units, rules, mut bases, .. } = state;
        bases.begin(index);
        let suppresses = |it: &str| it.contains(suppress::MENTION);
        memo.suppressions = match suppressions {
            // The last one may have been removed.
            true if suppresses(whole_lines(&old.text, inner.before_range)) => suppresses(&file.text),
            true => true,
            false => suppresses(whole_lines(&file.text, inner.after_range)),
        };
        (memo.gaps, memo.bases) = (gaps, bases);
        memo.before = Some(Before { difference, inner, reads, units, rules, whitespace_reported });
        memo
    }

    pub(super) fn end(&mut self, mut memo: Memo, file: &Arc<SourceFile>, whitespace_reported: bool, rest: Basis) {
        self.visited = memo.visited;
        let rows = memo.units.iter().filter_map(|it| it.rows.as_ref()).filter_map(|it| it.basis);
        let used = memo.units.iter().filter_map(|it| it.basis).chain(rows).chain(memo.rules.iter().map(|it| it.basis));
        memo.bases.end(used);
        let Memo { gaps, suppressions, units, rules, bases, .. } = memo;
        let file = file.clone();
        self.state = Some(State { file, gaps, suppressions, whitespace_reported, units, rules, bases, rest });
    }
}

impl Memo {
    pub(super) fn has_gaps(&self) -> bool {
        self.gaps
    }

    /// Whether the text may contain a suppression comment.
    pub(super) fn may_suppress(&self) -> bool {
        self.suppressions
    }

    /// The previous findings of a rule, if they are still valid.
    pub(super) fn cached_rule(&mut self, number: usize, reads: Reads, path: &str) -> Option<CachedRule> {
        let before = self.before.as_mut()?;
        let kept = before.rules.get_mut(number)?;
        if before.reads.intersects(reads) || !self.bases.holds(kept.basis) {
            return None;
        }
        let mut found = std::mem::take(&mut kept.found);
        if !before.inner.is_empty() && !found.iter_mut().all(|it| it.follow(&before.inner, path)) {
            return None;
        }
        let basis = kept.basis;
        (!self.points_to_other_changed(&found, path)).then_some(CachedRule { basis, found })
    }

    /// Whether a finding refers to a file that changed, other than its own.
    fn points_to_other_changed(&self, found: &[Diagnostic], own: &str) -> bool {
        let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
        related.into_iter().any(|it| *it != *own && self.changed.iter().any(|path| **path == *it))
    }

    /// Whether a finding refers to a file that changed.
    pub(super) fn points_to_changed(&self, found: &[Diagnostic]) -> bool {
        let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
        related.into_iter().any(|it| self.changed.iter().any(|path| **path == *it))
    }
}

impl Unit {
    /// A unit whose findings are not cached.
    pub(super) fn new(element: Element<'_>) -> Unit {
        Unit {
            length: element.range().len(),
            basis: None,
            branches: 0,
            after_section: false,
            is_node: element.into_node().is_some(),
            searched: false,
            found: Box::default(),
            rows: None,
        }
    }
}

/// The findings of a rule about the file.
#[derive(Debug)]
pub(super) struct CachedRule {
    pub(super) basis: BasisId,
    pub(super) found: Vec<Diagnostic>,
}

/// The nodes whose children differ: if only one section differs, that section, else the roots.
fn narrowed<'t>(old: Parent<'t>, new: Parent<'t>, difference: &Difference) -> (Parent<'t>, Parent<'t>, Difference) {
    let section = |root: Parent<'t>, run: &std::ops::Range<usize>, range: TextRange| {
        let node = root.elements_at(run.clone(), range.start()).next().filter(|_| run.len() == 1)?.into_node()?;
        (node.kind() == SyntaxKind::SECTION).then_some(node)
    };
    let before = section(old, &difference.before, difference.before_range);
    match before.zip(section(new, &difference.after, difference.after_range)) {
        Some((before, after)) => (before.into(), after.into(), after.difference_from(before)),
        None => (old, new, difference.clone()),
    }
}
