//! Typed nodes of elim output lines.

use super::scalar::integer;
use super::{children, node};
use crate::SyntaxKind::*;
use crate::Token;

node!(
    /// `2 lic 5 scratch 1024`.
    ElimLine, ELIM_LINE
);
node!(
    /// `lic 5`.
    ElimPair, ELIM_PAIR
);

impl<'t> ElimLine<'t> {
    /// The token at the place of the number of pairs.
    pub fn head(self) -> Option<Token<'t>> {
        self.0.tokens().find(|it| !it.kind().is_trivia())
    }

    /// The first word, if it is a number.
    pub fn count(self) -> Option<Token<'t>> {
        self.0.tokens().find(|it| matches!(it.kind(), INTEGER | NUMBER))
    }

    /// The number of pairs that the line announces.
    pub fn promised(self) -> Option<i64> {
        self.count().and_then(integer)
    }

    /// The pairs in order, including surplus ones.
    pub fn pairs(self) -> impl Iterator<Item = ElimPair<'t>> {
        children(self.0)
    }
}

impl<'t> ElimPair<'t> {
    /// The resource.
    pub fn name(self) -> Option<Token<'t>> {
        self.0.token(NAME)
    }

    /// The value: number or word.
    pub fn value(self) -> Option<Token<'t>> {
        self.0.tokens().find(|it| matches!(it.kind(), INTEGER | NUMBER | WORD))
    }
}
