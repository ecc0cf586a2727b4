//! Parses resource locations in ResourceMap, resources of host rows and of lsf.conf, and reservation limits.

use super::lex::{Amount, DECIMAL, Unit, word_kind};
use super::{ValueParser, blank, list};
use crate::SyntaxKind::*;
use crate::error::ValueError;

/// Parses LOCATION: `value@[hosts] value@[hosts] ...`, without the parentheses of the cell.
pub(super) fn location(parser: &mut ValueParser<'_, '_>) {
    parser.start(LOCATION);
    let (mut parentheses, mut commas) = (0, false);
    while !parser.at_end() {
        match parser.peek() {
            Some(b')') if parentheses > 0 => {
                parentheses -= 1;
                parser.bump(ERROR_TEXT, 1);
            }
            Some(close @ (b']' | b')')) => {
                parser.error(ValueError::Unopened(close.into()), parser.ahead(1));
                parser.bump(ERROR_TEXT, 1);
            }
            Some(b'(') => {
                if parentheses == 0 {
                    parser.error(ValueError::Unexpected, parser.ahead(1));
                }
                parentheses += 1;
                parser.bump(ERROR_TEXT, 1);
            }
            Some(b',') => {
                if !commas {
                    parser.error(ValueError::CommaSeparator, parser.ahead(1));
                    commas = true;
                }
                parser.bump(COMMA, 1);
            }
            _ => instance(parser),
        }
        parser.blanks();
    }
    parser.end();
}

fn instance(parser: &mut ValueParser<'_, '_>) {
    parser.start(LOCATION_INSTANCE);
    if parser.peek() != Some(b'[') {
        let value = parser.word(b"@[](),");
        if value == 0 {
            parser.error(ValueError::Expected("a value before `@`"), parser.ahead(1));
        }
        let from = parser.position();
        let kind = word_kind(&parser.rest()[..value]);
        parser.bump(kind, value);
        if parser.follows(b'@') {
            parser.tight(b'@', AT);
            if parser.peek() != Some(b'[') {
                parser.expected(ValueError::Expected("`[` and a list of hosts"));
                let rest = parser.word(b"])");
                parser.bump(ERROR_TEXT, rest);
            }
        } else if parser.peek() == Some(b'[') {
            parser.error(ValueError::Expected("`@` between the value and the hosts"), parser.ahead(1));
        } else {
            let rest = parser.word(b"],)");
            parser.error(ValueError::Expected("`[` and a list of hosts"), from..parser.position() + rest);
            parser.bump(ERROR_TEXT, rest);
        }
    }
    if parser.peek() == Some(b'[') {
        host_set(parser);
    }
    parser.end();
}

fn host_set(parser: &mut ValueParser<'_, '_>) {
    parser.start(LOCATION_HOSTS);
    let from = parser.position();
    let (length, closed) = closing(parser.rest());
    if !closed {
        parser.error(ValueError::Unclosed('['), from..from + 1);
    }
    parser.bump(L_BRACKET, 1);
    let end = from + length;
    if closed && parser.skip_blanks_from(0) + 1 >= length {
        parser.blanks();
        parser.error(ValueError::Empty, from..end + 1);
    } else {
        let outer = parser.limit(end);
        parser.blanks();
        amount_inside(parser);
        list::mapped_hosts(parser);
        parser.limit(outer);
    }
    parser.eat(b']', R_BRACKET);
    parser.end();
}

/// The offset of the bracket that closes the one at the start of the text, and whether there is one. A `[` directly
/// after a name starts a host range; after whitespace or `@` it starts the next set, so the first one is unclosed.
fn closing(text: &str) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut range = false;
    for (at, &byte) in bytes.iter().enumerate().skip(1) {
        match byte {
            b']' if range => range = false,
            // `h[1-3 other]`: the range itself is unclosed.
            _ if range && blank(byte) && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => range = false,
            b']' => return (at, true),
            b'[' if range || blank(bytes[at - 1]) || matches!(bytes[at - 1], b'@' | b'[') => {
                // The value before the `@` belongs to the next set.
                let set = text[..at].trim_end_matches(|it: char| it != '[' && !(it.is_ascii() && blank(it as u8)));
                return (set.len(), false);
            }
            b'[' => range = true,
            _ => {}
        }
    }
    (bytes.len(), false)
}

