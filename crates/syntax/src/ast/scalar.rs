//! Typed nodes of numbers, limits, thresholds and run times.

use std::str::FromStr;

use super::{AstNode, children, node};
use crate::SyntaxKind::*;
use crate::{Node, TextRange, Token};

node!(
    /// One amount of memory: CORELIMIT.
    Size, SIZE
);
node!(
    /// `[default] maximum`: MEMLIMIT.
    LimitPair, LIMIT_PAIR
);
node!(
    /// `[minimum [default]] maximum`: TASKLIMIT.
    TaskLimit, TASK_LIMIT
);
node!(
    /// `schedule[/stop]`: a load threshold.
    Threshold, THRESHOLD
);
node!(
    /// One or two run times: RUNLIMIT.
    RunLimit, RUN_LIMIT
);

/// The integer value of a token; `None` for other tokens, and for numbers beyond 64 bits.
pub fn integer(token: Token<'_>) -> Option<i64> {
    parsed(token)
}

/// The numeric value of a token.
pub fn number(token: Token<'_>) -> Option<f64> {
    if !matches!(token.kind(), INTEGER | NUMBER) {
        return None;
    }
    // Fast path: most numbers are small integers.
    match token.raw() {
        raw if raw.len() <= MOST_DIGITS => raw.parse::<u32>().map(f64::from).ok().or_else(|| parsed(token)),
        _ => parsed(token),
    }
}

/// A number with at most this many digits fits into 32 bits.
const MOST_DIGITS: usize = 9;

fn parsed<T: FromStr>(token: Token<'_>) -> Option<T> {
    token.text().parse().ok()
}

/// A number with the unit directly after it.
#[derive(Debug, Clone, Copy)]
pub struct Amount<'t> {
    number: Token<'t>,
    unit: Option<Token<'t>>,
}

impl<'t> Amount<'t> {
    /// All numbers that are children of a node, in order.
    pub fn all_in(node: Node<'t>) -> impl Iterator<Item = Amount<'t>> {
        let mut tokens = node.tokens().peekable();
        std::iter::from_fn(move || {
            let number = tokens.find(|it| matches!(it.kind(), INTEGER | NUMBER))?;
            // `50 %` is reported, but is one amount.
            let mut unit = tokens.next_if(|it| matches!(it.kind(), UNIT | PERCENT));
            if unit.is_none() && tokens.next_if(|it| it.kind() == WHITESPACE).is_some() {
                unit = tokens.next_if(|it| it.kind() == PERCENT);
            }
            Some(Amount { number, unit })
        })
    }

    /// The first number that is a child of a node: the value of an integer, number or percent value.
    pub fn first_in(node: Node<'t>) -> Option<Amount<'t>> {
        Amount::all_in(node).next()
    }

    /// The number with its sign.
    pub fn number(self) -> Token<'t> {
        self.number
    }

    /// The unit: `G`, `KB`, `%`.
    pub fn unit(self) -> Option<Token<'t>> {
        self.unit
    }

    /// The number, if it is an integer.
    pub fn integer(self) -> Option<i64> {
        integer(self.number)
    }

    /// The number, without its unit.
    pub fn value(self) -> Option<f64> {
        number(self.number)
    }

    /// The range of number and unit.
    pub fn range(self) -> TextRange {
        self.unit.map_or(self.number.range(), |it| self.number.range().cover(it.range()))
    }
}

impl<'t> Size<'t> {
    /// The amount.
    pub fn amount(self) -> Option<Amount<'t>> {
        Amount::first_in(self.0)
    }
}

impl<'t> LimitPair<'t> {
    /// The values as written: one or two.
    pub fn amounts(self) -> impl Iterator<Item = Amount<'t>> {
        Amount::all_in(self.0)
    }

    /// The default: the first of two values.
    pub fn default(self) -> Option<Amount<'t>> {
        let mut amounts = self.amounts();
        let first = amounts.next();
        amounts.next().and(first)
    }

    /// The maximum: the last value.
    pub fn maximum(self) -> Option<Amount<'t>> {
        self.amounts().last()
    }
}

