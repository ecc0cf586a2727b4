//! `xtask/coverage-notes.toml`: what becomes of the notes that state an interaction of parameters.
//!
//! A note of `crates/spec/data`, and of the list of parameters in the folder of the catalogues, is only text: a hover
//! shows it, and no rule reads it. A note that has a marker ("requires", "ignored", "at most") states an interaction,
//! and the table says what reads it:
//!
//! ```toml
//! markers = ["requires", "ignor*"]  # words of an interaction; `*`: any ending
//!
//! [reasons]                         # why no finding is made of a note
//! meaning = "says what LSF does; no value of it is wrong"
//!
//! [reads]                           # the keys of the parameter of which a rule needs one
//! P201 = ["min", "max"]
//!
//! [anywhere]                        # by the first words of the note
//! "loadStop must be at or above" = "L201"
//!
//! [data."lsb.queues".QJOB_LIMIT]    # by file, parameter (or section, or `(file)`) and first words
//! "should not be below" = "L002"    # rules: the codes
//! "a limit makes jobs" = "meaning"  # a reason
//! "has an effect only" = "requires" # a fact: a key of the parameter, its section or its file, or `NAME.toml`
//! "never counts twice" = "open"     # nothing yet
//! ```
//!
//! `[reference]` has the notes that only the list of parameters states in its own words. A note of that list needs no
//! row if a note of the data on the same parameter has most of its words.

mod sentences;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::tidy::Repository;
use sentences::{Note, Subject};
pub(super) use table::Table;

/// The table, relative to the repository.
pub(super) const TABLE: &str = "xtask/coverage-notes.toml";

/// The notes of a folder of parameters, and the facts next to them.
#[derive(Debug, Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
    /// The keys of each parameter, section and file.
    facts: BTreeMap<Subject, BTreeSet<String>>,
    /// The names of the files with facts.
    files: BTreeSet<String>,
}

impl Notes {
    /// The notes of `crates/spec/data`.
    pub fn of_data(repository: &Repository) -> anyhow::Result<Notes> {
        let mut notes = Notes::default();
        for file in repository.below("crates/spec/data/", ".toml") {
            let name = file.path.rsplit('/').next().unwrap_or_default();
            notes.read(name, &file.text)?;
        }
        Ok(notes)
    }

    /// The notes of the list of parameters; `None` if the folder does not exist.
    pub fn of_reference(folder: &Path) -> anyhow::Result<Option<Notes>> {
        let folder = folder.join("params");
        if !folder.is_dir() {
            return Ok(None);
        }
        let mut paths = Vec::new();
        for entry in fs::read_dir(&folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        let mut notes = Notes::default();
        for path in paths.iter().filter(|it| it.extension().is_some_and(|it| it == "toml")) {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            notes.read(&path.file_name().unwrap_or_default().to_string_lossy(), &text)?;
        }
        Ok(Some(notes))
    }

    fn read(&mut self, name: &str, text: &str) -> anyhow::Result<()> {
        let content: toml::Table = toml::from_str(text).with_context(|| name.to_owned())?;
        sentences::read(name.trim_end_matches(".toml"), &content, &mut self.notes, &mut self.facts);
        self.files.insert(name.to_owned());
        Ok(())
    }
}

/// The number of notes and of what becomes of those that state an interaction.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    notes: usize,
    interactions: usize,
    rule: usize,
    fact: usize,
    reason: usize,
    open: usize,
    /// Interactions without a row.
    missing: usize,
}

/// What the check of all notes found.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Counts by file of the data, and for the list of parameters as a whole.
    pub counts: Vec<(String, Count)>,
    /// What makes the check fail.
    pub problems: Vec<String>,
}

/// Looks for each interaction in the table, and for the notes of each row.
pub(super) fn check(table: &Table, data: &Notes, reference: Option<&Notes>, codes: &BTreeSet<String>) -> Outcome {
    let mut outcome = Outcome::default();
    let mut used = BTreeSet::new();
    let mut by_file: BTreeMap<&str, Count> = BTreeMap::new();
    for note in &data.notes {
        let count = by_file.entry(&note.subject.file).or_default();
        count.notes += 1;
        if !table.is_interaction(note) {
            continue;
        }
        let row = table.row_of_data(note);
        if row.is_none() {
            outcome.problems.push(format!("{TABLE}: not covered: {note}"));
        }
        count.add(row.as_ref().map(|(_, cover)| table.class(cover)));
        used.extend(row.map(|(key, _)| key));
    }
    outcome.counts.extend(by_file.into_iter().map(|(file, count)| (file.to_owned(), count)));
    if let Some(reference) = reference {
        let mut count = Count::default();
        for note in &reference.notes {
            count.notes += 1;
            if !table.is_interaction(note) {
                continue;
            }
            let row = table.row_of_reference(note, &data.notes);
            if row.is_none() {
                outcome.problems.push(format!("{TABLE}: not covered in the list of parameters: {note}"));
            }
            count.add(row.as_ref().map(|(_, cover)| table.class(cover)));
            used.extend(row.map(|(key, _)| key));
        }
        outcome.counts.push(("list of parameters".to_owned(), count));
    }
    outcome.problems.extend(table.stale(&used, reference.is_some()));
    outcome.problems.extend(table.unknown_covers(&data.facts, &data.files, codes));
    outcome
}

impl Count {
    fn add(&mut self, class: Option<table::Class>) {
        self.interactions += 1;
        match class {
            Some(table::Class::Rule) => self.rule += 1,
            Some(table::Class::Fact) => self.fact += 1,
            Some(table::Class::Reason) => self.reason += 1,
            Some(table::Class::Open) => self.open += 1,
            None => self.missing += 1,
        }
    }

