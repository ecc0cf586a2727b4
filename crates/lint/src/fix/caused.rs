//! The findings that an attempt to fix causes.

use std::ops::Range;
use std::sync::Arc;

use lsflint_syntax::{TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::consequence::{Item, Outcome};
use crate::diagnostic::{Diagnostic, TextEdit};
use crate::rule::Severity;

/// A finding that an attempt causes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caused {
    /// The index of the text.
    pub(super) file: usize,
    pub(super) code: &'static str,
    /// The start in the new text.
    pub(super) start: TextSize,
    /// Whether it is a finding that a fix of the attempt should have removed.
    pub(super) is_own: bool,
}

/// An attempt to fix some findings.
pub(super) struct CausedBy<'a> {
    /// The findings of each text before it.
    pub(super) before: &'a [Vec<Diagnostic>],
    /// The fixed findings: the index of the text, and that of the finding.
    pub(super) fixes: &'a [(usize, usize)],
    /// The edits, sorted, by the index of the text.
    pub(super) edits: &'a [(usize, Vec<TextEdit>)],
    /// The new texts.
    pub(super) texts: &'a [Arc<str>],
}

/// What an attempt changes, in positions of the new texts.
struct Changes {
    /// The codes of the fixed findings, with the index of the text.
    codes: FxHashSet<(usize, &'static str)>,
    /// The ranges of the edits by the index of the text, sorted.
    inserted: FxHashMap<usize, Vec<TextRange>>,
    /// Whether mistakes hid findings anywhere, because LSF did not read a file or a section.
    hid_all: bool,
    /// The lines in which mistakes hid findings, by the index of the text, sorted.
    hid_lines: FxHashMap<usize, Vec<Range<usize>>>,
}

impl CausedBy<'_> {
    /// All findings that are new.
    pub(super) fn any(&self, after: &[Vec<Diagnostic>]) -> Vec<Caused> {
        let new = self.new_findings(after);
        if new.is_empty() {
            return Vec::new();
        }
        let changes = self.changes();
        new.into_iter().map(|(file, it)| changes.caused(file, it)).collect()
    }

    /// The errors that are new, without those that the fixed mistakes hid; and findings that should have gone.
    pub(super) fn errors(&self, after: &[Vec<Diagnostic>]) -> Vec<Caused> {
        let new = self.new_findings(after);
        if new.is_empty() {
            return Vec::new();
        }
        let changes = self.changes();
        let is_caused = |(file, it): &(usize, &Diagnostic)| {
            changes.is_own(*file, it) || it.severity == Severity::Error && !changes.hid(*file, it)
        };
        new.into_iter().filter(is_caused).map(|(file, it)| changes.caused(file, it)).collect()
    }

