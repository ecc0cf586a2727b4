//! Parses numeric values: limits, thresholds, run times.

use super::ValueParser;
use super::lex::{Amount, DECIMAL, Unit, WHOLE};
use crate::SyntaxKind::{self, *};
use crate::error::ValueError;

/// Parses an integer.
pub(super) fn integer(parser: &mut ValueParser<'_, '_>) {
    one(parser, WHOLE);
}

/// Parses a decimal number, possibly with an exponent.
pub(super) fn number(parser: &mut ValueParser<'_, '_>) {
    parser.decimal(&[]);
    parser.surplus(ValueError::TooMany);
}

/// Parses an integer, possibly with `%`.
pub(super) fn percent(parser: &mut ValueParser<'_, '_>) {
    let plain = parser.amount(&[], Amount { unit: Unit::Percent, ..WHOLE });
    if plain && parser.follows(b'%') {
        parser.tight(b'%', PERCENT);
    }
    parser.surplus(ValueError::TooMany);
}

/// Parses a memory size, possibly with a unit.
pub(super) fn size(parser: &mut ValueParser<'_, '_>) {
    parser.start(SIZE);
    one(parser, Amount { unit: Unit::Size, fraction: true, ..WHOLE });
    parser.end();
}

fn one(parser: &mut ValueParser<'_, '_>, amount: Amount) {
    parser.amount(&[], amount);
    parser.surplus(ValueError::TooMany);
}

/// `[default] maximum`.
pub(super) fn limit_pair(parser: &mut ValueParser<'_, '_>) {
    list(parser, LIMIT_PAIR, 2, Amount { unit: Unit::Size, fraction: true, ..WHOLE });
}

/// `[minimum [default]] maximum`.
pub(super) fn task_limit(parser: &mut ValueParser<'_, '_>) {
    list(parser, TASK_LIMIT, 3, WHOLE);
}

fn list(parser: &mut ValueParser<'_, '_>, kind: SyntaxKind, most: usize, amount: Amount) {
    parser.start(kind);
    for _ in 0..most {
        parser.amount(&[], amount);
        parser.blanks();
        if parser.at_end() {
            break;
        }
    }
    parser.surplus(ValueError::TooMany);
    parser.end();
}

/// Parses `loadSched[/loadStop]`; either side may be missing or `-`.
pub(super) fn threshold(parser: &mut ValueParser<'_, '_>) {
    parser.start(THRESHOLD);
    if parser.peek() != Some(b'/') {
        bound(parser);
    } else if parser.rest_length() == 1 {
        parser.error(ValueError::Expected(DECIMAL.expected), parser.ahead(1));
    }
    if parser.follows(b'/') {
        parser.tight(b'/', SLASH);
        if !parser.at_end() && parser.peek() != Some(b'/') {
            bound(parser);
        }
    }
    parser.surplus(ValueError::TooMany);
    parser.end();
}

fn bound(parser: &mut ValueParser<'_, '_>) {
    if parser.word(b"/") == 1 && parser.peek() == Some(b'-') {
        parser.bump(UNSET, 1);
    } else {
        parser.decimal(b"/");
    }
}

/// Parses `[hour:]minute`, possibly with a host after a slash.
pub(super) fn hour_minute(parser: &mut ValueParser<'_, '_>) {
    parser.start(HOUR_MINUTE);
    span(parser);
    parser.surplus(ValueError::TooMany);
    parser.end();
}

/// `[hour:]minute[/host]`, one or two of them.
pub(super) fn run_limit(parser: &mut ValueParser<'_, '_>) {
    parser.start(RUN_LIMIT);
    for _ in 0..2 {
        parser.start(RUN_LIMIT_ITEM);
        span(parser);
        parser.end();
        parser.blanks();
        if parser.at_end() {
            break;
        }
    }
    parser.surplus(ValueError::TooMany);
    parser.end();
}

/// One `[hour:]minute[/host]`.
fn span(parser: &mut ValueParser<'_, '_>) {
    let minutes = Amount { expected: "`[hour:]minute`", ..WHOLE };
    if !parser.amount(b":/", minutes) {
        let rest = parser.word(&[]);
        parser.bump(ERROR_TEXT, rest);
        return;
    }
    if parser.follows(b':') {
        parser.tight(b':', COLON);
        if parser.word(b":/") == 0 {
            parser.expected(ValueError::Expected("minutes after the colon"));
        } else if !parser.amount(b":/", minutes) {
            let rest = parser.word(&[]);
            parser.bump(ERROR_TEXT, rest);
            return;
        }
        if parser.peek() == Some(b':') {
            let length = parser.word(b"/");
            parser.error(ValueError::TooMany, parser.ahead(length));
            parser.bump(ERROR_TEXT, length);
        }
    }
    if parser.follows(b'/') {
        parser.tight(b'/', SLASH);
        if !parser.bump_while(NAME, |byte| !super::blank(byte)) {
            parser.expected(ValueError::Expected("a host name or host model after the slash"));
        }
    }
}
