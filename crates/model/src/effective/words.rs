//! The numbers of a value with their unit, also in larger units.

use std::fmt::Write as _;

use lsflint_spec::SIZE_UNITS;

use crate::requirement::{Amount, Decimal, SizeUnit};

/// The unit that the numbers of a value are in: that of the parameter, unless each amount has its own one, as in
/// `512MB`. Empty if there is none.
pub fn unit_in<'u>(value: &str, unit: &'u str) -> &'u str {
    let mut amounts = amounts(value, unit).peekable();
    let is_own = amounts.peek().is_some() && amounts.all(|it| own_unit(it.0, unit).is_some());
    if is_own { "" } else { unit }
}

/// The numbers in a value with their unit, each also in readable units; `None` if there is nothing to add. A number
/// with its own unit (`512MB`) keeps it.
pub fn in_words(value: &str, unit: &str) -> Option<String> {
    words_of(value, unit, Precision::Exact)
}

/// As [`in_words`], also if the number in the larger unit has to be rounded: `1000000 KB = 976.56 MB`.
pub fn in_rounded_words(value: &str, unit: &str) -> Option<String> {
    words_of(value, unit, Precision::Rounded)
}

/// How sizes are converted to larger units.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    /// Only to units in which they have at most two fraction digits.
    Exact,
    /// To the largest unit, rounded to two fraction digits.
    Rounded,
}

fn words_of(value: &str, unit: &str, precision: Precision) -> Option<String> {
    let mut words = String::new();
    let mut adds = false;
    for (written, host) in amounts(value, unit) {
        let own = own_unit(written, unit);
        let (number, its_unit) = own.unwrap_or((written, unit));
        let larger = in_larger_units(number, its_unit, precision)?;
        if !words.is_empty() {
            words.push_str(", ");
        }
        adds |= own.is_none() || larger.is_some();
        match own.is_some() || number.contains(':') {
            true => write!(words, "{written}").ok()?,
            false => write!(words, "{number} {unit}").ok()?,
        }
        if let Some(larger) = larger {
            write!(words, " = {larger}").ok()?;
        }
        if let Some(host) = host {
            write!(words, " on {host}").ok()?;
        }
    }
    adds.then_some(words)
}

/// The amounts in a value, each with the host that a time is normalized to: `1:30/hostA`.
fn amounts<'v>(value: &'v str, unit: &str) -> impl Iterator<Item = (&'v str, Option<&'v str>)> {
    let is_time = matches!(unit, "seconds" | "minutes" | "hours");
    let on_host = move |it: &str| {
        is_time && it.split_once('/').is_some_and(|it| !it.1.starts_with(|it: char| it.is_ascii_digit()))
    };
    value.split_whitespace().flat_map(move |it| match it.split_once('/').filter(|_| on_host(it)) {
        Some((time, host)) => vec![(time, Some(host))],
        None => it.split('/').map(|it| (it, None)).collect(),
    })
}

/// The number and the unit of an amount with its own unit, for a parameter with sizes.
fn own_unit<'v>(amount: &'v str, unit: &str) -> Option<(&'v str, &'v str)> {
    SizeUnit::of(unit)?;
    let (number, suffix) = amount.split_at(amount.find(|it: char| it.is_ascii_alphabetic())?);
    (Decimal::parse(number).is_some() && SizeUnit::of(suffix).is_some()).then_some((number, suffix))
}

