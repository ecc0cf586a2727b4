//! Typed nodes of time windows and time expressions.

use super::{AstNode, child, children, node};
use crate::SyntaxKind::*;
use crate::{Node, Token};

node!(
    /// RUN_WINDOW and similar parameters.
    TimeWindows, TIME_WINDOWS
);
node!(
    /// `8:00-17:30`, possibly with a time zone.
    TimeWindow, TIME_WINDOW
);
node!(
    /// `[day:]hour[:minute]`.
    TimePoint, TIME_POINT
);
node!(
    /// The condition of `#if`.
    TimeExpression, TIME_EXPRESSION
);
node!(
    /// `time(windows)`.
    TimeItem, TIME_ITEM
);
node!(
    /// `!operand`.
    TimeNot, UNARY_EXPR
);
node!(
    /// `(operand)`.
    TimeGroup, PAREN_EXPR
);
node!(
    /// `a && b && c` or `a || b || c`: a single operator with all its operands.
    TimeChain, BINARY_EXPR
);

impl<'t> TimeWindows<'t> {
    /// The windows in order.
    pub fn windows(self) -> impl Iterator<Item = TimeWindow<'t>> {
        children(self.0)
    }
}

impl<'t> TimeWindow<'t> {
    /// The hyphen.
    pub fn hyphen(self) -> Option<Token<'t>> {
        self.0.token(MINUS)
    }

    /// The time before the hyphen.
    pub fn opens(self) -> Option<TimePoint<'t>> {
        let limit = self.hyphen().map_or(self.0.range().end(), |it| it.range().start());
        children::<TimePoint<'_>>(self.0).find(|it| it.0.start() < limit)
    }

    /// The time after the hyphen.
    pub fn closes(self) -> Option<TimePoint<'t>> {
        let hyphen = self.hyphen()?.range().start();
        children::<TimePoint<'_>>(self.0).find(|it| it.0.start() > hyphen)
    }

    /// The time zone.
    pub fn zone(self) -> Option<Token<'t>> {
        self.0.token(NAME)
    }
}

/// The numbers of a [`TimePoint`], not validated: `hour` may be 25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClockTime {
    /// Day of the week.
    pub day: Option<u32>,
    /// Hour.
    pub hour: u32,
    /// Minute.
    pub minute: Option<u32>,
}

impl<'t> TimePoint<'t> {
    /// The number of fields as written, and day, hour and minute among the first three.
    fn numbers(self) -> (usize, [Option<Token<'t>>; 3]) {
        let mut fields = 1;
        let mut numbers = [None; 3];
        for token in self.0.tokens() {
            match token.kind() {
                COLON => fields += 1,
                INTEGER if fields <= 3 => {
                    numbers[fields - 1].get_or_insert(token);
                }
                _ => {}
            }
        }
        let [first, second, third] = numbers;
        let numbers = match fields {
            1 => [None, first, None],
            2 => [None, first, second],
            3 => [first, second, third],
            _ => [None; 3],
        };
        (fields, numbers)
    }

    /// Day, hour and minute, if present.
    pub fn day_hour_minute(self) -> [Option<Token<'t>>; 3] {
        self.numbers().1
    }

    /// The day, if there are three fields.
    pub fn day(self) -> Option<Token<'t>> {
        self.numbers().1[0]
    }

    /// The hour.
    pub fn hour(self) -> Option<Token<'t>> {
        self.numbers().1[1]
    }

    /// The minute, if there are two or three fields.
    pub fn minute(self) -> Option<Token<'t>> {
        self.numbers().1[2]
    }

    /// The number of fields as written: one to three in a valid time.
    pub fn fields(self) -> usize {
        self.numbers().0
    }

    /// The fields as numbers; `None` if one is invalid.
    pub fn clock(self) -> Option<ClockTime> {
        let (fields, numbers) = self.numbers();
        let [day, hour, minute] = numbers.map(|it| it.and_then(|it| it.text().parse::<u32>().ok()));
        let hour = hour?;
        let complete = match fields {
            1 => true,
            2 => minute.is_some(),
            3 => day.is_some() && minute.is_some(),
            _ => false,
        };
        complete.then_some(ClockTime { day, hour, minute })
    }
}

