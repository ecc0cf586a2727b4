//! Rounds of fixes over several texts that are checked together.

use std::sync::Arc;

use lsflint_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use super::caused::{Caused, CausedBy};
use super::columns::keep_columns;
use super::edit::{apply_edits, compose, edits_of, pick};
use super::is_safe;
use crate::diagnostic::{Diagnostic, TextEdit};

/// The maximum number of rounds, whatever is left.
pub const MAX_ROUNDS: usize = 10;

/// The maximum number of times that the texts are checked in a round.
const MAX_CHECKS: usize = 48;

/// The findings of some texts, and their combined meaning.
#[derive(Debug, Clone)]
pub struct Judged<M> {
    /// The findings of each text.
    pub found: Vec<Vec<Diagnostic>>,
    /// The meaning: equal for texts that LSF reads alike.
    pub meaning: M,
}

/// The result for one of the texts.
#[derive(Debug, Clone)]
pub struct FixedText {
    /// The text with the fixes.
    pub text: Arc<str>,
    /// The edits to the original text, in order, not overlapping.
    pub edits: Vec<TextEdit>,
    /// The fixed findings, in the order in which they were fixed.
    pub repaired: Vec<Repaired>,
    /// The findings of the new text.
    pub left: Vec<Diagnostic>,
    /// The wanted fixes that were not applied, by position.
    pub withheld: Vec<Withheld>,
}

/// A wanted fix that was not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    /// The code of the finding with the fix.
    pub code: &'static str,
    /// The line in which the finding begins in the new text, from 1.
    pub line: usize,
    /// The reason.
    pub why: Why,
}

/// The reason for not applying a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It would cause a finding.
    Causes {
        /// The index of the text with the new finding.
        file: usize,
        /// The line of the new finding in the text with the fix, from 1.
        line: usize,
        /// The code of the new finding.
        code: &'static str,
    },
    /// The finding would still be reported.
    Remains,
    /// The fix is marked safe, but would change what LSF reads.
    Meaning,
    /// It was not tried because too many others failed before it.
    Untried,
}

/// A fixed finding.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// The original finding, with its positions in the text of its round.
    pub found: Diagnostic,
    /// The line in which it began, from 1.
    pub line: usize,
}

/// Applies the wanted fixes of the findings of some texts, and those of the resulting texts, up to a fixed point. Also
/// returns the number of rounds.
///
/// `before` contains the findings of `texts` and their meaning. `wanted` is called with the index of the text. `judge`
/// checks changed texts; unchanged texts are identical to those before.
pub fn fix_texts<M: PartialEq>(
    texts: Vec<Arc<str>>,
    before: Judged<M>,
    wanted: impl Fn(usize, &Diagnostic) -> bool,
    judge: impl FnMut(&[Arc<str>]) -> Judged<M>,
) -> (Vec<FixedText>, usize) {
    let fixed = |text: &Arc<str>| FixedText {
        text: text.clone(),
        edits: Vec::new(),
        repaired: Vec::new(),
        left: Vec::new(),
        withheld: Vec::new(),
    };
    let mut fixed: Vec<FixedText> = texts.iter().map(fixed).collect();
    let mut fixer = Fixer { judge, checks: 0, texts, now: before, refused: FxHashMap::default() };
    let mut rounds = 0;
    while rounds < MAX_ROUNDS {
        fixer.checks = 0;
        fixer.refused.clear();
        let Some(round) = [true, false].into_iter().find_map(|safe| fixer.round(safe, &wanted)) else { break };
        let Round { fixes, edits, texts, judged } = round;
        for of_file in fixes.chunk_by(|a, b| a.0 == b.0) {
            let file = of_file[0].0;
            let mut lines = Lines { text: &fixer.texts[file], at: 0, line: 1 };
            for (_, found) in of_file {
                let found = fixer.now.found[file][*found].clone();
                let line = lines.of(found.range.start().into());
                fixed[file].repaired.push(Repaired { found, line });
            }
        }
        for (file, edits) in edits {
            fixed[file].edits = compose(&fixed[file].edits, &fixer.texts[file], &edits);
        }
        (fixer.texts, fixer.now) = (texts, judged);
        rounds += 1;
    }
    for (file, fixed) in fixed.iter_mut().enumerate() {
        fixed.withheld = fixer.withheld(file, &wanted);
    }
    for ((fixed, text), left) in fixed.iter_mut().zip(fixer.texts).zip(fixer.now.found) {
        (fixed.text, fixed.left) = (text, left);
    }
    (fixed, rounds)
}

/// Counts lines of a text, mostly forward.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, offset: usize) -> usize {
        if offset < self.at {
            (self.at, self.line) = (0, 1);
        }
        self.line += self.text.get(self.at..offset).unwrap_or_default().matches('\n').count();
        self.at = offset;
        self.line
    }
}

/// A finding: the index of its text, and its index in the findings of that text.
type Number = (usize, usize);

/// A set of fixes with its result.
struct Round<M> {
    fixes: Vec<Number>,
    /// By the index of the text.
    edits: Vec<(usize, Vec<TextEdit>)>,
    texts: Vec<Arc<str>>,
    judged: Judged<M>,
}

/// The result of an attempt.
enum Attempt<M> {
    Sound(Round<M>),
    /// These findings are new; if there are none, something else is wrong. With the line of the first of them.
    Unsound(Vec<Caused>, usize),
    /// The attempt was not made.
    TooMany,
}

/// The state of fixing the texts.
struct Fixer<M, J> {
    judge: J,
    checks: usize,
    texts: Vec<Arc<str>>,
    now: Judged<M>,
    /// The fixes of the present texts that cannot be applied, not even alone.
    refused: FxHashMap<Number, Why>,
}

