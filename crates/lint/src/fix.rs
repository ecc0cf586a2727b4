//! Applying fixes to a text, until nothing is left to fix.
//!
//! Fixes are applied in rounds: all that do not get into each other's way, then the text is checked again. A round that would add a
//! finding, or leave one of those it repairs, is not applied; then its halves are tried, so that one bad fix holds back no other.
//! Everything is a function of text and findings: how a text is checked is the caller's business.

use lsflint_syntax::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, TextEdit};

/// After so many rounds it ends, whatever is left.
pub const MAX_ROUNDS: usize = 10;

/// So many times a text is checked at most.
const MAX_CHECKS: usize = 48;

/// What became of a text.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// The text with the fixes.
    pub text: String,
    /// What has to be done to the text of before, in order, not overlapping.
    pub edits: Vec<TextEdit>,
    /// The findings that were repaired, with their places in the text of their round.
    pub repaired: Vec<Diagnostic>,
    /// What is found in the new text.
    pub left: Vec<Diagnostic>,
    /// How many rounds it took.
    pub rounds: usize,
}

/// Applies the wanted fixes of the findings of a text, and those of the findings of the text that comes out, to a fixed point.
///
/// `found`: the findings of `text`. `check`: finds the findings of a changed text.
pub fn fix_all(
    text: &str,
    found: &[Diagnostic],
    wanted: impl Fn(&Diagnostic) -> bool,
    check: impl FnMut(&str) -> Vec<Diagnostic>,
) -> Fixed {
    let mut fixed =
        Fixed { text: text.to_owned(), edits: Vec::new(), repaired: Vec::new(), left: found.to_vec(), rounds: 0 };
    let mut checker = Checker { check, checks: 0 };
    while fixed.rounds < MAX_ROUNDS {
        let round: Vec<&Diagnostic> = pick(fixed.left.iter().filter(|it| wanted(it)));
        if round.is_empty() {
            break;
        }
        let Some(Round { fixes, edits, text, left }) = checker.sound(&fixed.text, &fixed.left, &round) else { break };
        let repaired: Vec<Diagnostic> = fixes.into_iter().cloned().collect();
        fixed.repaired.extend(repaired);
        fixed.edits = compose(&fixed.edits, &fixed.text, &edits);
        (fixed.text, fixed.left) = (text, left);
        fixed.rounds += 1;
    }
    fixed
}

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

/// One way to go on.
struct Round<'d> {
    fixes: Vec<&'d Diagnostic>,
    edits: Vec<TextEdit>,
    text: String,
    left: Vec<Diagnostic>,
}

struct Checker<C> {
    check: C,
    checks: usize,
}

impl<C: FnMut(&str) -> Vec<Diagnostic>> Checker<C> {
    /// The fixes, or as many of them as do no harm.
    fn sound<'d>(&mut self, text: &str, found: &[Diagnostic], fixes: &[&'d Diagnostic]) -> Option<Round<'d>> {
        if let Some(round) = self.attempt(text, found, fixes) {
            return Some(round);
        }
        if fixes.len() < 2 {
            return None;
        }
        let (first, second) = fixes.split_at(fixes.len() / 2);
        let first = self.sound(text, found, first);
        let second = self.sound(text, found, second);
        match (first, second) {
            (Some(first), Some(second)) => {
                let both: Vec<&Diagnostic> = first.fixes.iter().chain(&second.fixes).copied().collect();
                self.attempt(text, found, &both).or(Some(first))
            }
            (first, second) => first.or(second),
        }
    }

    /// Applies fixes that do not overlap, unless that adds a finding or leaves one of theirs.
    fn attempt<'d>(&mut self, text: &str, found: &[Diagnostic], fixes: &[&'d Diagnostic]) -> Option<Round<'d>> {
        if self.checks >= MAX_CHECKS {
            return None;
        }
        self.checks += 1;
        let edits = edits_of(fixes.iter().copied());
        let changed = apply_edits(text, &edits);
        let left = (self.check)(&changed);
        let sound = !adds_a_finding(found, fixes, &left);
        sound.then(|| Round { fixes: fixes.to_vec(), edits, text: changed, left })
    }
}

/// Whether a rule says more than before, without what was repaired.
fn adds_a_finding(before: &[Diagnostic], repaired: &[&Diagnostic], after: &[Diagnostic]) -> bool {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for diagnostic in before {
        *counts.entry(diagnostic.rule.code).or_default() += 1;
    }
    for diagnostic in repaired {
        let count = counts.entry(diagnostic.rule.code).or_default();
        *count = count.saturating_sub(1);
    }
    after.iter().any(|it| match counts.get_mut(it.rule.code) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    })
}

