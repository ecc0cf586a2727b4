//! Collects edits.

use lsflint_syntax::{Edit, TextRange, TextSize};

/// Whitespace in the place of other whitespace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change {
    pub(crate) range: TextRange,
    insert: Insert,
}

/// New whitespace: a file out of shape has several for each line, so it is not a text of its own.
#[derive(Debug, Clone, Copy)]
enum Insert {
    Spaces(u32),
    LineEnd(LineEnd),
    /// A backslash, a line end, and spaces before the next line.
    Continuation(LineEnd, u32),
}

/// `\n` or `\r\n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineEnd {
    Lf,
    CrLf,
}

impl LineEnd {
    fn text(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }
}

const SPACES: &str = "                                                                ";

impl Insert {
    fn write(self, out: &mut String) {
        let count = match self {
            Insert::Spaces(count) => count,
            Insert::LineEnd(line_end) => return out.push_str(line_end.text()),
            Insert::Continuation(line_end, count) => {
                out.push_str(" \\");
                out.push_str(line_end.text());
                count
            }
        };
        let mut rest = count as usize;
        while let Some(more) = rest.checked_sub(SPACES.len()) {
            out.push_str(SPACES);
            rest = more;
        }
        out.push_str(&SPACES[..rest]);
    }

    /// Whether it is this text.
    fn is(self, text: &str) -> bool {
        match self {
            Insert::Spaces(count) => text.len() == count as usize && text.bytes().all(|it| it == b' '),
            Insert::LineEnd(line_end) => text == line_end.text(),
            Insert::Continuation(line_end, count) => {
                let rest = text.strip_prefix(" \\").and_then(|it| it.strip_prefix(line_end.text()));
                rest.is_some_and(|it| Insert::Spaces(count).is(it))
            }
        }
    }
}

impl From<Change> for Edit {
    fn from(change: Change) -> Edit {
        let mut insert = String::new();
        change.insert.write(&mut insert);
        Edit { range: change.range, insert }
    }
}

/// Edits of a text, in any order while they are collected.
pub(crate) struct Edits<'a> {
    text: &'a str,
    found: Vec<Change>,
}

impl<'a> Edits<'a> {
    pub(crate) fn new(text: &'a str) -> Edits<'a> {
        Edits { text, found: Vec::new() }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Removes a text.
    pub(crate) fn remove(&mut self, from: TextSize, to: TextSize) {
        self.replace(TextRange::new(from, to), Insert::Spaces(0));
    }

    /// Puts some spaces in the place of a text.
    pub(crate) fn spaces(&mut self, range: TextRange, count: usize) {
        self.replace(range, Insert::Spaces(count as u32));
    }

    /// Puts a line end in the place of a text.
    pub(crate) fn line_end(&mut self, from: TextSize, to: TextSize, line_end: LineEnd) {
        self.replace(TextRange::new(from, to), Insert::LineEnd(line_end));
    }

    /// Puts a continuation in the place of another one; the next line begins in a column.
    pub(crate) fn continuation(&mut self, range: TextRange, line_end: LineEnd, column: usize) {
        self.replace(range, Insert::Continuation(line_end, column as u32));
    }

    /// Replaces whitespace with spaces, unless it contains a line break.
    pub(crate) fn blanks(&mut self, from: TextSize, to: TextSize, count: usize) {
        let range = TextRange::new(from, to);
        let insert = Insert::Spaces(count as u32);
        let old = &self.text[range];
        // A backslash alone on a line is in the whitespace before the next line.
        if !insert.is(old) && !old.contains('\n') {
            self.found.push(Change { range, insert });
        }
    }

    /// Puts new whitespace in the place of a text, unless it is there already.
    fn replace(&mut self, range: TextRange, insert: Insert) {
        if !insert.is(&self.text[range]) {
            self.found.push(Change { range, insert });
        }
    }

    /// The edits in order.
    pub(crate) fn finish(mut self) -> Vec<Change> {
        self.found.sort_by_key(|it| (it.range.start(), it.range.end()));
        self.found
    }
}

/// A text after edits that are ordered and disjoint.
pub(crate) fn apply(text: &str, changes: &[Change]) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut from = 0;
    for change in changes {
        out.push_str(&text[from..usize::from(change.range.start())]);
        change.insert.write(&mut out);
        from = change.range.end().into();
    }
    out.push_str(&text[from..]);
    out
}
