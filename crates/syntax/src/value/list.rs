//! Parses lists of names: hosts, users, queues, application profiles, and other names.
//!
//! A plain name is a `NAME` token of the list. A name with operators (`~a`, `h+2`, `h!`, `h@cluster`, `h[1-3]`) is an
//! item node.

use super::{ValueParser, blank};
use crate::SyntaxKind::{self, *};
use crate::error::ValueError;

/// The operators that a list allows.
struct Syntax {
    list: SyntaxKind,
    item: SyntaxKind,
    /// `name+2`.
    preference: bool,
    /// `name!`.
    mark: bool,
    /// `name[1-3]`.
    ranges: bool,
    /// `name[full]`.
    rights: bool,
    /// Whether a lone `@` or `/` at the end of a name is allowed: `group@`, `group/`.
    group_marks: bool,
    /// Whether commas separate items in addition to whitespace.
    commas: bool,
}

const NAMES: Syntax = Syntax {
    list: NAME_LIST,
    item: NAME_ITEM,
    preference: true,
    mark: true,
    ranges: true,
    rights: false,
    group_marks: false,
    commas: false,
};

const HOSTS: Syntax = Syntax { list: HOST_LIST, item: HOST_ITEM, ..NAMES };

const USERS: Syntax = Syntax {
    list: USER_LIST,
    item: USER_ITEM,
    preference: false,
    mark: false,
    ranges: false,
    rights: true,
    group_marks: true,
    commas: false,
};

const QUEUES: Syntax = Syntax { list: QUEUE_LIST, item: QUEUE_ITEM, mark: false, ranges: false, commas: true, ..NAMES };

const APPLICATIONS: Syntax = Syntax { list: APPLICATION_LIST, item: NAME_ITEM, preference: false, ..QUEUES };

/// Names of any kind.
pub(super) fn names(parser: &mut ValueParser<'_, '_>) {
    list(parser, &NAMES);
}

/// Hosts, host groups, compute units.
pub(super) fn hosts(parser: &mut ValueParser<'_, '_>) {
    list(parser, &HOSTS);
}

/// Users and user groups.
pub(super) fn users(parser: &mut ValueParser<'_, '_>) {
    list(parser, &USERS);
}

/// Queues.
pub(super) fn queues(parser: &mut ValueParser<'_, '_>) {
    list(parser, &QUEUES);
}

/// Application profiles.
pub(super) fn applications(parser: &mut ValueParser<'_, '_>) {
    list(parser, &APPLICATIONS);
}

fn list(parser: &mut ValueParser<'_, '_>, syntax: &Syntax) {
    parser.start(syntax.list);
    items(parser, syntax);
    parser.end();
}

/// Parses host names in the brackets of ResourceMap; the caller sets the end before the closing bracket.
pub(super) fn mapped_hosts(parser: &mut ValueParser<'_, '_>) {
    items(parser, &HOSTS);
}

fn items(parser: &mut ValueParser<'_, '_>, syntax: &Syntax) {
    let (mut commas, mut parentheses) = (syntax.commas, 0_usize);
    while !parser.at_end() {
        match parser.peek() {
            Some(b'(') => {
                if parentheses == 0 {
                    parser.error(ValueError::Unexpected, parser.ahead(1));
                }
                parentheses += 1;
                parser.bump(ERROR_TEXT, 1);
            }
            Some(b')') if parentheses > 0 => {
                parentheses -= 1;
                parser.bump(ERROR_TEXT, 1);
            }
            Some(b',') => {
                if !commas {
                    parser.error(ValueError::CommaSeparator, parser.ahead(1));
                    commas = true;
                }
                parser.bump(COMMA, 1);
            }
            Some(b'!') if parser.peek_at(1).is_none_or(|byte| blank(byte) || byte == b',') => parser.bump(BANG, 1),
            _ => item(parser, syntax),
        }
        parser.blanks();
    }
}

