//! Applies fixes to texts until no more can be applied.
//!
//! Fixes are applied in rounds: all fixes that do not conflict are applied, then the texts are checked again. A round
//! is rejected if it would leave a finding that it should fix; if its fixes are safe, also if it would add a finding
//! anywhere or change the meaning; if they are not, also if it would cause an error, but not if it uncovers findings
//! that the mistake hid. Then parts of the round are tried, so that one bad fix does not block others. Safe fixes are
//! applied first, separately from fixes that may change the meaning. Everything is a function of texts and findings:
//! the caller determines how texts are checked.

mod caused;
mod columns;
mod edit;
mod rounds;

use std::sync::Arc;

use crate::diagnostic::{Applicability, Diagnostic, TextEdit};

pub use columns::keep_columns;
pub use edit::{apply_edits, edits_of, pick};
pub use rounds::{FixedText, Judged, MAX_ROUNDS, Repaired, Why, Withheld, fix_texts};

/// The result for a text.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// The text with the fixes.
    pub text: String,
    /// The edits to the original text, in order, not overlapping.
    pub edits: Vec<TextEdit>,
    /// The fixed findings, with their positions in the text of their round.
    pub repaired: Vec<Diagnostic>,
    /// The findings of the new text.
    pub left: Vec<Diagnostic>,
    /// The number of rounds.
    pub rounds: usize,
}

/// Applies the wanted fixes of the findings of a text, and those of the resulting texts, up to a fixed point.
///
/// `found` are the findings of `text`. `check` returns the findings of a changed text.
pub fn fix_all(
    text: &str,
    found: &[Diagnostic],
    wanted: impl Fn(&Diagnostic) -> bool,
    mut check: impl FnMut(&str) -> Vec<Diagnostic>,
) -> Fixed {
    let judge = |texts: &[Arc<str>]| Judged { found: vec![check(&texts[0])], meaning: () };
    let before = Judged { found: vec![found.to_vec()], meaning: () };
    let (mut texts, rounds) = fix_texts(vec![text.into()], before, |_, it| wanted(it), judge);
    let FixedText { text, edits, repaired, left, .. } = texts.remove(0);
    let repaired = repaired.into_iter().map(|it| it.found).collect();
    Fixed { text: text.to_string(), edits, repaired, left, rounds }
}

/// Whether the fix does not change what LSF does.
fn is_safe(found: &Diagnostic) -> bool {
    found.fix.as_ref().is_some_and(|it| it.applicability == Applicability::Safe)
}

#[cfg(test)]
mod tests {
    use lsflint_syntax::{TextRange, TextSize};
    use proptest::prelude::*;

    use super::edit::compose;
    use super::*;
    use crate::diagnostic::{Findings, Fix};
    use crate::rule::{Family, RuleMeta, Severity};

    static RULE: RuleMeta = RuleMeta::new("F900", "of-a-test", Family::File, Severity::Warning);

    /// A finding about each `x` of a text, with a fix that writes something else for it.
    fn found(text: &str, replacement: &str) -> Vec<Diagnostic> {
        let place = |it: (usize, &str)| TextRange::at(TextSize::new(it.0 as u32), TextSize::new(1));
        let fixed = |range| {
            let mut found = Vec::new();
            let fix = Fix::replace(Applicability::Safe, "", range, replacement);
            Findings::new(&RULE, &mut found).report(range, "an x").fix(fix);
            found.remove(0)
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
    fn a_fix_that_spoils_another_text_is_not_made() {
        // The second text may have two `y` of the first, and then it complains.
        let judge = |texts: &[Arc<str>]| {
            let spoiled = texts[0].matches('y').count() > 1;
            let second = if spoiled { found("x", "") } else { Vec::new() };
            Judged { found: vec![found(&texts[0], "y"), second], meaning: () }
        };
        let texts: Vec<Arc<str>> = vec!["x x x".into(), "x".into()];
        let (fixed, rounds) = fix_texts(texts.clone(), judge(&texts), |_, _| true, judge);
        assert_eq!((&*fixed[0].text, &*fixed[1].text, rounds), ("y x x", "x", 1));
        assert_eq!(fixed[0].repaired.iter().map(|it| it.line).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_safe_fix_that_changes_the_meaning_is_not_made() {
        let judge =
            |texts: &[Arc<str>]| Judged { found: vec![found(&texts[0], "y")], meaning: texts[0].starts_with('x') };
        let texts: Vec<Arc<str>> = vec!["x x".into()];
        let (fixed, _) = fix_texts(texts.clone(), judge(&texts), |_, _| true, judge);
        assert_eq!(&*fixed[0].text, "x y");
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
