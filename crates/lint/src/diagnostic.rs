//! Findings: what a rule reports.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

use lsflint_model::Place;
use lsflint_spec::Confidence;
use lsflint_syntax::{Difference, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::consequence::Consequence;
use crate::rule::{RuleMeta, Scope, Severity};

/// Whether a fix may be applied without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Applicability {
    /// LSF behaves the same before and after the fix.
    Safe,
    /// Enables something or changes its meaning: shown, but applied only on request.
    Unsafe,
}

/// One replacement in the file of the finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The bytes to replace.
    pub range: TextRange,
    /// The new text.
    pub text: String,
}

/// A fix for a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it may be applied without asking.
    pub applicability: Applicability,
    /// The title, as an imperative: "write `select[...] order[...]`".
    pub title: String,
    /// The edits, in order, not overlapping.
    pub edits: Vec<TextEdit>,
}

impl Fix {
    /// A fix of one edit.
    pub fn replace(
        applicability: Applicability,
        title: impl Into<String>,
        range: TextRange,
        text: impl Into<String>,
    ) -> Fix {
        Fix { applicability, title: title.into(), edits: vec![TextEdit { range, text: text.into() }] }
    }
}

/// A second place that is relevant to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The path of its file; `None` for the file of the finding.
    pub file: Option<String>,
    /// The range.
    pub range: TextRange,
    /// What is at that place.
    pub message: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// The rule.
    pub rule: &'static RuleMeta,
    /// The severity, after all caps.
    pub severity: Severity,
    /// The range in bytes of the file.
    pub range: TextRange,
    /// What is wrong: lower-case start, no full stop.
    pub message: String,
    /// What LSF does with it, in words: that of [`Self::consequence`], if there is one.
    pub effect: Option<Cow<'static, str>>,
    /// What LSF does with it, as a value.
    pub consequence: Option<Consequence>,
    /// What the consequence is about, if that is not the range of the finding; empty if it is about nothing that the
    /// syntax tree shows.
    pub subject: Option<TextRange>,
    /// What to write instead.
    pub help: Option<Cow<'static, str>>,
    /// Other relevant places.
    pub related: Vec<Related>,
    /// A fix.
    pub fix: Option<Fix>,
    /// Whether a limit leaves it out: it is not reported, but what LSF does still holds.
    pub(crate) left_out: bool,
    /// What LSF makes of the place, if that was determined.
    pub(crate) reads: Reads,
}

/// What LSF makes of the place of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Reads {
    /// Not determined yet.
    #[default]
    Unknown,
    /// The same as is written.
    Same,
    /// Another text in a range; `None` if it reads nothing.
    Other(TextRange, Option<Box<str>>),
}

impl Reads {
    fn range(&mut self) -> Option<&mut TextRange> {
        match self {
            Reads::Unknown | Reads::Same => None,
            Reads::Other(range, _) => Some(range),
        }
    }
}

impl Diagnostic {
    /// A finding of a rule with nothing but a message.
    pub fn new(rule: &'static RuleMeta, range: TextRange, message: String) -> Diagnostic {
        Diagnostic {
            rule,
            severity: rule.severity,
            range,
            message,
            effect: None,
            consequence: None,
            subject: None,
            help: None,
            related: Vec::new(),
            fix: None,
            left_out: false,
            reads: Reads::Unknown,
        }
    }

    /// What remains of a finding that a limit leaves out: what LSF certainly does. Answers need it.
    fn without_words(mut self) -> Option<Diagnostic> {
        self.consequence.as_ref().filter(|it| it.is_certain())?;
        (self.message, self.help, self.related, self.fix) = (String::new(), None, Vec::new(), None);
        self.left_out = true;
        Some(self)
    }

    /// Sets what LSF does, and the sentence for it.
    pub fn consequence(&mut self, consequence: Consequence) -> &mut Diagnostic {
        self.effect = Some(consequence.to_string().into());
        self.consequence = Some(consequence);
        self
    }

    /// Sets the range that the consequence is about, if that is not the range of the finding: the pair that LSF ignores
    /// because of the number in it.
    pub fn about(&mut self, range: TextRange) -> &mut Diagnostic {
        self.subject = Some(range);
        self
    }

