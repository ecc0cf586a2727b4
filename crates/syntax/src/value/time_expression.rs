//! Parses the condition of `#if` and `#elif`: `time(8:00-18:00 EDT) && !time(6:0:00-0:23:59) || NAME`.
//!
//! Chains of one operator are one node with many operands, so that only parentheses make the tree deeper.

use super::ValueParser;
use super::time::{TimeError, window_list};
use crate::SyntaxKind::{self, *};

/// A whole condition.
pub(crate) fn expression(parser: &mut ValueParser<'_, '_>) {
    parser.start(TIME_EXPRESSION);
    parser.blanks();
    let good = alternatives(parser);
    parser.blanks();
    if good && !parser.at_end() {
        let (error, length) = match parser.peek() {
            Some(b')') => (TimeError::UnopenedParenthesis, 1),
            _ => (TimeError::UnexpectedText, parser.rest_length()),
        };
        parser.error(error, parser.ahead(length));
    }
    parser.drop_rest();
    parser.end();
}

/// Parses `a || b`. Returns false if an error makes the rest unreadable.
fn alternatives(parser: &mut ValueParser<'_, '_>) -> bool {
    chain(parser, b'|', OR_OR, PIPE, conjunction)
}

/// `a && b`.
fn conjunction(parser: &mut ValueParser<'_, '_>) -> bool {
    chain(parser, b'&', AND_AND, AMP, operand)
}

fn chain(
    parser: &mut ValueParser<'_, '_>,
    byte: u8,
    double: SyntaxKind,
    single: SyntaxKind,
    part: fn(&mut ValueParser<'_, '_>) -> bool,
) -> bool {
    let checkpoint = parser.checkpoint();
    let mut good = part(parser);
    if !parser.follows(byte) {
        return good;
    }
    parser.start_at(checkpoint, BINARY_EXPR);
    while good && parser.follows(byte) {
        parser.blanks();
        let from = parser.position();
        if parser.peek_at(1) == Some(byte) {
            parser.bump(double, 2);
        } else {
            parser.error(TimeError::SingleOperator, parser.ahead(1));
            parser.bump(single, 1);
        }
        let operator = from..parser.position();
        parser.blanks();
        if matches!(parser.peek(), None | Some(b')' | b'&' | b'|')) {
            parser.error(TimeError::MissingOperand, operator);
            good = false;
        } else {
            good = part(parser);
        }
    }
    parser.end();
    good
}

fn operand(parser: &mut ValueParser<'_, '_>) -> bool {
    match parser.peek() {
        Some(b'!') => {
            parser.start(UNARY_EXPR);
            let from = parser.position();
            while parser.eat(b'!', BANG) {
                parser.blanks();
            }
            let good = if matches!(parser.peek(), None | Some(b')' | b'&' | b'|')) {
                parser.error(TimeError::MissingOperand, from..from + 1);
                false
            } else {
                operand(parser)
            };
            parser.end();
            good
        }
        Some(b'(') if windows_ahead(parser, parser.skip_blanks_from(1)) => {
            // `#if (8:00-18:00)`
            let from = parser.position();
            parser.start(TIME_ITEM);
            arguments(parser, Some(from));
            parser.end();
            true
        }
        Some(b'(') if parser.peek_at(parser.skip_blanks_from(1)) == Some(b')') => {
            parser.start(PAREN_EXPR);
            let from = parser.position();
            parser.bump(L_PAREN, 1);
            parser.blanks();
            parser.bump(R_PAREN, 1);
            parser.error(TimeError::MissingOperand, from..parser.position());
            parser.end();
            true
        }
        Some(b'(') => {
            parser.start(PAREN_EXPR);
            let open = parser.ahead(1);
            // Stays false if it is nested too deeply.
            let mut good = false;
            parser.nested(|it| {
                it.bump(L_PAREN, 1);
                it.blanks();
                good = alternatives(it);
                it.blanks();
                if good && !it.eat(b')', R_PAREN) {
                    let error = if it.at_end() { TimeError::UnclosedParenthesis } else { TimeError::UnexpectedText };
                    let range = if it.at_end() { open } else { it.ahead(it.rest_length()) };
                    it.error(error, range);
                    it.drop_rest();
                    good = false;
                }
            });
            parser.end();
            good
        }
        Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => named(parser),
        Some(byte) if byte.is_ascii_digit() => {
            let length = until_operator(parser);
            parser.error(TimeError::MissingTimeCall, parser.ahead(length));
            parser.start(TIME_ITEM);
            let outer = parser.limit(parser.position() + length);
            window_list(parser);
            parser.limit(outer);
            parser.end();
            true
        }
        Some(b'&' | b'|') => {
            let length = 1 + usize::from(parser.peek_at(1) == parser.peek());
            parser.error(TimeError::MissingOperand, parser.ahead(length));
            parser.drop_rest();
            false
        }
        Some(b')') => {
            parser.error(TimeError::UnopenedParenthesis, parser.ahead(1));
            parser.drop_rest();
            false
        }
        Some(_) => {
            parser.error(TimeError::UnexpectedText, parser.ahead(parser.rest_length()));
            parser.drop_rest();
            false
        }
        None => false,
    }
}

