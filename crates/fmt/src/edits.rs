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

    /// Replaces whitespace with spaces, unless it contains a line break.
    pub(crate) fn blanks(&mut self, from: TextSize, to: TextSize, count: usize) {
        let old = &self.text[TextRange::new(from, to)];
        // A backslash alone on a line is in the whitespace before the next line.
        let stays = old.contains('\n') || old.bytes().all(|it| it == b' ') && old.len() == count;
        if !stays {
            self.found.push(Edit { range: TextRange::new(from, to), insert: " ".repeat(count) });
        }
    }

    /// The edits in order.
    pub(crate) fn finish(mut self) -> Vec<Edit> {
        self.found.sort_by_key(|it| (it.range.start(), it.range.end()));
        self.found
    }
}
