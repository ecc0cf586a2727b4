//! Edits of a text: which ones can be combined, applying them, and merging those of two rounds.

use lsflint_syntax::{TextRange, TextSize};

use crate::diagnostic::{Diagnostic, TextEdit};

/// The findings whose fixes can be applied together, by position, then code; a fix that conflicts with an earlier one
/// is omitted.
pub fn pick<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<&'d Diagnostic> {
    let mut fixable: Vec<&Diagnostic> =
        found.into_iter().filter(|it| it.fix.as_ref().is_some_and(|fix| !fix.edits.is_empty())).collect();
    fixable.sort_by_key(|it| (it.range.start(), it.range.end(), it.rule.code));
    let mut used: Vec<TextRange> = Vec::new();
    fixable.retain(|it| {
        let ranges = || it.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.range);
        let free = ranges().all(|range| !conflicts(&used, range));
        if free {
            for range in ranges() {
                let at = used.partition_point(|it| it.start() < range.start());
                used.insert(at, range);
            }
        }
        free
    });
    fixable
}

/// Whether one of the ranges, which are sorted and disjoint, conflicts with this one. An insertion conflicts with a
/// range that begins or ends at its position.
fn conflicts(used: &[TextRange], range: TextRange) -> bool {
    let at = used.partition_point(|it| it.start() < range.start());
    let near = &used[at.saturating_sub(2)..(at + 2).min(used.len())];
    near.iter().any(|it| {
        let touches = it.start() <= range.end() && range.start() <= it.end();
        let overlaps = it.start() < range.end() && range.start() < it.end();
        overlaps || touches && (it.is_empty() || range.is_empty())
    })
}

/// The edits of several findings, in order.
pub fn edits_of<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<TextEdit> {
    let fixes = found.into_iter().filter_map(|it| it.fix.as_ref());
    let mut edits: Vec<TextEdit> = fixes.flat_map(|it| it.edits.iter().cloned()).collect();
    edits.sort_by_key(|it| (it.range.start(), it.range.end()));
    edits
}

/// Applies edits to a text. The edits must be sorted and must not overlap.
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> String {
    let mut changed = String::with_capacity(text.len() + edits.iter().map(|it| it.text.len()).sum::<usize>());
    let mut from = 0;
    for edit in edits {
        let (start, end) = (usize::from(edit.range.start()), usize::from(edit.range.end()));
        changed.push_str(text.get(from..start).unwrap_or_default());
        changed.push_str(&edit.text);
        from = end;
    }
    changed.push_str(text.get(from..).unwrap_or_default());
    changed
}

/// The edits that have the combined effect of `first` and then `second`. `middle` is the text between the two.
pub(super) fn compose(first: &[TextEdit], middle: &str, second: &[TextEdit]) -> Vec<TextEdit> {
    // The ranges of the first edits in the text that they produce, and the offset by which they move the text after
    // them.
    let mut moved: i64 = 0;
    let mut done: Vec<(TextRange, TextRange)> = Vec::with_capacity(first.len());
    for edit in first {
        let start = shifted(edit.range.start(), moved);
        done.push((edit.range, TextRange::at(start, TextSize::of(&*edit.text))));
        moved += i64::from(u32::from(TextSize::of(&*edit.text))) - i64::from(u32::from(edit.range.len()));
    }
    let mut edits = Vec::new();
    let (mut done, mut second) = (done.into_iter().peekable(), second.iter().peekable());
    // The offset by which the first edits move the text after the last edit.
    let mut moved: i64 = 0;
    loop {
        let starts = (done.peek().map(|it| it.1.start()), second.peek().map(|it| it.range.start()));
        let mut range = match starts {
            (None, None) => return edits,
            (Some(start), None) | (None, Some(start)) => TextRange::empty(start),
            (Some(one), Some(other)) => TextRange::empty(one.min(other)),
        };
        // Edits that touch each other are merged.
        let old_start = shifted(range.start(), -moved);
        let mut text = String::new();
        let mut from = range.start();
        loop {
            if let Some((old, new)) = done.next_if(|it| it.1.start() <= range.end()) {
                range = range.cover(new);
                moved += i64::from(u32::from(new.len())) - i64::from(u32::from(old.len()));
            } else if let Some(edit) = second.next_if(|it| it.range.start() <= range.end()) {
                range = range.cover(edit.range);
                text.push_str(&middle[TextRange::new(from, edit.range.start())]);
                text.push_str(&edit.text);
                from = edit.range.end();
            } else {
                break;
            }
        }
        text.push_str(&middle[TextRange::new(from, range.end())]);
        let old_end = shifted(range.end(), -moved);
        edits.push(TextEdit { range: TextRange::new(old_start, old_end), text });
    }
}

fn shifted(offset: TextSize, by: i64) -> TextSize {
    TextSize::new(u32::try_from(i64::from(u32::from(offset)) + by).unwrap_or(0))
}
