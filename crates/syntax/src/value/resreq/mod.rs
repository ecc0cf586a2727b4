//! Parses requirement strings: `RES_REQ`, `STOP_COND`, `RESUME_COND`, `bsub -R`.
//!
//! A recursive descent parser over the bytes of the string, without a separate lexer, because the meaning of a
//! character depends on its position: `-` is an operator in select, part of a host name after `hname ==`, reverses
//! order, and is a sign in span.
//!
//! | file | parses |
//! |---|---|
//! | `shape` | compound `n*{..} + ..` and alternative `{..} || {..}@5` |
//! | `simple`, `section` | a list of sections: their keywords, their ends, the text between them |
//! | `select`, `operator`, `operand`, `text` | expressions |
//! | `order`, `usage`, `span`, `affinity`, `list` | the content of the other sections |
//! | `balance` | pairs of brackets, in strings with nested ones |
//!
//! Errors are about syntax only; names, types, ranges and contradictions are checked by rules. One mistake causes one
//! error: after an unpaired bracket or quote, no other errors are reported ([`Reader::error`]).

mod affinity;
mod balance;
mod error;
mod list;
mod operand;
mod operator;
mod order;
mod section;
mod select;
mod shape;
mod simple;
mod span;
mod text;
mod usage;

use std::ops::{Deref, DerefMut, Range};

use super::{ValueParser, blank};
use crate::ErrorKind;
use crate::SyntaxKind::{self, *};
use balance::Balance;
pub use error::ResReqError;

impl From<ResReqError> for ErrorKind {
    fn from(error: ResReqError) -> ErrorKind {
        ErrorKind::ResReq(error)
    }
}

/// Parses a requirement string.
pub(super) fn requirement(parser: &mut ValueParser<'_, '_>) {
    whole(parser, RES_REQ);
}

/// Parses the value of STOP_COND or RESUME_COND, which has the same syntax, but only its select section is used.
pub(super) fn condition(parser: &mut ValueParser<'_, '_>) {
    whole(parser, CONDITION);
}

fn whole(parser: &mut ValueParser<'_, '_>, kind: SyntaxKind) {
    let start = parser.position();
    let length = trimmed(parser.rest()).len();
    // A typographic quote or space is already reported for the value; other errors would have the same cause.
    let foreign = crate::file::lookalike(&parser.rest()[..length]).is_some();
    let state = &mut State { quiet_until: if foreign { usize::MAX } else { 0 }, ..State::default() };
    parser.start(kind);
    Reader { parser: &mut *parser, state }.within(start + length, |it| it.outside());
    parser.end();
}

/// The state of parsing a requirement string.
#[derive(Default)]
struct State {
    /// The string without outer quotes.
    range: Range<usize>,
    balance: Option<Balance>,
    /// Errors that start before this offset are consequences of a reported one and not reported.
    quiet_until: usize,
    /// Whether the cursor is inside the brackets of a section.
    bracketed: bool,
    /// Whether the cursor is inside a term of a compound.
    in_term: bool,
    /// Whether the cursor is inside braces.
    in_braces: bool,
}

/// The parser of a requirement string: the cursor and the state.
struct Reader<'r, 'p, 't> {
    parser: &'r mut ValueParser<'p, 't>,
    state: &'r mut State,
}

impl<'p, 't> Deref for Reader<'_, 'p, 't> {
    type Target = ValueParser<'p, 't>;

    fn deref(&self) -> &ValueParser<'p, 't> {
        self.parser
    }
}

impl DerefMut for Reader<'_, '_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.parser
    }
}

