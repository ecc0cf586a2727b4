//! Edits of a text: which can be made together, making them, and two rounds of them as one.

use lsflint_syntax::{TextRange, TextSize};

use crate::diagnostic::{Diagnostic, TextEdit};

/// The findings whose fixes can be applied together: by position, then code; one that gets in the way of an earlier one is left out.
pub fn pick<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<&'d Diagnostic> {
    let mut fixable: Vec<&Diagnostic> =
        found.into_iter().filter(|it| it.fix.as_ref().is_some_and(|fix| !fix.edits.is_empty())).collect();
    fixable.sort_by_key(|it| (it.range.start(), it.range.end(), it.rule.code));
    let mut taken: Vec<TextRange> = Vec::new();
    fixable.retain(|it| {
        let ranges = || it.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.range);
        let free = ranges().all(|range| !in_the_way(&taken, range));
        if free {
            for range in ranges() {
                let at = taken.partition_point(|it| it.start() < range.start());
                taken.insert(at, range);
            }
        }
        free
    });
    fixable
}

/// Whether one of the ranges, which are ordered and apart, overlaps this one. An insertion gets in the way of what begins or ends there.
fn in_the_way(taken: &[TextRange], range: TextRange) -> bool {
    let at = taken.partition_point(|it| it.start() < range.start());
    let near = &taken[at.saturating_sub(2)..(at + 2).min(taken.len())];
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

/// A text with edits, which must be in order and must not overlap.
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

/// The edits that do at once what `first` and then `second` do. `middle`: the text between the two.
pub(super) fn compose(first: &[TextEdit], middle: &str, second: &[TextEdit]) -> Vec<TextEdit> {
    // The places of the first edits in the text that they make, and how far they move what stands behind them.
    let mut moved: i64 = 0;
    let mut done: Vec<(TextRange, TextRange)> = Vec::with_capacity(first.len());
    for edit in first {
        let start = shifted(edit.range.start(), moved);
        done.push((edit.range, TextRange::at(start, TextSize::of(&*edit.text))));
        moved += i64::from(u32::from(TextSize::of(&*edit.text))) - i64::from(u32::from(edit.range.len()));
    }
    let mut edits = Vec::new();
    let (mut done, mut second) = (done.into_iter().peekable(), second.iter().peekable());
    // How far the text behind the last edit is moved by the first ones.
    let mut moved: i64 = 0;
    loop {
        let starts = (done.peek().map(|it| it.1.start()), second.peek().map(|it| it.range.start()));
        let mut range = match starts {
            (None, None) => return edits,
            (Some(start), None) | (None, Some(start)) => TextRange::empty(start),
            (Some(one), Some(other)) => TextRange::empty(one.min(other)),
        };
        // All that touch each other become one.
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