impl<M: PartialEq, J: FnMut(&[Arc<str>]) -> Judged<M>> Fixer<M, J> {
    /// Applies all fixes of a kind that can be applied together, or as many of them as cause no new problem. Fixes that
    /// overlap with ones that cannot be applied are tried after those.
    fn round(&mut self, safe: bool, wanted: &impl Fn(usize, &Diagnostic) -> bool) -> Option<Round<M>> {
        let mut tried: FxHashSet<Number> = FxHashSet::default();
        loop {
            let mut fixes: Vec<Number> = Vec::new();
            for (file, found) in self.now.found.iter().enumerate() {
                let fixable = found.iter().enumerate();
                let fixable = fixable.filter(|it| is_safe(it.1) == safe && wanted(file, it.1));
                let fixable = fixable.filter(|it| !tried.contains(&(file, it.0))).map(|it| it.1);
                // The findings are not moved, so their addresses identify the picked ones.
                let picked: FxHashSet<*const Diagnostic> = pick(fixable).into_iter().map(std::ptr::from_ref).collect();
                let is_picked = |it: &usize| picked.contains(&std::ptr::from_ref(&found[*it]));
                fixes.extend((0..found.len()).filter(is_picked).map(|it| (file, it)));
            }
            if fixes.is_empty() {
                return None;
            }
            if let Some(round) = self.sound(&fixes, safe) {
                return Some(round);
            }
            tried.extend(fixes);
        }
    }

    /// The wanted fixes of a text that are left, and why.
    fn withheld(&self, file: usize, wanted: &impl Fn(usize, &Diagnostic) -> bool) -> Vec<Withheld> {
        let found = self.now.found[file].iter().enumerate();
        let left = found.filter(|it| it.1.fix.as_ref().is_some_and(|fix| !fix.edits.is_empty()) && wanted(file, it.1));
        let mut left: Vec<_> = left.collect();
        left.sort_by_key(|it| (it.1.range.start(), it.1.rule.code));
        let mut lines = Lines { text: &self.texts[file], at: 0, line: 1 };
        let withheld = left.into_iter().map(|(number, found)| Withheld {
            code: found.rule.code,
            line: lines.of(found.range.start().into()),
            why: self.refused.get(&(file, number)).copied().unwrap_or(Why::Untried),
        });
        withheld.collect()
    }

    /// Applies the fixes, or as many of them as cause no new problem.
    fn sound(&mut self, fixes: &[Number], safe: bool) -> Option<Round<M>> {
        let blamed = match self.attempt(fixes, safe) {
            Attempt::Sound(round) => return Some(round),
            Attempt::Unsound(blamed, _) if fixes.len() > 1 => blamed,
            Attempt::Unsound(caused, line) => {
                let why = caused.first().map_or(Why::Meaning, |it| match it.is_own {
                    true => Why::Remains,
                    false => Why::Causes { file: it.file, line, code: it.code },
                });
                self.refused.extend(fixes.iter().map(|it| (*it, why)));
                return None;
            }
            Attempt::TooMany => return None,
        };
        let blamed: FxHashSet<(usize, &str)> = blamed.iter().map(|it| (it.file, it.code)).collect();
        let is_blamed = |it: &Number| blamed.contains(&(it.0, self.now.found[it.0][it.1].rule.code));
        let (mut first, mut second): (Vec<Number>, Vec<Number>) = fixes.iter().partition(|it| !is_blamed(it));
        if first.is_empty() || second.is_empty() {
            let (one, other) = fixes.split_at(fixes.len() / 2);
            (first, second) = (one.to_vec(), other.to_vec());
        }
        let first = self.sound(&first, safe);
        let second = self.sound(&second, safe);
        match (first, second) {
            (Some(first), Some(second)) => {
                let both: Vec<Number> = first.fixes.iter().chain(&second.fixes).copied().collect();
                match self.attempt(&both, safe) {
                    Attempt::Sound(round) => Some(round),
                    _ => Some(first),
                }
            }
            (first, second) => first.or(second),
        }
    }

    /// Applies fixes that do not overlap, unless they cause a new problem.
    fn attempt(&mut self, fixes: &[Number], safe: bool) -> Attempt<M> {
        if self.checks >= MAX_CHECKS {
            return Attempt::TooMany;
        }
        self.checks += 1;
        let mut fixes = fixes.to_vec();
        fixes.sort_unstable();
        let mut texts = self.texts.clone();
        let mut edits = Vec::new();
        for of_file in fixes.chunk_by(|a, b| a.0 == b.0) {
            let file = of_file[0].0;
            let found = of_file.iter().map(|it| &self.now.found[file][it.1]);
            let here = edits_of(found);
            // A text is not edited if its findings do not fit it.
            let fits = |it: &TextEdit| it.range.end() <= TextSize::of(&*texts[file]);
            if !here.iter().all(fits) {
                return Attempt::Unsound(Vec::new(), 0);
            }
            let here = keep_columns(&texts[file], here);
            texts[file] = apply_edits(&texts[file], &here).into();
            edits.push((file, here));
        }
        let judged = (self.judge)(&texts);
        let by = CausedBy { before: &self.now.found, fixes: &fixes, edits: &edits, texts: &texts };
        let caused = if safe { by.any(&judged.found) } else { by.errors(&judged.found) };
        if !caused.is_empty() || safe && judged.meaning != self.now.meaning {
            let line =
                caused.first().map_or(0, |it| Lines { text: &texts[it.file], at: 0, line: 1 }.of(it.start.into()));
            return Attempt::Unsound(caused, line);
        }
        Attempt::Sound(Round { fixes, edits, texts, judged })
    }
}
