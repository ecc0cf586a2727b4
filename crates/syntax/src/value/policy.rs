//! Parses queue policies: shares, preemption, reservation, exclusive use, checkpoints.

use super::lex::WHOLE;
use super::{ValueParser, blank};
use crate::SyntaxKind::*;
use crate::error::ValueError;

/// `USER_SHARES[[user, shares] ...]`: FAIRSHARE.
pub(super) fn fairshare(parser: &mut ValueParser<'_, '_>) {
    parser.start(FAIRSHARE);
    let length = parser.word(b"[(,");
    let good = &parser.rest()[..length] == "USER_SHARES";
    if !good {
        parser.error(ValueError::Expected("`USER_SHARES`"), parser.ahead(length.max(1)));
    }
    let next = parser.skip_blanks_from(length);
    if !good && parser.peek_at(next) != Some(b'[') {
        parser.bump(WORD, length);
        parser.drop_rest();
        parser.end();
        return;
    }
    parser.bump(KEYWORD, length);
    parser.blanks();
    if parser.peek() == Some(b'[') {
        share_list(parser);
        parser.surplus(ValueError::Unexpected);
    } else {
        parser.expected(ValueError::Expected("`[`"));
        parser.drop_rest();
    }
    parser.end();
}

/// Parses `[user, shares] [user, shares]`, possibly with enclosing brackets, or `!` for an external program.
pub(super) fn user_shares(parser: &mut ValueParser<'_, '_>) {
    parser.start(USER_SHARES);
    let second = parser.skip_blanks_from(1.min(parser.rest().len()));
    if parser.peek() == Some(b'[') && parser.peek_at(second) == Some(b'[') {
        share_list(parser);
    } else if parser.peek() == Some(b'!') {
        parser.bump(BANG, 1);
    } else {
        share_pairs(parser, false);
    }
    parser.surplus(ValueError::Unexpected);
    parser.end();
}

/// Parses the pairs with the enclosing brackets.
fn share_list(parser: &mut ValueParser<'_, '_>) {
    let open = parser.ahead(1);
    parser.bump(L_BRACKET, 1);
    let closed = share_pairs(parser, true);
    if closed && !parser.eat(b']', R_BRACKET) {
        parser.error(ValueError::Unclosed('['), open);
    }
}

/// Parses pairs up to the end, or up to the `]` of the list. Returns false if a bracket is unclosed at the end.
fn share_pairs(parser: &mut ValueParser<'_, '_>, listed: bool) -> bool {
    let mut commas = false;
    loop {
        parser.blanks();
        match parser.peek() {
            None => return true,
            Some(b'[') => {
                if !share_pair(parser) {
                    return false;
                }
            }
            Some(b']') if listed => return true,
            Some(b']') => {
                parser.error(ValueError::Unopened(']'), parser.ahead(1));
                parser.bump(ERROR_TEXT, 1);
            }
            Some(b',') => {
                if !commas {
                    parser.error(ValueError::CommaSeparator, parser.ahead(1));
                    commas = true;
                }
                parser.bump(COMMA, 1);
            }
            Some(_) => {
                let length = parser.count_while(|byte| byte != b'[' && byte != b']');
                let length = parser.rest()[..length].trim_ascii_end().len();
                parser.error(ValueError::PairWithoutBrackets, parser.ahead(length));
                parser.start(SHARE_PAIR);
                let outer = parser.limit(parser.position() + length);
                pair_content(parser, true);
                parser.limit(outer);
                parser.end();
            }
        }
    }
}

/// Parses `[user, shares]`. Returns false if it is unclosed at the end of the value.
fn share_pair(parser: &mut ValueParser<'_, '_>) -> bool {
    parser.start(SHARE_PAIR);
    let from = parser.position();
    let length = parser.rest()[1..].find(['[', ']']).map_or(parser.rest().len(), |at| at + 1);
    let closing = parser.peek_at(length);
    if closing != Some(b']') {
        parser.error(ValueError::Unclosed('['), from..from + 1);
    }
    parser.bump(L_BRACKET, 1);
    let outer = parser.limit(from + length);
    parser.blanks();
    if parser.at_end() && closing == Some(b']') {
        parser.error(ValueError::Empty, from..from + length + 1);
    } else {
        pair_content(parser, closing != Some(b']'));
    }
    parser.limit(outer);
    parser.eat(b']', R_BRACKET);
    parser.end();
    closing.is_some()
}

