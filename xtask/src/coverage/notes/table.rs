//! The rows of `xtask/coverage-notes.toml`, and which of them a note has.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;
use serde::Deserialize;

use super::TABLE;
use super::sentences::{Note, Subject, words};

/// The word of a row whose note nothing covers yet.
const OPEN: &str = "open";

/// The table.
#[derive(Debug, Default)]
pub(in crate::coverage) struct Table {
    /// Words of an interaction, each as its own words; the last one may end in `*`.
    markers: Vec<Vec<String>>,
    reasons: BTreeMap<String, String>,
    /// The keys of a parameter of which a rule needs one.
    reads: BTreeMap<String, Vec<String>>,
    anywhere: Vec<Row>,
    data: BTreeMap<Subject, Vec<Row>>,
    reference: BTreeMap<Subject, Vec<Row>>,
}

/// A row: the first words of a note, and what covers it.
#[derive(Debug)]
struct Row {
    begins: String,
    words: Vec<String>,
    cover: String,
}

/// The place of a row: `[anywhere]`, `[data]` or `[reference]`, the subject, and the first words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::coverage) struct Key(Part, Option<Subject>, String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::coverage) enum Part {
    Anywhere,
    Data,
    Reference,
}

/// What covers a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::coverage) enum Class {
    Rule,
    Fact,
    Reason,
    Open,
}

/// Rows by file and parameter.
type Rows = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    markers: Vec<String>,
    reasons: BTreeMap<String, String>,
    #[serde(default)]
    reads: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    anywhere: BTreeMap<String, String>,
    #[serde(default)]
    data: Rows,
    #[serde(default)]
    reference: Rows,
}

impl Table {
    /// Reads the table. Fails if it is malformed or a row has no words.
    pub fn parse(text: &str) -> anyhow::Result<Table> {
        let written: Written = toml::from_str(text)?;
        let marker = |it: &String| it.split_whitespace().map(str::to_lowercase).collect();
        let table = Table {
            markers: written.markers.iter().map(marker).collect(),
            reasons: written.reasons,
            reads: written.reads,
            anywhere: rows(written.anywhere),
            data: by_subject(written.data),
            reference: by_subject(written.reference),
        };
        let all = table.all();
        for (Key(_, _, begins), row) in &all {
            ensure!(!row.words.is_empty() && !row.cover.trim().is_empty(), "{TABLE}: empty row `{begins}`");
        }
        drop(all);
        Ok(table)
    }

    /// Whether a note has the words of an interaction.
    pub fn is_interaction(&self, note: &Note) -> bool {
        self.markers.iter().any(|marker| {
            note.words.windows(marker.len()).any(|words| {
                words.iter().zip(marker).all(|(word, marker)| match marker.strip_suffix('*') {
                    Some(stem) => word.starts_with(stem),
                    None => word == marker,
                })
            })
        })
    }

    /// The row of a note of the data, and its cover.
    pub fn row_of_data(&self, note: &Note) -> Option<(Key, &str)> {
        row(Part::Data, &self.data, note).or_else(|| self.row_anywhere(note))
    }

    /// The row of a note of the list of parameters: its own, or that of a note of the data that says the same.
    pub fn row_of_reference(&self, note: &Note, data: &[Note]) -> Option<(Key, &str)> {
        let own = row(Part::Reference, &self.reference, note);
        own.or_else(|| row(Part::Data, &self.data, note)).or_else(|| self.row_anywhere(note)).or_else(|| {
            let others = data.iter().filter(|it| it.subject == note.subject);
            let same = others.map(|it| (shared_words(it, note), it)).max_by_key(|(shared, _)| *shared);
            let (shared, other) = same?;
            // At least half of the words of the longer one.
            (2 * shared >= note.words.len().max(other.words.len())).then(|| self.row_of_data(other)).flatten()
        })
    }

    fn row_anywhere(&self, note: &Note) -> Option<(Key, &str)> {
        let row = longest(&self.anywhere, note)?;
        Some((Key(Part::Anywhere, None, row.begins.clone()), &row.cover))
    }

    /// What covers the notes of a row. A cover of several kinds counts as the first.
    pub fn class(&self, cover: &str) -> Class {
        match cover.split_whitespace().next().unwrap_or_default() {
            OPEN => Class::Open,
            it if self.reasons.contains_key(it) => Class::Reason,
            it if is_code(it) => Class::Rule,
            _ => Class::Fact,
        }
    }

