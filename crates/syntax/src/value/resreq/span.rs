//! Parses the contents of `span` and `cu`: keywords with values.

use std::ops::Range;

use super::{Reader, ResReqError, is_blank, is_name};
use crate::SyntaxKind::*;

fn separates(byte: u8) -> bool {
    matches!(byte, b':' | b',')
}

impl Reader<'_, '_, '_> {
    /// `hosts=1`, `ptile=n`, `block=n`, `stripe`, `gtile=n`.
    pub(super) fn span(&mut self) {
        self.list(ResReqError::CommaInSpan, |it| it.span_item());
    }

    fn span_item(&mut self) {
        let length = self.name_length(0);
        if length == 0 {
            return self.unexpected(separates);
        }
        self.start(SPAN_ITEM);
        let name = self.ahead(length);
        let word = self.slice(name.clone());
        let known = matches!(word, "hosts" | "ptile" | "block" | "stripe" | "gtile");
        if !known {
            self.error(ResReqError::UnknownSpanKeyword, name.clone());
        }
        self.bump(if known { KEYWORD } else { NAME }, length);
        if known && (word != "stripe" || self.assigns_something()) {
            if let Some(before) = self.assignment(name) {
                match word {
                    "ptile" | "gtile" => self.tiles(before),
                    _ => self.single_number(before),
                }
            }
        } else if self.assigns_something() {
            self.unknown_value();
        }
        self.end();
    }

    /// Parses a number, and further ones after commas as in the old range `hosts=1,4`.
    fn single_number(&mut self, before: Range<usize>) {
        self.integer(before);
        while let Some((b',', ahead)) = self.next() {
            let from = self.skip_blanks_from(ahead + 1);
            let start = self.position() + ahead;
            let digits = self.bytes_from(self.position() + from).iter().take_while(|it| it.is_ascii_digit()).count();
            if digits == 0 {
                return;
            }
            let end = self.position() + from + digits;
            self.error(ResReqError::UnexpectedText, start..end);
            self.bump_after(ahead, ERROR_TEXT, end - start);
        }
    }

    fn assigns_something(&self) -> bool {
        self.next().is_some_and(|(byte, _)| matches!(byte, b'=' | b'<' | b'>' | b'!'))
    }

    /// Parses a value after a word with an unknown form of value.
    fn unknown_value(&mut self) {
        self.blanks();
        let before = self.ahead(1);
        self.bump(EQ, 1);
        self.blanks();
        self.word(before);
    }

    /// Parses a number, `'!'`, or a list of `'!'` and `name:number`.
    fn tiles(&mut self, before: Range<usize>) {
        let mut first = true;
        loop {
            match self.peek() {
                Some(b'!') => self.bump(BANG, 1),
                Some(quote @ (b'\'' | b'"')) if self.peek_at(1) == Some(b'!') && self.peek_at(2) == Some(quote) => {
                    self.bump(BANG, 3);
                }
                Some(byte) if is_name(byte) && self.named_tile() => {}
                _ if first => self.integer(before.clone()),
                _ => {
                    let length = self.value_length(|_| false);
                    if length == 0 {
                        return;
                    }
                    let range = self.ahead(length);
                    self.error(ResReqError::TileWithoutName, range);
                    self.bump(INTEGER, length);
                }
            }
            first = false;
            match self.next() {
                Some((b',', ahead)) if !self.item_behind(ahead + 1) => {
                    self.bump_after(ahead, COMMA, 1);
                    self.blanks();
                    if self.at_end() || self.peek().is_some_and(separates) {
                        let at = self.position();
                        self.error(ResReqError::EmptyItem, at - 1..at);
                    }
                }
                _ => return,
            }
        }
    }

    /// Whether `word =`, or a lone keyword, is `ahead` bytes after the cursor: the next item of the section, not a
    /// tile.
    fn item_behind(&self, ahead: usize) -> bool {
        let from = self.skip_blanks_from(ahead);
        let length = self.name_length(from);
        length > 0 && self.peek_at(self.skip_blanks_from(from + length)) == Some(b'=')
    }

    /// Parses `name:4`. Returns false for a plain number, without consuming it.
    fn named_tile(&mut self) -> bool {
        let length = self.count_while(|byte| is_name(byte) || matches!(byte, b'.' | b'-'));
        let range = self.ahead(length);
        let colon = self.skip_blanks_from(length);
        let count = self.skip_blanks_from(colon + 1);
        let counted = self.peek_at(colon) == Some(b':') && self.peek_at(count).is_some_and(|it| it.is_ascii_digit());
        if !counted && self.peek().is_some_and(|it| it.is_ascii_digit()) {
            return false;
        }
        self.start(SPAN_TILE);
        self.bump(NAME, length);
        if counted {
            self.bump_after(colon - length, COLON, 1);
            self.blanks();
            let before = range;
            self.integer(before);
        } else {
            self.error(ResReqError::TileWithoutCount, range);
        }
        self.end();
        true
    }

    /// `type=name`, `pref=word`, `maxcus=n`, `usablecuslots=n`, `balance`, `excl`.
    pub(super) fn compute_units(&mut self) {
        self.list(ResReqError::CommaInCu, |it| it.cu_item());
    }

    fn cu_item(&mut self) {
        let length = self.name_length(0);
        if length == 0 {
            return self.unexpected(separates);
        }
        self.start(CU_ITEM);
        let name = self.ahead(length);
        let word = self.slice(name.clone());
        let flag = matches!(word, "balance" | "excl");
        let known = flag || matches!(word, "type" | "pref" | "maxcus" | "usablecuslots");
        if !known {
            self.error(ResReqError::UnknownCuKeyword, name.clone());
        }
        if flag && self.state.in_braces {
            self.error(ResReqError::ExclusiveCuInBraces, name.clone());
        }
        self.bump(if known { KEYWORD } else { NAME }, length);
        if known && !flag {
            if let Some(before) = self.assignment(name) {
                match word {
                    "maxcus" | "usablecuslots" => self.integer(before),
                    _ => self.word(before),
                }
            }
        } else if self.assigns_something() {
            let start = self.position();
            let quiet = self.state.quiet_until;
            self.suppress_errors();
            self.unknown_value();
            self.state.quiet_until = quiet;
            if flag {
                let text = self.slice(start..self.position());
                let blanks = text.len() - text.trim_start_matches(is_blank).len();
                self.error(ResReqError::FlagWithValue, start + blanks..self.position());
            }
        }
        self.end();
    }
}
