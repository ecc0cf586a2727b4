//! Parses time windows: `8:00-17:30 5:18:30-1:8:30`.

use std::ops::Range;

use super::{ValueParser, blank};
use crate::ErrorKind;
use crate::SyntaxKind::*;

/// Errors of time windows and of the time expressions of `#if`. At most one per window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeError {
    /// `8:00`: a window without `-`. The range is the word.
    MissingHyphen,
    /// `8:00 - 9:00`. The range is the hyphen and the whitespace.
    BlankAroundHyphen,
    /// `8:00-9:00-10:00`. The range is the second hyphen and what follows.
    ExtraHyphen,
    /// `-9:00`, `8:00-`: a time is missing. The range is the hyphen.
    MissingTime,
    /// `8::00`, `8:-9:00`: a field without digits. The range is the time.
    EmptyField,
    /// `8am-5pm`: a field that is not a number. The range is the field.
    NotANumber,
    /// `mon:8:00-fri:18:00`: the name of a day instead of its number. The range is the name.
    DayName,
    /// `1:8:00:00-9`: more than `day:hour:minute`. The range is the time.
    TooManyFields,
    /// `5:8:00-9:00`: a day on one side only. The range is the time without it.
    DayOnOneSide,
    /// `8:00-18:00 CTS`, `20:00-8:00 daily`: a word after a window, but not a known time zone. The range is the word.
    UnknownZone,
    /// `8:00-12:00,13:00-17:00`: windows separated by commas instead of whitespace. Reported once per list.
    CommaBetween,
    /// `(8:00-18:00)`, `8:00-18:00` in a condition: missing `time( )` around the windows. The range is the windows.
    MissingTimeCall,
    /// `time 8:00-18:00`: no parentheses after `time`. The range is the text at their place; empty only at the end.
    MissingParenthesis,
    /// `time()`.
    EmptyTime,
    /// An unclosed parenthesis. The range is the parenthesis.
    UnclosedParenthesis,
    /// An unopened parenthesis.
    UnopenedParenthesis,
    /// `&` or `|` instead of `&&` or `||`. The range is the character.
    SingleOperator,
    /// No operand after `!`, `&&`, `||`, before `&&`, `||`, or in parentheses. The range is the operator or the
    /// parentheses.
    MissingOperand,
    /// Text that is not part of a condition: prose, a word after a complete condition.
    UnexpectedText,
}

impl From<TimeError> for ErrorKind {
    fn from(error: TimeError) -> ErrorKind {
        ErrorKind::Time(error)
    }
}

/// Windows separated by whitespace: RUN_WINDOW and similar parameters.
pub(super) fn windows(parser: &mut ValueParser<'_, '_>) {
    parser.start(TIME_WINDOWS);
    window_list(parser);
    parser.end();
}

/// Parses windows without an enclosing node.
pub(super) fn window_list(parser: &mut ValueParser<'_, '_>) {
    let mut commas = false;
    while !parser.at_end() {
        if parser.peek() == Some(b',') {
            if !commas {
                parser.error(TimeError::CommaBetween, parser.ahead(1));
                commas = true;
            }
            parser.bump(COMMA, 1);
        } else {
            window(parser);
        }
        parser.blanks();
    }
}

/// The fields of a time point.
#[derive(Clone, Copy)]
struct Point {
    fields: usize,
    start: usize,
    end: usize,
}

/// Parses a window and the time zone after it.
pub(super) fn window(parser: &mut ValueParser<'_, '_>) {
    parser.start(TIME_WINDOW);
    let mut error: Option<(TimeError, Range<usize>)> = None;
    let mut report = |kind: TimeError, range: Range<usize>| {
        error.get_or_insert((kind, range));
    };
    let word = parser.ahead(parser.word(b","));
    let first = point(parser, &mut report);
    let at = parser.position();
    if !parser.follows(b'-') {
        report(TimeError::MissingHyphen, word);
    } else {
        let before = parser.blanks();
        let hyphen = parser.position();
        parser.bump(MINUS, 1);
        let gap = parser.skip_blanks_from(0);
        let after = gap > 0 && parser.peek_at(gap).is_some_and(|byte| byte.is_ascii_digit());
        if after {
            parser.blanks();
        }
        if (before || after) && first.is_some() {
            let to = if after { parser.position() } else { hyphen + 1 };
            report(TimeError::BlankAroundHyphen, at..to);
        }
        let second = point(parser, &mut report);
        match (first, second) {
            (Some(a), Some(b)) if (a.fields == 3) != (b.fields == 3) => {
                let short = if a.fields < b.fields { a } else { b };
                report(TimeError::DayOnOneSide, short.start..short.end);
            }
            (Some(_), Some(_)) => {}
            _ => report(TimeError::MissingTime, hyphen..hyphen + 1),
        }
        if parser.peek() == Some(b'-') {
            let length = parser.word(b",");
            report(TimeError::ExtraHyphen, parser.ahead(length));
            parser.bump(ERROR_TEXT, length);
        }
    }
    zone(parser, &mut report);
    if let Some((kind, range)) = error {
        parser.error(kind, range);
    }
    parser.end();
}

/// Parses `[day:]hour[:minute]`, up to whitespace, a hyphen or a comma. `None` if empty.
fn point(parser: &mut ValueParser<'_, '_>, report: &mut impl FnMut(TimeError, Range<usize>)) -> Option<Point> {
    let length = parser.word(b"-,");
    if length == 0 {
        return None;
    }
    let start = parser.position();
    let end = start + length;
    parser.start(TIME_POINT);
    let mut fields = 0;
    loop {
        let field = parser.word(b"-,:");
        let text = &parser.rest()[..field];
        let number = text.bytes().all(|byte| byte.is_ascii_digit());
        if field == 0 {
            report(TimeError::EmptyField, start..end);
        } else if !number {
            let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
            let day = text.get(..3).is_some_and(|head| days.iter().any(|it| it.eq_ignore_ascii_case(head)));
            report(if day { TimeError::DayName } else { TimeError::NotANumber }, parser.ahead(field));
        }
        parser.bump(if number { INTEGER } else { WORD }, field);
        fields += 1;
        if !parser.eat(b':', COLON) {
            break;
        }
    }
    if fields > 3 {
        report(TimeError::TooManyFields, start..end);
    }
    parser.end();
    Some(Point { fields, start, end })
}

/// A time zone after whitespace: a known abbreviation, or a form that abbreviations do not have. Another word is an
/// error, unless it looks like the start of an invalid window.
fn zone(parser: &mut ValueParser<'_, '_>, report: &mut impl FnMut(TimeError, Range<usize>)) {
    let gap = parser.skip_blanks_from(0);
    let rest = &parser.rest().as_bytes()[gap..];
    let length = rest.iter().take_while(|&&byte| !blank(byte) && byte != b',').count();
    let word = &rest[..length];
    let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let offset = word[letters..].iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-/_".contains(byte));
    // `EDT`, `EST5EDT`, `GMT-5`, `Europe/Berlin`; not `mon-fri`, not `am`.
    let plain = letters == length || word[..letters].iter().all(u8::is_ascii_uppercase) || word[letters] == b'/';
    if gap > 0 && letters >= 3 && offset && plain {
        parser.blanks();
        if letters == length && lsflint_spec::offsets_of_zone(&parser.rest()[..length]).is_none() {
            report(TimeError::UnknownZone, parser.ahead(length));
        }
        parser.bump(NAME, length);
    }
}
