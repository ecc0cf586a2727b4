//! Splits a text into logical lines, as LSF reads them: without comments and with continuations joined.
//!
//! The families differ (observed in two open-source readers of the format, documented in part):
//!
//! | | `#` inside `"..."` | backslash, line break | backslash, whitespace, line break | backslash, space | `#if` |
//! |---|---|---|---|---|---|
//! | base, conf | is text | becomes one space | no continuation | becomes the space | comment |
//! | batch | starts a comment | joins without a space | joins | is text | directive |
//!
//! What base files do with a backslash is in `getNextLineD_` (lsf/lib/lib.words.c) of the readers.
//!
//! A continuation never extends over an empty line, a comment line or a directive: LSF ends the line there.

mod joined;

use std::ops::Range;

use lsflint_spec::{Directives, IncludePlace, LexerFamily};

pub(crate) use self::joined::Joined;

/// The class of a logical line, determined by its first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineClass {
    /// Only whitespace, or a comment.
    Blank,
    /// `Begin ...`.
    Begin,
    /// `End ...`.
    End,
    /// A directive line.
    Directive(DirectiveKind),
    /// A statement of a template language: `{% if %}`, `<% end %>`.
    Template,
    /// Anything else.
    Text,
}

/// The directives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DirectiveKind {
    If,
    Elif,
    Else,
    Endif,
    Define,
    Include,
}

/// A logical line, as byte offsets in the text. A backslash alone on a line is part of the line that it joins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// First non-whitespace byte.
    pub(crate) content_start: u32,
    /// The end of the content, before trailing whitespace, comment and line break.
    pub(crate) content_end: u32,
    /// The offset after the line end.
    pub(crate) end: u32,
    pub(crate) class: LineClass,
    /// Whether the content contains a continuation.
    pub(crate) continued: bool,
    /// Whether LSF reads other text than the content: it joins continuations and removes backslashes before whitespace.
    pub(crate) joined: bool,
    /// The marks of special characters in the line: [`MARK_QUOTE`], [`MARK_TEMPLATE`], [`MARK_HIGH`].
    pub(crate) marks: u8,
}

/// The line contains a double quote.
pub(crate) const MARK_QUOTE: u8 = 1;
/// The line contains a character that can start a template marker.
pub(crate) const MARK_TEMPLATE: u8 = 2;
/// The line contains a non-ASCII character.
pub(crate) const MARK_HIGH: u8 = 4;
/// The scanner looks at the character: `#`, NUL, quote.
const STOP: u8 = 8;
/// The line contains a backslash.
const MARK_BACKSLASH: u8 = 16;

/// The marks of each byte: one lookup per byte instead of several comparisons.
static MARKS: [u8; 256] = {
    let mut marks = [0; 256];
    let mut byte = 128;
    while byte < 256 {
        marks[byte] = MARK_HIGH;
        byte += 1;
    }
    marks[b'"' as usize] = MARK_QUOTE | STOP;
    marks[b'#' as usize] = STOP;
    marks[0] = STOP;
    marks[b'\\' as usize] = MARK_BACKSLASH;
    marks[b'{' as usize] = MARK_TEMPLATE;
    marks[b'<' as usize] = MARK_TEMPLATE;
    marks[b'$' as usize] = MARK_TEMPLATE;
    marks[b'@' as usize] = MARK_TEMPLATE;
    marks[b'%' as usize] = MARK_TEMPLATE;
    marks
};

impl Line {
    /// The content as a range of the text.
    pub(crate) fn content(&self) -> Range<usize> {
        self.content_start as usize..self.content_end as usize
    }
}

/// Whether a byte is whitespace inside a line for all readers.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// Splits a text into logical lines.
pub(crate) fn lines(text: &str, from: usize, family: LexerFamily, directives: Directives) -> Vec<Line> {
    let mut scanner = Scanner { bytes: text.as_bytes(), family, directives };
    // Configuration lines are about 35 bytes long; this avoids repeated allocations.
    let mut found = Vec::with_capacity(text.len() / 32 + 1);
    let mut position = from;
    while position < text.len() {
        let line = scanner.logical(position);
        position = line.end as usize;
        found.push(line);
    }
    found
}

