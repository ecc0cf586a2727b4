//! Parses expressions by operator precedence; each chain of equal operators is one flat node.
//!
//! Flat, because `a && b && c` is one condition, and because a chain of ten thousand operators must not make the tree
//! ten thousand nodes deep. LSF evaluates from left to right, which the order of operands represents.

use std::ops::Range;

use super::operator::{Level, Operator};
use super::{Reader, ResReqError, is_name, is_quote};
use crate::SyntaxKind::*;

/// The kind of a parsed operand, as far as its neighbors need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operand {
    /// No operand.
    Missing,
    /// A lone name.
    Name(Range<usize>),
    /// `-name`, or a `-` alone.
    Negative,
    /// `name = value`.
    Assigned,
    Other,
}

/// Where an expression may end before the end of its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// At the next section, outside of brackets.
    Section,
    /// At `)`, or at the next section.
    Parenthesis,
}

impl Reader<'_, '_, '_> {
    /// Parses a whole expression. Consumes everything up to its end, including invalid text.
    pub(super) fn expression(&mut self, ends: Ends) {
        let checkpoint = self.checkpoint();
        let start = self.position();
        let mut operand = self.operators(Level::Comma);
        let mut juxtaposed = false;
        while let Some((byte, ahead)) = self.next() {
            if byte == b')' && ends == Ends::Parenthesis {
                break;
            }
            let head = if is_name(byte) || byte == b'[' { self.head(ahead) } else { None };
            if head.is_some() && !self.state.bracketed && self.position() + ahead > start {
                break;
            }
            let operand_starts = is_name(byte) || is_quote(byte) || matches!(byte, b'(' | b'!' | b'.' | b'[');
            if operand_starts {
                if operand != Operand::Missing && head.is_none() && !juxtaposed {
                    let second = self.token_ahead(ahead);
                    self.error(ResReqError::MissingOperator, second);
                }
                if operand != Operand::Missing && !juxtaposed {
                    self.start_at(checkpoint, JUXTAPOSED);
                    juxtaposed = true;
                }
                self.blanks();
                let before = self.position();
                operand = self.operators(Level::Comma);
                if self.position() == before {
                    self.junk(0);
                }
            } else {
                self.junk(ahead);
                if operand == Operand::Missing {
                    operand = Operand::Other;
                }
                if self.next().is_some_and(|(_, ahead)| self.operator(ahead).is_some()) {
                    // An operator after the invalid text still has a left side.
                    if !juxtaposed {
                        self.start_at(checkpoint, JUXTAPOSED);
                        juxtaposed = true;
                    }
                    self.suppress_errors();
                    self.blanks();
                    operand = self.operators(Level::Comma);
                }
            }
        }
        if juxtaposed {
            self.end();
        }
    }

    /// Parses a character that is not allowed in expressions, with the preceding whitespace.
    fn junk(&mut self, ahead: usize) {
        self.bump(WHITESPACE, ahead);
        let range = self.token_ahead(0);
        match self.peek() {
            Some(b')') => {
                self.unbalanced(ResReqError::StrayParenthesis, range.start);
                self.bump(R_PAREN, 1);
            }
            Some(b']') => {
                self.unbalanced(ResReqError::StrayBracket, range.start);
                self.bump(R_BRACKET, 1);
            }
            Some(b'}') => {
                self.unbalanced(ResReqError::StrayBrace, range.start);
                self.bump(R_BRACE, 1);
            }
            _ => {
                self.error(ResReqError::UnexpectedCharacter, range);
                self.bump_char(ERROR_TEXT);
                self.suppress_errors();
            }
        }
    }

    /// Parses an operand and the following operators with at least the precedence `weakest`.
    pub(super) fn operators(&mut self, weakest: Level) -> Operand {
        let checkpoint = self.checkpoint();
        let mut operand = self.operand();
        loop {
            let ahead = self.skip_blanks_from(0);
            let Some(operator) = self.operator(ahead) else { return operand };
            if operator.level < weakest {
                return operand;
            }
            self.start_at(checkpoint, operator.level.node());
            operand = self.chain(operand, operator, ahead);
            self.end();
        }
    }

    /// Parses operators of one level and their right sides. The left side of the first one is already in the tree.
    fn chain(&mut self, left: Operand, first: Operator, ahead: usize) -> Operand {
        let level = first.level;
        let separator = self.position() + ahead..self.position() + ahead + first.length;
        let mut restricted = matches!(left, Operand::Negative | Operand::Assigned);
        let assigned = level == Level::Equality && first.kind == EQ;
        if left == Operand::Missing {
            self.error(ResReqError::MissingOperand, separator.clone());
        }
        let mut left = left;
        let mut next = Some((first, ahead));
        while let Some((operator, ahead)) = next {
            let range = self.position() + ahead..self.position() + ahead + operator.length;
            if let Some(flaw) = operator.flaw {
                self.error(flaw, range.clone());
            }
            self.bump_after(ahead, operator.kind, operator.length);
            self.blanks();
            let right = match &left {
                Operand::Name(name) if level.compares() => self.right_side(name.clone(), level),
                _ => self.operators(level.operand()),
            };
            if right == Operand::Missing {
                self.error(ResReqError::MissingOperand, range);
            }
            restricted |= matches!(right, Operand::Negative | Operand::Assigned);
            left = Operand::Other;
            let ahead = self.skip_blanks_from(0);
            next = self.operator(ahead).filter(|it| it.level == level).map(|it| (it, ahead));
        }
        match level {
            Level::Colon if restricted => self.error(ResReqError::RestrictedSyntax, separator),
            Level::Colon => self.error(ResReqError::ColonInSelect, separator),
            Level::Comma => self.error(ResReqError::CommaInSelect, separator),
            _ => {}
        }
        if assigned { Operand::Assigned } else { Operand::Other }
    }

    /// Parses the right side of a comparison with a name, which may be an unquoted text.
    fn right_side(&mut self, name: Range<usize>, level: Level) -> Operand {
        if self.bare_text(name) { Operand::Other } else { self.operators(level.operand()) }
    }
}