/// Whether a byte ends a name.
fn special(byte: u8, syntax: &Syntax) -> bool {
    match byte {
        b'~' | b'@' | b'[' | b']' | b'(' | b')' | b',' => true,
        b'+' => syntax.preference,
        b'!' => syntax.mark,
        _ => blank(byte),
    }
}

fn item(parser: &mut ValueParser<'_, '_>, syntax: &Syntax) {
    let length = parser.count_while(|byte| !special(byte, syntax));
    let plain = match parser.peek_at(length) {
        None | Some(b',' | b'(' | b')') => true,
        Some(byte) if blank(byte) => !(syntax.preference && lone_preference(parser, length)),
        Some(_) => false,
    };
    let group = syntax.group_marks && length > 1 && parser.peek_at(length - 1) == Some(b'/');
    if length > 0 && plain && !group {
        parser.bump(NAME, length);
        return;
    }
    parser.start(syntax.item);
    if parser.peek() == Some(b'~') {
        exclusion(parser);
    }
    pieces(parser, syntax);
    parser.end();
}

/// Whether whitespace and a `+` follow after `length` bytes.
fn lone_preference(parser: &ValueParser<'_, '_>, length: usize) -> bool {
    parser.rest().as_bytes().get(parser.skip_blanks_from(length)) == Some(&b'+')
}

fn exclusion(parser: &mut ValueParser<'_, '_>) {
    let from = parser.position();
    parser.bump(TILDE, 1);
    let gap = parser.skip_blanks_from(0);
    if gap == parser.rest().len() {
        parser.error(ValueError::Expected("a name after `~`"), from..from + 1);
    } else if gap > 0 {
        parser.blanks();
        parser.error(ValueError::BlankAround('~'), from..parser.position());
    }
}

/// Parses a name with its operators, up to whitespace or a comma. Only the first error is reported.
fn pieces(parser: &mut ValueParser<'_, '_>, syntax: &Syntax) {
    // The parts parsed so far: names and ranges may be followed by one cluster, one mark and one preference.
    let (mut named, mut cluster, mut mark, mut preferred) = (false, false, false, false);
    loop {
        let length = parser.count_while(|byte| !special(byte, syntax));
        if length > 0 && !mark && !preferred {
            name(parser, length, syntax);
            named = true;
        }
        match parser.peek() {
            Some(b'[') if syntax.ranges && !mark && !preferred => {
                if !range(parser) {
                    return;
                }
                named = true;
            }
            Some(b'[') if syntax.rights && named => {
                if !rights(parser) {
                    return;
                }
            }
            Some(b'@') if named && !cluster && !mark && !preferred => {
                parser.bump(AT, 1);
                cluster = true;
                if parser.word_ends(b",") && !syntax.group_marks {
                    parser.expected(ValueError::Expected("a cluster name after `@`"));
                }
            }
            Some(b'!') if syntax.mark && named && !mark => {
                parser.bump(BANG, 1);
                mark = true;
            }
            Some(byte)
                if syntax.preference
                    && named
                    && !preferred
                    && (byte == b'+' || blank(byte) && lone_preference(parser, 0)) =>
            {
                preference(parser);
                preferred = true;
            }
            Some(b'~') if named => {
                parser.error(ValueError::BlankMissing('~'), parser.ahead(1));
                return;
            }
            None | Some(b',' | b'(') => return,
            Some(b')') if named => return,
            Some(byte) if blank(byte) => return,
            Some(_) => {
                stray(parser, named);
                return;
            }
        }
    }
}

fn name(parser: &mut ValueParser<'_, '_>, length: usize, syntax: &Syntax) {
    let slash = syntax.group_marks && length > 1 && parser.peek_at(length - 1) == Some(b'/');
    if slash && parser.peek_at(length).is_none_or(|byte| blank(byte) || byte == b',') {
        parser.bump(NAME, length - 1);
        parser.bump(SLASH, 1);
    } else {
        parser.bump(NAME, length);
    }
}