/// The text of a token without its continuations, joined like in the batch reader.
pub fn without_continuations(raw: &str) -> String {
    let mut clean = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(newline) = rest.find('\n') {
        let head = rest[..newline].trim_end_matches(|it: char| it.is_ascii() && is_blank(it as u8));
        clean.push_str(head.strip_suffix('\\').unwrap_or(head));
        rest = &rest[newline + 1..];
    }
    clean.push_str(rest);
    clean
}

/// The offset of the first backslash from an offset on that whitespace follows, which base files read without the
/// backslash. A backslash before any other character, also before another backslash, is text like that character.
fn removed_backslash(content: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = content.get(at..).and_then(|it| it.iter().position(|&byte| byte == b'\\')) {
        at += found;
        if content.get(at + 1).is_some_and(|&byte| is_blank(byte)) {
            return Some(at);
        }
        at += 2;
    }
    None
}

struct Scanner<'t> {
    bytes: &'t [u8],
    family: LexerFamily,
    directives: Directives,
}

/// A physical line.
struct Physical {
    content_start: usize,
    content_end: usize,
    /// The offset of the backslash, if the line ends in a continuation.
    continues: Option<usize>,
    end: usize,
    has_comment: bool,
    marks: u8,
}

impl Scanner<'_> {
    fn logical(&mut self, start: usize) -> Line {
        let first = self.physical(start, false);
        let class = self.classify(&first);
        let mut line = Line {
            content_start: first.content_start as u32,
            content_end: first.content_end as u32,
            end: first.end as u32,
            class,
            continued: false,
            joined: false,
            marks: first.marks,
        };
        let mut last = first;
        let mut quoted = false;
        while let Some(backslash) = last.continues {
            quoted ^= self.family != LexerFamily::Batch && self.toggles_quote(last.content_start, backslash);
            let Some(next) = (last.end < self.bytes.len()).then(|| self.physical(last.end, quoted)) else { break };
            // At an empty line, a comment line, a directive or the end of the file, LSF ends the logical line.
            let is_empty = next.content_start == next.content_end;
            if is_empty && next.continues.is_none() || self.is_directive(next.content_start) {
                break;
            }
            // A backslash alone on its line is read as nothing: the next line decides.
            let begins = line.content_start == line.content_end;
            if begins {
                line.content_start = next.content_start as u32;
                line.class = self.classify(&next);
            }
            // After other text, such lines belong to the line only if text follows.
            if begins || !is_empty {
                line.continued |= !begins;
                line.marks |= next.marks;
                line.content_end = next.content_end as u32;
                line.end = next.end as u32;
            }
            last = next;
        }
        let may_lose_backslash = self.family != LexerFamily::Batch && line.marks & MARK_BACKSLASH != 0;
        line.joined =
            line.continued || may_lose_backslash && removed_backslash(&self.bytes[line.content()], 0).is_some();
        line
    }

    /// Whether these bytes of a base file open a double quote, or close an open one.
    fn toggles_quote(&self, from: usize, to: usize) -> bool {
        self.bytes[from..to].iter().filter(|&&byte| byte == b'"').count() % 2 == 1
    }

    fn physical(&self, start: usize, mut quoted: bool) -> Physical {
        let blanks = self.bytes[start..].iter().take_while(|&&byte| is_blank(byte)).count();
        let content_start = start + blanks;
        let protects = self.family != LexerFamily::Batch;
        let line_end = memchr::memchr(b'\n', &self.bytes[content_start..]);
        let line_end = line_end.map_or(self.bytes.len(), |it| content_start + it);
        let mut marks = self.bytes[content_start..line_end].iter().fold(0, |all, &it| all | MARKS[usize::from(it)]);
        let mut limit = line_end;
        // The content ends at the line end, a `#` or a NUL. Most lines have none of both, and no quote.
        if marks & STOP != 0 {
            marks = 0;
            for (at, &byte) in self.bytes[content_start..line_end].iter().enumerate() {
                marks |= MARKS[usize::from(byte)];
                match byte {
                    b'"' => quoted ^= protects,
                    b'#' if quoted => {}
                    b'#' | 0 => {
                        limit = content_start + at;
                        break;
                    }
                    _ => {}
                }
            }
        }
        let has_comment = matches!(self.bytes.get(limit), Some(b'#' | 0));
        let end = (line_end + 1).min(self.bytes.len());
        let mut content_end = limit;
        while content_end > content_start && is_blank(self.bytes[content_end - 1]) {
            content_end -= 1;
        }
        let ends_in_backslash = !has_comment && content_end > content_start && self.bytes[content_end - 1] == b'\\';
        // In base files, the backslash must be the last character; a carriage return is whitespace.
        let joins = ends_in_backslash && (self.family == LexerFamily::Batch || content_end == limit);
        let mut continues = None;
        if ends_in_backslash {
            // In base files, a backslash without continuation is ignored.
            continues = joins.then_some(content_end - 1);
            content_end -= 1;
            while content_end > content_start && is_blank(self.bytes[content_end - 1]) {
                content_end -= 1;
            }
        }
        Physical {
            content_start: content_start.min(content_end.max(content_start)),
            content_end,
            continues,
            end,
            has_comment,
            marks,
        }
    }

    fn classify(&self, line: &Physical) -> LineClass {
        let content = &self.bytes[line.content_start..line.content_end];
        let Some(&first) = content.first() else {
            if line.has_comment
                && let Some(directive) = self.directive(line.content_start)
            {
                return LineClass::Directive(directive);
            }
            return LineClass::Blank;
        };
        let word = |text: &[u8]| {
            content.len() >= text.len()
                && content[..text.len()].eq_ignore_ascii_case(text)
                && content.get(text.len()).is_none_or(|&byte| is_blank(byte))
        };
        match first {
            b'B' | b'b' if word(b"begin") => LineClass::Begin,
            b'E' | b'e' if word(b"end") => LineClass::End,
            b'{' if matches!(content.get(1), Some(b'%' | b'#')) => LineClass::Template,
            b'<' if content.get(1) == Some(&b'%') => LineClass::Template,
            _ => LineClass::Text,
        }
    }

    fn is_directive(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&b'#') && self.directive(at).is_some()
    }

    /// The directive that starts at an offset, if the file supports it there.
    fn directive(&self, at: usize) -> Option<DirectiveKind> {
        let rest = &self.bytes[at..];
        if rest.first() != Some(&b'#') {
            return None;
        }
        let length = rest.iter().take_while(|&&byte| !is_blank(byte) && byte != b'\n' && byte != b'"').count();
        let word = |text: &[u8]| rest[..length].eq_ignore_ascii_case(text);
        let conditional = self.directives.conditionals;
        if conditional && (word(b"#if") || rest.len() > 4 && rest[..4].eq_ignore_ascii_case(b"#if(")) {
            Some(DirectiveKind::If)
        } else if conditional && (word(b"#elif") || rest.len() > 6 && rest[..6].eq_ignore_ascii_case(b"#elif(")) {
            Some(DirectiveKind::Elif)
        } else if conditional && word(b"#else") {
            Some(DirectiveKind::Else)
        } else if conditional && word(b"#endif") {
            Some(DirectiveKind::Endif)
        } else if self.directives.define && word(b"#define") {
            Some(DirectiveKind::Define)
        } else if self.directives.include != IncludePlace::Nowhere && word(b"#include") {
            Some(DirectiveKind::Include)
        } else {
            None
        }
    }
}

/// Whether a line that starts with `#if` or `#elif` continues with prose: two consecutive words that no condition can
/// contain.
///
/// LSF reads it as a directive anyway.
pub(crate) fn is_comment_like_directive(line: &str) -> bool {
    let line = line.split('\n').next().unwrap_or_default();
    let mut words = line.split_ascii_whitespace();
    let directive = words.next().is_some_and(|it| it.eq_ignore_ascii_case("#if") || it.eq_ignore_ascii_case("#elif"));
    if !directive {
        return false;
    }
    let plain =
        |word: &str| word.bytes().all(|it| it.is_ascii_alphanumeric() || b"_-',.:;?\"".contains(&it) || it >= 0x80);
    let condition: Vec<&str> = words.take_while(|it| !it.starts_with('#')).collect();
    let timed = condition.first().is_some_and(|it| it.to_ascii_lowercase().starts_with("time"))
        || condition.iter().any(|it| it.to_ascii_lowercase().contains("time("));
    !timed && condition.windows(2).any(|it| plain(it[0]) && plain(it[1]))
}
