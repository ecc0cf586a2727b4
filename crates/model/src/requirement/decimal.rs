//! Exact decimal numbers in requirement strings, compared and converted without rounding.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A decimal number. It stores the number of fraction digits, so it is printed as written; `1.0` equals `1`.
#[derive(Debug, Clone, Copy)]
pub struct Decimal {
    negative: bool,
    digits: u128,
    /// The number of fraction digits.
    scale: u32,
}

/// The maximum number of fraction digits: all powers of ten up to this one fit into the digits.
const MAX_SCALE: u32 = 38;

impl Decimal {
    /// Zero.
    pub const ZERO: Decimal = Decimal { negative: false, digits: 0, scale: 0 };

    /// Parses digits with an optional sign and dot. `None` for other texts, and for numbers with more than 38 digits.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let scale = u32::try_from(fraction.len()).ok().filter(|it| *it <= MAX_SCALE)?;
        let mut digits = 0_u128;
        for byte in whole.bytes().chain(fraction.bytes()) {
            digits = digits.checked_mul(10)?.checked_add(u128::from(byte - b'0'))?;
        }
        Some(Decimal { negative: negative && digits != 0, digits, scale })
    }

    /// The number of fraction digits without trailing zeros.
    pub fn fraction_digits(self) -> u32 {
        self.reduced().scale
    }

    /// The number with the opposite sign.
    pub fn negated(self) -> Decimal {
        Decimal { negative: !self.negative && self.digits != 0, ..self }
    }

    /// The number multiplied by an integer; `None` on overflow.
    pub fn times(self, factor: u64) -> Option<Decimal> {
        let digits = self.reduced().digits.checked_mul(u128::from(factor))?;
        Some(Decimal { digits, negative: self.negative && digits != 0, scale: self.reduced().scale }.reduced())
    }

    /// The number divided by 1024, which is exact in decimals; `None` if it has too many digits.
    pub fn divided_by_1024(self) -> Option<Decimal> {
        let mut number = self.reduced();
        for _ in 0..10 {
            number = if number.digits.is_multiple_of(2) {
                Decimal { digits: number.digits / 2, ..number }
            } else {
                let scale = Some(number.scale + 1).filter(|it| *it <= MAX_SCALE)?;
                Decimal { digits: number.digits.checked_mul(5)?, scale, ..number }
            };
        }
        Some(number.reduced())
    }

    /// The sum of two numbers; `None` if it has too many digits.
    pub fn plus(self, other: Decimal) -> Option<Decimal> {
        let scale = self.scale.max(other.scale);
        let aligned = |it: Decimal| it.signed()?.checked_mul(10_i128.checked_pow(scale - it.scale)?);
        Decimal::of_signed(aligned(self)?.checked_add(aligned(other)?)?, scale)
    }

    /// The product of two numbers; `None` if it has too many digits.
    pub fn multiplied(self, other: Decimal) -> Option<Decimal> {
        let (left, right) = (self.reduced(), other.reduced());
        Decimal::of_signed(left.signed()?.checked_mul(right.signed()?)?, left.scale + right.scale)
    }

    /// The quotient of two numbers, rounded down and up; `None` if the divisor is zero, or it has too many digits.
    pub fn divided(self, other: Decimal) -> Option<(Decimal, Decimal)> {
        const SCALE: u32 = 9;
        let (left, right) = (self.reduced(), other.reduced());
        let dividend = left.signed()?.checked_mul(10_i128.checked_pow(SCALE + right.scale)?)?;
        let divisor = right.signed()?.checked_mul(10_i128.checked_pow(left.scale)?)?;
        let (dividend, divisor) = if divisor < 0 { (-dividend, -divisor) } else { (dividend, divisor) };
        let down = dividend.checked_div_euclid(divisor)?;
        let up = if down * divisor == dividend { down } else { down + 1 };
        Some((Decimal::of_signed(down, SCALE)?, Decimal::of_signed(up, SCALE)?))
    }

    /// The number with at most this number of fraction digits, rounded; a half is rounded away from zero.
    pub fn rounded(self, fraction_digits: u32) -> Decimal {
        let number = self.reduced();
        let Some(unit) = number.scale.checked_sub(fraction_digits).map(|it| 10_u128.pow(it)) else { return number };
        let up = u128::from(number.digits % unit >= unit.div_ceil(2));
        let digits = number.digits / unit + if unit > 1 { up } else { 0 };
        Decimal { digits, scale: fraction_digits, negative: number.negative && digits != 0 }.reduced()
    }

    fn signed(self) -> Option<i128> {
        let digits = i128::try_from(self.digits).ok()?;
        Some(if self.negative { -digits } else { digits })
    }

    fn of_signed(digits: i128, scale: u32) -> Option<Decimal> {
        let number = Decimal { negative: digits < 0, digits: digits.unsigned_abs(), scale };
        (scale <= MAX_SCALE).then(|| number.reduced())
    }

    /// The number without trailing zeros in its fraction.
    pub fn reduced(self) -> Decimal {
        let mut number = self;
        while number.scale > 0 && number.digits.is_multiple_of(10) {
            number.digits /= 10;
            number.scale -= 1;
        }
        number
    }

    /// The integer part, and the fraction scaled to [`MAX_SCALE`] digits.
    fn parts(self) -> (u128, u128) {
        let unit = 10_u128.pow(self.scale);
        // The fraction is less than `unit`, so the product is less than 10^38.
        (self.digits / unit, self.digits % unit * 10_u128.pow(MAX_SCALE - self.scale))
    }
}

