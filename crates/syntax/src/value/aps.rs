//! Parses APS_PRIORITY: `WEIGHT[[factor, value] ...] LIMIT[[factor, value] ...] GRACE_PERIOD[[factor, value] ...]`.

use std::ops::Range;

use super::ValueParser;
use super::lex::{is_exponential, split_number};
use crate::ErrorKind;
use crate::SyntaxKind::*;

/// Errors of APS_PRIORITY.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApsError {
    /// A word other than `WEIGHT`, `LIMIT`, `GRACE_PERIOD` where a part starts: `WEIGHTS[[FS, 1]]`, `FS 1`.
    UnknownPart,
    /// A keyword without its list: `WEIGHT LIMIT[[FS, 1]]`. The range is the text at its place, or the end.
    MissingList,
    /// Parentheses or braces: `WEIGHT(FS, 1)`. The range is the bracket.
    WrongBracket,
    /// An empty list: `WEIGHT[]`.
    EmptyList,
    /// `WEIGHT[FS, 1]`: the pair lacks its own brackets. The range is the pair.
    PairWithoutBrackets,
    /// `WEIGHT[[]]`.
    EmptyPair,
    /// `[, 1]`.
    MissingFactor,
    /// `[FS 1]`. The range is the value.
    MissingComma,
    /// `[FS, ]` or `[FS]`.
    MissingValue,
    /// `[FS, high]`.
    NotANumber,
    /// `[FS, 1, 2]`. The range is the surplus text.
    SurplusInPair,
    /// A comma between two pairs: `[[FS, 1], [MEM, 2]]`, or between two parts.
    CommaBetween,
    /// An unclosed `[`. The range is the bracket.
    Unclosed,
    /// An unopened `]`.
    Unopened,
}

impl From<ApsError> for ErrorKind {
    fn from(error: ApsError) -> ErrorKind {
        ErrorKind::Aps(error)
    }
}

/// The keywords, compared without case: rules check the spelling.
const PARTS: [&str; 3] = ["WEIGHT", "LIMIT", "GRACE_PERIOD"];

/// Parses the value of APS_PRIORITY.
pub(super) fn aps_priority(parser: &mut ValueParser<'_, '_>) {
    parser.start(APS_PRIORITY);
    parts(parser);
    parser.end();
}

fn parts(parser: &mut ValueParser<'_, '_>) {
    while !parser.at_end() {
        let length = parser.count_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let known = PARTS.iter().any(|it| it.eq_ignore_ascii_case(&parser.rest()[..length]));
        match parser.peek() {
            Some(b'[') => {
                parser.error(ApsError::UnknownPart, parser.ahead(1));
                part(parser, 0);
            }
            Some(b']') => {
                parser.error(ApsError::Unopened, parser.ahead(1));
                parser.bump(ERROR_TEXT, 1);
            }
            Some(b',') => {
                parser.error(ApsError::CommaBetween, parser.ahead(1));
                parser.bump(COMMA, 1);
            }
            _ if known => part(parser, length),
            _ if length > 0 && parser.peek_at(parser.skip_blanks_from(length)) == Some(b'[') => {
                parser.error(ApsError::UnknownPart, parser.ahead(length));
                part(parser, length);
            }
            _ => {
                let length = next_part(parser);
                parser.error(ApsError::UnknownPart, parser.ahead(length));
                parser.bump(ERROR_TEXT, length);
            }
        }
        parser.blanks();
    }
}

/// The length of the text before the next known keyword at the start of a word, without trailing whitespace; at least
/// one character.
fn next_part(parser: &ValueParser<'_, '_>) -> usize {
    let rest = parser.rest();
    let bytes = rest.as_bytes();
    let starts = |at: usize| {
        !bytes[at - 1].is_ascii_alphanumeric()
            && PARTS.iter().any(|it| rest.get(at..at + it.len()).is_some_and(|word| word.eq_ignore_ascii_case(it)))
    };
    let at = (1..rest.len()).find(|&at| starts(at)).unwrap_or(rest.len());
    rest[..at].trim_ascii_end().len()
}

fn part(parser: &mut ValueParser<'_, '_>, keyword: usize) {
    parser.start(APS_PART);
    parser.bump(KEYWORD, keyword);
    match parser.peek_at(parser.skip_blanks_from(0)) {
        Some(b'[') => {
            parser.blanks();
            list(parser);
        }
        Some(b'(' | b'{') => {
            parser.blanks();
            parser.error(ApsError::WrongBracket, parser.ahead(1));
            let length = next_part(parser);
            parser.bump(ERROR_TEXT, length);
        }
        _ => {
            let starts = parser.skip_blanks_from(0);
            let known = PARTS.iter().any(|it| {
                parser.rest().get(starts..starts + it.len()).is_some_and(|word| word.eq_ignore_ascii_case(it))
            });
            if starts == parser.rest().len() || known {
                let end = parser.position();
                parser.error(ApsError::MissingList, end - keyword..end);
            } else {
                parser.blanks();
                let length = next_part(parser);
                parser.error(ApsError::MissingList, parser.ahead(length));
                parser.bump(ERROR_TEXT, length);
            }
        }
    }
    parser.end();
}

