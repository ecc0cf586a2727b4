//! Parses the end of a line after its content: whitespace, a dangling continuation, a comment, the line break.

use lsflint_spec::LexerFamily;

use super::FileParser;
use crate::SyntaxKind::*;
use crate::error::StructureError;
use crate::line::Line;

impl FileParser<'_, '_> {
    /// Writes the end of a line: whitespace, a dangling continuation, a comment and the line break.
    pub(super) fn tail(&mut self, line: &Line) {
        let end = line.end as usize;
        // Leading whitespace of a line without content, and content that a parser did not consume.
        self.out.token(WHITESPACE, line.content_start as usize);
        self.out.token(ERROR_TEXT, line.content_end as usize);
        let text = self.out.text();
        let from = self.out.written();
        // Fast path: most lines end with their content.
        if text.as_bytes()[from..end] == *b"\n" {
            self.out.token(NEWLINE, end);
            return;
        }
        let blanks = text.as_bytes()[from..end].iter().take_while(|&&byte| crate::line::is_blank(byte)).count();
        let next = from + blanks;
        if text.as_bytes().get(next) == Some(&b'\\') && next < end {
            self.dangling_continuation(line, next);
            return;
        }
        // The carriage return belongs to the line end.
        let blanks_end =
            if text[..next].ends_with('\r') && text[next..end].starts_with('\n') { next - 1 } else { next };
        self.out.token(WHITESPACE, blanks_end.max(from));
        self.rest_of_line(line);
    }

    /// Writes a comment, hidden text and the line end.
    pub(super) fn rest_of_line(&mut self, line: &Line) {
        let text = self.out.text();
        let end = line.end as usize;
        let rest = &text[self.out.written()..end];
        let body = rest.strip_suffix('\n').map_or(rest, |it| it.strip_suffix('\r').unwrap_or(it));
        let start = self.out.written();
        let blanks = body.len() - body.trim_start_matches([' ', '\t', '\x0b', '\x0c', '\r']).len();
        self.out.token(WHITESPACE, start + blanks);
        if let Some(first) = body[blanks..].chars().next() {
            let kind = match first {
                '#' => COMMENT,
                '\0' => HIDDEN_TEXT,
                _ => ERROR_TEXT,
            };
            if first == '\0' {
                self.structure_error(StructureError::NulByte, start + blanks..start + blanks + 1);
            }
            self.out.token(kind, start + body.len());
        }
        self.out.token(NEWLINE, end);
    }

    /// Writes a backslash at the end of a line that has no continuation.
    pub(super) fn dangling_continuation(&mut self, line: &Line, backslash: usize) {
        let end = line.end as usize;
        let text = self.out.text();
        self.out.token(WHITESPACE, backslash);
        let after = &text[backslash + 1..end];
        if self.family != LexerFamily::Batch && !after.trim_end_matches('\n').is_empty() {
            // Readers of base files ignore the backslash and end the line, although a continuation was intended.
            self.out.token(CONTINUATION, backslash + 1);
            let blanks = after.trim_end_matches('\n').len();
            self.structure_error(StructureError::BlankAfterContinuation, backslash..backslash + 1 + blanks);
            self.rest_of_line(line);
            return;
        }
        self.out.token(CONTINUATION, end);
        let range = backslash..backslash + 1;
        if end == text.len() {
            self.structure_error(StructureError::ContinuationAtEnd, range);
        } else {
            self.structure_error(StructureError::ContinuationIntoComment, range);
        }
    }
}