/// A part of a condition.
#[derive(Debug, Clone, Copy)]
pub enum TimeTerm<'t> {
    /// `time(windows)`.
    Time(TimeItem<'t>),
    /// The name of a `#define`.
    Name(Token<'t>),
    /// `!operand`.
    Not(TimeNot<'t>),
    /// `(operand)`.
    Group(TimeGroup<'t>),
    /// `a && b ...`, `a || b ...`.
    Chain(TimeChain<'t>),
}

impl<'t> TimeTerm<'t> {
    /// Converts a node; `None` if it is not part of a condition.
    pub fn cast(node: Node<'t>) -> Option<TimeTerm<'t>> {
        Some(match node.kind() {
            TIME_ITEM => TimeTerm::Time(TimeItem(node)),
            NAME_EXPR => TimeTerm::Name(node.token(NAME)?),
            UNARY_EXPR => TimeTerm::Not(TimeNot(node)),
            PAREN_EXPR => TimeTerm::Group(TimeGroup(node)),
            BINARY_EXPR => TimeTerm::Chain(TimeChain(node)),
            _ => return None,
        })
    }
}

fn terms<'t>(node: Node<'t>) -> impl Iterator<Item = TimeTerm<'t>> {
    node.children().filter_map(TimeTerm::cast)
}

impl<'t> TimeExpression<'t> {
    /// The expression in the condition node of an `#if` or `#elif`.
    pub fn of_condition(condition: Node<'t>) -> Option<TimeExpression<'t>> {
        child(condition)
    }

    /// The outermost part.
    pub fn term(self) -> Option<TimeTerm<'t>> {
        terms(self.0).next()
    }

    /// All windows, at any depth.
    pub fn windows(self) -> impl Iterator<Item = TimeWindow<'t>> {
        self.0.descendants().filter_map(TimeWindow::cast)
    }

    /// All `time( )` items, at any depth.
    pub fn items(self) -> impl Iterator<Item = TimeItem<'t>> {
        self.0.descendants().filter_map(TimeItem::cast)
    }

    /// All names of a `#define`, at any depth.
    pub fn names(self) -> impl Iterator<Item = Token<'t>> {
        self.0.descendants().filter(|it| it.kind() == NAME_EXPR).filter_map(|it| it.token(NAME))
    }
}

impl<'t> TimeItem<'t> {
    /// The word `time`; missing in `(8:00-9:00)`.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.token(KEYWORD)
    }

    /// The windows in order.
    pub fn windows(self) -> impl Iterator<Item = TimeWindow<'t>> {
        children(self.0)
    }
}

impl<'t> TimeNot<'t> {
    /// Whether the operand is negated: an odd number of exclamation marks.
    pub fn is_negated(self) -> bool {
        self.0.tokens().filter(|it| it.kind() == BANG).count() % 2 == 1
    }

    /// The negated operand.
    pub fn operand(self) -> Option<TimeTerm<'t>> {
        terms(self.0).next()
    }
}

impl<'t> TimeGroup<'t> {
    /// The contents of the parentheses.
    pub fn inner(self) -> Option<TimeTerm<'t>> {
        terms(self.0).next()
    }
}

impl<'t> TimeChain<'t> {
    /// Whether the operator is `&&`; else it is `||`.
    pub fn is_and(self) -> bool {
        self.0.tokens().any(|it| matches!(it.kind(), AND_AND | AMP))
    }

    /// The operands in order.
    pub fn operands(self) -> impl Iterator<Item = TimeTerm<'t>> {
        terms(self.0)
    }
}