/// `+2`, with optional whitespace before it.
fn preference(parser: &mut ValueParser<'_, '_>) {
    let from = parser.position();
    let before = parser.blanks();
    parser.bump(PLUS, 1);
    let plus = parser.position();
    let gap = parser.skip_blanks_from(0);
    let number = parser.peek_at(gap).is_some_and(|byte| byte.is_ascii_digit());
    if gap > 0 && !number || parser.at_end() {
        parser.error(ValueError::Expected("an integer after `+`"), from..plus);
        return;
    }
    let after = parser.blanks();
    if before || after {
        let to = if after { parser.position() } else { plus };
        parser.error(ValueError::BlankAround('+'), from..to);
    }
    let digits = parser.count_while(|byte| byte.is_ascii_digit());
    let length = parser.word(b",!");
    if digits > 0 && digits == length {
        parser.bump(INTEGER, digits);
    } else {
        parser.error(ValueError::Expected("an integer after `+`"), parser.ahead(length.max(1)));
        parser.bump(ERROR_TEXT, length);
    }
}

/// Parses a character that no item contains, together with the rest of the word.
fn stray(parser: &mut ValueParser<'_, '_>, named: bool) {
    let length = parser.word(b",");
    match parser.peek() {
        Some(close @ (b']' | b')')) => parser.error(ValueError::Unopened(close.into()), parser.ahead(1)),
        Some(b'@' | b'+' | b'!') if !named => parser.error(ValueError::Expected("a name"), parser.ahead(length)),
        _ => parser.error(ValueError::Unexpected, parser.ahead(length)),
    }
    parser.bump(ERROR_TEXT, length);
}

/// Parses `[1-10,15]`. Returns whether it is closed.
fn range(parser: &mut ValueParser<'_, '_>) -> bool {
    parser.start(HOST_RANGE);
    let from = parser.position();
    let inside = parser.rest().as_bytes()[1..].iter();
    let length = 1 + inside.take_while(|&&it| it.is_ascii_digit() || b",-:".contains(&it) || blank(it)).count();
    let closed = parser.peek_at(length) == Some(b']');
    let length = if closed { length } else { parser.word(b"]") };
    parser.bump(L_BRACKET, 1);
    if closed || parser.peek_at(length - 1) == Some(b']') {
        if parser.skip_blanks_from(0) + 1 >= length {
            parser.blanks();
            parser.error(ValueError::Empty, from..parser.position() + 1);
        } else {
            parser.bounded(from + length, bounds);
        }
        parser.bump(R_BRACKET, 1);
        parser.end();
        return true;
    }
    parser.error(ValueError::Unclosed('['), from..from + 1);
    let word = parser.word(&[]);
    parser.bump(ERROR_TEXT, word);
    parser.end();
    false
}

/// The numbers between the brackets of a range.
fn bounds(parser: &mut ValueParser<'_, '_>) {
    loop {
        parser.blanks();
        if !parser.bump_while(INTEGER, |byte| byte.is_ascii_digit()) {
            break;
        }
        parser.blanks();
        let hyphen = parser.eat(b'-', MINUS) || parser.eat(b':', COLON);
        if hyphen {
            parser.blanks();
            if !parser.bump_while(INTEGER, |byte| byte.is_ascii_digit()) {
                break;
            }
            parser.blanks();
        }
        if parser.at_end() {
            return;
        }
        if !parser.eat(b',', COMMA) {
            break;
        }
    }
    let at =
        if parser.at_end() { parser.position()..parser.position() + 1 } else { parser.ahead(parser.rest_length()) };
    parser.error(ValueError::Expected("a number"), at);
    parser.drop_rest();
}

/// Parses `[full]`. Returns whether it is closed.
fn rights(parser: &mut ValueParser<'_, '_>) -> bool {
    let close = parser.word(b"]");
    let closed = parser.peek_at(close) == Some(b']');
    if !closed {
        parser.error(ValueError::Unclosed('['), parser.ahead(1));
        parser.bump(ERROR_TEXT, close);
        return false;
    }
    if close == 1 {
        parser.error(ValueError::Empty, parser.ahead(2));
    }
    parser.bump(L_BRACKET, 1);
    parser.bump(KEYWORD, close - 1);
    parser.bump(R_BRACKET, 1);
    true
}
