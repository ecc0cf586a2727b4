//! Rounds of fixes over several texts that are judged together.

use std::sync::Arc;

use lsflint_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use super::edit::{apply_edits, compose, edits_of, pick};
use super::is_safe;
use crate::diagnostic::{Diagnostic, TextEdit};

/// After so many rounds it ends, whatever is left.
pub const MAX_ROUNDS: usize = 10;

/// So often the texts are checked at most in a round.
const MAX_CHECKS: usize = 48;

/// What is found in some texts, and what they mean together.
#[derive(Debug, Clone)]
pub struct Judged<M> {
    /// The findings of each text.
    pub found: Vec<Vec<Diagnostic>>,
    /// The meaning: equal for texts that LSF reads alike.
    pub meaning: M,
}

/// What became of one of the texts.
#[derive(Debug, Clone)]
pub struct FixedText {
    /// The text with the fixes.
    pub text: Arc<str>,
    /// What has to be done to the text of before, in order, not overlapping.
    pub edits: Vec<TextEdit>,
    /// What was repaired, in the order in which it was done.
    pub repaired: Vec<Repaired>,
    /// What is found in the new text.
    pub left: Vec<Diagnostic>,
}

/// A finding that is no more.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// As it was, with its places in the text of its round.
    pub found: Diagnostic,
    /// The line it began in, from 1.
    pub line: usize,
}

/// Applies the wanted fixes of the findings of some texts, and those of the findings of the texts that come out, to a fixed point. Says
/// how many rounds it took.
///
/// `before`: what is found in `texts`, and what they mean. `wanted`: by the number of the text. `judge`: judges changed texts; those that
/// did not change are the same ones as before.
pub fn fix_texts<M: PartialEq>(
    texts: Vec<Arc<str>>,
    before: Judged<M>,
    wanted: impl Fn(usize, &Diagnostic) -> bool,
    judge: impl FnMut(&[Arc<str>]) -> Judged<M>,
) -> (Vec<FixedText>, usize) {
    let fixed =
        |text: &Arc<str>| FixedText { text: text.clone(), edits: Vec::new(), repaired: Vec::new(), left: Vec::new() };
    let mut fixed: Vec<FixedText> = texts.iter().map(fixed).collect();
    let mut surgery = Surgery { judge, checks: 0, texts, now: before };
    let mut rounds = 0;
    while rounds < MAX_ROUNDS {
        surgery.checks = 0;
        let Some(round) = [true, false].into_iter().find_map(|safe| surgery.round(safe, &wanted)) else { break };
        let Round { fixes, edits, texts, judged } = round;
        for of_file in fixes.chunk_by(|a, b| a.0 == b.0) {
            let file = of_file[0].0;
            let mut lines = Lines { text: &surgery.texts[file], at: 0, line: 1 };
            for (_, found) in of_file {
                let found = surgery.now.found[file][*found].clone();
                let line = lines.of(found.range.start().into());
                fixed[file].repaired.push(Repaired { found, line });
            }
        }
        for (file, edits) in edits {
            fixed[file].edits = compose(&fixed[file].edits, &surgery.texts[file], &edits);
        }
        (surgery.texts, surgery.now) = (texts, judged);
        rounds += 1;
    }
    for ((fixed, text), left) in fixed.iter_mut().zip(surgery.texts).zip(surgery.now.found) {
        (fixed.text, fixed.left) = (text, left);
    }
    (fixed, rounds)
}

/// Counts lines of a text, mostly forwards.
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

/// A finding: the number of its text, and its number among the findings there.
type Number = (usize, usize);

/// One way to go on.
struct Round<M> {
    fixes: Vec<Number>,
    /// By the number of the text.
    edits: Vec<(usize, Vec<TextEdit>)>,
    texts: Vec<Arc<str>>,
    judged: Judged<M>,
}

/// How an attempt ended.
enum Attempt<M> {
    Sound(Round<M>),
    /// These rules say more than before, in the texts of these numbers; none: something else is wrong.
    Unsound(Vec<(usize, &'static str)>),
    /// It was not made.
    TooMany,
}

/// The texts under the knife.
struct Surgery<M, J> {
    judge: J,
    checks: usize,
    texts: Vec<Arc<str>>,
    now: Judged<M>,
}

impl<M: PartialEq, J: FnMut(&[Arc<str>]) -> Judged<M>> Surgery<M, J> {
    /// All fixes of a kind that can be applied at once, or as many of them as do no harm.
    fn round(&mut self, safe: bool, wanted: &impl Fn(usize, &Diagnostic) -> bool) -> Option<Round<M>> {
        let mut fixes: Vec<Number> = Vec::new();
        for (file, found) in self.now.found.iter().enumerate() {
            let fixable = found.iter().filter(|it| is_safe(it) == safe && wanted(file, it));
            // The findings stay where they are, so their addresses say which ones were picked.
            let picked: FxHashSet<*const Diagnostic> = pick(fixable).into_iter().map(std::ptr::from_ref).collect();
            let is_picked = |it: &usize| picked.contains(&std::ptr::from_ref(&found[*it]));
            fixes.extend((0..found.len()).filter(is_picked).map(|it| (file, it)));
        }
        if fixes.is_empty() { None } else { self.sound(&fixes, safe) }
    }

    /// The fixes, or as many of them as do no harm.
    fn sound(&mut self, fixes: &[Number], safe: bool) -> Option<Round<M>> {
        let blamed = match self.attempt(fixes, safe) {
            Attempt::Sound(round) => return Some(round),
            Attempt::Unsound(blamed) if fixes.len() > 1 => blamed,
            Attempt::Unsound(_) | Attempt::TooMany => return None,
        };
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

    /// Applies fixes that do not overlap, unless that does harm.
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
            // Nothing is cut out of a text whose findings do not fit it.
            let fits = |it: &TextEdit| it.range.end() <= TextSize::of(&*texts[file]);
            if !here.iter().all(fits) {
                return Attempt::Unsound(Vec::new());
            }
            texts[file] = apply_edits(&texts[file], &here).into();
            edits.push((file, here));
        }
        let judged = (self.judge)(&texts);
        let blamed = self.more_than_before(&fixes, &judged.found);
        if !blamed.is_empty() || safe && judged.meaning != self.now.meaning {
            return Attempt::Unsound(blamed);
        }
        Attempt::Sound(Round { fixes, edits, texts, judged })
    }

    /// The rules that say more than before, without what was repaired, and in which texts.
    fn more_than_before(&self, repaired: &[Number], after: &[Vec<Diagnostic>]) -> Vec<(usize, &'static str)> {
        let mut counts: FxHashMap<(usize, &'static str), isize> = FxHashMap::default();
        for (file, found) in self.now.found.iter().enumerate() {
            found.iter().for_each(|it| *counts.entry((file, it.rule.code)).or_default() -= 1);
        }
        for (file, found) in repaired {
            *counts.entry((*file, self.now.found[*file][*found].rule.code)).or_default() += 1;
        }
        for (file, found) in after.iter().enumerate() {
            found.iter().for_each(|it| *counts.entry((file, it.rule.code)).or_default() += 1);
        }
        let mut more: Vec<_> = counts.into_iter().filter(|it| it.1 > 0).map(|it| it.0).collect();
        more.sort_unstable();
        more
    }
}
