//! Parses lists in sections other than select: items with separators, and their values.

use std::ops::Range;

use super::operand::number;
use super::{Reader, ResReqError, is_name, trimmed};
use crate::SyntaxKind::*;
use crate::value::blank;

/// Whether a byte ends a value.
pub(super) fn ends_value(byte: u8) -> bool {
    blank(byte) || matches!(byte, b':' | b',' | b'|' | b'(' | b')' | b';')
}

impl<'p, 't> Reader<'_, 'p, 't> {
    /// Parses items separated by colons. `comma` is the error for a comma instead of a colon. `item` is called only if
    /// there is text, and must consume some of it.
    pub(super) fn list(&mut self, comma: ResReqError, mut item: impl FnMut(&mut Reader<'_, 'p, 't>)) {
        let mut separator = None;
        let mut unseparated = false;
        loop {
            self.blanks();
            let quiet = self.state.quiet_until;
            match self.peek() {
                None | Some(b':' | b',') => {
                    let range = separator.clone().unwrap_or_else(|| self.ahead(usize::from(!self.at_end())));
                    self.error(ResReqError::EmptyItem, range);
                }
                Some(_) if std::mem::take(&mut unseparated) => {
                    self.suppress_errors();
                    item(self);
                    self.state.quiet_until = quiet;
                }
                Some(_) => item(self),
            }
            let Some((byte, ahead)) = self.junk_behind_item(|byte| matches!(byte, b':' | b',')) else { return };
            let range = self.position() + ahead..self.position() + ahead + 1;
            match byte {
                b':' => self.bump_after(ahead, COLON, 1),
                b',' => {
                    self.error(comma, range.clone());
                    self.bump_after(ahead, COMMA, 1);
                }
                _ => {
                    let next = self.token_ahead(ahead);
                    self.error(ResReqError::MissingSeparator, next);
                    unseparated = true;
                }
            }
            separator = Some(range);
        }
    }

    /// Skips text after an item that is neither a separator nor the start of another item. Returns the first byte of
    /// the following text, and its distance from the cursor.
    pub(super) fn junk_behind_item(&mut self, separates: impl Fn(u8) -> bool) -> Option<(u8, usize)> {
        loop {
            let (byte, ahead) = self.next()?;
            if separates(byte) || (is_name(byte) && ahead > 0) || matches!(byte, b'-' | b'!' | b'\'') {
                return Some((byte, ahead));
            }
            self.bump(WHITESPACE, ahead);
            self.unexpected(&separates);
        }
    }

    /// Parses text that is invalid in the section, up to a separator or the end. Consumes at least one character.
    pub(super) fn unexpected(&mut self, separates: impl Fn(u8) -> bool) {
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest.bytes().skip(first).take_while(|&byte| !separates(byte)).count() + first;
        let length = trimmed(&rest[..length]).len().max(first);
        let range = self.ahead(length);
        match self.peek() {
            Some(b')') => self.unbalanced(ResReqError::StrayParenthesis, range.start),
            Some(b'(') if !rest[..length].contains(')') => {
                self.unbalanced(ResReqError::UnclosedParenthesis, range.start);
            }
            _ => self.error(ResReqError::UnexpectedText, range),
        }
        self.bump(ERROR_TEXT, length);
    }

    /// Parses `=` after a name, or other text at its place. Returns its range; `None` if there is no value, which is
    /// reported at the name.
    pub(super) fn assignment(&mut self, name: Range<usize>) -> Option<Range<usize>> {
        let ahead = self.skip_blanks_from(0);
        let rest = self.bytes_from(self.position() + ahead);
        let length = rest.iter().take_while(|&&byte| matches!(byte, b'=' | b'<' | b'>' | b'!')).count();
        if length == 0 {
            match rest.first() {
                // `mem:100`
                Some(b':') if self.number_behind(ahead + 1) => {
                    self.bump(WHITESPACE, ahead);
                    let colon = self.ahead(1);
                    self.error(ResReqError::WrongAssignment, colon.clone());
                    self.bump(BAD_OPERATOR, 1);
                    self.blanks();
                    return Some(colon);
                }
                Some(byte) if ahead > 0 && byte.is_ascii_digit() => {
                    let value = self.token_ahead(ahead);
                    self.error(ResReqError::MissingEquals, value.clone());
                    self.blanks();
                    return Some(value);
                }
                _ => self.error(ResReqError::ItemWithoutValue, name),
            }
            return None;
        }
        self.bump(WHITESPACE, ahead);
        let range = self.ahead(length);
        // `ptile=!` is an assignment of `!`.
        let range = if rest.starts_with(b"=!") { range.start..range.start + 1 } else { range };
        if range.len() == 1 && rest[0] == b'=' {
            self.bump(EQ, 1);
        } else {
            self.error(ResReqError::WrongAssignment, range.clone());
            self.bump(BAD_OPERATOR, range.len());
        }
        self.blanks();
        Some(range)
    }

    /// Whether a number, optionally with a unit, follows the whitespace `ahead` bytes after the cursor.
    fn number_behind(&self, ahead: usize) -> bool {
        let rest = self.bytes_from(self.position() + self.skip_blanks_from(ahead));
        rest.first().is_some_and(u8::is_ascii_digit)
            && rest.iter().find(|&&byte| !is_name(byte) && byte != b'.').is_none_or(|&byte| byte != b'=')
    }

    /// The length of the value at the cursor.
    pub(super) fn value_length(&self, more: impl Fn(u8) -> bool) -> usize {
        self.count_while(|byte| !ends_value(byte) && !more(byte))
    }

    /// Parses a number with sign and unit. `before` is the range for the error if no text follows.
    pub(super) fn amount(&mut self, before: Range<usize>) {
        let length = self.value_length(|byte| byte == b'/');
        let text = self.slice(self.ahead(length)).as_bytes();
        let minus = usize::from(text.first() == Some(&b'-'));
        let found = number(&text[minus..]).filter(|it| text[minus + it.length..].iter().all(|&byte| is_name(byte)));
        let Some(found) = found else { return self.no_number(length, before) };
        self.bump(MINUS, minus);
        self.bump(if found.decimal { NUMBER } else { INTEGER }, found.length);
        let unit = length - minus - found.length;
        if unit > 0 {
            self.unit(unit);
        } else if let Some((ahead, length)) = self.unit_behind_blank(0) {
            self.bump(WHITESPACE, ahead);
            let range = self.ahead(length);
            self.error(ResReqError::BlankBeforeUnit, range);
            self.bump(UNIT, length);
        }
    }

    /// Parses an integer with sign.
    pub(super) fn integer(&mut self, before: Range<usize>) {
        let length = self.value_length(|_| false);
        let text = self.slice(self.ahead(length)).as_bytes();
        let minus = usize::from(text.first() == Some(&b'-'));
        if length > minus && text[minus..].iter().all(u8::is_ascii_digit) {
            self.bump(MINUS, minus);
            self.bump(INTEGER, length - minus);
        } else {
            self.no_number(length, before);
        }
    }

    fn no_number(&mut self, length: usize, before: Range<usize>) {
        let range = self.ahead(length);
        if length == 0 {
            self.error(ResReqError::MissingValue, before);
        } else {
            self.error(ResReqError::ExpectedNumber, range);
            self.bump(WORD, length);
        }
    }

    /// Parses a word up to the end of the value.
    pub(super) fn word(&mut self, before: Range<usize>) {
        let length = self.value_length(|_| false);
        if length == 0 {
            self.error(ResReqError::MissingValue, before);
        }
        self.bump(WORD, length);
    }
}