impl<'t> TaskLimit<'t> {
    /// The values as written: one to three.
    pub fn amounts(self) -> impl Iterator<Item = Amount<'t>> {
        Amount::all_in(self.0)
    }

    /// The minimum: the first of several values.
    pub fn minimum(self) -> Option<Amount<'t>> {
        let mut amounts = self.amounts();
        let first = amounts.next();
        amounts.next().and(first)
    }

    /// The default: the middle one of three values.
    pub fn default(self) -> Option<Amount<'t>> {
        let second = self.amounts().nth(1);
        self.amounts().nth(2).and(second)
    }

    /// The maximum: the last value.
    pub fn maximum(self) -> Option<Amount<'t>> {
        self.amounts().last()
    }
}

impl<'t> Threshold<'t> {
    /// The slash.
    pub fn slash(self) -> Option<Token<'t>> {
        self.0.token(SLASH)
    }

    /// The scheduling threshold, left of the slash; `None` if it is missing, `-` or not a number.
    pub fn schedule(self) -> Option<Amount<'t>> {
        let slash = self.slash();
        Amount::all_in(self.0).find(|it| slash.is_none_or(|slash| it.range().end() <= slash.range().start()))
    }

    /// The stop threshold, right of the slash; `None` if it is missing, `-` or not a number.
    pub fn stop(self) -> Option<Amount<'t>> {
        let slash = self.slash()?;
        Amount::all_in(self.0).find(|it| it.range().start() >= slash.range().end())
    }
}

impl<'t> RunLimit<'t> {
    /// The run times as written: one or two.
    pub fn items(self) -> impl Iterator<Item = RunTime<'t>> {
        children(self.0)
    }

    /// The default: the first of two.
    pub fn default(self) -> Option<RunTime<'t>> {
        let mut items = self.items();
        let first = items.next();
        items.next().and(first)
    }

    /// The maximum: the last.
    pub fn maximum(self) -> Option<RunTime<'t>> {
        self.items().last()
    }
}

/// `[hour:]minute[/host]`: an item of a [`RunLimit`], or the whole of a value such as PEND_TIME_LIMIT.
#[derive(Debug, Clone, Copy)]
pub struct RunTime<'t>(Node<'t>);

impl<'t> AstNode<'t> for RunTime<'t> {
    fn cast(node: Node<'t>) -> Option<Self> {
        matches!(node.kind(), RUN_LIMIT_ITEM | HOUR_MINUTE).then_some(RunTime(node))
    }

    fn node(self) -> Node<'t> {
        self.0
    }
}

impl<'t> RunTime<'t> {
    /// The colon.
    pub fn colon(self) -> Option<Token<'t>> {
        self.0.token(COLON)
    }

    /// The hours, left of the colon.
    pub fn hour(self) -> Option<Amount<'t>> {
        self.hour_and_minute(self.colon()).0
    }

    /// The minutes.
    pub fn minute(self) -> Option<Amount<'t>> {
        self.hour_and_minute(self.colon()).1
    }

    /// The first numbers on both sides of the colon; without a colon, only minutes.
    fn hour_and_minute(self, colon: Option<Token<'t>>) -> (Option<Amount<'t>>, Option<Amount<'t>>) {
        let mut hour = None;
        for amount in Amount::all_in(self.0) {
            if colon.is_some_and(|it| amount.range().end() <= it.range().start()) {
                hour.get_or_insert(amount);
            } else {
                return (hour, Some(amount));
            }
        }
        (hour, None)
    }

    /// The host or host model after the slash.
    pub fn host(self) -> Option<Token<'t>> {
        self.0.token(NAME)
    }

    /// The total in minutes; `None` if a part is invalid.
    pub fn minutes(self) -> Option<i64> {
        let colon = self.colon();
        let (hour, minute) = self.hour_and_minute(colon);
        let hours = match colon {
            Some(_) => hour?.integer()?,
            None => 0,
        };
        hours.checked_mul(60)?.checked_add(minute?.integer()?)
    }
}
