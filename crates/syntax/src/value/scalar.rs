//! Values made of words and numbers.

use super::{ValueParser, blank};
use crate::SyntaxKind::*;

/// Free text: one token, whatever it holds.
pub(super) fn text(parser: &mut ValueParser<'_, '_>) {
    parser.bump_rest(TEXT);
}

/// Words separated by blanks. A word of digits is an integer, one that reads as a decimal number a number.
pub(super) fn words(parser: &mut ValueParser<'_, '_>) {
    while !parser.at_end() {
        let word = parser.count_while(|byte| !blank(byte));
        let text = &parser.rest()[..word];
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let kind = if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit() || it == b'.') {
            WORD
        } else if !digits.contains('.') {
            INTEGER
        } else if digits.parse::<f64>().is_ok() {
            NUMBER
        } else {
            WORD
        };
        parser.bump(kind, word);
        parser.blanks();
    }
}

/// size
pub(super) fn size(parser: &mut ValueParser<'_, '_>) {
    words(parser);
}

/// hour_minute
pub(super) fn hour_minute(parser: &mut ValueParser<'_, '_>) {
    words(parser);
}

/// run_limit
pub(super) fn run_limit(parser: &mut ValueParser<'_, '_>) {
    words(parser);
}

/// limit_pair
pub(super) fn limit_pair(parser: &mut ValueParser<'_, '_>) {
    words(parser);
}

/// task_limit
pub(super) fn task_limit(parser: &mut ValueParser<'_, '_>) {
    words(parser);
}

/// threshold
pub(super) fn threshold(parser: &mut ValueParser<'_, '_>) {
    words(parser);
}
