//! Parses values that are one word, one text, or plain words.

use super::lex::word_kind;
use super::{ValueParser, blank};
use crate::SyntaxKind::{self, *};
use crate::error::ValueError;

/// Parses free text as one token.
pub(super) fn text(parser: &mut ValueParser<'_, '_>) {
    parser.bump_rest(TEXT);
}

/// Parses words separated by whitespace. A word of digits is an integer, a decimal number is a number.
pub(super) fn words(parser: &mut ValueParser<'_, '_>) {
    while !parser.at_end() {
        let length = parser.word(&[]);
        let kind = word_kind(&parser.rest()[..length]);
        parser.bump(kind, length);
        parser.blanks();
    }
}

/// Parses a word of a kind; quotes around it are removed.
pub(super) fn word(parser: &mut ValueParser<'_, '_>, kind: SyntaxKind) {
    parser.bump_while(kind, |byte| !blank(byte));
    parser.surplus(ValueError::TooMany);
}

/// `Y`, `N`, `yes`, `no` in any case.
pub(super) fn yes_no(parser: &mut ValueParser<'_, '_>) {
    let length = parser.word(&[]);
    let word = &parser.rest()[..length];
    if !["y", "n", "yes", "no"].iter().any(|it| it.eq_ignore_ascii_case(word)) {
        parser.error(ValueError::Expected("`Y` or `N`"), parser.ahead(length));
    }
    parser.bump(WORD, length);
    parser.surplus(ValueError::TooMany);
}

/// Parses words of a list, separated by whitespace or commas.
pub(super) fn word_list(parser: &mut ValueParser<'_, '_>) {
    while !parser.at_end() {
        if !parser.eat(b',', COMMA) {
            parser.bump_while(WORD, |byte| !blank(byte) && byte != b',');
        }
        parser.blanks();
    }
}

/// Parses a path, which may contain spaces: everything up to the end.
pub(super) fn path(parser: &mut ValueParser<'_, '_>) {
    let length = parser.rest_length();
    parser.bump(PATH, length);
    parser.blanks();
}

/// Parses paths separated by whitespace, colons or semicolons; the colon of a drive letter belongs to its path.
pub(super) fn paths(parser: &mut ValueParser<'_, '_>) {
    while !parser.at_end() {
        match parser.peek() {
            Some(b':') => parser.bump(COLON, 1),
            Some(b';') => parser.bump(SEMICOLON, 1),
            _ => {
                let rest = parser.rest().as_bytes();
                let drive = rest[0].is_ascii_alphabetic()
                    && rest.get(1) == Some(&b':')
                    && matches!(rest.get(2), Some(b'\\' | b'/'));
                let from = if drive { 2 } else { 0 };
                let stops = |&byte: &u8| blank(byte) || matches!(byte, b':' | b';');
                let length = rest[from..].iter().take_while(|byte| !stops(byte)).count();
                parser.bump(PATH, from + length);
            }
        }
        parser.blanks();
    }
}