    fn plus(self, other: Count) -> Count {
        Count {
            notes: self.notes + other.notes,
            interactions: self.interactions + other.interactions,
            rule: self.rule + other.rule,
            fact: self.fact + other.fact,
            reason: self.reason + other.reason,
            open: self.open + other.open,
            missing: self.missing + other.missing,
        }
    }
}

/// The counts as lines, with a line for all files of the data.
pub(super) fn lines(outcome: &Outcome) -> String {
    let mut lines = format!(
        "{:<28} {:>6} {:>13} {:>6} {:>6} {:>7} {:>6} {:>8}\n",
        "notes", "notes", "interactions", "rule", "fact", "reason", "open", "missing"
    );
    let is_data = |it: &&(String, Count)| !it.0.contains(' ');
    let all = outcome.counts.iter().filter(is_data).fold(Count::default(), |sum, (_, it)| sum.plus(*it));
    let rows = outcome.counts.iter().filter(is_data).map(|(name, count)| (format!("  {name}"), *count));
    let rest = outcome.counts.iter().filter(|it| !is_data(it)).cloned();
    for (name, it) in std::iter::once(("crates/spec/data".to_owned(), all)).chain(rows).chain(rest) {
        lines += &format!(
            "{name:<28} {:>6} {:>13} {:>6} {:>6} {:>7} {:>6} {:>8}\n",
            it.notes, it.interactions, it.rule, it.fact, it.reason, it.open, it.missing
        );
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = r#"
name = "lsb.queues"
notes = ["read at badmin reconfig"]
[[section]]
name = "Queue"
[[section.param]]
name = "QJOB_LIMIT"
not_above = ["X"]
notes = ["should not be below HJOB_LIMIT", "must be even", "counts slots"]
"#;

    fn notes(text: &str) -> Notes {
        let mut notes = Notes::default();
        notes.read("lsb.queues.toml", text).expect("well-formed");
        notes
    }

    fn codes() -> BTreeSet<String> {
        BTreeSet::from(["L002".to_owned()])
    }

    fn table(rows: &str) -> Table {
        let head = "markers = ['should', 'must', 'reconfig*']\n[reasons]\nmeaning = 'says what LSF does'\n";
        Table::parse(&format!("{head}{rows}")).expect("well-formed")
    }

    const ROWS: &str = r#"
[anywhere]
"read at" = "meaning"
[data."lsb.queues".QJOB_LIMIT]
"should not be" = "L002"
"must be even" = "not_above"
"#;

    #[test]
    fn every_interaction_has_a_row() {
        let outcome = check(&table(ROWS), &notes(DATA), None, &codes());
        assert_eq!(outcome.problems, [""; 0]);
        let count = Count { notes: 4, interactions: 3, rule: 1, fact: 1, reason: 1, open: 0, missing: 0 };
        assert_eq!(outcome.counts, [("lsb.queues".to_owned(), count)]);
    }

    #[test]
    fn notes_without_a_row_and_rows_without_a_note_are_problems() {
        let outcome = check(&table(&ROWS.replace("should not be", "should be")), &notes(DATA), None, &codes());
        let expected = [
            "xtask/coverage-notes.toml: not covered: lsb.queues QJOB_LIMIT: should not be below HJOB_LIMIT",
            "xtask/coverage-notes.toml: no note begins with: lsb.queues QJOB_LIMIT: should be",
        ];
        assert_eq!(outcome.problems, expected);
    }

    #[test]
    fn covers_exist() {
        let rows = ROWS.replace("L002", "L999").replace("not_above", "max");
        let outcome = check(&table(&rows), &notes(DATA), None, &codes());
        let expected = [
            "xtask/coverage-notes.toml: lsb.queues QJOB_LIMIT: unknown rule, fact or reason `max`",
            "xtask/coverage-notes.toml: lsb.queues QJOB_LIMIT: unknown rule, fact or reason `L999`",
        ];
        assert_eq!(outcome.problems, expected);
    }

    #[test]
    fn a_rule_that_reads_facts_needs_one() {
        let reads = |key: &str| format!("[reads]\nL002 = ['{key}', 'max']\n{ROWS}");
        let problems = |key: &str| check(&table(&reads(key)), &notes(DATA), None, &codes()).problems;
        assert_eq!(problems("not_above"), [""; 0]);
        let expected = "xtask/coverage-notes.toml: lsb.queues QJOB_LIMIT: L002 reads `min`, `max`, which is not set";
        assert_eq!(problems("min"), [expected]);
    }

    #[test]
    fn the_list_of_parameters_may_use_other_words() {
        let reference =
            DATA.replace("must be even", "an odd value must not be given").replace("HJOB_LIMIT", "UJOB_LIMIT");
        let table_with = |row: &str| table(&format!("{ROWS}{row}"));
        let outcome = check(&table_with(""), &notes(DATA), Some(&notes(&reference)), &codes());
        let expected = "xtask/coverage-notes.toml: not covered in the list of parameters: \
                        lsb.queues QJOB_LIMIT: an odd value must not be given";
        assert_eq!(outcome.problems, [expected]);
        let row = "[reference.'lsb.queues'.QJOB_LIMIT]\n'an odd value' = 'open'\n";
        let outcome = check(&table_with(row), &notes(DATA), Some(&notes(&reference)), &codes());
        assert_eq!(outcome.problems, [""; 0]);
        let alone = check(&table_with(row), &notes(DATA), None, &codes());
        assert_eq!(alone.problems, [""; 0], "without the list, its rows are not stale");
    }
}
