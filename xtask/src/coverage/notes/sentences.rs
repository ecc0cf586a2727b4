//! The notes of a file of facts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use toml::{Table, Value};

/// Stands for the file itself where a parameter is named.
const FILE: &str = "(file)";

/// What a note is about: a parameter, section or directive of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::coverage) struct Subject {
    /// The name of the file without `.toml`.
    pub file: String,
    /// The name of the parameter, section or directive; [`FILE`] for the file as a whole.
    pub name: String,
}

/// A note.
#[derive(Debug, Clone)]
pub(in crate::coverage) struct Note {
    pub subject: Subject,
    pub text: String,
    /// The text in lowercase words.
    pub words: Vec<String>,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.subject.file, self.subject.name, self.text)
    }
}

/// The words of a text, without case and punctuation, so that a row survives small edits.
pub(super) fn words(text: &str) -> Vec<String> {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '~' | '!' | '@' | '#' | '%' | '<' | '>');
    text.split(|it| !is_part(it)).filter(|it| !it.is_empty()).map(str::to_lowercase).collect()
}

/// Adds the notes of a file, and the keys of everything that may have notes, with those of its section and file.
pub(super) fn read(
    file: &str,
    content: &Table,
    notes: &mut Vec<Note>,
    facts: &mut BTreeMap<Subject, BTreeSet<String>>,
) {
    table(file, FILE, content, &BTreeSet::new(), notes, facts);
}

fn table(
    file: &str,
    name: &str,
    content: &Table,
    outer: &BTreeSet<String>,
    notes: &mut Vec<Note>,
    facts: &mut BTreeMap<Subject, BTreeSet<String>>,
) {
    let subject = Subject { file: file.to_owned(), name: name.to_owned() };
    let keys: BTreeSet<String> = content.keys().chain(outer).cloned().collect();
    facts.entry(subject.clone()).or_default().extend(keys.iter().cloned());
    for key in ["notes", "rules"] {
        let texts = content.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        // The rules of a message are codes.
        for text in texts.filter(|it| it.contains(' ')) {
            notes.push(Note { subject: subject.clone(), text: text.to_owned(), words: words(text) });
        }
    }
    for inner in content.values().filter_map(Value::as_array).flatten().filter_map(Value::as_table) {
        if let Some(name) = inner.get("name").and_then(Value::as_str) {
            table(file, name, inner, &keys, notes, facts);
        }
    }
}
