//! The results: a table by kind of file and by kind of change, the list of silent mutants, and JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::Mutant;
use super::judge::Verdict;

const PROOF: &str = "writing to a string cannot fail";

/// How many mutants got which verdict.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    found: usize,
    elsewhere: usize,
    equivalent: usize,
    silent: usize,
}

impl Counts {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Found => self.found += 1,
            Verdict::Elsewhere => self.elsewhere += 1,
            Verdict::Equivalent(_) => self.equivalent += 1,
            Verdict::Silent => self.silent += 1,
        }
    }

    /// The share of mutants with another meaning that have a finding at their place, in percent.
    fn share(self) -> f64 {
        let wrong = self.found + self.elsewhere + self.silent;
        if wrong == 0 { 100.0 } else { 100.0 * self.found as f64 / wrong as f64 }
    }

    fn row(self, name: &str) -> String {
        let Counts { found, elsewhere, equivalent, silent } = self;
        format!("{name:<22} {found:>6} {elsewhere:>10} {silent:>7} {equivalent:>11} {:>7.1} %\n", self.share())
    }

    fn json(self, name: &str) -> Value {
        let Counts { found, elsewhere, equivalent, silent } = self;
        json!({"name": name, "found": found, "elsewhere": elsewhere, "silent": silent, "equivalent": equivalent,
               "share": (self.share() * 10.0).round() / 10.0})
    }
}

/// The counts of a run.
pub(super) struct Table {
    total: Counts,
    files: BTreeMap<&'static str, Counts>,
    changes: BTreeMap<&'static str, Counts>,
    reasons: BTreeMap<&'static str, usize>,
}

impl Table {
    pub(super) fn new(judged: &[(Mutant, Verdict)]) -> Table {
        let mut table = Table {
            total: Counts::default(),
            files: BTreeMap::new(),
            changes: BTreeMap::new(),
            reasons: BTreeMap::new(),
        };
        for (mutant, verdict) in judged {
            table.total.add(*verdict);
            table.files.entry(mutant.file).or_default().add(*verdict);
            table.changes.entry(mutant.change.name()).or_default().add(*verdict);
            if let Verdict::Equivalent(reason) = verdict {
                *table.reasons.entry(reason).or_default() += 1;
            }
        }
        table
    }

    /// The tables as text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (title, rows) in [("by file", &self.files), ("by change", &self.changes)] {
            writeln!(
                text,
                "{title:<22} {:>6} {:>10} {:>7} {:>11} {:>9}",
                "found", "elsewhere", "silent", "equivalent", "share"
            )
            .expect(PROOF);
            rows.iter().for_each(|(name, counts)| text.push_str(&counts.row(name)));
            text.push_str(&self.total.row("all"));
            text.push('\n');
        }
        for (reason, count) in &self.reasons {
            writeln!(text, "equivalent: {count:>4} {reason}").expect(PROOF);
        }
        text
    }

    /// The tables and the silent mutants.
    pub(super) fn json(&self, seed: u64, judged: &[(Mutant, Verdict)]) -> Value {
        let rows = |rows: &BTreeMap<&'static str, Counts>| rows.iter().map(|it| it.1.json(it.0)).collect::<Vec<_>>();
        let silent = silent(judged)
            .map(|it| json!({"file": it.file, "change": it.change.name(), "before": it.before, "after": it.after}));
        json!({"seed": seed, "mutants": judged.len(), "all": self.total.json("all"), "files": rows(&self.files),
               "changes": rows(&self.changes), "equivalent": self.reasons, "silent": silent.collect::<Vec<_>>()})
    }
}

/// The last silent mutants.
pub(super) fn list(judged: &[(Mutant, Verdict)], most: usize) -> String {
    let silent: Vec<&Mutant> = silent(judged).collect();
    let mut text = String::new();
    for mutant in &silent[silent.len().saturating_sub(most)..] {
        writeln!(text, "{}: {}\n  - {}\n  + {}", mutant.file, mutant.change.name(), mutant.before, mutant.after)
            .expect(PROOF);
    }
    text
}

fn silent(judged: &[(Mutant, Verdict)]) -> impl Iterator<Item = &Mutant> {
    judged.iter().filter(|it| it.1 == Verdict::Silent).map(|it| &it.0)
}