/// Parses the pairs with the enclosing brackets.
fn list(parser: &mut ValueParser<'_, '_>) {
    let open = parser.ahead(1);
    parser.bump(L_BRACKET, 1);
    let (mut any, mut commas) = (false, false);
    loop {
        parser.blanks();
        match parser.peek() {
            Some(b']') => {
                if !any {
                    parser.error(ApsError::EmptyList, open.start..parser.position() + 1);
                }
                parser.bump(R_BRACKET, 1);
                return;
            }
            Some(b'[') => {
                if !pair(parser) {
                    return;
                }
            }
            Some(b',') => {
                if !commas {
                    parser.error(ApsError::CommaBetween, parser.ahead(1));
                    commas = true;
                }
                parser.bump(COMMA, 1);
            }
            Some(_) => {
                let from = parser.position();
                if next_is_part(parser) {
                    // The next part starts before this list is closed.
                    parser.error(ApsError::Unclosed, open);
                    return;
                }
                let length = parser.count_while(|byte| byte != b'[' && byte != b']');
                let length = parser.rest()[..length].trim_ascii_end().len();
                parser.error(ApsError::PairWithoutBrackets, from..from + length);
                parser.start(APS_PAIR);
                let outer = parser.limit(from + length);
                content(parser, true);
                parser.limit(outer);
                parser.end();
            }
            None => {
                parser.error(ApsError::Unclosed, open);
                return;
            }
        }
        any = true;
    }
}

/// Whether a known keyword and its bracket follow.
fn next_is_part(parser: &ValueParser<'_, '_>) -> bool {
    let length = parser.count_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    PARTS.iter().any(|it| it.eq_ignore_ascii_case(&parser.rest()[..length]))
        && parser.peek_at(parser.skip_blanks_from(length)) == Some(b'[')
}

/// Parses `[factor, value]`. Returns false if the value ends before the bracket is closed.
fn pair(parser: &mut ValueParser<'_, '_>) -> bool {
    parser.start(APS_PAIR);
    let from = parser.position();
    let length = parser.rest()[1..].find(['[', ']']).map_or(parser.rest().len(), |at| at + 1);
    let next = parser.peek_at(length);
    let closed = next == Some(b']');
    parser.bump(L_BRACKET, 1);
    if !closed {
        parser.error(ApsError::Unclosed, from..from + 1);
    }
    let outer = parser.limit(from + length);
    parser.blanks();
    if closed && parser.at_end() {
        parser.error(ApsError::EmptyPair, from..from + length + 1);
    } else {
        content(parser, !closed);
    }
    parser.limit(outer);
    parser.eat(b']', R_BRACKET);
    parser.end();
    next.is_some()
}

/// Parses factor, comma and value. `quiet`: an error in this pair was already reported.
fn content(parser: &mut ValueParser<'_, '_>, mut quiet: bool) {
    let mut complain = move |parser: &mut ValueParser<'_, '_>, error: ApsError, range: Range<usize>| {
        if !std::mem::replace(&mut quiet, true) {
            parser.error(error, range);
        }
    };
    if !parser.bump_while(NAME, |byte| !super::blank(byte) && byte != b',') {
        complain(parser, ApsError::MissingFactor, parser.here());
    }
    parser.blanks();
    let comma = parser.eat(b',', COMMA);
    parser.blanks();
    let length = parser.word(b",");
    if length == 0 {
        complain(parser, ApsError::MissingValue, parser.here());
    } else {
        if !comma {
            complain(parser, ApsError::MissingComma, parser.ahead(length));
        }
        let word = &parser.rest()[..length];
        match split_number(word) {
            _ if is_exponential(word) => parser.bump(NUMBER, length),
            Some((number, unit)) if unit != "%" => {
                parser.bump(if number.contains('.') { NUMBER } else { INTEGER }, number.len());
                parser.bump(UNIT, unit.len());
            }
            _ => {
                complain(parser, ApsError::NotANumber, parser.ahead(length));
                parser.bump(WORD, length);
            }
        }
    }
    parser.blanks();
    if !parser.at_end() {
        complain(parser, ApsError::SurplusInPair, parser.ahead(parser.rest_length()));
        parser.drop_rest();
    }
}