/// Parses user, comma and shares. `quiet`: an error in this pair was already reported.
fn pair_content(parser: &mut ValueParser<'_, '_>, quiet: bool) {
    let mut complain = {
        let mut said = quiet;
        move |parser: &mut ValueParser<'_, '_>, what: &'static str| {
            if !std::mem::replace(&mut said, true) {
                parser.expected(ValueError::Expected(what));
            }
        }
    };
    parser.blanks();
    if !parser.bump_while(NAME, |byte| !blank(byte) && byte != b',' && byte != b'@') {
        complain(parser, "a user or user group");
    }
    if parser.eat(b'@', AT) {
        parser.bump_while(NAME, |byte| !blank(byte) && byte != b',');
    }
    parser.blanks();
    if !parser.eat(b',', COMMA) {
        complain(parser, "`,` and the number of shares");
    }
    parser.blanks();
    let length = parser.word(b",");
    let digits = parser.count_while(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'+');
    if length == 0 {
        complain(parser, "the number of shares");
    } else if digits == length {
        parser.bump(INTEGER, length);
    } else {
        complain(parser, "an integer number of shares");
        parser.bump(WORD, length);
    }
    parser.blanks();
    if !parser.at_end() {
        complain(parser, "`]`");
        parser.drop_rest();
    }
}

/// Parses `PREEMPTIVE[low+1 other] PREEMPTABLE[high]`. The manuals also print the list in double brackets; both are
/// accepted.
pub(super) fn preemption(parser: &mut ValueParser<'_, '_>) {
    parser.start(PREEMPTION);
    while !parser.at_end() {
        let length = parser.count_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let word = &parser.rest()[..length];
        let known = ["PREEMPTIVE", "PREEMPTABLE"].iter().any(|it| it.eq_ignore_ascii_case(word));
        if known {
            parser.start(PREEMPTION_PART);
            parser.bump(KEYWORD, length);
            let go_on = preempted(parser);
            parser.end();
            if !go_on {
                parser.drop_rest();
            }
        } else {
            let error = match parser.peek() {
                Some(b',' | b';') => ValueError::CommaSeparator,
                Some(close @ (b']' | b')')) => ValueError::Unopened(close.into()),
                _ => ValueError::Expected("`PREEMPTIVE` or `PREEMPTABLE`"),
            };
            parser.error(error, parser.ahead(parser.word(b"[").max(1)));
            let stop = parser.rest().find("PREEMPT").filter(|at| *at > 0).unwrap_or(parser.rest().len());
            let stop = parser.rest()[..stop].trim_ascii_end().len();
            parser.bump(ERROR_TEXT, stop);
        }
        parser.blanks();
    }
    parser.end();
}

/// Parses the queue list after a keyword, if there is one. Returns false if the rest of the value cannot be parsed.
fn preempted(parser: &mut ValueParser<'_, '_>) -> bool {
    if !parser.follows(b'[') {
        let next = parser.skip_blanks_from(0);
        let rest = &parser.rest()[next..];
        let keyword = rest.get(..7).is_some_and(|it| it.eq_ignore_ascii_case("PREEMPT"));
        if rest.is_empty() || keyword || rest.starts_with([',', ']', ';']) {
            return true;
        }
        parser.blanks();
        parser.expected(ValueError::Expected("`[`"));
        return false;
    }
    parser.blanks();
    let open = parser.ahead(1);
    parser.bump(L_BRACKET, 1);
    parser.blanks();
    let double = parser.eat(b'[', L_BRACKET);
    let close = parser.rest().find(['[', ']']);
    let closed = close.is_some_and(|at| parser.peek_at(at) == Some(b']'));
    if !closed {
        parser.error(ValueError::Unclosed('['), open.clone());
    }
    // Without its bracket, the list ends before the next keyword.
    let end = match close {
        Some(at) if closed => at,
        _ => parser.rest().find("PREEMPT").unwrap_or(parser.rest().len()),
    };
    let from = parser.position();
    let outer = parser.limit(from + end);
    parser.blanks();
    if parser.at_end() && closed {
        parser.error(ValueError::Empty, open.start..from + end + 1);
    }
    queue_items(parser, closed);
    parser.limit(outer);
    if closed {
        parser.eat(b']', R_BRACKET);
        if double {
            parser.blanks();
            if !parser.eat(b']', R_BRACKET) {
                parser.error(ValueError::Unclosed('['), open);
                return false;
            }
        }
    }
    closed || end < outer - from
}

fn queue_items(parser: &mut ValueParser<'_, '_>, closed: bool) {
    let mut commas = !closed;
    while !parser.at_end() {
        if parser.peek() == Some(b',') {
            if !commas {
                parser.error(ValueError::CommaSeparator, parser.ahead(1));
                commas = true;
            }
            parser.bump(COMMA, 1);
            parser.blanks();
            continue;
        }
        let length = parser.word(b"+,");
        if length > 0 && parser.rest().as_bytes().get(parser.skip_blanks_from(length)) != Some(&b'+') {
            parser.bump(NAME, length);
        } else {
            parser.start(PREEMPTION_QUEUE);
            if length == 0 {
                parser.error(ValueError::Expected("a queue name before `+`"), parser.ahead(1));
            }
            parser.bump(NAME, length);
            parser.tight(b'+', PLUS);
            if parser.word(b",") > 0 {
                parser.amount(b",", WHOLE);
            } else {
                parser.expected(ValueError::Expected("an integer after `+`"));
            }
            parser.end();
        }
        parser.blanks();
    }
}

