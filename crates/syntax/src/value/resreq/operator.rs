//! Parses operators of selections: their precedence, and common misspellings.

use super::{Reader, ResReqError, is_name};
use crate::SyntaxKind::{self, *};
use crate::value::blank;

/// The precedence of an operator, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Comma,
    Colon,
    Or,
    And,
    Equality,
    Relational,
    Additive,
    Multiplicative,
    /// Above all operators: only operands.
    Operand,
}

impl Level {
    /// The next higher level, for the operands of this one.
    pub(super) fn operand(self) -> Level {
        match self {
            Level::Comma => Level::Colon,
            Level::Colon => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Equality,
            Level::Equality => Level::Relational,
            Level::Relational => Level::Additive,
            Level::Additive => Level::Multiplicative,
            Level::Multiplicative | Level::Operand => Level::Operand,
        }
    }

    /// The node kind of a chain of such operators.
    pub(super) fn node(self) -> SyntaxKind {
        match self {
            Level::Comma => COMMA_LIST,
            Level::Colon => COLON_LIST,
            Level::Or => OR_EXPR,
            Level::And => AND_EXPR,
            Level::Equality | Level::Relational => COMPARISON,
            Level::Additive | Level::Multiplicative | Level::Operand => ARITHMETIC,
        }
    }

    pub(super) fn compares(self) -> bool {
        matches!(self, Level::Equality | Level::Relational)
    }
}

/// An operator at the cursor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operator {
    pub(super) level: Level,
    pub(super) kind: SyntaxKind,
    pub(super) length: usize,
    pub(super) flaw: Option<ResReqError>,
}

fn right(level: Level, kind: SyntaxKind, length: usize) -> Option<Operator> {
    Some(Operator { level, kind, length, flaw: None })
}

fn wrong(level: Level, kind: SyntaxKind, length: usize, flaw: ResReqError) -> Option<Operator> {
    Some(Operator { level, kind, length, flaw: Some(flaw) })
}

impl Reader<'_, '_, '_> {
    /// The operator `ahead` bytes after the cursor, in a place where an operand is complete. Misspelled operators have
    /// an error, and the level of the presumed operator.
    pub(super) fn operator(&self, ahead: usize) -> Option<Operator> {
        use Level::*;
        let first = self.peek_at(ahead)?;
        let second = self.peek_at(ahead + 1);
        // The number of repetitions of the first character: `|||` is as invalid as `|`.
        let repeated = || {
            let rest = self.bytes_from(self.position() + ahead);
            rest.iter().take_while(|&&byte| byte == first).count()
        };
        match first {
            b'|' | b'&' => {
                let (level, double, single) = if first == b'|' { (Or, OR_OR, PIPE) } else { (And, AND_AND, AMP) };
                let flaw = if first == b'|' { ResReqError::SinglePipe } else { ResReqError::SingleAmp };
                match repeated() {
                    1 => wrong(level, single, 1, flaw),
                    2 => right(level, double, 2),
                    length => wrong(level, double, length, ResReqError::NotAnOperator),
                }
            }
            b'=' => match second {
                Some(b'=') if self.peek_at(ahead + 2) == Some(b'=') => {
                    wrong(Equality, EQ_EQ, repeated(), ResReqError::NotAnOperator)
                }
                Some(b'=') => right(Equality, EQ_EQ, 2),
                Some(b'>') => wrong(Relational, GT_EQ, 2, ResReqError::ReversedOperator),
                Some(b'<') => wrong(Relational, LT_EQ, 2, ResReqError::ReversedOperator),
                Some(b'~') => wrong(Equality, BAD_OPERATOR, 2, ResReqError::NotAnOperator),
                _ => right(Equality, EQ, 1),
            },
            b'!' => match second {
                Some(b'=') if self.peek_at(ahead + 2) == Some(b'=') => {
                    wrong(Equality, BANG_EQ, 3, ResReqError::NotAnOperator)
                }
                Some(b'=') => right(Equality, BANG_EQ, 2),
                Some(b'~') => wrong(Equality, BAD_OPERATOR, 2, ResReqError::NotAnOperator),
                _ => None,
            },
            b'<' => match second {
                Some(b'=') => right(Relational, LT_EQ, 2),
                Some(b'>') => wrong(Equality, BANG_EQ, 2, ResReqError::NotAnOperator),
                Some(b'<') => wrong(Relational, BAD_OPERATOR, repeated(), ResReqError::NotAnOperator),
                _ => right(Relational, LT, 1),
            },
            b'>' => match second {
                Some(b'=') => right(Relational, GT_EQ, 2),
                Some(b'>') => wrong(Relational, BAD_OPERATOR, repeated(), ResReqError::NotAnOperator),
                _ => right(Relational, GT, 1),
            },
            b'+' => right(Additive, PLUS, 1),
            b'-' => right(Additive, MINUS, 1),
            // Exponentiation in the old parser, but usually intended as `&&`.
            b'*' if second == Some(b'*') => wrong(And, BAD_OPERATOR, repeated(), ResReqError::NotAnOperator),
            b'*' => right(Multiplicative, STAR, 1),
            b'/' if second == Some(b'/') => wrong(Multiplicative, BAD_OPERATOR, repeated(), ResReqError::NotAnOperator),
            b'/' => right(Multiplicative, SLASH, 1),
            b'%' | b'^' => wrong(Multiplicative, BAD_OPERATOR, 1, ResReqError::NotAnOperator),
            b';' => wrong(And, BAD_OPERATOR, repeated(), ResReqError::NotAnOperator),
            b':' => right(Colon, COLON, 1),
            b',' => right(Comma, COMMA, 1),
            b'a' | b'A' | b'o' | b'O' => self.word_operator(ahead),
            _ => None,
        }
    }

    /// The operator `and` or `or` between two operands.
    fn word_operator(&self, ahead: usize) -> Option<Operator> {
        let length = self.name_length(ahead);
        let word = &self.bytes_from(self.position() + ahead)[..length];
        let (level, kind) = if word.eq_ignore_ascii_case(b"and") {
            (Level::And, AND_AND)
        } else if word.eq_ignore_ascii_case(b"or") {
            (Level::Or, OR_OR)
        } else {
            return None;
        };
        let next = self.skip_blanks_from(ahead + length);
        let operand =
            self.peek_at(next).is_some_and(|byte| is_name(byte) || matches!(byte, b'(' | b'!' | b'\'' | b'"'));
        if operand { wrong(level, kind, length, ResReqError::WordOperator) } else { None }
    }

    /// The length of `not` at the cursor, if an operand follows it.
    pub(super) fn word_not(&self) -> Option<usize> {
        let word = self.bytes_from(self.position()).get(..3)?;
        let next = self.peek_at(3)?;
        if !word.eq_ignore_ascii_case(b"not") || !(blank(next) || next == b'(') {
            return None;
        }
        let operand = self.peek_at(self.skip_blanks_from(3))?;
        let word_follows = self.word_operator(self.skip_blanks_from(3)).is_some();
        ((is_name(operand) || operand == b'(') && !word_follows).then_some(3)
    }
}
