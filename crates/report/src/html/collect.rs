//! Collects findings with limits, so that memory and page size are bounded.
//!
//! All findings are counted. The first ones of every severity are stored, some of them with excerpt, effect and help.
//! At the end, the most severe findings get their details, others only a line, until the page is full. Only the first
//! hundred findings of a rule per file are included.

use std::collections::BTreeMap;

use lsflint_lint::{Applicability, Diagnostic, RuleMeta, Severity};
use maud::{Markup, html};

use super::excerpt::{Texts, class};
use super::words::{full_sentence, sentence};
use crate::FileFindings;

/// The maximum number of findings with details.
pub(super) const DETAILED: usize = 1_000;
/// The maximum number of findings with a line.
pub(super) const SHOWN: usize = 6_000;
/// The maximum number of findings of one rule in one file.
const OF_RULE: usize = 100;
/// The severities in a report, highest first.
pub(super) const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

/// Counts by severity, in the order of [`SEVERITIES`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts([usize; 3]);

impl Counts {
    fn add(&mut self, severity: Severity) {
        if let Some(place) = place_of(severity) {
            self.0[place] += 1;
        }
    }

    /// The count of a severity.
    pub(super) fn of(&self, severity: Severity) -> usize {
        place_of(severity).map_or(0, |it| self.0[it])
    }

    /// The sum of all severities.
    pub(super) fn total(&self) -> usize {
        self.0.iter().sum()
    }

    /// The sort key of rules and files: most severe and most frequent first.
    pub(super) fn weight(&self) -> [std::cmp::Reverse<usize>; 3] {
        self.0.map(std::cmp::Reverse)
    }
}

fn place_of(severity: Severity) -> Option<usize> {
    SEVERITIES.iter().position(|it| *it == severity)
}

/// A finding in the page.
pub(super) struct Found {
    /// An ID that is unique in the page.
    pub(super) id: String,
    pub(super) rule: &'static RuleMeta,
    pub(super) severity: Severity,
    /// Line and column, 1-based.
    pub(super) place: (usize, usize),
    /// The message as one line.
    pub(super) message: Markup,
    /// Excerpt, effect, help and fix.
    pub(super) detail: Option<Markup>,
}

/// A file with findings.
pub(super) struct FileFound {
    pub(super) path: String,
    pub(super) counts: Counts,
    /// The stored findings, by place.
    pub(super) findings: Vec<Found>,
    /// Rules with more findings than [`OF_RULE`], and the number of omitted findings.
    pub(super) more: BTreeMap<&'static str, (&'static RuleMeta, usize)>,
}

/// A rule with findings.
pub(super) struct RuleFound {
    pub(super) rule: &'static RuleMeta,
    pub(super) counts: Counts,
    pub(super) files: usize,
}

/// All collected findings.
#[derive(Default)]
pub(super) struct Collected {
    /// Files with findings, ordered by path.
    pub(super) files: Vec<FileFound>,
    /// Rules with findings, by code.
    pub(super) rules: BTreeMap<&'static str, RuleFound>,
    pub(super) counts: Counts,
    kept: Counts,
    detailed: Counts,
}

impl Collected {
    /// Adds the findings of a file.
    pub(super) fn add(&mut self, file: &FileFindings) {
        let wanted = || file.diagnostics.iter().filter(|it| place_of(it.severity).is_some());
        if wanted().next().is_none() {
            return;
        }
        let number = self.files.len() + 1;
        let texts = Texts::new(file);
        let mut found = FileFound {
            path: file.source.path.to_string(),
            counts: Counts::default(),
            findings: Vec::new(),
            more: BTreeMap::new(),
        };
        let mut of_rules: BTreeMap<&str, usize> = BTreeMap::new();
        for it in wanted() {
            found.counts.add(it.severity);
            self.counts.add(it.severity);
            let rule = self.rules.entry(it.rule.code).or_insert_with(|| RuleFound {
                rule: it.rule,
                counts: Counts::default(),
                files: 0,
            });
            rule.counts.add(it.severity);
            let of_rule = of_rules.entry(it.rule.code).or_default();
            *of_rule += 1;
            rule.files += usize::from(*of_rule == 1);
            if *of_rule > OF_RULE {
                found.more.entry(it.rule.code).or_insert((it.rule, 0)).1 += 1;
            } else if self.kept.of(it.severity) < SHOWN {
                self.kept.add(it.severity);
                let detailed = self.detailed.of(it.severity) < DETAILED;
                if detailed {
                    self.detailed.add(it.severity);
                }
                found.findings.push(Found {
                    id: format!("f{number}-{}", found.findings.len() + 1),
                    rule: it.rule,
                    severity: it.severity,
                    place: texts.place(it),
                    message: sentence(&it.message),
                    detail: detailed.then(|| detail(it, &texts)),
                });
            }
        }
        self.files.push(found);
    }

    /// Removes details and findings that do not fit into the page.
    pub(super) fn trim(&mut self) {
        let (mut detailed, mut shown) = (DETAILED, SHOWN);
        for severity in SEVERITIES {
            for file in &mut self.files {
                file.findings.retain_mut(|it| {
                    if it.severity != severity {
                        return true;
                    }
                    if shown == 0 {
                        return false;
                    }
                    shown -= 1;
                    match detailed.checked_sub(usize::from(it.detail.is_some())) {
                        Some(left) => detailed = left,
                        None => it.detail = None,
                    }
                    true
                });
            }
        }
    }

    /// The rules with findings, most severe and most frequent first.
    pub(super) fn rules_by_weight(&self) -> Vec<&RuleFound> {
        let mut rules: Vec<&RuleFound> = self.rules.values().collect();
        rules.sort_by_key(|it| (it.counts.weight(), it.rule.code));
        rules
    }

    /// The number of findings without a line in the page.
    pub(super) fn hidden(&self) -> usize {
        self.counts.total() - self.files.iter().map(|it| it.findings.len()).sum::<usize>()
    }
}

/// The details of a finding, below its line.
fn detail(it: &Diagnostic, texts: &Texts<'_>) -> Markup {
    html! {
        (texts.excerpt(it))
        dl.notes {
            @if let Some(effect) = &it.effect { dt { "Effect" } dd { (full_sentence(effect)) } }
            @if let Some(help) = &it.help { dt { "Help" } dd { (full_sentence(help)) } }
            @if let Some(fix) = &it.fix {
                dt { "Fix" }
                dd {
                    (full_sentence(&fix.title)) " "
                    @match fix.applicability {
                        Applicability::Safe => span.tag { "safe" },
                        Applicability::Unsafe => span.tag { "changes what LSF does" },
                    }
                    (texts.fix(fix))
                }
            }
            dt { "Rule" }
            dd { a href={ "#rule-" (it.rule.code) } { (it.rule.name) } " " span.code { (it.rule.code) } }
        }
    }
}

/// The severity as a colored label.
pub(super) fn badge(severity: Severity) -> Markup {
    html! { span class={ "badge " (class(severity)) } { (severity.as_str()) } }
}
