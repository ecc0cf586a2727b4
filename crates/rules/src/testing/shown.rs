//! What findings say beyond their messages, each kind of it once.

use std::collections::BTreeSet;

use lsflint_lint::{Applicability, Diagnostic, Related, Rule};

/// A sentence that belongs to a finding.
pub(super) struct Note<'d> {
    /// What it is: `effect`, `help`.
    pub(super) kind: &'static str,
    pub(super) text: &'d str,
    /// The place it is about.
    pub(super) related: Option<&'d Related>,
}

/// What a finding says beyond its message.
pub(super) fn notes(it: &Diagnostic) -> Vec<Note<'_>> {
    let note = |kind, text| Note { kind, text, related: None };
    let mut notes: Vec<Note<'_>> = Vec::new();
    notes.extend(it.effect.as_deref().map(|it| note("effect", it)));
    notes.extend(it.help.as_deref().map(|it| note("help", it)));
    notes.extend(it.related.iter().map(|it| Note { kind: "related", text: &it.message, related: Some(it) }));
    notes.extend(it.fix.as_ref().map(|it| match it.applicability {
        Applicability::Safe => note("fix (safe)", &it.title),
        _ => note("fix (unsafe)", &it.title),
    }));
    notes
}

/// The kinds of notes that were written.
#[derive(Default)]
pub(crate) struct Shown {
    kinds: BTreeSet<String>,
    /// Whether notes are written again.
    every: bool,
}

impl Shown {
    /// Nothing is left out.
    pub(crate) fn every() -> Shown {
        Shown { every: true, ..Shown::default() }
    }

    /// What the examples of a rule say is left out.
    pub(super) fn in_examples(rule: &'static Rule) -> Shown {
        let mut shown = Shown::default();
        for it in &crate::tests::example_findings(rule) {
            for note in notes(it) {
                shown.is_first(&note);
            }
        }
        shown
    }

    /// Whether a note has to be written.
    pub(super) fn is_first(&mut self, note: &Note<'_>) -> bool {
        let other_file = note.related.is_some_and(|it| it.file.is_some());
        self.kinds.insert(format!("{} {other_file} {}", note.kind, kind_of(note.text))) || self.every
    }
}

/// A text without its names and numbers: what is in backticks, files, uppercase words.
fn kind_of(text: &str) -> String {
    let mut kind = String::new();
    for (index, piece) in text.split('`').enumerate() {
        if index % 2 == 1 {
            kind.push_str("`_`");
            continue;
        }
        let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '.';
        let mut rest = piece;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|it| is_word(it) != is_word(first)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            let is_name = |it: &str| it.len() > 2 && it != "LSF" && it.chars().all(|it| !it.is_lowercase());
            match word {
                it if !is_word(first) => kind.push_str(it),
                it if first.is_ascii_digit() => kind.push_str(it.trim_start_matches(|it: char| !it.is_alphabetic())),
                it if it.starts_with("lsb.") || it.starts_with("lsf.") || is_name(it) => kind.push('_'),
                it => kind.push_str(it),
            }
            rest = behind;
        }
    }
    kind
}
