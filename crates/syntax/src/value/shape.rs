//! Matches values against patterns of the specification.
//!
//! It matches from left to right without backtracking, as [`Shape`] requires: the first alternative that matches is
//! used, optional and repeated parts match greedily. The furthest offset it reached is the place of the error.

use std::ops::Range;

use lsflint_spec::{Shape, Terminal};

use super::{ValueParser, blank, time};
use crate::SyntaxKind::{self, *};
use crate::error::ValueError;

/// Parses the whole value.
pub(super) fn shape(parser: &mut ValueParser<'_, '_>, shape: &'static Shape) {
    parser.start(SHAPE);
    let text = &parser.rest()[..parser.rest_length()];
    let mut matcher = Matcher::new(text);
    let end = matcher.run(shape, 0);
    if matcher.exhausted() {
        // A value of this length is not sensible; nothing is reported.
        parser.bump(TEXT, text.len());
    } else if end == Some(text.len()) {
        let from = parser.position();
        matcher.write(parser);
        // In a pattern, the quotes around a value are two optional characters.
        if let Some(quote) = lone_quote(text) {
            parser.error(ValueError::Unclosed('"'), from + quote..from + quote + 1);
        }
    } else {
        matcher.fail(end);
        let furthest = matcher.furthest;
        // Runs again, to stop at the place of the error with the tokens before it.
        let mut again = Matcher::new(text);
        again.stop_at = Some(furthest);
        again.run(shape, 0);
        let from = parser.position();
        again.write(parser);
        let error = match matcher.expected {
            Some(Expectation::Text(literal)) => ValueError::ExpectedText(literal),
            Some(Expectation::Words(words)) => ValueError::Expected(words),
            Some(Expectation::End) => ValueError::Unexpected,
            Some(Expectation::Several) | None => ValueError::Form,
        };
        let (error, range) = match misplaced_blank(text, furthest, error) {
            Some((character, at)) => (ValueError::BlankAround(character), from + at.start..from + at.end),
            None if furthest == text.len() || matches!(error, ValueError::Unexpected) => {
                (error, from + furthest..from + text.len())
            }
            None => (error, parser.ahead(parser.word(&[]).max(1))),
        };
        let single = furthest == 0 && !text.bytes().any(blank);
        parser.error(error, range);
        parser.bump(if single { WORD } else { ERROR_TEXT }, text.len() - furthest);
    }
    parser.blanks();
    parser.end();
}

/// The offset of a double quote at the start or the end of a value that has no partner.
fn lone_quote(text: &str) -> Option<usize> {
    let (first, last) = (text.find('"')?, text.rfind('"')?);
    let is_odd = text.bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
    match is_odd {
        true if first == 0 => Some(0),
        true if last + 1 == text.trim_end().len() => Some(last),
        _ => None,
    }
}

/// Whether whitespace next to a punctuation character is the only error: `1 / 20` for `1/20`.
fn misplaced_blank(text: &str, at: usize, error: ValueError) -> Option<(char, Range<usize>)> {
    let bytes = text.as_bytes();
    let blanks = bytes[at..].iter().take_while(|&&byte| blank(byte)).count();
    let next = at + blanks;
    if blanks == 0 || next == text.len() || matches!(error, ValueError::Unexpected) {
        return None;
    }
    if let ValueError::ExpectedText(literal) = error
        && literal.len() == 1
        && literal.as_bytes()[0] == bytes[next]
        && bytes[next].is_ascii_punctuation()
    {
        return Some((bytes[next].into(), at..next + 1));
    }
    let before = *bytes[..at].last()?;
    let tight = before.is_ascii_punctuation() && !matches!(before, b']' | b')' | b'}' | b'"');
    tight.then(|| (before.into(), at - 1..next))
}

/// What the matcher expected at the place of the error.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Expectation {
    Text(&'static str),
    Words(&'static str),
    End,
    Several,
}

impl Expectation {
    /// Whether it is only reported if nothing else is expected.
    fn is_weak(self) -> bool {
        matches!(self, Expectation::Text("\"") | Expectation::Words(BLANK))
    }
}

const BLANK: &str = "whitespace";

struct Matcher<'v> {
    text: &'v str,
    /// The kinds and ends of the tokens matched so far, in order.
    tokens: Vec<(SyntaxKind, usize)>,
    furthest: usize,
    expected: Option<Expectation>,
    /// The remaining number of steps: patterns are small, but values may be long.
    steps: usize,
    /// Stops permanently at the first failure at this offset.
    stop_at: Option<usize>,
    stopped: bool,
}

