//! Parses a line of elim output: `2 lic 5 scratch 1024`, the number of pairs and then name and value of each.

use super::lex::word_kind;
use super::{ValueParser, blank};
use crate::SyntaxKind::*;
use crate::error::ValueError;

/// Parses the whole line. Line breaks are whitespace, as in LSF.
pub(crate) fn line(parser: &mut ValueParser<'_, '_>) {
    parser.start(ELIM_LINE);
    parser.blanks();
    let start = parser.position();
    let length = parser.word(&[]);
    let word = &parser.rest()[..length];
    let count = word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse::<usize>().ok()).flatten();
    if count.is_none() {
        parser.error(ValueError::Expected("the number of pairs"), parser.here());
    }
    // A name instead of the count is the name of the first pair; with an odd number of words, it replaces the count.
    let odd =
        || parser.rest().split(|it: char| it.is_ascii() && blank(it as u8)).filter(|it| !it.is_empty()).count() % 2;
    if length > 0 && (count.is_some() || word_kind(word) != WORD || odd() == 1) {
        parser.bump(word_kind(word), length);
    }
    let head = start..parser.position();
    parser.blanks();
    let mut pairs = 0_usize;
    let mut surplus = None;
    let mut complete = true;
    while !parser.at_end() {
        if count == Some(pairs) {
            surplus.get_or_insert(parser.position());
        }
        parser.start(ELIM_PAIR);
        parser.bump_while(NAME, |byte| !blank(byte));
        parser.blanks();
        complete = !parser.at_end();
        if complete {
            let length = parser.word(&[]);
            let kind = word_kind(&parser.rest()[..length]);
            parser.bump(kind, length);
        }
        parser.end();
        parser.blanks();
        pairs += 1;
    }
    let end = parser.position();
    match (count, surplus) {
        (Some(_), Some(from)) => parser.error(ValueError::TooMany, from..end),
        _ if !complete && count.is_some() => parser.error(ValueError::Expected("a value"), end..end),
        (Some(count), None) if pairs < count => parser.error(ValueError::TooFew, head),
        _ => {}
    }
    parser.end();
}