/// The edits that do at once what `first` and then `second` do. `middle`: the text between the two.
fn compose(first: &[TextEdit], middle: &str, second: &[TextEdit]) -> Vec<TextEdit> {
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

#[cfg(test)]
mod tests {
    use lsflint_model::{Cluster, SourceFile};
    use lsflint_spec::FileKind;
    use proptest::prelude::*;

    use super::*;
    use crate::{Applicability, Fix, Registry, RuleMeta, Settings, Severity, check_file, find_rule};

    static RULE: RuleMeta = RuleMeta::new("F900", "of-a-test", Severity::Warning);

    /// A finding about each `x` of a text, with a fix that writes something else for it.
    fn found(text: &str, replacement: &str) -> Vec<Diagnostic> {
        let place = |it: (usize, &str)| TextRange::at(TextSize::new(it.0 as u32), TextSize::new(1));
        let fixed = |range| {
            let mut findings = crate::Findings::default();
            findings.report(&RULE, range, "an x").fix(Fix::replace(Applicability::Safe, "", range, replacement));
            findings.found.remove(0)
        };
        text.match_indices('x').map(place).map(fixed).collect()
    }

    #[track_caller]
    fn check(text: &str, replacement: &str, expected: &str, rounds: usize) {
        let fixed = fix_all(text, &found(text, replacement), |_| true, |it| found(it, replacement));
        assert_eq!((&*fixed.text, fixed.rounds), (expected, rounds));
        assert_eq!(apply_edits(text, &fixed.edits), expected);
    }

    #[test]
    fn all_at_once() {
        check("axbxc", "y", "aybyc", 1);
        check("abc", "y", "abc", 0);
    }

    #[test]
    fn what_repairs_nothing_or_adds_a_finding_is_not_applied() {
        check("axb", "x", "axb", 0);
        check("axb", "xx", "axb", 0);
    }

    #[test]
    fn one_bad_fix_does_not_hold_back_the_others() {
        let text = "x1 x2 x3 x4";
        let mut findings = found(text, "y");
        findings[2].fix.as_mut().expect("a fix").edits[0].text = "xx".to_owned();
        let fixed = fix_all(text, &findings, |_| true, |it| found(it, "x"));
        assert_eq!(fixed.text, "y1 y2 x3 y4");
        assert_eq!(fixed.repaired.len(), 3);
    }

    #[test]
    fn only_what_is_wanted() {
        let text = "x x";
        let fixed = fix_all(text, &found(text, "y"), |it| it.range.start() > TextSize::new(0), |it| found(it, "y"));
        assert_eq!(fixed.text, "x y");
        assert_eq!(fixed.left.len(), 1);
    }

    #[test]
    fn insertions_at_one_place_wait_for_each_other() {
        let mut findings = found("x", "y");
        findings.push(findings[0].clone());
        let edit = &mut findings[1].fix.as_mut().expect("a fix").edits[0];
        edit.range = TextRange::empty(TextSize::new(1));
        assert_eq!(pick(&findings).len(), 1);
    }

    #[test]
    fn rules_of_files_reach_a_fixed_point() {
        let text =
            "Begin Queue\nQUEUE_NAME = q\nRES_REQ = select[mem>5]order[ut]rusage[mem=1]\nmem = 1000/4000\nEnd Queue\n";
        let settings = Settings::default();
        let registry = Registry::new(&settings);
        let check = |text: &str| {
            let file = SourceFile::new("lsb.queues", FileKind::LsbQueues, text);
            check_file(&file, &Cluster::of(std::slice::from_ref(&file), None), &settings, &registry)
        };
        let safe = |it: &Diagnostic| it.fix.as_ref().is_some_and(|it| it.applicability == Applicability::Safe);
        let fixed = fix_all(text, &check(text), safe, check);
        assert_eq!(
            fixed.text,
            "Begin Queue\nQUEUE_NAME = q\nRES_REQ = select[mem>5] order[ut] rusage[mem=1]\nmem = 4000/1000\nEnd Queue\n"
        );
        assert!(fixed.repaired.iter().any(|it| Some(it.rule.code) == find_rule("R004").map(|it| it.meta.code)));
        assert!(!fixed.left.iter().any(safe));
    }

    /// Edits of a text of this length, in order and apart.
    fn edits(length: usize) -> impl Strategy<Value = Vec<TextEdit>> {
        let edit = (0..=length, 0..4usize, "[a-z]{0,3}");
        prop::collection::vec(edit, 0..6).prop_map(move |mut edits| {
            edits.sort_by_key(|it| it.0);
            let mut from = 0;
            let mut found = Vec::new();
            for (start, deleted, text) in edits {
                let end = (start + deleted).min(length);
                if start < from || found.is_empty() && end < start {
                    continue;
                }
                from = end + 1;
                let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
                found.push(TextEdit { range, text });
            }
            found
        })
    }

    proptest! {
        #[test]
        fn composed_edits_do_what_the_two_do(
            (first, second) in edits(20).prop_flat_map(|first| {
                let length = apply_edits(&"0123456789".repeat(2), &first).len();
                (Just(first), edits(length))
            })
        ) {
            let text = "0123456789".repeat(2);
            let middle = apply_edits(&text, &first);
            let composed = compose(&first, &middle, &second);
            prop_assert_eq!(apply_edits(&text, &composed), apply_edits(&middle, &second));
            prop_assert!(composed.windows(2).all(|it| it[0].range.end() < it[1].range.start()));
        }
    }
}