/// Parses `[5@all]`, in which the amount is inside the brackets.
fn amount_inside(parser: &mut ValueParser<'_, '_>) {
    let digits = parser.count_while(|byte| byte.is_ascii_digit() || byte == b'.');
    if digits > 0 && parser.peek_at(digits) == Some(b'@') {
        parser.error(ValueError::AmountInBrackets, parser.ahead(digits + 1));
        parser.bump(ERROR_TEXT, digits + 1);
    }
}

/// `bigmem !special verilog=4`: the RESOURCES column.
pub(super) fn host_resources(parser: &mut ValueParser<'_, '_>) {
    parser.start(HOST_RESOURCES);
    let mut commas = false;
    while !parser.at_end() {
        if parser.peek() == Some(b',') {
            if !commas {
                parser.error(ValueError::CommaSeparator, parser.ahead(1));
                commas = true;
            }
            parser.bump(COMMA, 1);
        } else {
            host_resource(parser);
        }
        parser.blanks();
    }
    parser.end();
}

fn host_resource(parser: &mut ValueParser<'_, '_>) {
    let name = parser.word(b"!=,()");
    let assigned = parser.rest().as_bytes().get(parser.skip_blanks_from(name)) == Some(&b'=');
    let ends = parser.peek_at(name).is_none_or(|byte| blank(byte) || byte == b',');
    if name > 0 && ends && !assigned {
        parser.bump(NAME, name);
        return;
    }
    parser.start(HOST_RESOURCE);
    if parser.eat(b'!', BANG) && parser.word_ends(b",") {
        parser.expected(ValueError::Expected("a resource name after `!`"));
        parser.end();
        return;
    }
    let name = parser.word(b"!=,()");
    let named = name > 0 || parser.peek() != Some(b'=');
    if !named {
        parser.error(ValueError::Expected("a resource name before `=`"), parser.ahead(parser.word(b",")));
    }
    parser.bump(NAME, name);
    if parser.follows(b'=') {
        parser.tight(b'=', EQ);
        let value = parser.word(b"=,()");
        if value == 0 && named {
            parser.expected(ValueError::Expected("a value after `=`"));
        }
        let kind = word_kind(&parser.rest()[..value]);
        parser.bump(kind, value);
    }
    let rest = parser.word(b",");
    if rest > 0 {
        let error = match parser.peek() {
            Some(b')') => ValueError::Unopened(')'),
            _ => ValueError::Unexpected,
        };
        parser.error(error, parser.ahead(rest));
        parser.bump(ERROR_TEXT, rest);
    }
    parser.end();
}

/// `[resource x] [resourcemap 4*verilog] [type t] [model m]`: LSF_LOCAL_RESOURCES.
pub(super) fn local_resources(parser: &mut ValueParser<'_, '_>) {
    parser.start(LOCAL_RESOURCES);
    while !parser.at_end() {
        if parser.peek() == Some(b'[') {
            local_resource(parser);
        } else {
            let length = parser.count_while(|byte| byte != b'[');
            let length = parser.rest()[..length].trim_ascii_end().len();
            let error = match parser.peek() {
                Some(b']') => ValueError::Unopened(']'),
                Some(b',') => ValueError::CommaSeparator,
                _ => ValueError::Expected("`[`"),
            };
            parser.error(error, parser.ahead(length));
            parser.bump(ERROR_TEXT, length);
        }
        parser.blanks();
    }
    parser.end();
}

fn local_resource(parser: &mut ValueParser<'_, '_>) {
    parser.start(LOCAL_RESOURCE);
    let from = parser.position();
    let length = parser.rest()[1..].find(['[', ']']).map_or(parser.rest().len(), |at| at + 1);
    let closed = parser.peek_at(length) == Some(b']');
    if !closed {
        parser.error(ValueError::Unclosed('['), from..from + 1);
    }
    parser.bump(L_BRACKET, 1);
    let outer = parser.limit(from + length);
    parser.blanks();
    if closed && parser.at_end() {
        parser.error(ValueError::Empty, from..from + length + 1);
    } else {
        local_item(parser, closed);
    }
    parser.drop_rest();
    parser.limit(outer);
    parser.eat(b']', R_BRACKET);
    parser.end();
}

