//! Parses a simple requirement: a sequence of sections, the first one possibly a selection without `select[...]`.

use super::select::Ends;
use super::{Reader, ResReqError, is_quote};
use crate::SyntaxKind::*;
use crate::value::blank;

impl Reader<'_, '_, '_> {
    /// Parses a simple requirement up to the end of the current part; trailing whitespace is left for the enclosing
    /// node.
    pub(super) fn simple(&mut self) {
        self.start(SIMPLE);
        let quiet = self.state.quiet_until;
        let (mut empty, mut selected, mut separated) = (true, false, true);
        while let Some((byte, ahead)) = self.next() {
            self.bump(WHITESPACE, ahead);
            self.state.quiet_until = quiet;
            separated |= ahead > 0;
            if let Some(head) = self.head(0) {
                if ahead == 0 && !separated {
                    let keyword = self.token_ahead(0);
                    self.error(ResReqError::MissingSpaceBetweenSections, keyword);
                }
                if head.kind == SELECT_SECTION {
                    if selected {
                        let keyword = self.token_ahead(0);
                        self.error(ResReqError::DuplicateSelect, keyword);
                    }
                    selected = true;
                }
                self.section(head);
            } else if byte == b']' {
                let at = self.position();
                self.unbalanced(ResReqError::StrayBracket, at);
                self.bump(R_BRACKET, 1);
            } else if empty {
                self.start(IMPLICIT_SELECT);
                self.expression(Ends::Section);
                self.end();
                selected = true;
            } else {
                separated = self.loose_text(selected);
                continue;
            }
            (empty, separated) = (false, false);
        }
        self.end();
    }

    /// Parses text that is not part of a section. Returns whether it is a separator before a section.
    fn loose_text(&mut self, selected: bool) -> bool {
        let start = self.position();
        let separators = self.count_while(|byte| matches!(byte, b',' | b';' | b':' | b'&' | b'|' | b'+'));
        let separates = separators > 0 && self.head(self.skip_blanks_from(separators)).is_some();
        let length = if separates { separators } else { self.loose_length() };
        let kind = match separates {
            true => ResReqError::SeparatorBetweenSections,
            false if selected || separators > 0 => ResReqError::LooseText,
            false => ResReqError::ImplicitSelectNotFirst,
        };
        self.error(kind, start..start + length);
        self.start(ERROR);
        self.bump(ERROR_TEXT, length);
        self.end();
        separates
    }

    /// The length of the text up to the next section, a stray bracket or the end.
    fn loose_length(&self) -> usize {
        let bytes = self.bytes_from(self.position());
        let mut length = 0;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if blank(byte) {
                at += 1;
                continue;
            }
            if byte == b']' || (at > 0 && self.head(at).is_some()) {
                break;
            }
            at += match self.name_length(at) {
                0 if is_quote(byte) => bytes[at + 1..].iter().position(|&it| it == byte).map_or(1, |it| it + 2),
                0 => 1,
                word => word,
            };
            length = at;
        }
        length
    }
}