    /// Notes that the syntax tree already shows what LSF reads, such as a value that ends early.
    pub fn as_parsed(&mut self) -> &mut Diagnostic {
        self.about(TextRange::empty(self.range.end()))
    }

    /// Sets what LSF does if no [`Consequence`] fits.
    pub fn effect(&mut self, text: impl Into<Cow<'static, str>>) -> &mut Diagnostic {
        self.effect = Some(text.into());
        self.consequence = None;
        self
    }

    /// Sets what to do instead.
    pub fn help(&mut self, text: impl Into<Cow<'static, str>>) -> &mut Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Replaces the default severity of the rule.
    pub fn severity(&mut self, severity: Severity) -> &mut Diagnostic {
        self.severity = severity;
        self
    }

    /// Lowers the severity to the highest one that a fact of this confidence allows.
    pub fn capped(&mut self, confidence: Confidence) -> &mut Diagnostic {
        self.severity = self.severity.min(Severity::cap(confidence));
        self
    }

    /// Whether a comment can suppress it. Findings about suppressions would need each other.
    pub fn can_be_suppressed(&self) -> bool {
        self.rule.scope != Scope::Suppressions
    }

    /// Adds a second place in the same file.
    pub fn related(&mut self, range: TextRange, message: impl Into<String>) -> &mut Diagnostic {
        self.related.push(Related { file: None, range, message: message.into() });
        self
    }

    /// The same finding with its text moved further down in a larger text.
    pub(crate) fn moved(mut self, by: TextSize) -> Diagnostic {
        self.range += by;
        self.subject = self.subject.map(|it| it + by);
        if let Some(range) = self.reads.range() {
            *range += by;
        }
        for related in self.related.iter_mut().filter(|it| it.file.is_none()) {
            related.range += by;
        }
        for edit in self.fix.iter_mut().flat_map(|it| &mut it.edits) {
            edit.range += by;
        }
        self
    }

    /// The same finding with its positions relative to an offset before them.
    pub(crate) fn relative_to(mut self, start: TextSize) -> Diagnostic {
        self.range -= start;
        self.subject = self.subject.map(|it| it - start);
        if let Some(range) = self.reads.range() {
            *range -= start;
        }
        for related in self.related.iter_mut().filter(|it| it.file.is_none()) {
            related.range -= start;
        }
        for edit in self.fix.iter_mut().flat_map(|it| &mut it.edits) {
            edit.range -= start;
        }
        self
    }

    /// Whether all its positions in its own file are within a range.
    pub(crate) fn lies_within(&self, own: &str, range: TextRange) -> bool {
        let mut edits = self.fix.iter().flat_map(|it| &it.edits).map(|it| it.range);
        range.contains_range(self.range)
            && self.subject.is_none_or(|it| range.contains_range(it))
            && self.related.iter().all(|it| match &it.file {
                Some(file) => **file != *own,
                None => range.contains_range(it.range),
            })
            && edits.all(|it| range.contains_range(it))
    }

    /// Adjusts all its positions in its own file to an edit; false if the edit touches one of them.
    pub(crate) fn follow(&mut self, difference: &Difference, own: &str) -> bool {
        self.reads = Reads::Unknown;
        let is_own = |it: &Option<String>| it.as_ref().is_none_or(|it| **it == *own);
        let related = self.related.iter_mut().filter(|it| is_own(&it.file)).map(|it| &mut it.range);
        let edits = self.fix.iter_mut().flat_map(|it| &mut it.edits).map(|it| &mut it.range);
        let mut ranges = std::iter::once(&mut self.range).chain(&mut self.subject).chain(related).chain(edits);
        ranges.all(|range| match difference.moved(*range) {
            Some(moved) => {
                *range = moved;
                true
            }
            None => false,
        })
    }

    /// Adds a second place in any file of the cluster.
    pub fn related_at(&mut self, place: Place, message: impl Into<String>) -> &mut Diagnostic {
        self.related.push(Related { file: Some(place.file.to_string()), range: place.range, message: message.into() });
        self
    }

    /// Attaches a fix.
    pub fn fix(&mut self, fix: Fix) -> &mut Diagnostic {
        self.fix = Some(fix);
        self
    }
}

/// Collects the findings of a check. Every finding belongs to the rule whose check runs.
#[derive(Debug)]
pub struct Findings<'a> {
    rule: &'static RuleMeta,
    found: &'a mut Vec<Diagnostic>,
}

