//! The possible values of a name under the conditions assumed so far.

use crate::requirement::{Comparison, Decimal};

/// The values that a name may have.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Domain {
    /// A numeric value.
    Number(Interval),
    /// A text.
    Text(Texts),
    /// Defined or not; `None` if both are possible.
    Flag(Option<bool>),
}

/// A range of numbers without some individual ones.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Interval {
    low: Option<Bound>,
    high: Option<Bound>,
    not: Vec<Decimal>,
}

/// A bound, and whether it is excluded from the range.
type Bound = (Decimal, bool);

/// The maximum number of excluded numbers that are stored.
const HOLES: usize = 16;

/// Texts: a single one, or all except some.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Texts {
    One(String),
    Not(Vec<String>),
}

impl Interval {
    /// All numbers between two bounds.
    pub(super) fn between(low: Option<Decimal>, high: Option<Decimal>) -> Interval {
        Interval { low: low.map(|it| (it, false)), high: high.map(|it| (it, false)), not: Vec::new() }
    }

    /// A single number.
    pub(super) fn only(value: Decimal) -> Interval {
        Interval::between(Some(value), Some(value))
    }

    /// Restricts the numbers to those that satisfy a comparison. Returns whether any remain.
    pub(super) fn keep(&mut self, operator: Comparison, value: Decimal) -> bool {
        match operator {
            Comparison::Equal => {
                self.raise((value, false));
                self.lower((value, false));
            }
            Comparison::NotEqual if self.not.len() < HOLES => self.not.push(value),
            Comparison::NotEqual => {}
            Comparison::Less => self.lower((value, true)),
            Comparison::LessOrEqual => self.lower((value, false)),
            Comparison::Greater => self.raise((value, true)),
            Comparison::GreaterOrEqual => self.raise((value, false)),
        }
        !self.is_empty()
    }

    /// The lowest and the highest number, or a bound of them; `None` if there is none.
    pub(super) fn bounds(&self) -> (Option<Decimal>, Option<Decimal>) {
        (self.low.map(|it| it.0), self.high.map(|it| it.0))
    }

    fn raise(&mut self, bound: Bound) {
        if self.low.is_none_or(|it| bound.0 > it.0 || bound.0 == it.0 && bound.1) {
            self.low = Some(bound);
        }
    }

    fn lower(&mut self, bound: Bound) {
        if self.high.is_none_or(|it| bound.0 < it.0 || bound.0 == it.0 && bound.1) {
            self.high = Some(bound);
        }
    }

    fn is_empty(&self) -> bool {
        let (Some(low), Some(high)) = (self.low, self.high) else { return false };
        low.0 > high.0 || low.0 == high.0 && (low.1 || high.1 || self.not.contains(&low.0))
    }
}

impl Texts {
    /// All texts.
    pub(super) fn any() -> Texts {
        Texts::Not(Vec::new())
    }

    /// Restricts to one text, or excludes it. Returns whether any text remains. Texts that differ only in case may be
    /// equal.
    pub(super) fn keep(&mut self, text: &str, equal: bool) -> bool {
        match (&mut *self, equal) {
            (Texts::One(only), true) => only.eq_ignore_ascii_case(text),
            (Texts::One(only), false) => only != text,
            (Texts::Not(others), true) => {
                let possible = others.iter().all(|it| it != text);
                *self = Texts::One(text.to_owned());
                possible
            }
            (Texts::Not(others), false) => {
                if others.len() < HOLES {
                    others.push(text.to_owned());
                }
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).expect("a number")
    }

    /// Whether a number is left after these comparisons.
    #[track_caller]
    fn check(steps: &[(Comparison, &str)], expected: bool) {
        let mut interval = Interval::default();
        let left = steps.iter().map(|(operator, value)| interval.keep(*operator, number(value))).last();
        assert_eq!(left, Some(expected), "{steps:?}");
    }

    #[test]
    fn ranges_close() {
        use Comparison::*;
        check(&[(Greater, "100"), (Less, "50")], false);
        check(&[(GreaterOrEqual, "50"), (LessOrEqual, "50")], true);
        check(&[(GreaterOrEqual, "50"), (Less, "50")], false);
        check(&[(Equal, "50"), (NotEqual, "50.0")], false);
        check(&[(NotEqual, "1"), (NotEqual, "2"), (Greater, "0")], true);
        check(&[(Equal, "3"), (Equal, "4")], false);
    }

    #[test]
    fn texts_exclude_each_other() {
        let mut texts = Texts::any();
        assert!(texts.keep("a", false) && texts.keep("b", true));
        assert!(!texts.clone().keep("c", true) && !texts.clone().keep("b", false) && texts.keep("B", true));
        assert!(!{
            let mut texts = Texts::any();
            texts.keep("a", false);
            texts.keep("a", true)
        });
    }
}
