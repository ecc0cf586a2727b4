//! Collects edits.

use lsflint_syntax::{Edit, TextRange, TextSize};

/// Edits of a text, in any order while they are collected.
pub(crate) struct Edits<'a> {
    text: &'a str,
    found: Vec<Edit>,
}

impl<'a> Edits<'a> {
    pub(crate) fn new(text: &'a str) -> Edits<'a> {
        Edits { text, found: Vec::new() }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Puts a text in the place of another one, unless it is there already.
    pub(crate) fn replace(&mut self, from: TextSize, to: TextSize, insert: &str) {
        let range = TextRange::new(from, to);
        if self.text[range] != *insert {
            self.found.push(Edit { range, insert: insert.to_owned() });
        }
    }

    /// Replaces a text with spaces.
    pub(crate) fn blanks(&mut self, from: TextSize, to: TextSize, count: usize) {
        let old = &self.text[TextRange::new(from, to)];
        if old.len() != count || old.bytes().any(|it| it != b' ') {
            self.found.push(Edit { range: TextRange::new(from, to), insert: " ".repeat(count) });
        }
    }

    /// The edits in order.
    pub(crate) fn finish(mut self) -> Vec<Edit> {
        self.found.sort_by_key(|it| (it.range.start(), it.range.end()));
        self.found
    }
}