impl<'v> Matcher<'v> {
    fn new(text: &'v str) -> Matcher<'v> {
        let steps = 10_000 + 100 * text.len();
        Matcher { text, tokens: Vec::new(), furthest: 0, expected: None, steps, stop_at: None, stopped: false }
    }

    fn exhausted(&self) -> bool {
        self.steps == 0
    }

    /// Matches a pattern; returns the offset after the match.
    fn run(&mut self, shape: &'static Shape, at: usize) -> Option<usize> {
        self.steps = self.steps.saturating_sub(1);
        if self.exhausted() {
            return None;
        }
        match shape {
            Shape::Literal(literal) => self.literal(literal, at),
            Shape::Terminal(terminal) => self.terminal(*terminal, at),
            Shape::Sequence(items) => items.iter().try_fold(at, |at, item| self.run(item, at)),
            Shape::Choice(items) => items.iter().find_map(|item| self.attempt(item, at)),
            Shape::Optional(inner) => self.attempt(inner, at).or((!self.stopped).then_some(at)),
            Shape::Repeat(inner) => {
                let mut at = at;
                while let Some(next) = self.attempt(inner, at).filter(|next| *next > at) {
                    at = next;
                }
                (!self.stopped).then_some(at)
            }
            Shape::Blank => match self.blanks(at) {
                next if next > at => Some(next),
                _ => self.missing(Expectation::Words(BLANK), at),
            },
            Shape::MaybeBlank => Some(self.blanks(at)),
        }
    }

    /// Matches a part that may fail; in that case its tokens are removed.
    fn attempt(&mut self, shape: &'static Shape, at: usize) -> Option<usize> {
        if self.stopped {
            return None;
        }
        let written = self.tokens.len();
        let end = self.run(shape, at);
        if end.is_none() && !self.stopped {
            self.tokens.truncate(written);
        }
        end
    }

    fn literal(&mut self, literal: &'static str, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let found = rest.get(..literal.len()).is_some_and(|it| it.eq_ignore_ascii_case(literal));
        // A literal that ends with a letter must be a whole word: `Y` is not a prefix of `yes`.
        let word = |it: char| it.is_alphanumeric() || it == '_';
        let cut = found && literal.ends_with(word) && rest[literal.len()..].starts_with(word);
        if !found || cut {
            return self.missing(Expectation::Text(literal), at);
        }
        // One token for each run of letters, and one for each other character.
        let bytes = literal.as_bytes();
        for (index, &byte) in bytes.iter().enumerate() {
            let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
            if !word(byte) || !bytes.get(index + 1).is_some_and(|&next| word(next)) {
                let kind = if word(byte) { KEYWORD } else { punctuation(byte) };
                self.tokens.push((kind, at + index + 1));
            }
        }
        Some(at + literal.len())
    }

    fn terminal(&mut self, terminal: Terminal, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let (length, kind, words) = terminal_length(terminal, rest);
        self.steps = self.steps.saturating_sub(length.unwrap_or(0));
        match length {
            Some(length) => {
                if length > 0 {
                    self.tokens.push((kind, at + length));
                }
                Some(at + length)
            }
            None => self.missing(Expectation::Words(words), at),
        }
    }

    fn blanks(&mut self, at: usize) -> usize {
        let end = at + self.text.as_bytes()[at..].iter().take_while(|&&byte| blank(byte)).count();
        if end > at {
            self.tokens.push((WHITESPACE, end));
        }
        end
    }

    /// Records what is expected at an offset, unless another alternative matched more.
    fn missing(&mut self, what: Expectation, at: usize) -> Option<usize> {
        if self.stop_at == Some(at) {
            self.stopped = true;
        }
        match self.expected {
            _ if at < self.furthest => {}
            // A quote around the value is always optional, and where whitespace could follow, another expectation is
            // usually better.
            Some(_) if at == self.furthest && what.is_weak() => {}
            Some(before) if at == self.furthest && !before.is_weak() => {
                if before != what {
                    self.expected = Some(Expectation::Several);
                }
            }
            _ => {
                self.furthest = at;
                self.expected = Some(what);
            }
        }
        None
    }

    /// Records that the pattern ended before the value.
    fn fail(&mut self, end: Option<usize>) {
        if let Some(end) = end {
            // What an optional part expects is more specific than the end of the value.
            if end > self.furthest || self.expected.is_none_or(|it| end == self.furthest && it.is_weak()) {
                self.furthest = end;
                self.expected = Some(Expectation::End);
            } else if end == self.furthest {
                self.expected = Some(Expectation::Several);
            }
        }
    }

    fn write(&self, parser: &mut ValueParser<'_, '_>) {
        let from = parser.position();
        for &(kind, end) in &self.tokens {
            let end = from + end;
            if kind == TIME_WINDOW {
                let outer = parser.limit(end);
                time::window(parser);
                parser.drop_rest();
                parser.limit(outer);
            } else {
                parser.bump(kind, end - parser.position());
            }
        }
    }
}

/// The length of a terminal at the start of the text, its token kind, and its name in errors.
fn terminal_length(terminal: Terminal, text: &str) -> (Option<usize>, SyntaxKind, &'static str) {
    let run = |allowed: &dyn Fn(char) -> bool| text.find(|it| !allowed(it)).unwrap_or(text.len());
    // Unicode spaces are characters for LSF.
    let space = |it: char| it.is_ascii() && blank(it as u8);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let some = |length: usize| Some(length).filter(|it| *it > 0);
    let sign = usize::from(text.starts_with(['+', '-']));
    match terminal {
        Terminal::Unsigned => (some(digits(text)), INTEGER, "an integer"),
        Terminal::Integer => (some(digits(&text[sign..])).map(|it| it + sign), INTEGER, "an integer"),
        Terminal::Number => {
            let whole = digits(&text[sign..]);
            let fraction = text[sign + whole..].strip_prefix('.').map_or(0, |it| 1 + digits(it));
            let length = (whole > 0 || fraction > 1).then_some(sign + whole + fraction);
            (length, if fraction > 0 { NUMBER } else { INTEGER }, "a number")
        }
        Terminal::Name(_) => {
            let length =
                run(&|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.' | '\\') || !it.is_ascii());
            (some(length), NAME, "a name")
        }
        Terminal::Word => (some(run(&|it| !space(it))), WORD, "a word"),
        Terminal::Inner => (Some(inner(text)), TEXT, "text"),
        Terminal::Rest => (Some(text.len()), TEXT, "text"),
        Terminal::Path => {
            let length = run(&|it| !space(it) && !"\"'()[]{},;".contains(it));
            let drive = text.as_bytes().get(1) == Some(&b':');
            let start = text.starts_with(['/', '\\', '.', '%', '$', '~']) || drive;
            (some(length).filter(|_| start), PATH, "a path")
        }
        Terminal::Address => {
            let length = run(&|it| it.is_ascii_hexdigit() || matches!(it, '.' | ':' | '*' | '-'));
            // Missing groups mean any number, so the first one alone is an address, too: 100, 100-110.
            let group = text.starts_with(|it: char| it.is_ascii_digit());
            let address = some(length).filter(|it| group || text[..*it].contains(['.', ':', '*']));
            (address, WORD, "an address")
        }
        Terminal::CpuList => {
            (some(run(&|it| it.is_ascii_digit() || matches!(it, ',' | '-'))), WORD, "a list of CPU numbers")
        }
        Terminal::Window => {
            let length = some(run(&|it| it.is_ascii_digit() || matches!(it, ':' | '-')));
            (length.filter(|it| text[..*it].contains('-')), TIME_WINDOW, "a time window")
        }
    }
}

/// The length of the text up to the closing bracket of the current level, skipping double-quoted text.
fn inner(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return at,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

fn punctuation(byte: u8) -> SyntaxKind {
    match byte {
        b'(' => L_PAREN,
        b')' => R_PAREN,
        b'[' => L_BRACKET,
        b']' => R_BRACKET,
        b'{' => L_BRACE,
        b'}' => R_BRACE,
        b',' => COMMA,
        b':' => COLON,
        b';' => SEMICOLON,
        b'.' => DOT,
        b'/' => SLASH,
        b'+' => PLUS,
        b'-' => MINUS,
        b'*' => STAR,
        b'@' => AT,
        b'~' => TILDE,
        b'!' => BANG,
        b'%' => PERCENT,
        b'|' => PIPE,
        b'&' => AMP,
        b'#' => HASH,
        b'<' => LT,
        b'>' => GT,
        b'=' => EQ,
        b'"' | b'\'' => QUOTE,
        _ if blank(byte) => WHITESPACE,
        _ => KEYWORD,
    }
}
