//! Parses the contents of `order` and `same`: names.

use super::{Reader, ResReqError, is_name};
use crate::SyntaxKind::*;

impl Reader<'_, '_, '_> {
    /// `[!] [-]name : ...`.
    pub(super) fn order(&mut self) {
        let bang = self.ahead(1);
        if self.eat(b'!', BANG) {
            self.blanks();
            if self.at_end() {
                return self.error(ResReqError::MissingOrderKey, bang);
            }
        }
        self.list(ResReqError::CommaInOrder, |it| it.order_key());
    }

    /// Parses a key. A lone name is a token; everything else is a node.
    fn order_key(&mut self) {
        let start = self.position();
        let checkpoint = self.checkpoint();
        let length = self.name_length(0);
        let behind = self.skip_blanks_from(length);
        if length > 0 && !self.peek().is_some_and(|it| it.is_ascii_digit()) && !self.calculates(behind) {
            return self.bump(NAME, length);
        }
        let mut signs = 0;
        loop {
            let at = self.position();
            match self.peek() {
                Some(b'!') => {
                    self.error(ResReqError::BangNotFirst, at..at + 1);
                    self.bump(BANG, 1);
                }
                Some(b'-') => {
                    signs += 1;
                    if signs == 2 {
                        self.error(ResReqError::MissingOrderKey, at..at + 1);
                    }
                    self.bump(MINUS, 1);
                }
                _ => break,
            }
            self.blanks();
        }
        let key = self.position();
        let length = self.name_length(0);
        let digit = self.peek().is_some_and(|it| it.is_ascii_digit());
        let behind = self.skip_blanks_from(length);
        if length > 0 && !digit && !self.calculates(behind) {
            self.bump(NAME, length);
        } else if length > 0 || self.peek() == Some(b'(') {
            self.arithmetic();
            self.error(ResReqError::ExpressionInOrder, key..self.position());
        } else if signs > 0 {
            if signs == 1 {
                self.error(ResReqError::MissingOrderKey, start..start + 1);
            }
        } else if key == start {
            self.unexpected(|byte| matches!(byte, b':' | b','));
        }
        self.start_at(checkpoint, ORDER_KEY);
        self.end();
    }

    /// Whether an arithmetic operator or a parenthesis is `ahead` bytes after the cursor.
    fn calculates(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), Some(b'+' | b'-' | b'*' | b'/' | b'('))
    }

    /// `name : name ...`.
    pub(super) fn same(&mut self) {
        self.list(ResReqError::CommaInSame, |it| {
            let length = it.name_length(0);
            if length == 0 {
                return it.unexpected(|byte| matches!(byte, b':' | b','));
            }
            let whole = it.count_while(|byte| is_name(byte) || matches!(byte, b'.' | b'-' | b'@'));
            if whole > length {
                let range = it.ahead(whole);
                it.error(ResReqError::InvalidName, range);
                it.bump(WORD, whole);
            } else {
                it.bump(NAME, length);
            }
        });
    }
}
