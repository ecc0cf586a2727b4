//! Interval arithmetic: the smallest and the largest value that an expression may have.

use crate::requirement::{Arithmetic, Comparison, Decimal};

/// The bounds of a value; `None` for no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Option<Decimal>,
    pub(super) high: Option<Decimal>,
}

impl Bounds {
    /// A truth value.
    pub(super) fn truth() -> Bounds {
        Bounds { low: Some(Decimal::ZERO), high: Some(Decimal::from(1)) }
    }

    /// A single number.
    pub(super) fn only(number: Decimal) -> Bounds {
        Bounds { low: Some(number), high: Some(number) }
    }

    /// The only possible number.
    fn single(self) -> Option<Decimal> {
        self.low.filter(|low| self.high == Some(*low))
    }

    pub(super) fn negated(self) -> Bounds {
        Bounds { low: self.high.map(Decimal::negated), high: self.low.map(Decimal::negated) }
    }

    /// The bounds of `self operator other`; `None` if there are none.
    pub(super) fn combined(self, operator: Arithmetic, other: Bounds) -> Option<Bounds> {
        match operator {
            Arithmetic::Add => Some(self.plus(other)),
            Arithmetic::Subtract => Some(self.plus(other.negated())),
            Arithmetic::Multiply => match (self.single(), other.single()) {
                (Some(factor), _) => Some(other.scaled(factor)),
                (_, Some(factor)) => Some(self.scaled(factor)),
                _ => self.times(other),
            },
            Arithmetic::Divide => self.divided(other.single()?),
        }
    }

    fn plus(self, other: Bounds) -> Bounds {
        let sum = |a: Option<Decimal>, b: Option<Decimal>| a?.plus(b?);
        Bounds { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    fn scaled(self, factor: Decimal) -> Bounds {
        let scaled = |it: Option<Decimal>| it?.multiplied(factor);
        let ends = Bounds { low: scaled(self.low), high: scaled(self.high) };
        match factor.cmp(&Decimal::ZERO) {
            std::cmp::Ordering::Greater => ends,
            std::cmp::Ordering::Equal => Bounds::only(Decimal::ZERO),
            std::cmp::Ordering::Less => Bounds { low: ends.high, high: ends.low },
        }
    }

    fn times(self, other: Bounds) -> Option<Bounds> {
        let (a, b, c, d) = (self.low?, self.high?, other.low?, other.high?);
        let products = [a.multiplied(c)?, a.multiplied(d)?, b.multiplied(c)?, b.multiplied(d)?];
        Some(Bounds { low: products.iter().min().copied(), high: products.iter().max().copied() })
    }

    fn divided(self, divisor: Decimal) -> Option<Bounds> {
        if divisor == Decimal::ZERO {
            return None;
        }
        let (low, high) = if divisor > Decimal::ZERO { (self.low, self.high) } else { (self.high, self.low) };
        Some(Bounds {
            low: low.and_then(|it| Some(it.divided(divisor)?.0)),
            high: high.and_then(|it| Some(it.divided(divisor)?.1)),
        })
    }

    /// Whether a comparison may be true.
    pub(super) fn may_be(self, operator: Comparison, other: Bounds) -> bool {
        let below = |a: Bounds, b: Bounds| a.low.zip(b.high).is_none_or(|(low, high)| low < high);
        let not_above = |a: Bounds, b: Bounds| a.low.zip(b.high).is_none_or(|(low, high)| low <= high);
        match operator {
            Comparison::Less => below(self, other),
            Comparison::LessOrEqual => not_above(self, other),
            Comparison::Greater => below(other, self),
            Comparison::GreaterOrEqual => not_above(other, self),
            Comparison::Equal => not_above(self, other) && not_above(other, self),
            Comparison::NotEqual => self.single().is_none() || self.single() != other.single(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: i64, high: i64) -> Bounds {
        let number = |it: i64| Decimal::parse(&it.to_string());
        Bounds { low: number(low), high: number(high) }
    }

    #[test]
    fn intervals_combine() {
        let check = |operator, expected| assert_eq!(bounds(-2, 3).combined(operator, bounds(4, 5)), expected);
        check(Arithmetic::Add, Some(bounds(2, 8)));
        check(Arithmetic::Subtract, Some(bounds(-7, -1)));
        check(Arithmetic::Multiply, Some(bounds(-10, 15)));
        check(Arithmetic::Divide, None);
        assert_eq!(bounds(-4, 6).combined(Arithmetic::Divide, bounds(-2, -2)), Some(bounds(-3, 2)));
        let open = Bounds { low: Some(Decimal::ZERO), high: None };
        assert_eq!(open.combined(Arithmetic::Multiply, bounds(-3, -3)), Some(open.negated()));
    }

    #[test]
    fn comparisons_are_decided_where_the_bounds_allow() {
        use Comparison::*;
        for (operator, expected) in
            [(Less, true), (LessOrEqual, true), (Greater, false), (GreaterOrEqual, true), (Equal, true)]
        {
            assert_eq!(bounds(1, 2).may_be(operator, bounds(2, 4)), expected, "{operator:?}");
        }
        assert!(!bounds(2, 2).may_be(NotEqual, bounds(2, 2)) && bounds(2, 2).may_be(NotEqual, bounds(2, 3)));
    }
}
