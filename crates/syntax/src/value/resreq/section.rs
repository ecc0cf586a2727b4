//! Parses sections: their keywords, their ends, and the grammars of their contents.

use super::select::Ends;
use super::{Reader, ResReqError, is_name, is_quote, trimmed};
use crate::SyntaxKind::{self, *};

/// The section keywords and their nodes.
const KEYWORDS: [(&str, SyntaxKind); 7] = [
    ("select", SELECT_SECTION),
    ("order", ORDER_SECTION),
    ("rusage", RUSAGE_SECTION),
    ("span", SPAN_SECTION),
    ("same", SAME_SECTION),
    ("cu", CU_SECTION),
    ("affinity", AFFINITY_SECTION),
];

/// The node kind of the section with this keyword.
pub(super) fn keyword(word: &[u8]) -> Option<SyntaxKind> {
    KEYWORDS.iter().find(|(name, _)| name.as_bytes() == word).map(|&(_, kind)| kind)
}

fn keyword_in_any_case(word: &[u8]) -> Option<SyntaxKind> {
    KEYWORDS.iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(word)).map(|&(_, kind)| kind)
}

/// The start of a section: keyword and opening bracket, as distances from the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) kind: SyntaxKind,
    /// The length of the keyword in bytes; 0 if there is only a bracket.
    word: usize,
    /// Whether the keyword is not in lowercase.
    miscased: bool,
    /// The number of bytes from the end of the keyword to an `=`.
    equals: Option<usize>,
    /// The number of bytes from the start of the keyword to the bracket.
    bracket: Option<usize>,
}

