//! Typed nodes of values that are specified by a pattern.

use super::{TimeWindow, children, node};
use crate::SyntaxKind::*;
use crate::Token;

node!(
    /// The whole value.
    Shape, SHAPE
);

impl<'t> Shape<'t> {
    /// All tokens except whitespace, in order. Keywords of the pattern are `KEYWORD`, the others have the kind of their
    /// terminal.
    pub fn tokens(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| !it.kind().is_trivia())
    }

    /// The keywords of the pattern.
    pub fn keywords(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| it.kind() == KEYWORD)
    }

    /// The names.
    pub fn names(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| it.kind() == NAME)
    }

    /// The time windows.
    pub fn windows(self) -> impl Iterator<Item = TimeWindow<'t>> {
        children(self.0)
    }
}