impl<'a> Findings<'a> {
    /// Collects the findings of a rule after the existing ones.
    pub fn new(rule: &'static RuleMeta, found: &'a mut Vec<Diagnostic>) -> Findings<'a> {
        Findings { rule, found }
    }

    /// Reports a finding; the returned diagnostic can be completed: `findings.report(..).consequence(..).help(..)`.
    pub fn report(&mut self, range: TextRange, message: impl Into<String>) -> &mut Diagnostic {
        self.found.push(Diagnostic::new(self.rule, range, message.into()));
        self.found.last_mut().expect("just pushed")
    }

    /// The number of findings so far, including those of other rules.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// The rule whose check runs.
    pub fn rule(&self) -> &'static RuleMeta {
        self.rule
    }
}

/// Collects the findings of a check of facts, by the path of their file.
#[derive(Debug)]
pub struct FactFindings<'a> {
    rule: &'static RuleMeta,
    found: &'a mut FxHashMap<Arc<str>, Vec<Diagnostic>>,
}

impl<'a> FactFindings<'a> {
    /// Collects the findings of a rule.
    pub(crate) fn new(
        rule: &'static RuleMeta,
        found: &'a mut FxHashMap<Arc<str>, Vec<Diagnostic>>,
    ) -> FactFindings<'a> {
        FactFindings { rule, found }
    }

    /// Reports a finding; see [`Findings::report`].
    pub fn report(&mut self, place: Place, message: impl Into<String>) -> &mut Diagnostic {
        let of_file = self.found.entry(place.file).or_default();
        of_file.push(Diagnostic::new(self.rule, place.range, message.into()));
        of_file.last_mut().expect("just pushed")
    }
}

/// Sorts findings by position, then code, and removes exact duplicates.
pub(crate) fn sort(found: &mut Vec<Diagnostic>) {
    found.sort_by(|a, b| {
        let key = |it: &Diagnostic| (it.range.start(), it.range.end(), it.rule.code);
        key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
    });
    found.dedup_by(|a, b| a.range == b.range && a.rule.code == b.rule.code && a.message == b.message);
}

/// The number of findings of one rule on one line that are reported. A value with more is wrong as a whole, and an
/// editor would get all of them after every keystroke.
pub(crate) const MOST_OF_LINE: usize = 64;

/// Limits the findings of each rule on one line: those from `from` on. The last one says how many are left out. What
/// LSF certainly does because of the others remains; see [`Diagnostic::left_out`].
pub(crate) fn limit_line(found: &mut Vec<Diagnostic>, from: usize) {
    if found.len() - from <= MOST_OF_LINE {
        return;
    }
    let of_line = found.split_off(from);
    let mut count: FxHashMap<&str, usize> = FxHashMap::default();
    of_line.iter().for_each(|it| *count.entry(it.rule.code).or_default() += 1);
    let mut reported: FxHashMap<&str, usize> = FxHashMap::default();
    for mut it in of_line {
        let reported = reported.entry(it.rule.code).or_default();
        *reported += 1;
        let more = count[it.rule.code].saturating_sub(MOST_OF_LINE);
        if *reported == MOST_OF_LINE && more > 0 {
            it.message = format!("{}; {more} more such findings on the line", it.message);
        }
        if *reported <= MOST_OF_LINE {
            found.push(it);
        } else {
            found.extend(it.without_words());
        }
    }
}

/// The number of findings of a file that are reported. Editors show a thousand at most.
pub const MOST_OF_FILE: usize = 10_000;

/// Limits the findings of a file to [`MOST_OF_FILE`]: of each rule the first one is kept, then those with the highest
/// severity. The last one of a rule says how many are left out.
pub fn limit_file(found: &mut Vec<Diagnostic>) {
    limit_to(found, MOST_OF_FILE);
}