/// The amount in larger units; the inner `None` if it is already readable.
fn in_larger_units(number: &str, unit: &str, precision: Precision) -> Option<Option<String>> {
    if let Some(size) = SizeUnit::of(unit) {
        let number = Decimal::parse(number)?;
        let in_unit = Amount { number, unit: Some(size) };
        let mut larger = SIZE_UNITS.iter().filter(|it| it.ends_with('B')).filter_map(|suffix| {
            let number = in_unit.in_unit(SizeUnit::of(suffix)?)?;
            let fits = precision == Precision::Rounded || number.fraction_digits() <= 2;
            (fits && number >= Decimal::from(1)).then_some((*suffix, number.rounded(2)))
        });
        let (suffix, number) = larger.next_back()?;
        return Some((SizeUnit::of(suffix) != Some(size)).then(|| format!("{number} {suffix}")));
    }
    let seconds: u64 = match unit {
        "seconds" => number.parse().ok()?,
        "minutes" => minutes(number)?.checked_mul(60)?,
        "hours" => number.parse::<u64>().ok()?.checked_mul(3600)?,
        "" => return None,
        _ => {
            number.parse::<f64>().ok()?;
            return Some(None);
        }
    };
    Some(time_in_larger_units(seconds, unit))
}

/// Parses `[hour:]minute` to minutes.
fn minutes(text: &str) -> Option<u64> {
    match text.split_once(':') {
        Some((hours, minutes)) => hours.parse::<u64>().ok()?.checked_mul(60)?.checked_add(minutes.parse().ok()?),
        None => text.parse().ok(),
    }
}

fn time_in_larger_units(seconds: u64, unit: &str) -> Option<String> {
    let parts = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)];
    let mut rest = seconds;
    let mut words = Vec::new();
    for (name, length) in parts {
        let count = rest / length;
        rest %= length;
        match count {
            0 => {}
            1 => words.push(format!("1 {name}")),
            _ => words.push(format!("{count} {name}s")),
        }
    }
    // `5 minutes = 5 minutes` adds nothing.
    let plain = words.len() == 1 && words[0].trim_end_matches('s').ends_with(unit.trim_end_matches('s'));
    (!words.is_empty() && !plain).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, unit: &str, expected: Option<&str>) {
        assert_eq!(in_words(value, unit).as_deref(), expected);
    }

    #[test]
    fn the_unit_of_amounts_without_their_own() {
        assert_eq!(unit_in("512", "KB"), "KB");
        assert_eq!(unit_in("512MB", "KB"), "");
        assert_eq!(unit_in("512MB 1024", "KB"), "KB");
        assert_eq!(unit_in("4000/1000", "KB"), "KB");
        assert_eq!(unit_in("unlimited", "KB"), "KB");
        assert_eq!(unit_in("", "KB"), "KB");
    }

    #[test]
    fn rounded_numbers_in_words() {
        let check = |value, unit, expected| assert_eq!(in_rounded_words(value, unit).as_deref(), Some(expected));
        check("1000000", "KB", "1000000 KB = 976.56 MB");
        check("16000 128000", "MB", "16000 MB = 15.63 GB, 128000 MB = 125 GB");
        check("1000", "KB", "1000 KB");
        check("90", "minutes", "90 minutes = 1 hour 30 minutes");
    }

    #[test]
    fn numbers_in_words() {
        check("16384", "KB", Some("16384 KB = 16 MB"));
        check("1000", "KB", Some("1000 KB"));
        check("1536", "MB", Some("1536 MB = 1.5 GB"));
        check("1000000", "KB", Some("1000000 KB"));
        check("0.5", "GB", Some("0.5 GB = 512 MB"));
        check("480", "minutes", Some("480 minutes = 8 hours"));
        check("8:30 24:00", "minutes", Some("8:30 = 8 hours 30 minutes, 24:00 = 1 day"));
        check("5", "minutes", Some("5 minutes"));
        check("96:00/EPYC7763", "minutes", Some("96:00 = 4 days on EPYC7763"));
        check("90", "seconds", Some("90 seconds = 1 minute 30 seconds"));
        check("3", "slots", Some("3 slots"));
        check("unlimited", "KB", None);
        // Amounts with their own unit.
        check("512MB", "GB", None);
        check("2048MB", "GB", Some("2048MB = 2 GB"));
        check("512MB 2", "GB", Some("512MB, 2 GB"));
        check("5m", "minutes", None);
        check("12", "", None);
    }
}
