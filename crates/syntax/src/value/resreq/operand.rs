//! Parses operands of expressions: names, numbers, texts, calls, parentheses, and signs before them.
//!
//! A lone name, number or text is a token of the enclosing node: requirement strings consist mostly of operands, and a
//! node for each would double the size of the tree.

use super::operator::Level;
use super::select::{Ends, Operand};
use super::{Reader, ResReqError, is_name, is_quote, starts_name, trimmed};
use crate::SyntaxKind::*;
use crate::value::blank;

/// The only function of selections.
const DEFINED: &[u8] = b"defined";

/// The form of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    /// The length in bytes without the unit.
    pub(super) length: usize,
    /// Whether it contains a dot.
    pub(super) decimal: bool,
}

/// The number at the start of a text: digits, possibly with a dot.
pub(super) fn number(bytes: &[u8]) -> Option<Number> {
    let digits = |from: usize| bytes[from..].iter().take_while(|it| it.is_ascii_digit()).count();
    let whole = digits(0);
    if bytes.get(whole) != Some(&b'.') {
        return (whole > 0).then_some(Number { length: whole, decimal: false });
    }
    let fraction = digits(whole + 1);
    (whole + fraction > 0).then_some(Number { length: whole + 1 + fraction, decimal: true })
}

/// Whether letters are a size unit, written in any case: `K`, `KB` up to `Z`, `ZB`.
pub(super) fn size_unit(word: &[u8]) -> bool {
    lsflint_spec::SIZE_UNITS.iter().any(|it| it.as_bytes().eq_ignore_ascii_case(word))
}

