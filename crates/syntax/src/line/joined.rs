//! The content of a line without its continuations and removed backslashes, with the offsets in the file.

use std::ops::Range;

use lsflint_spec::LexerFamily;

use super::{is_blank, removed_backslash};

/// The content of a line as LSF reads it, as one text, and the mapping to offsets in the file.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) text: String,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy)]
struct Piece {
    clean: usize,
    raw: Range2,
    /// Whether it is a space in place of a continuation or of a backslash and whitespace, as in base files.
    gap: bool,
}

/// A range that is `Copy`.
#[derive(Debug, Clone, Copy)]
struct Range2 {
    start: usize,
    end: usize,
}

impl Joined {
    /// Joins the content of a line.
    pub(crate) fn new(text: &str, content: Range<usize>, family: LexerFamily) -> Joined {
        let mut joined = Joined { text: String::with_capacity(content.len()), pieces: Vec::new() };
        let mut from = content.start;
        while let Some(newline) = text[from..content.end].find('\n').map(|at| from + at) {
            let head = text[from..newline].trim_end_matches(|it: char| it.is_ascii() && is_blank(it as u8));
            let backslash = from + head.strip_suffix('\\').unwrap_or(head).len();
            joined.physical(&text[from..backslash], from, family);
            from = newline + 1;
            if family != LexerFamily::Batch {
                joined.gap(backslash..from);
            }
        }
        joined.physical(&text[from..content.end], from, family);
        joined
    }

    /// Adds the content of a physical line.
    fn physical(&mut self, text: &str, raw: usize, family: LexerFamily) {
        let mut from = 0;
        while family != LexerFamily::Batch
            && let Some(backslash) = removed_backslash(text.as_bytes(), from)
        {
            self.push(&text[from..backslash], raw + from, false);
            self.gap(raw + backslash..raw + backslash + 2);
            from = backslash + 2;
        }
        self.push(&text[from..], raw + from, false);
    }

    /// Adds a space in place of a range of the file.
    fn gap(&mut self, raw: Range<usize>) {
        self.push(" ", raw.start, true);
        if let Some(gap) = self.pieces.last_mut() {
            gap.raw.end = raw.end;
        }
    }

    fn push(&mut self, text: &str, raw: usize, gap: bool) {
        if !text.is_empty() {
            self.pieces.push(Piece { clean: self.text.len(), raw: Range2 { start: raw, end: raw + text.len() }, gap });
            self.text.push_str(text);
        }
    }

    fn piece(&self, clean: usize) -> Option<&Piece> {
        let index = self.pieces.partition_point(|it| it.clean <= clean);
        self.pieces.get(index.checked_sub(1)?)
    }

    /// The file offset of the start of the character at a clean offset.
    pub(crate) fn raw_start(&self, clean: usize) -> usize {
        if clean >= self.text.len() {
            return self.pieces.last().map_or(0, |it| it.raw.end);
        }
        self.piece(clean).map_or(0, |it| it.raw.start + (clean - it.clean))
    }

    /// The file offset of the end of the character that ends at a clean offset.
    pub(crate) fn raw_end(&self, clean: usize) -> usize {
        let Some(before) = clean.checked_sub(1) else { return self.raw_start(0) };
        self.piece(before).map_or(0, |it| if it.gap { it.raw.end } else { it.raw.start + (before - it.clean) + 1 })
    }
}
