//! Helpers for all value grammars: numbers with units, words, surplus text, quotes around a whole value.

use std::ops::Range;

use super::{Quotes, ValueParser, blank};
use crate::SyntaxKind::{self, *};
use crate::error::{ErrorKind, ValueError};

/// The suffix that a number may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// No suffix is allowed.
    None,
    /// `K`, `MB`, `g` ...
    Size,
    /// `%`.
    Percent,
    /// Any suffix of letters, which rules check.
    Letters,
}

/// The form of a number, and the error if it is invalid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount {
    /// Completes "expected ...".
    pub(super) expected: &'static str,
    /// Whether fraction digits are allowed.
    pub(super) fraction: bool,
    pub(super) unit: Unit,
}

/// An integer.
pub(super) const WHOLE: Amount = Amount { expected: "an integer", fraction: false, unit: Unit::None };
/// A decimal number.
pub(super) const DECIMAL: Amount = Amount { expected: "a number", fraction: true, unit: Unit::None };

impl ValueParser<'_, '_> {
    /// The range of the next `length` bytes, limited to the end of the value.
    pub(super) fn ahead(&self, length: usize) -> Range<usize> {
        self.position()..(self.position() + length).min(self.end_position())
    }

    /// The length of the word at the cursor: up to whitespace, one of the stop bytes or the end.
    pub(super) fn word(&self, stops: &[u8]) -> usize {
        self.count_while(|byte| !blank(byte) && !stops.contains(&byte))
    }

    /// Whether the word ends at the cursor: whitespace, one of the stop bytes or the end follows.
    pub(super) fn word_ends(&self, stops: &[u8]) -> bool {
        self.peek().is_none_or(|byte| blank(byte) || stops.contains(&byte))
    }

    /// The length of the rest without trailing whitespace.
    pub(super) fn rest_length(&self) -> usize {
        self.rest().trim_end_matches(|it: char| it.is_ascii() && blank(it as u8)).len()
    }

    /// Whether the byte follows, after optional whitespace.
    pub(super) fn follows(&self, byte: u8) -> bool {
        self.rest().as_bytes().get(self.skip_blanks_from(0)) == Some(&byte)
    }

    /// Writes the rest of the value, if any, as error text and reports it: as `error`, or as an unopened bracket.
    pub(super) fn surplus(&mut self, error: ValueError) {
        self.blanks();
        if !self.at_end() {
            match self.peek() {
                Some(close @ (b']' | b')' | b'}')) => self.error(ValueError::Unopened(close.into()), self.ahead(1)),
                _ => self.error(error, self.ahead(self.rest_length())),
            }
            self.drop_rest();
        }
    }

    /// Writes the rest of the value as error text without reporting it.
    pub(super) fn drop_rest(&mut self) {
        self.blanks();
        self.bump(ERROR_TEXT, self.rest_length());
        self.blanks();
    }

    /// Reports that something else is expected at the cursor; see [`ValueParser::here`].
    pub(super) fn expected(&mut self, error: impl Into<ErrorKind>) {
        self.error(error, self.here());
    }

    /// The range of an error if the expected text is missing: the next word; a closing bracket; before whitespace, the
    /// preceding character; at the end, an empty range.
    pub(super) fn here(&self) -> Range<usize> {
        let at = self.position();
        let length = self.word(&[]);
        if length > 0 {
            return at..at + length;
        }
        match self.text[at..].bytes().next() {
            Some(b']' | b')' | b'}' | b'"' | b'\'') => at..at + 1,
            Some(_) if !self.at_end() => {
                let before = self.text[..at].chars().next_back().map_or(0, char::len_utf8);
                at - before..at
            }
            _ => at..at,
        }
    }

    /// Writes a number with its unit, up to the end of its word. Other text becomes a `WORD` with an error.
    pub(super) fn amount(&mut self, stops: &[u8], amount: Amount) -> bool {
        let length = self.word(stops);
        let split = split_number(&self.rest()[..length]).filter(|(it, _)| amount.fraction || !it.contains('.'));
        let Some((number, unit)) = split else {
            let range = if length == 0 { self.here() } else { self.ahead(length) };
            self.error(ValueError::Expected(amount.expected), range);
            self.bump(WORD, length);
            return false;
        };
        self.bump(if number.contains('.') { NUMBER } else { INTEGER }, number.len());
        if unit.is_empty() {
            return true;
        }
        let allowed = match amount.unit {
            Unit::None => false,
            Unit::Size => is_size_unit(unit),
            Unit::Percent => unit == "%",
            Unit::Letters => unit != "%",
        };
        if !allowed {
            self.error(ValueError::Unit, self.ahead(unit.len()));
        }
        self.bump(if unit == "%" { PERCENT } else { UNIT }, unit.len());
        allowed
    }

