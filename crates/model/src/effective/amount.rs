//! The numbers of values in their smallest unit.

use crate::requirement::{Amount, Decimal, SizeUnit};

/// The numbers of a value in its smallest unit, seconds or MB, such as the default and the maximum of a limit. The host
/// of `4:00/hostA` does not count. `None` if the value has something else.
pub fn numbers(text: &str, unit: &str) -> Option<Vec<f64>> {
    text.split_whitespace().map(|it| number(it, unit)).collect()
}

fn number(text: &str, unit: &str) -> Option<f64> {
    let first = text.split('/').next()?;
    if let Some(bare) = SizeUnit::of(unit) {
        let (number, suffix) = first.split_at(first.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(first.len()));
        let own = if suffix.is_empty() { bare } else { SizeUnit::of(suffix)? };
        let in_megabytes = Amount { number: Decimal::parse(number)?, unit: Some(own) }.normal(None).number;
        return in_megabytes.to_string().parse().ok();
    }
    match factor(unit) {
        Some(factor) => {
            seconds(first, unit).map(|it| it as f64).or_else(|| Some(first.parse::<f64>().ok()? * factor as f64))
        }
        None => first.parse().ok(),
    }
}

/// A time in a unit (`seconds`, `minutes` or `hours`) in seconds: `4:00` in minutes is 14400. `None` if it is none.
pub fn seconds(text: &str, unit: &str) -> Option<u64> {
    let factor = factor(unit)?;
    let number = match text.split_once(':') {
        Some((hours, minutes)) if unit == "minutes" => {
            hours.parse::<u64>().ok()?.checked_mul(60)?.checked_add(minutes.parse().ok()?)?
        }
        _ => text.parse().ok()?,
    };
    number.checked_mul(factor)
}

/// The unit of [`numbers`] for values in a unit: `seconds` for times, `MB` for sizes, else the unit itself.
pub fn smallest_unit(unit: &str) -> &str {
    match unit {
        unit if factor(unit).is_some() => "seconds",
        unit if SizeUnit::of(unit).is_some() => "MB",
        unit => unit,
    }
}

/// The seconds of a unit of time.
fn factor(unit: &str) -> Option<u64> {
    match unit {
        "seconds" => Some(1),
        "minutes" => Some(60),
        "hours" => Some(3600),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_numbers() {
        for (unit, expected) in [("hours", "seconds"), ("KB", "MB"), ("multiples of MBD_SLEEP_TIME", ""), ("", "")] {
            assert_eq!(smallest_unit(unit), if expected.is_empty() { unit } else { expected });
        }
    }

    #[test]
    fn numbers_of_values() {
        for (text, unit, expected) in [
            ("4:00", "minutes", Some(vec![14_400.0])),
            ("8:00 168:00/hostA", "minutes", Some(vec![28_800.0, 604_800.0])),
            ("0.5", "hours", Some(vec![1_800.0])),
            ("30", "seconds", Some(vec![30.0])),
            ("4GB", "KB", Some(vec![4_096.0])),
            ("2048", "KB", Some(vec![2.0])),
            ("1 8", "", Some(vec![1.0, 8.0])),
            ("", "", Some(vec![])),
            ("unlimited", "minutes", None),
            ("4GX", "MB", None),
        ] {
            assert_eq!(numbers(text, unit), expected, "{text} {unit}");
        }
    }
}
