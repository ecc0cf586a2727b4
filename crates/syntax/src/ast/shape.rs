//! Values described by a pattern of the data.

use super::{TimeWindow, children, node};
use crate::SyntaxKind::*;
use crate::Token;

node!(
    /// The whole value.
    Shape, SHAPE
);

impl<'t> Shape<'t> {
    /// Everything but whitespace, in order. Words of the pattern are `KEYWORD`, the rest is typed by its terminal.
    pub fn tokens(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| !it.kind().is_trivia())
    }

    /// The words that the pattern spells out.
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