fn limit_to(found: &mut Vec<Diagnostic>, most: usize) {
    if found.len() <= most {
        return;
    }
    let mut rules: FxHashSet<&str> = FxHashSet::default();
    let rank = |(number, it): (usize, &Diagnostic)| (!rules.insert(it.rule.code), Reverse(it.severity), number);
    let mut ranked: Vec<(bool, Reverse<Severity>, usize)> = found.iter().enumerate().map(rank).collect();
    ranked.sort_unstable();
    let mut keeps = vec![false; found.len()];
    ranked[..most.max(rules.len())].iter().for_each(|it| keeps[it.2] = true);
    let mut left_out: FxHashMap<&str, usize> = FxHashMap::default();
    for it in ranked.iter().map(|it| it.2).filter(|it| !keeps[*it]) {
        *left_out.entry(found[it].rule.code).or_default() += 1;
    }
    for number in (0..found.len()).rev().filter(|it| keeps[*it]) {
        if let Some(more) = left_out.remove(found[number].rule.code) {
            let message = &mut found[number].message;
            *message = format!("{message}; {more} more such findings in the file");
        }
    }
    let mut keeps = keeps.into_iter();
    found.retain(|_| keeps.next().unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use lsflint_syntax::TextSize;

    use super::*;
    use crate::consequence::Item;
    use crate::rule::Family;

    static MANY: RuleMeta = RuleMeta::new("F900", "many", Family::File, Severity::Warning);
    static FEW: RuleMeta = RuleMeta::new("F901", "few", Family::File, Severity::Warning);

    #[test]
    fn what_lsf_does_because_of_the_others_on_a_line_remains() {
        let mut found = Vec::new();
        for it in 0..100 {
            let range = TextRange::at(TextSize::new(it), TextSize::new(1));
            let sure = Item::Value.read_as("7");
            let consequence = if it % 2 == 0 { sure } else { sure.possible() };
            Findings::new(&MANY, &mut found).report(range, "too many").consequence(consequence).help("none");
        }
        limit_line(&mut found, 0);
        let (left_out, reported): (Vec<_>, Vec<_>) = found.into_iter().partition(|it| it.left_out);
        assert_eq!((reported.len(), left_out.len()), (MOST_OF_LINE, (100 - MOST_OF_LINE) / 2));
        assert!(left_out.iter().all(|it| it.message.is_empty() && it.help.is_none() && it.consequence.is_some()));
    }

    #[test]
    fn errors_and_every_rule_remain_in_a_limited_file() {
        let mut found = Vec::new();
        let at = |it: u32| TextRange::at(TextSize::new(it), TextSize::new(1));
        for it in 0..50 {
            Findings::new(&MANY, &mut found).report(at(it), "too many");
        }
        Findings::new(&FEW, &mut found).report(at(50), "only one");
        for it in 51..60 {
            Findings::new(&MANY, &mut found).report(at(it), "worse").severity(Severity::Error);
        }
        limit_to(&mut found, 60);
        assert_eq!(found.len(), 60);
        limit_to(&mut found, 12);
        let messages: Vec<&str> = found.iter().map(|it| &*it.message).collect();
        assert_eq!(messages[..3], ["too many", "too many", "only one"]);
        assert_eq!((messages[3], found.len()), ("worse", 12));
        assert_eq!(messages[11], "worse; 48 more such findings in the file");
    }

    #[test]
    fn findings_of_a_line_are_limited_by_rule() {
        let mut found = Vec::new();
        let at = |it: u32| TextRange::at(TextSize::new(it), TextSize::new(1));
        Findings::new(&MANY, &mut found).report(at(0), "on another line");
        for it in 1..=1000 {
            Findings::new(&MANY, &mut found).report(at(it), "too many");
        }
        Findings::new(&FEW, &mut found).report(at(1001), "only one");
        limit_line(&mut found, 1);
        assert_eq!(found.len(), 1 + MOST_OF_LINE + 1);
        let last: Vec<&str> = found.iter().rev().take(3).map(|it| &*it.message).collect();
        assert_eq!(last, ["only one", "too many; 936 more such findings on the line", "too many"]);
    }
}