    /// The findings of rules that have more findings in a text than before, not counting the fixed ones, except those
    /// that stood at the same place before.
    fn new_findings<'d>(&self, after: &'d [Vec<Diagnostic>]) -> Vec<(usize, &'d Diagnostic)> {
        let mut counts: FxHashMap<(usize, &'static str), isize> = FxHashMap::default();
        let fixed: FxHashSet<(usize, usize)> = self.fixes.iter().copied().collect();
        let mut places: FxHashMap<(usize, &'static str, TextSize), usize> = FxHashMap::default();
        for (file, found) in self.before.iter().enumerate() {
            let mut shift = Shift::new(self.edits_in(file));
            let mut left: Vec<&Diagnostic> =
                found.iter().enumerate().filter(|it| !fixed.contains(&(file, it.0))).map(|it| it.1).collect();
            left.sort_by_key(|it| it.range.start());
            for it in left {
                *counts.entry((file, it.rule.code)).or_default() -= 1;
                *places.entry((file, it.rule.code, shift.moved(it.range.start()))).or_default() += 1;
            }
        }
        for (file, found) in after.iter().enumerate() {
            found.iter().for_each(|it| *counts.entry((file, it.rule.code)).or_default() += 1);
        }
        let mut new = Vec::new();
        for (file, found) in after.iter().enumerate() {
            for it in found.iter().filter(|it| counts[&(file, it.rule.code)] > 0) {
                match places.get_mut(&(file, it.rule.code, it.range.start())).filter(|it| **it > 0) {
                    Some(old) => *old -= 1,
                    None => new.push((file, it)),
                }
            }
        }
        new
    }

    fn edits_in(&self, file: usize) -> &[TextEdit] {
        self.edits.iter().find(|it| it.0 == file).map_or(&[], |it| &it.1)
    }

    fn changes(&self) -> Changes {
        let mut changes = Changes {
            codes: FxHashSet::default(),
            inserted: FxHashMap::default(),
            hid_all: false,
            hid_lines: FxHashMap::default(),
        };
        // The starts of edits of mistakes that made LSF discard something.
        let mut discarded: FxHashSet<(usize, TextSize)> = FxHashSet::default();
        for (file, number) in self.fixes {
            let found = &self.before[*file][*number];
            changes.codes.insert((*file, found.rule.code));
            if let Some(consequence) = found.consequence.as_ref().filter(|it| discards(it.outcome())) {
                changes.hid_all |= matches!(consequence.item(), Item::File | Item::Section);
                let own = found.fix.iter().flat_map(|it| &it.edits);
                discarded.extend(own.map(|it| (*file, it.range.start())));
            }
        }
        for (file, edits) in self.edits {
            let mut shift = Shift::new(edits);
            let (mut inserted, mut lines) = (Vec::with_capacity(edits.len()), Vec::new());
            for edit in edits {
                let start = shift.moved(edit.range.start());
                inserted.push(TextRange::at(start, TextSize::of(&*edit.text)));
                if discarded.contains(&(*file, edit.range.start())) {
                    lines.push(logical_line(&self.texts[*file], start.into()));
                }
            }
            lines.dedup();
            changes.inserted.insert(*file, inserted);
            changes.hid_lines.insert(*file, lines);
        }
        changes
    }
}

/// Whether LSF does not read the text that is concerned.
fn discards(it: Outcome) -> bool {
    match it {
        Outcome::Ignored | Outcome::Rejected | Outcome::Dropped | Outcome::Default | Outcome::Refused => true,
        Outcome::ReadAs | Outcome::NoEffect | Outcome::Pending | Outcome::Killed => false,
    }
}

impl Changes {
    fn caused(&self, file: usize, it: &Diagnostic) -> Caused {
        Caused { file, code: it.rule.code, start: it.range.start(), is_own: self.is_own(file, it) }
    }

    /// The ranges of edits that a finding touches.
    fn touched(&self, file: usize, it: &Diagnostic) -> &[TextRange] {
        let inserted = self.inserted.get(&file).map_or(&[][..], |it| it);
        let from = inserted.partition_point(|range| range.end() < it.range.start());
        let to = inserted.partition_point(|range| range.start() <= it.range.end());
        inserted.get(from..to).unwrap_or_default()
    }

    /// Whether a rule still reports what one of its fixes has rewritten.
    fn is_own(&self, file: usize, it: &Diagnostic) -> bool {
        self.codes.contains(&(file, it.rule.code)) && !self.touched(file, it).is_empty()
    }

    /// Whether a mistake hid a finding. One about the text that a fix wrote was not hidden: the fix is wrong.
    fn hid(&self, file: usize, it: &Diagnostic) -> bool {
        let start = usize::from(it.range.start());
        let lines = self.hid_lines.get(&file).map_or(&[][..], |it| it);
        let line = lines.get(lines.partition_point(|it| it.end <= start));
        let covered = self.hid_all || line.is_some_and(|it| it.contains(&start));
        covered && !self.touched(file, it).iter().any(|range| !range.is_empty() && range.contains_range(it.range))
    }
}

/// Moves positions of the old text to the new one. They must be asked for in order.
struct Shift<'e> {
    edits: std::iter::Peekable<std::slice::Iter<'e, TextEdit>>,
    by: i64,
}

impl<'e> Shift<'e> {
    fn new(edits: &'e [TextEdit]) -> Shift<'e> {
        Shift { edits: edits.iter().peekable(), by: 0 }
    }

    fn moved(&mut self, at: TextSize) -> TextSize {
        while let Some(edit) = self.edits.next_if(|it| it.range.end() <= at && it.range.start() < at) {
            self.by += i64::from(u32::from(TextSize::of(&*edit.text))) - i64::from(u32::from(edit.range.len()));
        }
        TextSize::new(u32::try_from(i64::from(u32::from(at)) + self.by).unwrap_or(0))
    }
}

/// The line with an offset and the lines that a backslash joins to it.
fn logical_line(text: &str, offset: usize) -> Range<usize> {
    let continues = |line: &str| line.trim_end().ends_with('\\');
    let mut start = text.get(..offset).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    while start > 0 {
        let before = text[..start - 1].rfind('\n').map_or(0, |it| it + 1);
        if !continues(&text[before..start - 1]) {
            break;
        }
        start = before;
    }
    let mut end = offset.min(text.len());
    loop {
        let next = text.get(end..).and_then(|it| it.find('\n')).map_or(text.len(), |it| end + it + 1);
        let joins = text.get(end..next).is_some_and(continues);
        end = next;
        if !joins || end == text.len() {
            return start..end.max(offset + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_by_backslashes() {
        let text = "a\nb \\\nc\\ \nd\ne";
        let line = |offset| &text[logical_line(text, offset)];
        assert_eq!(line(0), "a\n");
        assert_eq!(line(3), "b \\\nc\\ \nd\n");
        assert_eq!(line(11), "b \\\nc\\ \nd\n");
    }
}