impl Reader<'_, '_, '_> {
    /// Parses an operand with its signs. Consumes nothing if there is none.
    pub(super) fn operand(&mut self) -> Operand {
        match self.peek() {
            Some(b'!' | b'-' | b'+') => self.signed(),
            Some(b'n' | b'N') if self.word_not().is_some() => self.signed(),
            _ => self.primary(),
        }
    }

    /// Parses `!x`, `-x` or `+x`. Several signs are one node, so that many signs do not make the tree deep.
    fn signed(&mut self) -> Operand {
        if self.peek_at(1) == Some(b'=') {
            return Operand::Missing;
        }
        self.start(UNARY_EXPR);
        let start = self.position();
        let (mut signs, mut minus, mut plus, mut end) = (0, false, false, start);
        loop {
            match self.peek() {
                Some(b'!') => self.bump(BANG, 1),
                Some(b'-') => {
                    minus = true;
                    self.bump(MINUS, 1);
                }
                Some(b'+') => {
                    plus = true;
                    self.bump(PLUS, 1);
                }
                _ => match self.word_not() {
                    Some(length) => {
                        let word = self.ahead(length);
                        self.error(ResReqError::WordOperator, word);
                        self.bump(BANG, length);
                    }
                    None => break,
                },
            }
            signs += 1;
            end = self.position();
            self.blanks();
        }
        if signs > 1 {
            let kind = if minus || plus { ResReqError::DoubledSign } else { ResReqError::DoubledNot };
            self.error(kind, start..end);
        }
        if minus && signs == 1 && self.is_whole_selection(start) {
            self.error(ResReqError::RestrictedSyntax, start..end);
            self.end();
            return Operand::Negative;
        }
        let operand = self.primary();
        self.end();
        if plus && signs == 1 && operand != Operand::Missing {
            self.error(ResReqError::UnaryPlus, start..end);
        }
        match operand {
            // A lone minus is a word of the old colon-separated list, recognized by its neighbors.
            Operand::Missing if minus && signs == 1 && self.in_colon_list(start) => Operand::Negative,
            Operand::Missing => {
                self.error(ResReqError::MissingOperand, start..end);
                Operand::Other
            }
            Operand::Name(_) if minus && signs == 1 => Operand::Negative,
            _ => Operand::Other,
        }
    }

    /// Whether a `-` that starts at an offset and ends at the cursor is next to a colon.
    fn in_colon_list(&self, start: usize) -> bool {
        let before = trimmed(self.slice(self.state.range.start..start)).ends_with(':');
        before || self.next().is_some_and(|(byte, _)| byte == b':')
    }

    /// Whether nothing but the text from an offset to the cursor is in the selection.
    fn is_whole_selection(&self, start: usize) -> bool {
        let before = trimmed(self.slice(self.state.range.start..start));
        let opens = before.is_empty() || before.ends_with(if self.state.bracketed { '[' } else { '{' });
        opens && (self.at_end() || !self.state.bracketed && self.head(0).is_some())
    }

    fn primary(&mut self) -> Operand {
        match self.peek() {
            Some(byte) if starts_name(byte) => self.name(),
            Some(b'0'..=b'9' | b'.') => self.number(),
            Some(byte) if is_quote(byte) => {
                self.string_literal();
                Operand::Other
            }
            Some(b'(') => {
                self.parenthesis();
                Operand::Other
            }
            Some(b'[') => match self.head(0) {
                Some(head) => {
                    self.nested_section(head);
                    Operand::Other
                }
                None => Operand::Missing,
            },
            _ => Operand::Missing,
        }
    }

    /// Parses a name, or a call, a misplaced section, or a name with a dot, which start like a name.
    fn name(&mut self) -> Operand {
        let length = self.name_length(0);
        match self.peek_at(length) {
            Some(b'[') if self.state.bracketed || self.glued_keyword(length).is_none() => {
                return self.section_operand();
            }
            Some(b'[') => {
                let length = self.glued_keyword(length).unwrap_or(length);
                let range = self.ahead(length);
                self.bump(NAME, length);
                return Operand::Name(range);
            }
            Some(b'(') if self.keyword(length) => return self.section_operand(),
            Some(b'(') => return self.call(length),
            Some(b'{') if self.keyword(length) => return self.section_operand(),
            Some(b'.' | b'@') => return self.dotted_name(),
            Some(byte) if blank(byte) => {
                let ahead = self.skip_blanks_from(length);
                match self.peek_at(ahead) {
                    Some(b'(') if self.bytes_from(self.position()).starts_with(DEFINED) && length == DEFINED.len() => {
                        return self.call(length);
                    }
                    Some(b'[') => return self.section_operand(),
                    Some(b'(') if self.keyword(length) => return self.section_operand(),
                    _ => {}
                }
            }
            _ => {}
        }
        let range = self.ahead(length);
        self.bump(NAME, length);
        Operand::Name(range)
    }

    /// Whether the next bytes are a section keyword in lowercase.
    fn keyword(&self, length: usize) -> bool {
        super::section::keyword(&self.bytes_from(self.position())[..length]).is_some()
    }

    fn section_operand(&mut self) -> Operand {
        match self.head(0) {
            Some(head) => self.nested_section(head),
            None => {
                let length = self.name_length(0);
                self.bump(NAME, length);
            }
        }
        Operand::Other
    }

    /// Parses `a.b` or `lic@site` as one token, because no name or operator contains such a character.
    fn dotted_name(&mut self) -> Operand {
        let length = self.count_while(|byte| is_name(byte) || matches!(byte, b'.' | b'@'));
        let range = self.ahead(length);
        self.error(ResReqError::InvalidName, range);
        self.bump(WORD, length);
        Operand::Other
    }

    fn number(&mut self) -> Operand {
        let bytes = self.bytes_from(self.position());
        let Some(found) = number(bytes) else { return Operand::Missing };
        if bytes.get(found.length) == Some(&b'.') {
            let length = self.count_while(|byte| is_name(byte) || byte == b'.');
            let range = self.ahead(length);
            self.error(ResReqError::InvalidNumber, range);
            self.bump(WORD, length);
            return Operand::Other;
        }
        let kind = if found.decimal { NUMBER } else { INTEGER };
        let mut unit = self.name_length(found.length);
        if unit > 0 && self.peek_at(found.length + unit) == Some(b'[') && !self.state.bracketed {
            // `mem>10rusage[mem=1]`: the section starts at its keyword.
            unit = self.glued_keyword(found.length + unit).map_or(unit, |length| length.saturating_sub(found.length));
        }
        if unit > 0 {
            self.start(LITERAL_EXPR);
            self.bump(kind, found.length);
            self.unit(unit);
            self.end();
        } else if self.percent(found.length) {
            self.start(LITERAL_EXPR);
            self.bump(kind, found.length);
            let range = self.ahead(1);
            self.error(ResReqError::PercentSign, range);
            self.bump(UNIT, 1);
            self.end();
        } else if let Some((ahead, length)) = self.unit_behind_blank(found.length) {
            self.start(LITERAL_EXPR);
            self.bump(kind, found.length);
            self.bump(WHITESPACE, ahead);
            let range = self.ahead(length);
            self.error(ResReqError::BlankBeforeUnit, range);
            self.bump(UNIT, length);
            self.end();
        } else {
            self.bump(kind, found.length);
        }
        Operand::Other
    }

    /// Parses the unit directly after a number.
    pub(super) fn unit(&mut self, length: usize) {
        let range = self.ahead(length);
        if !size_unit(self.slice(range.clone()).as_bytes()) {
            self.error(ResReqError::UnknownSizeUnit, range);
        }
        self.bump(UNIT, length);
    }

    /// Whether a percent sign follows that is not an operator.
    fn percent(&self, ahead: usize) -> bool {
        self.peek_at(ahead) == Some(b'%')
            && self
                .peek_at(self.skip_blanks_from(ahead + 1))
                .is_none_or(|byte| !(is_name(byte) || matches!(byte, b'(' | b'.')))
    }

    /// The whitespace and the length of a unit that is separated from a number by whitespace.
    pub(super) fn unit_behind_blank(&self, ahead: usize) -> Option<(usize, usize)> {
        if !self.peek_at(ahead).is_some_and(blank) {
            return None;
        }
        let from = self.skip_blanks_from(ahead);
        let length = self.name_length(from);
        let start = self.position() + from;
        let word = &self.bytes_from(start)[..length];
        // Uppercase only: `m` may be a resource of the site.
        (lsflint_spec::SIZE_UNITS.iter().any(|it| it.as_bytes() == word) && self.byte(start + length) != Some(b'['))
            .then_some((from - ahead, length))
    }

    fn parenthesis(&mut self) {
        self.start(PAREN_EXPR);
        let open = self.position();
        self.bump(L_PAREN, 1);
        if let Some((b')', ahead)) = self.next() {
            self.error(ResReqError::MissingOperand, open..open + ahead + 2);
        }
        self.blanks();
        self.nested(|it| it.expression(Ends::Parenthesis));
        if let Some((b')', ahead)) = self.next() {
            self.bump_after(ahead, R_PAREN, 1);
        } else {
            self.unbalanced(ResReqError::UnclosedParenthesis, open);
        }
        self.end();
    }

    /// Parses `defined(name)`, or a call of an unknown function.
    fn call(&mut self, length: usize) -> Operand {
        self.start(CALL_EXPR);
        let word = self.ahead(length);
        if self.slice(word.clone()).as_bytes() == DEFINED {
            self.bump(KEYWORD, length);
        } else {
            self.error(ResReqError::UnknownFunction, word);
            self.bump(NAME, length);
        }
        self.blanks();
        let open = self.position();
        self.bump(L_PAREN, 1);
        let blank_before = self.blanks();
        let argument = self.position();
        let name = if self.peek().is_some_and(starts_name) { self.name_length(0) } else { 0 };
        let behind = self.skip_blanks_from(name);
        match self.peek_at(behind) {
            Some(b')') if name == 0 => self.error(ResReqError::MissingArgument, open..argument + behind + 1),
            Some(b')') => {
                if blank_before || behind > name {
                    self.error(ResReqError::BlankInCall, open..argument + behind + 1);
                }
                self.bump(NAME, name);
            }
            Some(_) => {
                // The surplus text may contain names.
                let extra = argument + if name == 0 { 0 } else { behind };
                self.nested(|it| it.arguments(extra));
            }
            None => self.bump(NAME, name),
        }
        if let Some((b')', ahead)) = self.next() {
            self.bump_after(ahead, R_PAREN, 1);
        } else {
            self.unbalanced(ResReqError::UnclosedParenthesis, open);
        }
        self.end();
        Operand::Other
    }

    /// Parses the text between the parentheses of a call that has more than a name, reported as one error.
    fn arguments(&mut self, extra: usize) {
        let close = self.bytes_from(extra).iter().position(|&byte| matches!(byte, b')' | b']' | b'['));
        let end = close.map_or(self.end_position(), |it| extra + it);
        let length = trimmed(self.slice(extra..end)).len().max(1);
        self.error(ResReqError::ExtraArgument, extra..extra + length);
        let quiet = self.state.quiet_until;
        self.suppress_errors();
        self.expression(Ends::Parenthesis);
        self.state.quiet_until = quiet;
    }

    /// Parses an expression without comparison operators, for `order`.
    pub(super) fn arithmetic(&mut self) {
        self.operators(Level::Additive);
    }
}