fn local_item(parser: &mut ValueParser<'_, '_>, closed: bool) {
    // After an unclosed bracket, no further errors are reported for this item.
    let mut quiet = !closed;
    let mut complain = |parser: &mut ValueParser<'_, '_>, what: &'static str| {
        if !quiet {
            let length = parser.word(&[]);
            let at = if length == 0 { parser.position()..parser.position() + 1 } else { parser.ahead(length) };
            parser.error(ValueError::Expected(what), at);
            quiet = true;
        }
    };
    if parser.peek() != Some(b'!') {
        let length = parser.word(b"!*");
        let word = &parser.rest()[..length];
        let known = ["resource", "resourcemap", "type", "model"].iter().any(|it| it.eq_ignore_ascii_case(word));
        if !known {
            complain(parser, "`resource`, `resourcemap`, `type` or `model`");
        }
        let map = word.eq_ignore_ascii_case("resourcemap");
        parser.bump(KEYWORD, length);
        parser.blanks();
        if map {
            let value = parser.word(b"*");
            if value == 0 {
                complain(parser, "a value before `*`");
            }
            let kind = word_kind(&parser.rest()[..value]);
            parser.bump(kind, value);
            if parser.follows(b'*') {
                parser.tight(b'*', STAR);
            } else {
                complain(parser, "`*` between the value and the resource name");
            }
        }
    }
    parser.eat(b'!', BANG);
    if !parser.bump_while(NAME, |byte| !blank(byte)) {
        complain(parser, "a name");
    }
    parser.blanks();
    if !parser.at_end() {
        complain(parser, "`]`");
    }
}

/// `[mem=10,100] [swp=500]`: RESRSV_LIMIT.
pub(super) fn reservation_limits(parser: &mut ValueParser<'_, '_>) {
    parser.start(RESERVATION_LIMITS);
    while !parser.at_end() {
        match parser.peek() {
            Some(b'[') => {
                if !reservation_limit(parser) {
                    parser.drop_rest();
                }
            }
            Some(b',') => {
                parser.error(ValueError::CommaSeparator, parser.ahead(1));
                parser.bump(COMMA, 1);
            }
            Some(b']') => {
                parser.error(ValueError::Unopened(']'), parser.ahead(1));
                parser.bump(ERROR_TEXT, 1);
            }
            _ => {
                let length = parser.count_while(|byte| byte != b'[');
                let length = parser.rest()[..length].trim_ascii_end().len();
                parser.error(ValueError::Expected("`[`"), parser.ahead(length));
                parser.bump(ERROR_TEXT, length);
            }
        }
        parser.blanks();
    }
    parser.end();
}

/// Parses one bracket; returns whether it is closed.
fn reservation_limit(parser: &mut ValueParser<'_, '_>) -> bool {
    const LIMIT: Amount = Amount { unit: Unit::Letters, ..DECIMAL };
    parser.start(RESERVATION_LIMIT);
    let from = parser.position();
    let length = parser.rest()[1..].find(['[', ']']).map_or(parser.rest().len(), |at| at + 1);
    let closed = parser.peek_at(length) == Some(b']');
    let resumes = parser.peek_at(length) == Some(b'[');
    parser.bump(L_BRACKET, 1);
    if !closed {
        parser.error(ValueError::Unclosed('['), from..from + 1);
        let rest = parser.rest()[..length - 1].trim_ascii_end().len();
        parser.bump(ERROR_TEXT, rest);
        parser.end();
        return resumes;
    }
    let outer = parser.limit(from + length);
    parser.blanks();
    let name = parser.word(b"=,");
    let mut good = name > 0;
    if parser.at_end() {
        parser.error(ValueError::Empty, from..from + length + 1);
    } else if !good {
        parser.expected(ValueError::Expected("a resource name"));
    }
    parser.bump(NAME, name);
    parser.blanks();
    if good && !parser.eat(b'=', EQ) {
        good = false;
        let at = parser.ahead(parser.word(&[]).max(1));
        let at = if parser.at_end() { from + length..from + length + 1 } else { at };
        parser.error(ValueError::Expected("`=` after the resource name"), at);
    }
    let mut count = 0;
    while good {
        parser.blanks();
        if parser.word(b",") == 0 {
            let at = parser.position();
            parser.error(ValueError::Expected(LIMIT.expected), at..at + 1);
            break;
        }
        good = parser.amount(b",", LIMIT);
        count += 1;
        parser.blanks();
        if count == 2 && parser.peek() == Some(b',') {
            parser.surplus(ValueError::TooMany);
        }
        if !parser.eat(b',', COMMA) {
            break;
        }
    }
    if good {
        parser.surplus(ValueError::Unexpected);
    }
    parser.drop_rest();
    parser.limit(outer);
    parser.eat(b']', R_BRACKET);
    parser.end();
    true
}