impl Reader<'_, '_, '_> {
    /// The section that starts `ahead` bytes after the cursor, if there is one.
    pub(super) fn head(&self, ahead: usize) -> Option<Head> {
        let word = self.name_length(ahead);
        let text = &self.bytes_from(self.position() + ahead)[..word];
        let behind = self.skip_blanks_from(ahead + word);
        let known = keyword(text);
        let head = |kind: SyntaxKind, bracket: Option<usize>| Head {
            kind,
            word,
            miscased: false,
            equals: None,
            bracket: bracket.map(|it| it - ahead),
        };
        match (self.peek_at(behind)?, known) {
            (b'[', _) if word == 0 => Some(head(UNKNOWN_REQ_SECTION, Some(behind))),
            (b'[', Some(kind)) => Some(head(kind, Some(behind))),
            (b'[', None) => {
                let folded = keyword_in_any_case(text);
                let kind = folded.unwrap_or(UNKNOWN_REQ_SECTION);
                Some(Head { miscased: folded.is_some(), ..head(kind, Some(behind)) })
            }
            (b'(' | b'{', Some(kind)) => Some(head(kind, Some(behind))),
            (b'=', _) if word > 0 => {
                let bracket = self.skip_blanks_from(behind + 1);
                let equals = Some(behind - ahead - word);
                let kind = known.unwrap_or(UNKNOWN_REQ_SECTION);
                (self.peek_at(bracket) == Some(b'[')).then(|| Head { equals, ..head(kind, Some(bracket)) })
            }
            // `rusage mem=10`: a lone keyword could be a site-defined resource, but not if another word follows.
            (byte, Some(kind)) if byte.is_ascii_alphabetic() && behind > ahead + word && !self.state.bracketed => {
                self.operator(behind).is_none().then(|| head(kind, None))
            }
            _ => None,
        }
    }

    /// The length of the text before a section keyword at the end of the next `length` bytes: `any` in `anyrusage[`.
    pub(super) fn glued_keyword(&self, length: usize) -> Option<usize> {
        let word = &self.bytes_from(self.position())[..length];
        KEYWORDS.iter().find_map(|(name, _)| word.strip_suffix(name.as_bytes())).map(<[u8]>::len).filter(|&it| it > 0)
    }

    /// Parses a section instead of an operand.
    pub(super) fn nested_section(&mut self, head: Head) {
        if head.kind != UNKNOWN_REQ_SECTION {
            let keyword = self.ahead(head.word);
            self.error(ResReqError::NestedSection, keyword);
        }
        // The misplaced section is reported; errors in its spelling are not.
        self.nested(|it| it.section(Head { miscased: false, ..head }));
    }

    /// Parses a section, from its keyword to its closing bracket.
    pub(super) fn section(&mut self, head: Head) {
        let start = self.position();
        let keyword = self.ahead(head.word);
        self.start(head.kind);
        if head.miscased {
            self.error(ResReqError::KeywordCase, keyword.clone());
        }
        if head.kind == UNKNOWN_REQ_SECTION && head.word > 0 {
            self.error(ResReqError::UnknownSection, keyword.clone());
        }
        self.bump(if head.kind == UNKNOWN_REQ_SECTION { NAME } else { KEYWORD }, head.word);
        if let Some(equals) = head.equals {
            self.bump(WHITESPACE, equals);
            let range = self.ahead(1);
            if head.kind != UNKNOWN_REQ_SECTION {
                self.error(ResReqError::EqualsBeforeBracket, range);
            }
            self.bump(EQ, 1);
        }
        if head.bracket.is_some() {
            self.blanks();
            self.brackets(head, start);
        } else {
            self.error(ResReqError::MissingBracket, keyword);
            let end = self.next_head();
            if end > self.position() {
                self.blanks();
                let outer = std::mem::replace(&mut self.state.bracketed, true);
                self.within(end, |it| it.content(head.kind));
                self.state.bracketed = outer;
            }
        }
        self.end();
    }

    fn brackets(&mut self, head: Head, start: usize) {
        let open = self.position();
        let byte = self.peek();
        let (close_byte, open_kind, close_kind) = match byte {
            Some(b'(') => (b')', L_PAREN, R_PAREN),
            Some(b'{') => (b'}', L_BRACE, R_BRACE),
            _ => (b']', L_BRACKET, R_BRACKET),
        };
        let end = self.section_end(open);
        let closed = self.byte(end) == Some(close_byte);
        if !closed {
            self.unbalanced(ResReqError::UnclosedBracket, open);
        }
        if byte != Some(b'[') {
            self.error(ResReqError::WrongBracket, open..open + 1);
        } else if head.word == 0 {
            self.error(ResReqError::SectionWithoutKeyword, open..open + 1);
        }
        self.bump(open_kind, 1);
        self.blanks();
        if self.position() >= end {
            if closed && head.kind != UNKNOWN_REQ_SECTION {
                self.error(ResReqError::EmptySection, start..end + 1);
            }
        } else {
            let outer = std::mem::replace(&mut self.state.bracketed, true);
            self.within(end, |it| it.quoted_content(head.kind));
            self.state.bracketed = outer;
        }
        if closed {
            self.bump(close_kind, 1);
        }
    }

    /// The end of the content of a section whose bracket opens at an offset: the closing bracket, or where it is
    /// expected.
    fn section_end(&mut self, open: usize) -> usize {
        // Fast path: in most strings the next bracket is the closing one.
        if self.byte(open) == Some(b'[') {
            let mut at = open + 1;
            while let Some(byte) = self.byte(at) {
                match byte {
                    b']' => return at,
                    b'[' => break,
                    _ if is_quote(byte) => match self.bytes_from(at + 1).iter().position(|&it| it == byte) {
                        Some(length) => at += length + 1,
                        None => break,
                    },
                    _ => {}
                }
                at += 1;
            }
        }
        let end = self.end_position();
        let balance = self.balance();
        if let Some(close) = balance.partner(open).filter(|&it| it < end) {
            return close;
        }
        // Unclosed: the content ends before the keyword of the next section.
        let next = balance.next_bracket(open).filter(|&it| it < end);
        next.map_or(end, |bracket| {
            let before = trimmed(self.slice(open + 1..bracket));
            let word = before.bytes().rev().take_while(|&byte| is_name(byte)).count();
            let content = before.len() - word;
            if content == 0 { bracket } else { open + 1 + content }
        })
    }

    /// The start of the next section with brackets, or the end.
    fn next_head(&self) -> usize {
        let rest = self.bytes_from(self.position());
        let Some(bracket) = rest.iter().position(|&byte| byte == b'[') else { return self.end_position() };
        let before = trimmed(self.slice(self.position()..self.position() + bracket));
        let word = before.bytes().rev().take_while(|&byte| is_name(byte)).count();
        self.position() + trimmed(&before[..before.len() - word]).len()
    }

    /// Parses the content of a section, possibly quoted as a whole.
    fn quoted_content(&mut self, kind: SyntaxKind) {
        let text = trimmed(self.rest()).as_bytes();
        let around = |quote: u8| is_quote(quote) && text.iter().filter(|&&byte| byte == quote).count() == 2;
        if text.len() > 2 && text[0] == text[text.len() - 1] && around(text[0]) {
            let (start, end) = (self.position(), self.position() + text.len());
            self.error(ResReqError::QuotesInsideBrackets, start..end);
            self.bump(QUOTE, 1);
            self.within(end - 1, |it| {
                it.blanks();
                it.content(kind);
            });
            self.bump(QUOTE, 1);
        } else {
            self.content(kind);
        }
        self.blanks();
    }

    fn content(&mut self, kind: SyntaxKind) {
        match kind {
            SELECT_SECTION => self.expression(Ends::Section),
            ORDER_SECTION => self.order(),
            RUSAGE_SECTION => self.rusage(),
            SPAN_SECTION => self.span(),
            SAME_SECTION => self.same(),
            CU_SECTION => self.compute_units(),
            AFFINITY_SECTION => self.affinity(),
            _ => {
                let length = trimmed(self.rest()).len();
                self.bump(TEXT, length);
            }
        }
    }
}
