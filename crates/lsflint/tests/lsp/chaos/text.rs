//! A document as the client has it: positions and edits, written a second time and in the plainest way.

use serde_json::{Value, json};

/// What columns count.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    pub(crate) const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        }
    }

    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A position of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Position {
    pub(crate) fn json(self) -> Value {
        json!({"line": self.line, "character": self.column})
    }
}

/// Where the lines begin and where their text ends.
fn lines(text: &str) -> Vec<(usize, usize)> {
    let mut lines = Vec::new();
    let bytes = text.as_bytes();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let width = match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => {
                at += 1;
                continue;
            }
        };
        lines.push((start, at));
        at += width;
        start = at;
    }
    lines.push((start, bytes.len()));
    lines
}

/// The byte at a position, as the protocol says for positions that are not there.
pub(crate) fn offset(text: &str, position: Position, encoding: Encoding) -> usize {
    let Some((start, end)) = lines(text).get(position.line).copied() else { return text.len() };
    let mut counted = 0;
    for (at, letter) in text[start..end].char_indices() {
        counted += encoding.width(letter);
        if counted > position.column {
            return start + at;
        }
    }
    end
}

/// The position of a byte.
pub(crate) fn position(text: &str, offset: usize, encoding: Encoding) -> Position {
    let lines = lines(text);
    let line = lines.iter().rposition(|it| it.0 <= offset).unwrap_or(0);
    let (start, end) = lines[line];
    let column = text[start..offset.min(end)].chars().map(|it| encoding.width(it)).sum();
    Position { line, column }
}

/// Replaces what is between two positions.
pub(crate) fn replace(text: &mut String, from: Position, to: Position, insert: &str, encoding: Encoding) {
    let (from, to) = (offset(text, from, encoding), offset(text, to, encoding));
    text.replace_range(from.min(to)..from.max(to), insert);
}