    /// Writes a decimal number, possibly with an exponent.
    pub(super) fn decimal(&mut self, stops: &[u8]) {
        let length = self.word(stops);
        if is_exponential(&self.rest()[..length]) {
            self.bump(NUMBER, length);
        } else {
            self.amount(stops, DECIMAL);
        }
    }

    /// Writes a separator that must not be surrounded by whitespace; whitespace around it is written and reported.
    pub(super) fn tight(&mut self, byte: u8, kind: SyntaxKind) {
        let from = self.position();
        let before = self.blanks();
        self.bump(kind, 1);
        let to = self.position();
        let after = self.peek().is_some_and(blank) && self.skip_blanks_from(0) < self.rest().len();
        if after {
            self.blanks();
        }
        if before || after {
            let to = if after { self.position() } else { to };
            self.error(ValueError::BlankAround(byte.into()), from..to);
        }
    }

    /// Runs a grammar inside a pair of quotes around the whole value, or without quotes.
    pub(super) fn unquoted(&mut self, quotes: Quotes, grammar: impl FnOnce(&mut Self)) {
        let Some(quote @ (b'"' | b'\'')) = self.peek() else { return grammar(self) };
        let length = self.rest_length();
        let inner = &self.rest().as_bytes()[1..length];
        match inner.iter().position(|&byte| byte == quote) {
            Some(close) if close + 1 == inner.len() => {
                let whole = self.ahead(length);
                let end = self.position() + 1 + close;
                self.bump(QUOTE, 1);
                self.blanks();
                if self.position() == end {
                    self.error(ValueError::Empty, whole);
                } else {
                    if quotes == Quotes::Reported {
                        self.error(ValueError::Quoted, whole);
                    }
                    self.bounded(end, grammar);
                }
                self.bump(QUOTE, 1);
                self.blanks();
            }
            Some(_) => grammar(self),
            None => {
                self.error(ValueError::Unclosed(quote.into()), self.ahead(1));
                self.bump(QUOTE, 1);
                self.blanks();
                if !self.at_end() {
                    grammar(self);
                }
            }
        }
    }

    /// Runs a grammar up to an end; text that it does not consume is reported and written as error text.
    pub(super) fn bounded(&mut self, end: usize, grammar: impl FnOnce(&mut Self)) {
        let outer = self.limit(end);
        grammar(self);
        self.surplus(ValueError::Unexpected);
        self.limit(outer);
    }
}

/// The number of a word and the unit directly after it; `None` for other words.
pub(super) fn split_number(word: &str) -> Option<(&str, &str)> {
    let number = number_length(word);
    let (number, unit) = word.split_at(number);
    (!number.is_empty() && is_unit(unit)).then_some((number, unit))
}

/// The length of `[+-]digits[.digits]` at the start of a word; 0 without a digit.
fn number_length(word: &str) -> usize {
    let bytes = word.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|it| it.is_ascii_digit()).count();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits(sign);
    let point = sign + whole;
    let fraction = if bytes.get(point) == Some(&b'.') { 1 + digits(point + 1) } else { 0 };
    if whole == 0 && fraction < 2 { 0 } else { point + fraction }
}

/// Whether a text is `%`, empty, or letters short enough to be a unit.
fn is_unit(text: &str) -> bool {
    text == "%" || text.len() <= 7 && text.bytes().all(|it| it.is_ascii_alphabetic())
}

fn is_size_unit(text: &str) -> bool {
    let bytes = text.as_bytes();
    let prefix = bytes.first().is_some_and(|it| b"KMGTPEZ".contains(&it.to_ascii_uppercase()));
    prefix && (bytes.len() == 1 || bytes.len() == 2 && bytes[1].eq_ignore_ascii_case(&b'B'))
}

/// The kind of a word by its text: number or word.
pub(super) fn word_kind(word: &str) -> SyntaxKind {
    let number = number_length(word);
    if number == 0 || number < word.len() {
        WORD
    } else if word.contains('.') {
        NUMBER
    } else {
        INTEGER
    }
}

/// Whether it is a number with an exponent: `1e1`.
pub(super) fn is_exponential(word: &str) -> bool {
    let exponent = word.contains(['e', 'E']) && word.bytes().all(|byte| b"+-.eE0123456789".contains(&byte));
    exponent && word.parse::<f64>().is_ok()
}
