//! Parses compound and alternative requirements: the text around and between braces.
//!
//! Compounds are sums, alternatives are chains of `||` over sums. A braced part is a term if it has a count or is next
//! to a `+`, and a branch otherwise; that is known only after its closing brace, so the node is created then.

use super::{Reader, ResReqError, is_blank, is_name, is_quote, section, trimmed};
use crate::SyntaxKind::*;
use crate::value::blank;

/// The context of a requirement with braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Top,
    /// Inside the braces of a branch.
    Branch,
    /// Inside the braces of a term.
    Term,
}

/// What ends the text before a brace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    Brace,
    Plus,
    Or,
    End,
}

/// The kind of a braced part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Term,
    Branch,
}

impl Reader<'_, '_, '_> {
    /// Parses branches separated by `||`; a single sum is a compound, a single braced part an alternative with one
    /// branch.
    pub(super) fn braces(&mut self, place: Place) {
        let start = self.position();
        let whole = self.checkpoint();
        let mut branches = 0;
        let mut single = Part::Branch;
        loop {
            let checkpoint = self.checkpoint();
            let branch = self.position();
            let part = self.sum(branches == 0, place);
            branches += 1;
            let bar = self.next().filter(|(byte, _)| *byte == b'|');
            if part == Part::Term {
                self.start_at(checkpoint, COMPOUND);
                self.end();
                if branches > 1 || bar.is_some() {
                    self.error(ResReqError::MissingBraces, branch..self.position());
                    self.start_at(checkpoint, ALTERNATIVE_BRANCH);
                    self.end();
                }
            }
            single = if branches == 1 { part } else { single };
            let Some((_, ahead)) = bar else { break };
            let double = self.peek_at(ahead + 1) == Some(b'|');
            let range = self.position() + ahead..self.position() + ahead + 1 + usize::from(double);
            if !double {
                self.error(ResReqError::SinglePipe, range.clone());
            }
            single = Part::Branch;
            self.bump_after(ahead, if double { OR_OR } else { PIPE }, range.len());
            self.blanks();
            if self.at_end() {
                self.error(ResReqError::EmptyItem, range);
                break;
            }
        }
        if single == Part::Branch {
            self.start_at(whole, ALTERNATIVE);
            self.end();
        }
        let range = start..self.position();
        match (place, single) {
            (Place::Term, Part::Term) => self.error(ResReqError::NestedCompound, range),
            (Place::Term | Place::Branch, Part::Branch) => self.error(ResReqError::NestedAlternative, range),
            _ => {}
        }
    }

    /// Parses braced parts separated by `+`, up to `||` or the end.
    fn sum(&mut self, first_branch: bool, place: Place) -> Part {
        let mut terms = 0;
        loop {
            let before = self.position();
            let found = self.part(terms > 0, first_branch, place);
            terms += usize::from(found == Part::Term || terms > 0);
            loop {
                let Some((byte, ahead)) = self.next() else {
                    return if terms > 0 { Part::Term } else { Part::Branch };
                };
                let at = self.position() + ahead;
                match byte {
                    b'|' => return if terms > 0 { Part::Term } else { Part::Branch },
                    b'+' => {
                        self.bump_after(ahead, PLUS, 1);
                        self.blanks();
                        if self.at_end() || self.peek() == Some(b'|') {
                            self.error(ResReqError::EmptyItem, at..at + 1);
                            continue;
                        }
                        terms = terms.max(1);
                        break;
                    }
                    b'}' => {
                        self.blanks();
                        self.unbalanced(ResReqError::StrayBrace, at);
                        self.bump(R_BRACE, 1);
                    }
                    _ => {
                        self.blanks();
                        if self.between(before) {
                            terms = terms.max(1);
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Parses text after a braced part. Returns whether another braced part follows.
    fn between(&mut self, before: usize) -> bool {
        let (stop, at) = self.stop(true);
        let text = self.slice(self.position()..at);
        let count = if stop == Stop::Brace { counted(text) } else { text.len() };
        let junk = trimmed(&text[..count]).len();
        let range = self.ahead(junk);
        let follows = stop == Stop::Brace;
        if junk == 0 && follows && self.position() > before {
            let next = self.token_ahead(0);
            self.error(ResReqError::MissingTermSeparator, next);
        } else if follows && !text[..junk].contains(|it: char| it.is_ascii() && blank(it as u8) || it == '[') {
            self.error(ResReqError::WrongTermSeparator, range);
        } else {
            self.error(ResReqError::TextOutsideBraces, range);
        }
        self.bump(ERROR_TEXT, junk);
        self.blanks();
        follows
    }

    /// Parses a count, braces with their contents, and a delay; without braces, the text at their place.
    fn part(&mut self, is_term: bool, first_branch: bool, place: Place) -> Part {
        let (stop, at) = self.stop(false);
        if stop != Stop::Brace {
            return self.unbraced(is_term, at);
        }
        let mut text = self.slice(self.position()..at);
        let count = counted(text);
        let junk = trimmed(&text[..count]).len();
        if junk > 0 {
            let range = self.ahead(junk);
            self.error(ResReqError::TextOutsideBraces, range);
            self.bump(ERROR_TEXT, junk);
            self.blanks();
            text = self.slice(self.position()..at);
        }
        let part = self.checkpoint();
        let has_count = !trimmed(text).is_empty();
        if has_count {
            self.count(text);
        }
        let open = self.position();
        let end = self.end_position();
        let close = self.balance().partner(open).filter(|&it| it < end);
        let plus = close.is_some_and(|close| self.plus_behind(close + 1));
        let found = if has_count || is_term || plus { Part::Term } else { Part::Branch };
        if !has_count && plus {
            self.error(ResReqError::MissingCount, open..open + 1);
        }
        self.braced(open, close, if found == Part::Term { Place::Term } else { Place::Branch });
        self.delay(found, first_branch && place != Place::Term);
        self.start_at(part, if found == Part::Term { COMPOUND_TERM } else { ALTERNATIVE_BRANCH });
        self.end();
        found
    }

    /// `{ ... }`.
    fn braced(&mut self, open: usize, close: Option<usize>, place: Place) {
        self.bump(L_BRACE, 1);
        let end = close.unwrap_or(self.end_position());
        let outer = (self.state.in_braces, self.state.in_term);
        self.state.in_braces = true;
        self.state.in_term |= place == Place::Term;
        self.nested(|it| {
            it.within(end, |it| {
                it.blanks();
                if it.at_end() {
                    it.error(ResReqError::EmptyBraces, open..end + 1);
                } else if it.next_brace(it.position()).is_some() {
                    it.braces(place);
                } else {
                    it.simple();
                }
            });
        });
        (self.state.in_braces, self.state.in_term) = outer;
        if close.is_some() {
            self.bump(R_BRACE, 1);
        } else {
            self.unbalanced(ResReqError::UnclosedBrace, open);
        }
    }

    /// Parses `4*`, or other text at its place.
    fn count(&mut self, text: &str) {
        let star = trimmed(text).ends_with('*');
        let number = trimmed(trimmed(text).trim_end_matches('*')).len();
        let range = self.ahead(number.max(1));
        let digits = number > 0 && text.as_bytes()[..number].iter().all(u8::is_ascii_digit);
        if !digits || !star {
            self.error(ResReqError::BadCount, range);
        }
        self.bump(if digits { INTEGER } else { WORD }, number);
        self.blanks();
        if self.peek() == Some(b'*') {
            self.bump(STAR, 1);
        }
        self.blanks();
    }

    /// Parses `@5` after a brace.
    fn delay(&mut self, part: Part, first: bool) {
        let Some((b'@', ahead)) = self.next() else { return };
        self.bump(WHITESPACE, ahead);
        let start = self.position();
        self.start(ALTERNATIVE_DELAY);
        self.bump(AT, 1);
        self.blanks();
        let length = self.count_while(|byte| is_name(byte) || matches!(byte, b'.' | b'-'));
        let value = self.ahead(length);
        let digits = length > 0 && self.slice(value.clone()).bytes().all(|it| it.is_ascii_digit());
        match () {
            () if part == Part::Term => self.error(ResReqError::DelayOnTerm, start..value.end),
            () if first => self.error(ResReqError::DelayOnFirstBranch, start..value.end),
            () if length == 0 => self.error(ResReqError::BadDelay, start..start + 1),
            () if !digits => self.error(ResReqError::BadDelay, value),
            () => {}
        }
        self.bump(if digits { INTEGER } else { WORD }, length);
        self.end();
    }

    /// Parses a term or branch without braces.
    fn unbraced(&mut self, is_term: bool, end: usize) -> Part {
        let checkpoint = self.checkpoint();
        let text = trimmed(self.slice(self.position()..end));
        let range = self.ahead(text.len());
        let part = if is_term { Part::Term } else { Part::Branch };
        if text.is_empty() {
            let next = match self.peek() {
                Some(b'|') => self.ahead(self.count_while(|byte| byte == b'|')),
                _ => self.token_ahead(0),
            };
            self.error(ResReqError::EmptyItem, next);
            return part;
        }
        self.error(ResReqError::MissingBraces, range.clone());
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let behind = text[digits..].trim_start_matches(is_blank);
        let counted = digits > 0 && behind.starts_with('*');
        if counted {
            self.bump(INTEGER, digits);
            self.blanks();
            self.bump(STAR, 1);
            self.blanks();
        }
        // Text outside of braces may be anything; it is already reported.
        let quiet = self.state.quiet_until;
        self.state.quiet_until = quiet.max(range.end);
        self.within(range.end, |it| {
            if !it.at_end() {
                it.simple();
            }
        });
        self.state.quiet_until = quiet;
        let part = if counted { Part::Term } else { part };
        self.start_at(checkpoint, if part == Part::Term { COMPOUND_TERM } else { ALTERNATIVE_BRANCH });
        self.end();
        part
    }

    /// Whether `+` follows an offset, possibly after a delay.
    fn plus_behind(&self, at: usize) -> bool {
        let rest = self.bytes_from(at);
        let next = rest.iter().position(|&byte| !(blank(byte) || byte == b'@' || byte.is_ascii_alphanumeric()));
        next.is_some_and(|next| rest[next] == b'+')
    }

    /// The next brace, `||` or end outside of brackets and quotes; with `plus`, also the next `+`.
    fn stop(&self, plus: bool) -> (Stop, usize) {
        let mut brackets = 0usize;
        let mut at = self.position();
        while let Some(byte) = self.byte(at) {
            match byte {
                b'[' | b'(' => brackets += 1,
                b']' | b')' => brackets = brackets.saturating_sub(1),
                b'{' => return (Stop::Brace, at),
                b'+' if plus && brackets == 0 => return (Stop::Plus, at),
                b'|' if brackets == 0 && self.byte(at + 1) == Some(b'|') => return (Stop::Or, at),
                _ if is_quote(byte) => {
                    let pair = self.bytes_from(at + 1).iter().position(|&it| it == byte);
                    at += pair.map_or(0, |it| it + 1);
                }
                _ => {}
            }
            at += 1;
        }
        (Stop::End, at)
    }

    /// The first brace at or after an offset that belongs to a term or branch: outside of brackets, and not the wrong
    /// bracket of a section.
    pub(super) fn next_brace(&self, from: usize) -> Option<usize> {
        let mut brackets = 0usize;
        let mut at = from;
        while let Some(byte) = self.byte(at) {
            match byte {
                b'[' => brackets += 1,
                b']' => brackets = brackets.saturating_sub(1),
                b'{' if brackets == 0 && !self.keyword_before(from, at) => return Some(at),
                _ if is_quote(byte) => {
                    let pair = self.bytes_from(at + 1).iter().position(|&it| it == byte);
                    at += pair.map_or(0, |it| it + 1);
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Whether the string starts with `2*select[`: a term of a compound that lacks its braces.
    pub(super) fn counts_section(&self) -> bool {
        let digits = self.count_while(|byte| byte.is_ascii_digit());
        let star = self.skip_blanks_from(digits);
        digits > 0
            && self.peek_at(star) == Some(b'*')
            && self.head(self.skip_blanks_from(star + 1)).is_some_and(|it| it.kind != UNKNOWN_REQ_SECTION)
    }

    fn keyword_before(&self, from: usize, at: usize) -> bool {
        let before = trimmed(self.slice(from..at)).as_bytes();
        let word = before.iter().rev().take_while(|&&byte| is_name(byte)).count();
        section::keyword(&before[before.len() - word..]).is_some()
    }
}

/// The length of the text before a brace that is not its count: the count is the last word, with or without `*` after
/// it.
fn counted(text: &str) -> usize {
    let text = trimmed(text);
    let Some(head) = text.strip_suffix('*') else {
        // Without `*`, only digits are a count.
        let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
        let glued = text.as_bytes()[..text.len() - digits].last().is_some_and(|&byte| !blank(byte));
        return if digits > 0 && !glued { text.len() - digits } else { text.len() };
    };
    let head = trimmed(head);
    let word = head.bytes().rev().take_while(|&byte| is_name(byte) || matches!(byte, b'.' | b'-')).count();
    head.len() - word
}
