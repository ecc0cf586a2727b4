//! Pairs brackets and quotes, and finds unpaired ones.
//!
//! Needed only for unusual strings: a string without nested brackets is parsed without it. Computed once per string in
//! a single pass, so that many unclosed brackets do not make parsing slower.

use std::ops::Range;

use super::ResReqError;

/// The partner of an unclosed bracket.
const NONE: usize = usize::MAX;

/// An opening bracket.
#[derive(Debug, Clone, Copy)]
struct Pair {
    open: usize,
    close: usize,
    byte: u8,
}

/// The brackets of one requirement string.
#[derive(Debug)]
pub(super) struct Balance {
    pairs: Vec<Pair>,
    /// The first bracket or quote without a partner, as an error.
    pub(super) flaw: Option<(ResReqError, Range<usize>)>,
    /// The offset from which errors are uncertain.
    pub(super) unsure: usize,
}

/// The open brackets at an offset, outermost first, as indices of pairs.
#[derive(Default)]
struct Open {
    all: Vec<usize>,
    /// The indices in `all` of square brackets and braces, to avoid searching.
    brackets: Vec<usize>,
    braces: Vec<usize>,
}

impl Open {
    fn push(&mut self, pair: usize, byte: u8) {
        match byte {
            b'[' => self.brackets.push(self.all.len()),
            b'{' => self.braces.push(self.all.len()),
            _ => {}
        }
        self.all.push(pair);
    }

    /// The index in `all` of the partner of a closing bracket. Braces take precedence over brackets, and brackets over
    /// parentheses: open ones inside are unclosed, those outside cannot be closed.
    fn partner(&self, pairs: &[Pair], byte: u8) -> Option<usize> {
        match byte {
            b'}' => self.braces.last().copied(),
            b']' => self.brackets.last().copied().filter(|&at| self.braces.last().is_none_or(|&brace| brace < at)),
            _ => self.all.last().filter(|&&index| pairs[index].byte == b'(').map(|_| self.all.len() - 1),
        }
    }

    fn truncate(&mut self, length: usize) {
        self.all.truncate(length);
        while self.brackets.pop_if(|it| *it >= length).is_some() {}
        while self.braces.pop_if(|it| *it >= length).is_some() {}
    }
}

impl Balance {
    pub(super) fn new(bytes: &[u8], range: Range<usize>) -> Balance {
        let mut balance = Balance { pairs: Vec::new(), flaw: None, unsure: NONE };
        let mut open = Open::default();
        let mut first_quote = None;
        let mut at = range.start;
        while at < range.end {
            match bytes[at] {
                byte @ (b'(' | b'[' | b'{') => {
                    open.push(balance.pairs.len(), byte);
                    balance.pairs.push(Pair { open: at, close: NONE, byte });
                }
                byte @ (b')' | b']' | b'}') => match open.partner(&balance.pairs, byte) {
                    Some(position) => {
                        balance.pairs[open.all[position]].close = at;
                        for &index in &open.all[position + 1..] {
                            let pair = balance.pairs[index];
                            balance.note(unclosed(pair.byte), pair.open);
                        }
                        open.truncate(position);
                    }
                    None => balance.note(stray(byte), at),
                },
                quote @ (b'\'' | b'"') => {
                    first_quote.get_or_insert(at);
                    match bytes[at + 1..range.end].iter().position(|&byte| byte == quote) {
                        Some(length) => at += length + 1,
                        None => {
                            // Any previous quote may be the error, so it is unknown whether brackets after this one are
                            // text.
                            balance.flaw = Some((ResReqError::UnclosedQuote, at..at + 1));
                            balance.unsure = first_quote.unwrap_or(at);
                            return balance;
                        }
                    }
                }
                _ => {}
            }
            at += 1;
        }
        for index in open.all {
            let pair = balance.pairs[index];
            balance.note(unclosed(pair.byte), pair.open);
        }
        balance
    }

    fn note(&mut self, error: ResReqError, at: usize) {
        if self.flaw.as_ref().is_none_or(|(_, range)| at < range.start) {
            self.flaw = Some((error, at..at + 1));
            self.unsure = at;
        }
    }

    /// The offset of the partner of the bracket that opens at an offset.
    pub(super) fn partner(&self, open: usize) -> Option<usize> {
        let index = self.pairs.binary_search_by_key(&open, |it| it.open).ok()?;
        Some(self.pairs[index].close).filter(|&it| it != NONE)
    }

    /// The offset of the next opening square bracket.
    pub(super) fn next_bracket(&self, after: usize) -> Option<usize> {
        let from = self.pairs.partition_point(|it| it.open <= after);
        self.pairs[from..].iter().find(|it| it.byte == b'[').map(|it| it.open)
    }
}

fn unclosed(byte: u8) -> ResReqError {
    match byte {
        b'(' => ResReqError::UnclosedParenthesis,
        b'[' => ResReqError::UnclosedBracket,
        _ => ResReqError::UnclosedBrace,
    }
}

fn stray(byte: u8) -> ResReqError {
    match byte {
        b')' => ResReqError::StrayParenthesis,
        b']' => ResReqError::StrayBracket,
        _ => ResReqError::StrayBrace,
    }
}