    /// A message for each row that no note has. Only `[data]` can be judged without the list of parameters.
    pub fn stale(&self, used: &BTreeSet<Key>, with_reference: bool) -> Vec<String> {
        let rows = self.all();
        let unused = rows.iter().filter(|(key, _)| with_reference || key.0 == Part::Data);
        let unused = unused.filter(|(key, _)| !used.contains(key));
        unused.map(|(key, _)| format!("{TABLE}: no note begins with: {}: {}", key.subject(), key.2)).collect()
    }

    /// A message for each cover that is not a rule, a fact of the subject, a file of facts or a reason.
    pub fn unknown_covers(
        &self,
        facts: &BTreeMap<Subject, BTreeSet<String>>,
        files: &BTreeSet<String>,
        codes: &BTreeSet<String>,
    ) -> Vec<String> {
        let is_fact = |key: &Key, cover: &str| match &key.1 {
            Some(subject) => facts.get(subject).is_some_and(|it| it.contains(cover)),
            // The notes of the row are about several parameters; one that has the fact is enough.
            None => facts.values().any(|it| it.contains(cover)),
        };
        let known = |key: &Key, cover: &str| {
            cover == OPEN
                || self.reasons.contains_key(cover)
                || codes.contains(cover)
                || files.contains(cover)
                || is_fact(key, cover)
        };
        let mut messages = Vec::new();
        for (key, row) in self.all() {
            for cover in row.cover.split_whitespace().filter(|it| !known(&key, it)) {
                messages.push(format!("{TABLE}: {}: unknown rule, fact or reason `{cover}`", key.subject()));
            }
            for code in row.cover.split_whitespace().filter(|_| key.0 == Part::Data) {
                let keys = self.reads.get(code).map(Vec::as_slice).unwrap_or_default();
                if !keys.is_empty() && !keys.iter().any(|it| is_fact(&key, it)) {
                    let keys = keys.join("`, `");
                    messages.push(format!("{TABLE}: {}: {code} reads `{keys}`, which is not set", key.subject()));
                }
            }
        }
        messages
    }

    fn all(&self) -> Vec<(Key, &Row)> {
        let anywhere = self.anywhere.iter().map(|row| (Key(Part::Anywhere, None, row.begins.clone()), row));
        let parts = [(Part::Data, &self.data), (Part::Reference, &self.reference)];
        let placed = parts.into_iter().flat_map(|(part, rows)| {
            rows.iter().flat_map(move |(subject, rows)| {
                rows.iter().map(move |row| (Key(part, Some(subject.clone()), row.begins.clone()), row))
            })
        });
        anywhere.chain(placed).collect()
    }
}

impl Key {
    fn subject(&self) -> String {
        self.1.as_ref().map_or_else(|| "anywhere".to_owned(), |it| format!("{} {}", it.file, it.name))
    }
}

/// `R301`, `QX12` is none.
fn is_code(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|it| it.is_ascii_uppercase()) && word.len() == 4 && bytes.all(|it| it.is_ascii_digit())
}

fn row<'t>(part: Part, rows: &'t BTreeMap<Subject, Vec<Row>>, note: &Note) -> Option<(Key, &'t str)> {
    let row = longest(rows.get(&note.subject)?, note)?;
    Some((Key(part, Some(note.subject.clone()), row.begins.clone()), &row.cover))
}

/// The row whose words the note begins with; the longest one of several.
fn longest<'r>(rows: &'r [Row], note: &Note) -> Option<&'r Row> {
    rows.iter().filter(|it| note.words.starts_with(&it.words)).max_by_key(|it| it.words.len())
}

fn shared_words(a: &Note, b: &Note) -> usize {
    let words: BTreeSet<&String> = a.words.iter().collect();
    b.words.iter().filter(|it| words.contains(it)).count()
}

fn rows(written: BTreeMap<String, String>) -> Vec<Row> {
    written.into_iter().map(|(begins, cover)| Row { words: words(&begins), begins, cover }).collect()
}

fn by_subject(written: Rows) -> BTreeMap<Subject, Vec<Row>> {
    let files = written.into_iter().flat_map(|(file, names)| {
        names.into_iter().map(move |(name, rows)| (Subject { file: file.clone(), name }, rows))
    });
    files.map(|(subject, written)| (subject, rows(written))).collect()
}