/// `MAX_RESERVE_TIME[n]`, `BACKFILL`: SLOT_RESERVE, RESOURCE_RESERVE.
pub(super) fn slot_reserve(parser: &mut ValueParser<'_, '_>) {
    parser.start(SLOT_RESERVE);
    let mut first = true;
    while !parser.at_end() {
        let length = parser.word(b"[](),");
        let word = &parser.rest()[..length];
        let alone = parser.word(&[]) == length;
        if word == "BACKFILL" && alone {
            parser.bump(KEYWORD, length);
        } else if first && (word == "MAX_RESERVE_TIME" || parser.peek_at(length) == Some(b'[')) {
            if word != "MAX_RESERVE_TIME" {
                parser.error(ValueError::Expected("`MAX_RESERVE_TIME`"), parser.ahead(length.max(1)));
            }
            parser.start(SLOT_RESERVE_ITEM);
            parser.bump(KEYWORD, length);
            reserve_time(parser);
            parser.end();
            first = false;
        } else {
            let error = if first { ValueError::Expected("`MAX_RESERVE_TIME[n]`") } else { ValueError::Unexpected };
            parser.surplus(error);
        }
        parser.blanks();
    }
    parser.end();
}

fn reserve_time(parser: &mut ValueParser<'_, '_>) {
    if !parser.follows(b'[') {
        parser.blanks();
        parser.expected(ValueError::Expected("`[`"));
        parser.drop_rest();
        return;
    }
    parser.blanks();
    bracketed(parser, |it| {
        it.amount(&[], WHOLE);
    });
}

/// Parses `[content]`; reports an empty or unclosed pair.
fn bracketed(parser: &mut ValueParser<'_, '_>, content: impl FnOnce(&mut ValueParser<'_, '_>)) {
    let open = parser.ahead(1);
    let close = parser.rest().find(']').map(|at| open.start + at);
    parser.bump(L_BRACKET, 1);
    parser.blanks();
    match close {
        None => {
            parser.error(ValueError::Unclosed('['), open);
            parser.drop_rest();
        }
        Some(close) => {
            let outer = parser.limit(close);
            if parser.at_end() {
                parser.error(ValueError::Empty, open.start..close + 1);
            } else {
                content(parser);
                parser.surplus(ValueError::Unexpected);
            }
            parser.limit(outer);
            parser.bump(R_BRACKET, 1);
        }
    }
}

/// `Y`, `N`, `CU`, `CU[type]`: EXCLUSIVE.
pub(super) fn exclusive(parser: &mut ValueParser<'_, '_>) {
    parser.start(EXCLUSIVE);
    let length = parser.word(b"[");
    let word = &parser.rest()[..length];
    let unit = word.eq_ignore_ascii_case("CU");
    let known = unit || ["Y", "N", "YES", "NO"].iter().any(|it| it.eq_ignore_ascii_case(word));
    if !known {
        parser.error(ValueError::Expected("`Y`, `N` or `CU[type]`"), parser.ahead(parser.word(&[])));
    }
    parser.bump(if known { KEYWORD } else { WORD }, length);
    if unit && parser.follows(b'[') {
        if parser.peek() != Some(b'[') {
            let from = parser.position();
            parser.blanks();
            parser.error(ValueError::BlankAround('['), from..parser.position() + 1);
        }
        // `CU[]` means the default type.
        if parser.peek_at(1) == Some(b']') {
            parser.bump(L_BRACKET, 1);
            parser.bump(R_BRACKET, 1);
        } else {
            bracketed(parser, |it| {
                it.bump_while(NAME, |byte| !blank(byte));
            });
        }
    }
    if known {
        parser.surplus(ValueError::TooMany);
    } else {
        parser.drop_rest();
    }
    parser.end();
}

/// `directory [init=n] [period] [method=name]`: CHKPNT.
pub(super) fn checkpoint(parser: &mut ValueParser<'_, '_>) {
    parser.start(CHECKPOINT);
    parser.bump_while(PATH, |byte| !blank(byte));
    parser.blanks();
    let mut period = false;
    while !parser.at_end() {
        let length = parser.word(b"=");
        let word = &parser.rest()[..length];
        let option = parser.peek_at(length) == Some(b'=')
            && ["init", "method"].iter().any(|known| known.eq_ignore_ascii_case(word));
        if option {
            parser.bump(KEYWORD, length);
            parser.bump(EQ, 1);
            parser.bump_while(WORD, |byte| !blank(byte));
        } else if period {
            parser.surplus(ValueError::TooMany);
        } else {
            period = true;
            parser.amount(&[], super::lex::Amount { expected: "a period in minutes", ..WHOLE });
        }
        parser.blanks();
    }
    parser.end();
}