/// `time(...)`, or the name of a `#define`.
fn named(parser: &mut ValueParser<'_, '_>) -> bool {
    let length = parser.count_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
    let time = parser.rest()[..length].eq_ignore_ascii_case("time");
    let next = parser.skip_blanks_from(length);
    if time && parser.peek_at(next) == Some(b'(') {
        parser.start(TIME_ITEM);
        parser.bump(KEYWORD, length);
        parser.blanks();
        arguments(parser, None);
        parser.end();
        return true;
    }
    if time && windows_ahead(parser, next) {
        parser.start(TIME_ITEM);
        parser.bump(KEYWORD, length);
        parser.blanks();
        let length = until_operator(parser);
        parser.error(TimeError::MissingParenthesis, parser.ahead(length));
        let outer = parser.limit(parser.position() + length);
        window_list(parser);
        parser.limit(outer);
        parser.end();
        return true;
    }
    if time && parser.peek_at(next).is_none_or(|byte| matches!(byte, b'&' | b'|' | b')')) {
        parser.start(TIME_ITEM);
        parser.error(TimeError::MissingParenthesis, parser.ahead(length));
        parser.bump(KEYWORD, length);
        parser.end();
        return true;
    }
    parser.start(NAME_EXPR);
    parser.bump(NAME, length);
    parser.end();
    true
}

/// Parses `(windows)`. The windows end at the parenthesis, or before an operator if it is missing. `missing_time`: the
/// offset where `time` is missing, which is reported.
fn arguments(parser: &mut ValueParser<'_, '_>, missing_time: Option<usize>) {
    let open = parser.position();
    parser.bump(L_PAREN, 1);
    parser.blanks();
    let length = parser.count_while(|byte| !matches!(byte, b'(' | b')' | b'&' | b'|'));
    let closed = parser.peek_at(length) == Some(b')');
    let end = parser.position() + length;
    if let Some(from) = missing_time {
        parser.error(TimeError::MissingTimeCall, from..end + usize::from(closed));
    } else if !closed {
        parser.error(TimeError::UnclosedParenthesis, open..open + 1);
    } else if length == 0 {
        parser.error(TimeError::EmptyTime, open..end + 1);
    }
    let outer = parser.limit(end);
    window_list(parser);
    parser.limit(outer);
    parser.eat(b')', R_PAREN);
}

/// Whether a window starts `ahead` bytes after the cursor.
fn windows_ahead(parser: &ValueParser<'_, '_>, ahead: usize) -> bool {
    parser.peek_at(ahead).is_some_and(|byte| byte.is_ascii_digit())
}

/// The length of the text up to an operator or parenthesis, without trailing whitespace.
fn until_operator(parser: &ValueParser<'_, '_>) -> usize {
    let length = parser.count_while(|byte| !matches!(byte, b'(' | b')' | b'&' | b'|'));
    parser.rest()[..length].trim_ascii_end().len()
}