impl<'p, 't> Reader<'_, 'p, 't> {
    /// Parses the whole value: quotes, whitespace, and the string.
    fn outside(&mut self) {
        if self.rest().starts_with("-R") && self.peek_at(2).is_none_or(|it| blank(it) || is_quote(it)) {
            let at = self.position();
            self.outer_error(ResReqError::CommandLineOption, at..at + 2);
            self.bump(ERROR_TEXT, 2);
            self.blanks();
        }
        let start = self.position();
        let end = self.end_position();
        let (opens, closes) = self.outer_quotes();
        self.state.range = start + usize::from(opens)..end - usize::from(closes);
        self.bump(QUOTE, usize::from(opens));
        self.within(self.state.range.end, |it| {
            it.blanks();
            match () {
                () if it.at_end() && closes => it.outer_error(ResReqError::EmptyQuotes, start..end),
                () if it.at_end() => {}
                () if opens && it.quoted_again() => it.second_quotes(),
                () => it.string(),
            }
        });
        self.bump(QUOTE, usize::from(closes));
    }

    /// Whether the value starts and ends with quotes around the whole value, not around a word of it.
    fn outer_quotes(&mut self) -> (bool, bool) {
        let text = self.rest().as_bytes();
        let (Some(&first), Some(&last)) = (text.first(), text.last()) else { return (false, false) };
        let (start, end) = (self.position(), self.end_position());
        let odd = |quote: u8| text.iter().filter(|&&byte| byte == quote).count() % 2 == 1;
        let (opens, closes, flaw) = match (is_quote(first), is_quote(last)) {
            (true, true) if first == last && text.len() > 1 => (true, true, None),
            (true, true) if first != last && odd(last) => {
                (true, true, Some((ResReqError::MismatchedOuterQuotes, end - 1..end)))
            }
            (true, _) if odd(first) => (true, false, Some((ResReqError::UnclosedQuote, start..start + 1))),
            (false, true) if odd(last) => (false, true, Some((ResReqError::StrayQuote, end - 1..end))),
            _ => (false, false, None),
        };
        if let Some((kind, range)) = flaw {
            self.outer_error(kind, range);
        }
        (opens, closes)
    }

    /// Whether the remaining text is quoted as a whole.
    fn quoted_again(&self) -> bool {
        let text = trimmed(self.rest()).as_bytes();
        text.len() > 1
            && is_quote(text[0])
            && text.last() == text.first()
            && text.iter().filter(|&&byte| byte == text[0]).count() == 2
    }

    /// Parses a second pair of quotes around the whole value.
    fn second_quotes(&mut self) {
        let start = self.position();
        let end = start + trimmed(self.rest()).len();
        self.outer_error(ResReqError::DoubledOuterQuotes, start..end);
        self.state.range = start + 1..end - 1;
        self.bump(QUOTE, 1);
        self.within(end - 1, |it| {
            it.blanks();
            if !it.at_end() {
                it.string();
            }
        });
        self.bump(QUOTE, 1);
        self.blanks();
    }

    /// Parses a compound, alternative or simple requirement. Without braces it is simple, which is a fast check.
    fn string(&mut self) {
        let braces = self.rest().as_bytes().contains(&b'{') && self.next_brace(self.position()).is_some();
        if braces || self.counts_section() {
            self.braces(shape::Place::Top);
        } else {
            self.simple();
        }
    }

    // --- errors ---

    /// Reports an error, unless it is a consequence of another one: after the first unpaired bracket or quote, or
    /// before `quiet_until`.
    fn error(&mut self, kind: ResReqError, range: Range<usize>) {
        if range.start >= self.state.quiet_until && range.start < self.balance().unsure {
            self.parser.error(kind, range);
        }
    }

    /// Reports an error outside of the string, regardless of the balance, which is about the text inside the quotes.
    fn outer_error(&mut self, kind: ResReqError, range: Range<usize>) {
        if range.start >= self.state.quiet_until {
            self.parser.error(kind, range);
        }
    }

    /// Reports an unpaired bracket or quote, as determined by the balance of the whole string.
    fn unbalanced(&mut self, kind: ResReqError, at: usize) {
        if self.balance().flaw.is_none() {
            self.error(kind, at..at + 1);
        }
    }

    /// The balance of the string, computed and reported on first use, that is, if there is any error.
    fn balance(&mut self) -> &Balance {
        if self.state.balance.is_none() {
            let balance = Balance::new(self.parser.text.as_bytes(), self.state.range.clone());
            if let Some((kind, range)) = &balance.flaw {
                self.outer_error(*kind, range.clone());
            }
            self.state.balance = Some(balance);
        }
        self.state.balance.as_ref().expect("made above")
    }

    /// Suppresses errors up to the end of the current part.
    fn suppress_errors(&mut self) {
        self.state.quiet_until = self.state.quiet_until.max(self.end_position());
    }

    // --- parser combinators that also maintain the state ---

    fn within(&mut self, end: usize, grammar: impl FnOnce(&mut Reader<'_, 'p, 't>)) {
        let state = &mut *self.state;
        self.parser.within(end, |parser| grammar(&mut Reader { parser, state }));
    }

    fn nested(&mut self, grammar: impl FnOnce(&mut Reader<'_, 'p, 't>)) {
        // Text beyond the limit is not parsed, so closing brackets in it are not missing.
        if self.parser.depth >= super::MAX_DEPTH {
            self.suppress_errors();
        }
        let state = &mut *self.state;
        self.parser.nested(|parser| grammar(&mut Reader { parser, state }));
    }

    // --- lookahead ---

    /// The byte at an offset before the end of the current part.
    fn byte(&self, at: usize) -> Option<u8> {
        if at < self.parser.end { Some(self.parser.text.as_bytes()[at]) } else { None }
    }

    /// The bytes of the current part from an offset on; empty after its end.
    fn bytes_from(&self, at: usize) -> &'p [u8] {
        self.parser.text.as_bytes().get(at..self.parser.end).unwrap_or_default()
    }

    /// The distance from the cursor to the first non-whitespace byte at or after `ahead`.
    fn skip_blanks_from(&self, ahead: usize) -> usize {
        ahead + self.bytes_from(self.position() + ahead).iter().take_while(|&&byte| blank(byte)).count()
    }

    /// The number of bytes from the cursor plus `ahead` on that belong to a name.
    fn name_length(&self, ahead: usize) -> usize {
        self.bytes_from(self.position() + ahead).iter().take_while(|&&byte| is_name(byte)).count()
    }

    /// The first byte after the whitespace at the cursor, and its distance.
    fn next(&self) -> Option<(u8, usize)> {
        let ahead = self.skip_blanks_from(0);
        self.peek_at(ahead).map(|byte| (byte, ahead))
    }

    /// The range of the next `length` bytes.
    fn ahead(&self, length: usize) -> Range<usize> {
        self.position()..self.position() + length
    }

    /// The range of the word or single character that starts `ahead` bytes after the cursor.
    fn token_ahead(&self, ahead: usize) -> Range<usize> {
        let start = self.position() + ahead;
        let length = match self.name_length(ahead) {
            0 => self.slice(start..self.end_position()).chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        start..start + length
    }

    /// Writes whitespace of a known length and the following text.
    fn bump_after(&mut self, ahead: usize, kind: SyntaxKind, length: usize) {
        self.bump(WHITESPACE, ahead);
        self.bump(kind, length);
    }
}

/// Whether a byte can be part of a resource name: letters, digits, `_`, `~` (found in practice), and non-ASCII bytes.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'~' || byte >= 0x80
}

/// Whether a byte can start a name.
fn starts_name(byte: u8) -> bool {
    is_name(byte) && !byte.is_ascii_digit()
}

/// Whether a character is whitespace for LSF; Unicode spaces are not.
fn is_blank(character: char) -> bool {
    u8::try_from(character).is_ok_and(blank)
}

/// The text without trailing whitespace.
fn trimmed(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'\'' | b'"')
}