impl From<u64> for Decimal {
    fn from(number: u64) -> Decimal {
        Decimal { negative: false, digits: u128::from(number), scale: 0 }
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Decimal) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        match (self.negative, other.negative) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self.parts().cmp(&other.parts()),
            (true, true) => other.parts().cmp(&self.parts()),
        }
    }
}

impl Hash for Decimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.negative.hash(state);
        self.parts().hash(state);
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negative {
            f.write_str("-")?;
        }
        let unit = 10_u128.pow(self.scale);
        write!(f, "{}", self.digits / unit)?;
        if self.scale > 0 {
            write!(f, ".{:0width$}", self.digits % unit, width = self.scale as usize)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).expect("a number")
    }

    #[test]
    fn numbers_print_as_they_were_written() {
        for text in ["0", "1", "1.0", "0.50", "-3", "12345678901234567890", "0.05"] {
            assert_eq!(number(text).to_string(), text);
        }
        for text in ["", ".", "-", "1e5", "1.2.3", "x", "99999999999999999999999999999999999999999"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_compare_by_value() {
        assert_eq!(number("1.0"), number("1"));
        assert_eq!(number("-0"), Decimal::ZERO);
        assert!(number("-2") < number("-1.5"));
        assert!(number("0.3") > number("0.29999999999999999999"));
        assert!(number("99999999999999999999999999999999999999") > number("0.00000000000000000000000000000000000001"));
    }

    #[test]
    fn arithmetic_is_exact_or_bounded() {
        assert_eq!(number("1.25").plus(number("-0.5")), Some(number("0.75")));
        assert_eq!(number("-2.5").multiplied(number("4")), Some(number("-10")));
        assert_eq!(number("7").divided(number("-2")), Some((number("-3.5"), number("-3.5"))));
        assert_eq!(number("1").divided(number("3")), Some((number("0.333333333"), number("0.333333334"))));
        assert_eq!(number("1").divided(Decimal::ZERO), None);
        let most = number("99999999999999999999999999999999999999");
        assert_eq!((most.multiplied(number("10")), most.plus(number("0.1"))), (None, None));
    }

    #[test]
    fn units_convert_without_rounding() {
        assert_eq!(number("0.5").times(1024), Some(Decimal::from(512)));
        assert_eq!(number("1").divided_by_1024(), Some(number("0.0009765625")));
        assert_eq!(number("512").divided_by_1024(), Some(number("0.5")));
        assert_eq!(number("1").times(1024), Some(number("1024")));
        assert_eq!(number("3").divided_by_1024().and_then(|it| it.times(1024)), Some(number("3")));
        assert_eq!(number("99999999999999999999999999999999999999").times(1024), None);
    }
}
