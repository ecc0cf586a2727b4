//! Parses job control actions and exit values.

use super::lex::{Amount, WHOLE};
use super::{ValueParser, blank};
use crate::SyntaxKind::*;
use crate::error::ValueError;

const ACTIONS: [&str; 3] = ["SUSPEND", "RESUME", "TERMINATE"];

/// Parses JOB_CONTROLS: `SUSPEND[..] RESUME[..] TERMINATE[..]`. An action ends at the first `]`, regardless of quotes.
pub(super) fn job_controls(parser: &mut ValueParser<'_, '_>) {
    parser.start(JOB_CONTROLS);
    let first = parser.position();
    while !parser.at_end() {
        let length = parser.count_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let word = &parser.rest()[..length];
        let known = ACTIONS.contains(&word);
        if known || length > 0 && bracket_after(parser, length) {
            if !known {
                parser.error(ValueError::Expected("`SUSPEND`, `RESUME` or `TERMINATE`"), parser.ahead(length));
            }
            parser.start(JOB_CONTROL);
            parser.bump(KEYWORD, length);
            action(parser);
            parser.end();
        } else {
            stray(parser, parser.position() == first);
        }
        parser.blanks();
    }
    parser.end();
}

fn bracket_after(parser: &ValueParser<'_, '_>, length: usize) -> bool {
    parser.rest().as_bytes().get(parser.skip_blanks_from(length)) == Some(&b'[')
}

fn action(parser: &mut ValueParser<'_, '_>) {
    parser.blanks();
    if parser.peek() != Some(b'[') {
        parser.expected(ValueError::Expected("`[` and an action"));
        let stop = next_control(parser);
        parser.bump(ERROR_TEXT, stop);
        return;
    }
    let open = parser.ahead(1);
    parser.bump(L_BRACKET, 1);
    parser.blanks();
    let close = parser.rest().find(']');
    let length = close.unwrap_or(parser.rest().len());
    let text = parser.rest()[..length].trim_ascii_end();
    let signal = text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"+-_".contains(&byte));
    if close.is_none() {
        parser.error(ValueError::Unclosed('['), open);
    } else if text.is_empty() {
        parser.error(ValueError::Empty, open.start..parser.position() + length + 1);
    }
    parser.bump(if signal { WORD } else { TEXT }, text.len());
    parser.blanks();
    parser.eat(b']', R_BRACKET);
}

/// Parses invalid text between two actions as one error, up to the next keyword with its bracket.
fn stray(parser: &mut ValueParser<'_, '_>, first: bool) {
    let length = next_control(parser);
    let error = match parser.rest()[..length].trim_ascii_end() {
        "," | ";" => ValueError::CommaSeparator,
        "]" => ValueError::Unopened(']'),
        text if first && !text.contains(['[', ']']) => ValueError::Expected("`SUSPEND`, `RESUME` or `TERMINATE`"),
        _ => ValueError::Unexpected,
    };
    let trimmed = parser.rest()[..length].trim_ascii_end().len();
    parser.error(error, parser.ahead(trimmed));
    parser.bump(ERROR_TEXT, trimmed);
}

/// The offset of the next known keyword with a bracket, or the length of the rest.
fn next_control(parser: &ValueParser<'_, '_>) -> usize {
    let rest = parser.rest();
    let mut from = 0;
    while let Some(open) = rest[from..].find('[').map(|at| from + at) {
        let before = rest[..open].trim_ascii_end();
        let keyword = ACTIONS.iter().find(|it| before.ends_with(*it)).map(|it| before.len() - it.len());
        if let Some(at) = keyword
            && at > 0
            && !rest.as_bytes()[at - 1].is_ascii_alphanumeric()
        {
            return at;
        }
        from = open + 1;
    }
    rest.len()
}

/// Parses exit values: `99 100 all ~1 EXCLUDE(20 30)`.
pub(super) fn exit_values(parser: &mut ValueParser<'_, '_>) {
    parser.start(EXIT_VALUES);
    codes(parser, true);
    parser.end();
}

fn codes(parser: &mut ValueParser<'_, '_>, outside: bool) {
    const CODE: Amount = Amount { expected: "an exit code", ..WHOLE };
    const STOPS: &[u8] = b"~,()";
    let mut commas = false;
    while !parser.at_end() {
        let length = parser.word(STOPS);
        let word = &parser.rest()[..length];
        match parser.peek() {
            Some(b',') => {
                if !commas {
                    parser.error(ValueError::CommaSeparator, parser.ahead(1));
                    commas = true;
                }
                parser.bump(COMMA, 1);
            }
            Some(b'~') => {
                let from = parser.position();
                parser.bump(TILDE, 1);
                let gap = parser.skip_blanks_from(0);
                if parser.peek_at(gap).is_none_or(|byte| byte == b'~') {
                    parser.error(ValueError::Expected("an exit code after `~`"), from..from + 1);
                } else {
                    if parser.blanks() {
                        parser.error(ValueError::BlankAround('~'), from..parser.position());
                    }
                    if parser.word(STOPS) > 0 {
                        parser.amount(STOPS, CODE);
                    }
                }
            }
            Some(b'(' | b')') => {
                parser.surplus(ValueError::Unexpected);
            }
            _ if word.eq_ignore_ascii_case("all") => parser.bump(KEYWORD, length),
            _ if outside && word.eq_ignore_ascii_case("EXCLUDE") => exclude(parser, length),
            _ => {
                parser.amount(STOPS, CODE);
            }
        }
        parser.blanks();
    }
}

fn exclude(parser: &mut ValueParser<'_, '_>, keyword: usize) {
    parser.start(EXIT_EXCLUDE);
    parser.bump(KEYWORD, keyword);
    if parser.follows(b'(') {
        if parser.peek().is_some_and(blank) {
            let from = parser.position();
            parser.blanks();
            parser.error(ValueError::BlankAround('('), from..parser.position() + 1);
        }
        let open = parser.ahead(1);
        let close = parser.rest().find(')').map(|at| open.start + at);
        parser.bump(L_PAREN, 1);
        parser.blanks();
        if close.is_none() {
            parser.error(ValueError::Unclosed('('), open.clone());
        }
        let outer = parser.limit(close.unwrap_or(parser.end_position()));
        if parser.at_end()
            && let Some(close) = close
        {
            parser.error(ValueError::Empty, open.start..close + 1);
        }
        codes(parser, false);
        parser.limit(outer);
        parser.eat(b')', R_PAREN);
    } else {
        parser.blanks();
        parser.expected(ValueError::Expected("`(` after `EXCLUDE`"));
    }
    parser.end();
}
