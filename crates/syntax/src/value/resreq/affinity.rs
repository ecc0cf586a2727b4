//! Parses the content of `affinity`: a processor unit and options.

use super::{Reader, ResReqError, is_name};
use crate::SyntaxKind::*;

fn separates(byte: u8) -> bool {
    matches!(byte, b':' | b',')
}

impl Reader<'_, '_, '_> {
    /// `unit[(count[,option]...)][*tasks] [:option]...`.
    pub(super) fn affinity(&mut self) {
        let mut first = true;
        self.list(ResReqError::CommaInAffinity, |it| {
            if std::mem::take(&mut first) {
                it.processor_unit();
            } else {
                it.affinity_option();
            }
        });
    }

    fn processor_unit(&mut self) {
        let length = self.name_length(0);
        if length == 0 {
            return self.unexpected(separates);
        }
        self.start(AFFINITY_UNIT);
        let word = self.ahead(length);
        let known = matches!(self.slice(word.clone()), "numa" | "socket" | "core" | "thread" | "mcm" | "cpu");
        if !known {
            self.error(ResReqError::UnknownProcessorUnit, word);
        }
        self.bump(if known { KEYWORD } else { NAME }, length);
        if let Some((b'(', ahead)) = self.next() {
            self.bump(WHITESPACE, ahead);
            self.unit_options();
        }
        if let Some((b'*', ahead)) = self.next() {
            self.bump(WHITESPACE, ahead);
            let star = self.ahead(1);
            self.bump(STAR, 1);
            self.blanks();
            self.integer(star);
        }
        self.end();
    }

    /// `(count, same=level, exclusive=(level, scope|scope))`.
    fn unit_options(&mut self) {
        let open = self.position();
        self.bump(L_PAREN, 1);
        self.blanks();
        let before = open..open + 1;
        // An option instead of the count: the count is missing.
        if self.name_length(0) > 0 && !self.peek().is_some_and(|it| it.is_ascii_digit()) && self.option_ahead() {
            self.error(ResReqError::ExpectedNumber, open..open + 1);
            self.affinity_option();
        } else {
            self.integer(before);
        }
        loop {
            match self.next() {
                None => return self.unbalanced(ResReqError::UnclosedParenthesis, open),
                Some((b')', ahead)) => return self.bump_after(ahead, R_PAREN, 1),
                Some((b',', ahead)) => {
                    let comma = self.position() + ahead;
                    self.bump_after(ahead, COMMA, 1);
                    self.blanks();
                    if self.name_length(0) > 0 {
                        self.affinity_option();
                    } else {
                        self.error(ResReqError::EmptyItem, comma..comma + 1);
                    }
                }
                // Text that follows the parenthesis: it is unclosed.
                Some((b':', _)) if self.balance().partner(open).is_none() => {
                    return self.unbalanced(ResReqError::UnclosedParenthesis, open);
                }
                Some((byte, _)) => {
                    self.blanks();
                    if is_name(byte) {
                        let next = self.token_ahead(0);
                        self.error(ResReqError::MissingSeparator, next);
                        self.affinity_option();
                    } else {
                        self.unexpected(|byte| matches!(byte, b',' | b')'));
                    }
                }
            }
        }
    }

    fn option_ahead(&self) -> bool {
        self.peek_at(self.skip_blanks_from(self.name_length(0))) == Some(b'=')
    }

    /// `keyword=value`; the value may have parentheses.
    fn affinity_option(&mut self) {
        let length = self.name_length(0);
        if length == 0 {
            return self.unexpected(separates);
        }
        self.start(AFFINITY_OPTION);
        let name = self.ahead(length);
        let word = self.slice(name.clone());
        let known = matches!(word, "same" | "exclusive" | "cpubind" | "membind" | "distribute");
        if !known {
            self.error(ResReqError::UnknownAffinityOption, name.clone());
        }
        self.bump(if known { KEYWORD } else { NAME }, length);
        if known || self.option_ahead() {
            if let Some(before) = self.assignment(name) {
                let length = self.name_length(0);
                let parenthesis = self.peek() == Some(b'(');
                if length == 0 && !parenthesis {
                    let rest = self.value_length(|_| false);
                    if rest == 0 {
                        self.error(ResReqError::MissingValue, before);
                    }
                    self.bump(WORD, rest);
                }
                self.bump(WORD, length);
                if let Some((b'(', ahead)) = self.next() {
                    self.bump(WHITESPACE, ahead);
                    self.option_list();
                }
            }
        } else if self.next().is_some_and(|(byte, _)| byte == b'(') {
            self.blanks();
            self.option_list();
        }
        self.end();
    }

    /// `(level, scope|scope)`, `(level=1)`: words and numbers with any of these separators.
    fn option_list(&mut self) {
        let open = self.position();
        self.bump(L_PAREN, 1);
        let mut empty = true;
        loop {
            self.blanks();
            let length = self.name_length(0);
            match self.peek() {
                None => return self.unbalanced(ResReqError::UnclosedParenthesis, open),
                Some(b')') => {
                    if empty {
                        self.error(ResReqError::MissingValue, open..self.position() + 1);
                    }
                    return self.bump(R_PAREN, 1);
                }
                Some(b',') => self.bump(COMMA, 1),
                Some(b'|') => self.bump(PIPE, 1),
                Some(b'=') => self.bump(EQ, 1),
                Some(byte) if byte.is_ascii_digit() => self.bump(INTEGER, length),
                Some(_) if length > 0 => self.bump(WORD, length),
                Some(_) => self.unexpected(|byte| matches!(byte, b',' | b')' | b'|')),
            }
            empty = false;
        }
    }
}
