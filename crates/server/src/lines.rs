//! Many places of one text at once: the lines are counted once, so that each place costs next to nothing.

use lsflint_ide::Range;
use tower_lsp::ls_types::{self as lsp, Position};

use crate::convert::Encoding;

/// The lines of a text. For a few places of a long text [`crate::convert::Positions`] is cheaper.
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// Where each line begins. Lines end at `\n`, `\r\n` and `\r`, as the protocol has it.
    starts: Vec<u32>,
    /// All columns are bytes.
    bytes: bool,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str, encoding: Encoding) -> Lines<'t> {
        let mut starts = Vec::with_capacity(text.len() / 24 + 1);
        starts.push(0);
        let bytes = text.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at as u32 + 1);
            }
        }
        Lines { text, starts, bytes: encoding == Encoding::Utf8 || text.is_ascii(), encoding }
    }

    /// The position of a byte.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let line = self.starts.partition_point(|it| *it <= offset) - 1;
        Position::new(line as u32, self.column(line, offset))
    }

    /// The range of bytes.
    pub(crate) fn range(&self, range: Range) -> lsp::Range {
        lsp::Range::new(self.position(range.start), self.position(range.end))
    }

    /// The position of a byte that is not before the line; the line moves along. For places in order.
    pub(crate) fn forward(&self, line: &mut usize, offset: u32) -> Position {
        while self.starts.get(*line + 1).is_some_and(|it| *it <= offset) {
            *line += 1;
        }
        Position::new(*line as u32, self.column(*line, offset))
    }

    /// The length of a part of a line; it ends with the line, if not before.
    pub(crate) fn length(&self, line: usize, range: Range) -> u32 {
        let end = self.starts.get(line + 1).map_or(range.end, |it| range.end.min(it - 1));
        self.width(range.start, end.max(range.start))
    }

    fn column(&self, line: usize, offset: u32) -> u32 {
        self.width(self.starts[line], offset)
    }

    /// How many units of the encoding two places of a line are apart.
    fn width(&self, from: u32, to: u32) -> u32 {
        if self.bytes {
            return to - from;
        }
        let part = self.text.get(from as usize..to as usize).unwrap_or_default();
        let width = |it: char| match self.encoding {
            Encoding::Utf8 => it.len_utf8(),
            Encoding::Utf16 => it.len_utf16(),
            Encoding::Utf32 => 1,
        };
        part.chars().map(width).sum::<usize>() as u32
    }
}

#[cfg(test)]
mod tests {
    use ropey::Rope;

    use super::*;
    use crate::convert::Positions;

    #[test]
    fn the_same_places_as_one_by_one() {
        let text = "# ä€😀x\r\nab\rc\n\n😀\u{2028}d";
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let (lines, positions) = (Lines::new(text, encoding), Positions::new(Rope::from_str(text), encoding));
            let mut line = 0;
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let offset = offset as u32;
                assert_eq!(lines.position(offset), positions.position(offset), "{encoding:?} {offset}");
                assert_eq!(lines.forward(&mut line, offset), positions.position(offset), "{encoding:?} {offset}");
            }
        }
    }

    #[test]
    fn lengths_end_with_the_line() {
        let lines = Lines::new("ä😀\rx", Encoding::Utf16);
        assert_eq!(lines.length(0, Range { start: 0, end: 6 }), 3);
        assert_eq!(lines.length(0, Range { start: 0, end: 8 }), 3);
        assert_eq!(lines.length(1, Range { start: 7, end: 8 }), 1);
    }
}
