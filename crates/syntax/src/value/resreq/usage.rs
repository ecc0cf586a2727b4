//! Parses the content of `rusage`: alternatives (`||`) of groups (`,`) of items (`:`).
//!
//! Nodes for alternatives and groups exist only if there are several: `rusage[mem=100]` is a section with a single
//! item.

use std::ops::Range;

use super::{Reader, ResReqError, is_name, is_quote};
use crate::SyntaxKind::*;
use crate::value::blank;

/// The kind of an item, determined by the word before `=`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Resource,
    Duration,
    Decay,
    Amount,
    Word,
}

fn item(word: &[u8]) -> Item {
    match word {
        b"duration" => Item::Duration,
        b"decay" => Item::Decay,
        b"threshold" | b"gmem" => Item::Amount,
        b"gmodel" | b"glink" | b"nvlink" | b"gvendor" | b"mig" => Item::Word,
        _ => Item::Resource,
    }
}

fn separates(byte: u8) -> bool {
    matches!(byte, b':' | b',' | b'|')
}

impl Reader<'_, '_, '_> {
    pub(super) fn rusage(&mut self) {
        let mut alternative = self.checkpoint();
        let mut group = alternative;
        let (mut alternatives, mut groups) = (false, false);
        let mut separator = None;
        let mut unseparated = false;
        loop {
            self.blanks();
            let quiet = self.state.quiet_until;
            match self.peek() {
                None | Some(b':' | b',' | b'|' | b'&' | b';') => {
                    let range = separator.clone().unwrap_or_else(|| self.ahead(self.separator_length(0)));
                    self.error(ResReqError::EmptyItem, range);
                }
                Some(_) => {
                    if std::mem::take(&mut unseparated) {
                        self.suppress_errors();
                    }
                    self.usage_item();
                    self.state.quiet_until = quiet;
                }
            }
            let behind = self.junk_behind_item(|byte| separates(byte) || matches!(byte, b'&' | b';'));
            let Some((byte, ahead)) = behind else { break };
            let at = self.position() + ahead;
            let range = at..at + self.separator_length(ahead);
            match byte {
                b':' => self.bump_after(ahead, COLON, 1),
                b',' => {
                    self.start_at(group, USAGE_GROUP);
                    self.end();
                    groups = true;
                    self.bump_after(ahead, COMMA, 1);
                    self.blanks();
                    group = self.checkpoint();
                }
                b'|' => {
                    if groups {
                        self.start_at(group, USAGE_GROUP);
                        self.end();
                    }
                    self.start_at(alternative, USAGE_ALTERNATIVE);
                    self.end();
                    (alternatives, groups) = (true, false);
                    if range.len() == 1 {
                        self.error(ResReqError::SinglePipe, range.clone());
                    } else if range.len() > 2 {
                        self.error(ResReqError::NotAnOperator, range.clone());
                    }
                    if self.state.in_term {
                        self.error(ResReqError::UsageAlternativesInCompound, range.clone());
                    }
                    self.bump_after(ahead, if range.len() == 1 { PIPE } else { OR_OR }, range.len());
                    self.blanks();
                    alternative = self.checkpoint();
                    group = alternative;
                }
                b'&' | b';' => {
                    self.error(ResReqError::NotAnOperator, range.clone());
                    self.bump_after(ahead, BAD_OPERATOR, range.len());
                }
                _ => {
                    let next = self.token_ahead(ahead);
                    self.error(ResReqError::MissingSeparator, next);
                    unseparated = true;
                }
            }
            separator = Some(range);
        }
        if groups {
            self.start_at(group, USAGE_GROUP);
            self.end();
        }
        if alternatives {
            self.start_at(alternative, USAGE_ALTERNATIVE);
            self.end();
        }
    }

    /// The length of the separator `ahead` bytes after the cursor: `|` and `&` may be repeated, the others are one
    /// byte.
    fn separator_length(&self, ahead: usize) -> usize {
        match self.peek_at(ahead) {
            Some(byte @ (b'|' | b'&' | b';')) => {
                self.bytes_from(self.position() + ahead).iter().take_while(|&&it| it == byte).count()
            }
            byte => usize::from(byte.is_some()),
        }
    }

    /// `name=value`.
    fn usage_item(&mut self) {
        self.start(USAGE_ITEM);
        let length = self.name_length(0);
        if length == 0 || (self.peek().is_some_and(|it| it.is_ascii_digit()) && !self.assigns(length)) {
            self.nameless();
            return self.end();
        }
        let whole = self.count_while(|byte| is_name(byte) || matches!(byte, b'.' | b'-'));
        let name = self.ahead(whole);
        let word = self.slice(name.clone()).as_bytes();
        let kind = item(word);
        if whole > length || word[0].is_ascii_digit() {
            self.error(ResReqError::InvalidName, name.clone());
            self.bump(WORD, whole);
        } else {
            if word == b"gtile" {
                self.error(ResReqError::GtileInRusage, name.clone());
            }
            self.bump(if kind == Item::Resource { NAME } else { KEYWORD }, whole);
        }
        self.locality();
        if let Some(before) = self.assignment(name) {
            self.usage_value(kind, before);
        }
        self.end();
    }

    /// Whether a name of this length at the cursor is followed by `=`.
    fn assigns(&self, length: usize) -> bool {
        self.peek_at(self.skip_blanks_from(length)) == Some(b'=')
    }

    /// Parses a value without a name, or other invalid text.
    fn nameless(&mut self) {
        let length = self.value_length(|_| false);
        let range = self.ahead(length);
        if self.peek().is_some_and(|it| it.is_ascii_digit() || it == b'=') {
            self.error(ResReqError::MissingName, range);
            self.bump(WORD, length);
        } else {
            self.unexpected(separates);
        }
    }

    /// Parses `@site` after the name of a license token.
    fn locality(&mut self) {
        if self.peek() == Some(b'@') {
            self.bump(AT, 1);
            let length = self.count_while(|byte| is_name(byte) || matches!(byte, b'.' | b'-'));
            self.bump(NAME, length);
        }
    }

    fn usage_value(&mut self, kind: Item, before: Range<usize>) {
        if kind == Item::Word {
            return self.graphics_value(before);
        }
        if self.peek() == Some(b'(') {
            self.phases(kind);
        } else {
            self.single_value(kind, before);
        }
        if let Some((b'/', ahead)) = self.next() {
            self.bump(WHITESPACE, ahead);
            self.method();
        }
    }

    fn single_value(&mut self, kind: Item, before: Range<usize>) {
        match kind {
            Item::Duration => self.duration(before),
            Item::Decay => self.integer(before),
            _ => self.amount(before),
        }
    }

    /// Parses a number of seconds, minutes or hours.
    fn duration(&mut self, before: Range<usize>) {
        let length = self.value_length(|byte| byte == b'/');
        let text = self.slice(self.ahead(length)).as_bytes();
        let digits = text.iter().take_while(|it| it.is_ascii_digit()).count();
        if length == 0 {
            return self.error(ResReqError::MissingValue, before);
        }
        // `1:30` is a time of day in other parameters; here the colon would start a new item.
        let clock = if digits == length { self.minutes_behind(length) } else { 0 };
        if clock > 0 || digits == 0 || !matches!(&text[digits..], b"" | b"s" | b"m" | b"h") {
            let range = self.ahead(length + clock);
            self.error(ResReqError::BadDuration, range);
            return self.bump(WORD, length + clock);
        }
        self.bump(INTEGER, digits);
        self.bump(UNIT, length - digits);
    }

    /// The length of `:30` after the next `length` bytes, if that is the whole next item.
    fn minutes_behind(&self, length: usize) -> usize {
        if self.peek_at(length) != Some(b':') {
            return 0;
        }
        let rest = self.bytes_from(self.position() + length + 1);
        let digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        let whole = rest.get(digits).is_none_or(|&byte| separates(byte) || blank(byte));
        if digits > 0 && whole { digits + 1 } else { 0 }
    }

    /// `(v1 v2 v3)`.
    fn phases(&mut self, kind: Item) {
        let open = self.position();
        self.bump(L_PAREN, 1);
        self.blanks();
        if self.peek() == Some(b')') {
            self.error(ResReqError::EmptyPhases, open..self.position() + 1);
        }
        let mut complained = false;
        loop {
            self.blanks();
            match self.peek() {
                Some(b')') => return self.bump(R_PAREN, 1),
                None => return self.unbalanced(ResReqError::UnclosedParenthesis, open),
                Some(b',' | b';' | b':' | b'|' | b'/' | b'(') => {
                    let range = self.ahead(1);
                    // Text that looks like the next item ends an unclosed list.
                    if self.next_item_follows() {
                        return self.unbalanced(ResReqError::UnclosedParenthesis, open);
                    }
                    if !std::mem::replace(&mut complained, true) {
                        self.error(ResReqError::PhaseSeparator, range);
                    }
                    self.bump(ERROR_TEXT, 1);
                }
                Some(_) => {
                    let before = self.ahead(1);
                    self.single_value(kind, before);
                }
            }
        }
    }

    /// Whether the separator at the cursor is followed by `name =`.
    fn next_item_follows(&self) -> bool {
        let from = self.skip_blanks_from(1);
        let length = self.name_length(from);
        length > 0 && self.peek_at(self.skip_blanks_from(from + length)) == Some(b'=')
    }

    /// `/job`, `/task`, `/host`.
    fn method(&mut self) {
        let start = self.position();
        let word = self.skip_blanks_from(1);
        let length = self.name_length(word);
        let end = start + if length == 0 { 1 } else { word + length };
        if !lsflint_spec::RESERVATION_METHODS.contains(&self.slice(end - length..end)) {
            self.error(ResReqError::UnknownMethod, start..end);
        }
        self.bump(SLASH, 1);
        if length > 0 {
            self.blanks();
            self.bump(KEYWORD, length);
        }
    }

    /// Parses the value of a GPU attribute: a model with `#` and memory, `yes`, `1/2`.
    fn graphics_value(&mut self, before: Range<usize>) {
        if self.peek().is_some_and(is_quote) {
            return self.string_literal();
        }
        self.word(before);
    }
}
