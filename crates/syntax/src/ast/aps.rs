//! Typed nodes of APS_PRIORITY.

use super::{children, node};
use crate::SyntaxKind::*;
use crate::Token;

node!(
    /// The whole value.
    ApsPriority, APS_PRIORITY
);
node!(
    /// `WEIGHT[[factor, value] ...]`.
    ApsPart, APS_PART
);
node!(
    /// `[factor, value]`.
    ApsPair, APS_PAIR
);

impl<'t> ApsPriority<'t> {
    /// The parts in order.
    pub fn parts(self) -> impl Iterator<Item = ApsPart<'t>> {
        children(self.0)
    }
}

impl<'t> ApsPart<'t> {
    /// `WEIGHT`, `LIMIT`, `GRACE_PERIOD`, or other text at its place.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.token(KEYWORD)
    }

    /// Whether the keyword is this one, ignoring case.
    pub fn is(self, keyword: &str) -> bool {
        self.keyword().is_some_and(|it| it.text().eq_ignore_ascii_case(keyword))
    }

    /// The pairs in order.
    pub fn pairs(self) -> impl Iterator<Item = ApsPair<'t>> {
        children(self.0)
    }
}

impl<'t> ApsPair<'t> {
    /// The factor.
    pub fn factor(self) -> Option<Token<'t>> {
        self.0.token(NAME)
    }

    /// The number with its sign; `None` if it is not a number.
    pub fn value(self) -> Option<Token<'t>> {
        self.0.tokens().find(|it| matches!(it.kind(), INTEGER | NUMBER))
    }

    /// The number.
    pub fn number(self) -> Option<f64> {
        self.value().and_then(super::number)
    }

    /// The unit directly after the number.
    pub fn unit(self) -> Option<Token<'t>> {
        self.0.token(UNIT)
    }
}
