//! Converts offsets in a text to lines and columns, and to bytes on disk.

use line_index::{LineIndex, TextSize};

use crate::source::Source;

/// A position in a file, in the units of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, 1-based.
    pub line: usize,
    /// The column, 1-based, in Unicode scalar values.
    pub column: usize,
    /// The byte offset in the file on the disk, 0-based.
    pub offset: usize,
}

/// The line starts of a text, and its multi-byte characters.
pub struct Positions {
    index: LineIndex,
    lines: u32,
    len: usize,
    /// For every multi-byte character: the offset after it, and the number of additional bytes of all such characters
    /// up to it. Avoids counting from the start of a line, which may be very long.
    wide: Vec<(usize, usize)>,
    latin1: bool,
}

impl Positions {
    /// Scans a text once.
    pub fn new(source: &Source) -> Positions {
        let text = &*source.text;
        let index = LineIndex::new(text);
        // After a final line break there is an empty line, as in editors.
        let lines = u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX) + 1;
        let mut wide = Vec::new();
        if !text.is_ascii() {
            let mut extra = 0;
            for (start, letter) in text.char_indices().filter(|(_, letter)| !letter.is_ascii()) {
                extra += letter.len_utf8() - 1;
                wide.push((start + letter.len_utf8(), extra));
            }
        }
        Positions { index, lines, len: text.len(), wide, latin1: source.latin1 }
    }

    /// The position of an offset. Offsets after the end are clamped to it.
    pub fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.len);
        let line = self.line(offset);
        let characters = self.characters(offset);
        Place {
            line: line + 1,
            column: characters - self.characters(self.line_start(line)) + 1,
            offset: if self.latin1 { characters } else { offset },
        }
    }

    /// The line of an offset, 0-based.
    pub(crate) fn line(&self, offset: usize) -> usize {
        // The lookup of the library would scan all multi-byte characters of the line.
        let (mut low, mut high) = (0, self.lines as usize);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.line_start(middle) <= offset { low = middle } else { high = middle }
        }
        low
    }

    /// The byte range of a line with its line break.
    pub(crate) fn line_range(&self, line: usize) -> std::ops::Range<usize> {
        let range = u32::try_from(line).ok().and_then(|it| self.index.line(it));
        range.map_or(self.len..self.len, std::ops::Range::<usize>::from)
    }

    fn line_start(&self, line: usize) -> usize {
        self.line_range(line).start
    }

    /// The number of characters before an offset.
    fn characters(&self, offset: usize) -> usize {
        match self.wide.partition_point(|it| it.0 <= offset) {
            0 => offset,
            count => offset - self.wide[count - 1].1,
        }
    }
}

/// The start and end of a range as integers.
pub(crate) fn bounds(range: line_index::TextRange) -> (usize, usize) {
    let number = |size: TextSize| usize::from(size);
    (number(range.start()), number(range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, latin1: bool, offset: usize, expected: (usize, usize, usize)) {
        let source = Source { path: "a".into(), text: text.into(), latin1 };
        let place = Positions::new(&source).place(offset);
        assert_eq!((place.line, place.column, place.offset), expected, "{text:?} at {offset}");
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        check("", false, 0, (1, 1, 0));
        check("ab\ncd\n", false, 0, (1, 1, 0));
        check("ab\ncd\n", false, 2, (1, 3, 2));
        check("ab\ncd\n", false, 3, (2, 1, 3));
        check("ab\ncd\n", false, 6, (3, 1, 6));
        check("ab\ncd", false, 99, (2, 3, 5));
        check("ab\r\ncd", false, 4, (2, 1, 4));
    }

    #[test]
    fn columns_are_characters_and_offsets_are_bytes() {
        check("\u{1F600}\u{FC}x", false, 6, (1, 3, 6));
        check("\u{FC}\nx\u{FC}y", false, 6, (2, 3, 6));
    }

    #[test]
    fn latin_1_offsets_are_those_of_the_disk() {
        // On the disk: 6 bytes, FC 0A 78 FC 79 0A.
        check("\u{FC}\nx\u{FC}y\n", true, 6, (2, 3, 4));
        check("\u{FC}\nx\u{FC}y\n", true, 7, (2, 4, 5));
        check("\u{FC}\nx\u{FC}y\n", true, 8, (3, 1, 6));
    }
}
