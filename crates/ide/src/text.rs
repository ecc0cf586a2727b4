//! Helpers for texts of files.

use lsflint_syntax::TextRange;

use crate::Range;

/// A range without surrounding whitespace and line breaks; empty at its start if nothing remains.
pub(crate) fn trimmed(text: &str, range: TextRange) -> Range {
    let blank = |it: char| it.is_ascii_whitespace() || it == '\u{b}';
    let inside = &text[range];
    let shorter = inside.trim_start_matches(blank);
    if shorter.is_empty() {
        return Range { start: range.start().into(), end: range.start().into() };
    }
    let start = usize::from(range.start()) + (inside.len() - shorter.len());
    let end = start + shorter.trim_end_matches(blank).len();
    Range { start: size(start), end: size(end) }
}

/// The offset of the start of the line that contains an offset.
pub(crate) fn line_start(text: &str, offset: u32) -> u32 {
    text[..offset as usize].rfind('\n').map_or(0, |at| size(at + 1))
}

/// The offset of the end of the line that contains an offset, before its line end.
pub(crate) fn line_end(text: &str, offset: u32) -> u32 {
    let rest = &text[offset as usize..];
    let end = rest.find('\n').map_or(text.len(), |at| offset as usize + at);
    let line = &text[offset as usize..end];
    size(offset as usize + line.strip_suffix('\r').unwrap_or(line).len())
}

/// Converts a length or offset; texts of 4 GB and more are rejected earlier.
pub(crate) fn size(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
