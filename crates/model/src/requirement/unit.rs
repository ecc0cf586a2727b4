//! Amounts with units: sizes from `KB` to `ZB`, times from seconds to hours.
//!
//! A size without a unit is in MB, or in the unit of LSF_UNIT_FOR_LIMITS. That is only known from lsf.conf, so amounts
//! are stored as written, and [`Units`] is used when they are compared.

use std::cmp::Ordering;
use std::fmt;

use lsflint_spec::{SIZE_UNITS, builtin_resource};

use super::Decimal;
use crate::{Knowledge, Switches};

/// A size unit, as an index in `K KB M MB G GB ...`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SizeUnit(usize);

impl SizeUnit {
    /// The default unit of requirements.
    pub const MB: SizeUnit = SizeUnit(3);

    /// The unit of a suffix, ignoring case.
    pub fn of(suffix: &str) -> Option<SizeUnit> {
        SIZE_UNITS.iter().position(|it| it.eq_ignore_ascii_case(suffix)).map(SizeUnit)
    }

    /// The suffix.
    pub fn suffix(self) -> &'static str {
        SIZE_UNITS[self.0]
    }

    /// The number of factors of 1024 above KB.
    fn steps(self) -> usize {
        // Every unit is listed with and without `B`.
        self.0 / 2
    }
}

/// The units of sizes without a unit; `None` if lsf.conf decides and is not loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Units {
    /// The unit of `mem`, `swp` and similar resources.
    pub size: Option<SizeUnit>,
    /// The unit of `tmp`, which follows LSF_UNIT_FOR_LIMITS only with LSF_ENABLE_TMP_UNIT=Y.
    pub tmp: Option<SizeUnit>,
}

impl Units {
    /// Sizes in MB, the default of LSF.
    pub const MB: Units = Units { size: Some(SizeUnit::MB), tmp: Some(SizeUnit::MB) };
    /// Unknown units.
    pub const UNKNOWN: Units = Units { size: None, tmp: None };

    /// The units of a cluster.
    pub fn of(switches: &Switches) -> Units {
        let size = match &switches.unit_for_limits {
            Some(unit) => SizeUnit::of(unit),
            None if switches.lsf_conf == Knowledge::Complete => Some(SizeUnit::MB),
            None => None,
        };
        let tmp = match switches.tmp_unit {
            Some(true) => size,
            Some(false) => Some(SizeUnit::MB),
            None => None,
        };
        Units { size, tmp }
    }

    /// The unit of an amount without a unit; `None` if the resource has none or it is unknown.
    pub fn of_resource(&self, name: &str) -> Option<SizeUnit> {
        let resource = builtin_resource(name).filter(|it| it.size_units)?;
        // `tmp` is the only size with a separate switch.
        if resource.name == "tmp" { self.tmp } else { self.size }
    }
}

/// A number with an optional size unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amount {
    /// The number.
    pub number: Decimal,
    /// The unit.
    pub unit: Option<SizeUnit>,
}

impl Amount {
    /// The amount in MB. `bare`: the default unit; `None` if it is needed but unknown.
    pub fn megabytes(self, bare: Option<SizeUnit>) -> Option<Decimal> {
        match self.unit.or(bare)?.steps() {
            0 => self.number.divided_by_1024(),
            steps => (1..steps).try_fold(self.number.reduced(), |number, _| number.times(1024)),
        }
    }

    /// The number in another unit; `None` if the amount has no unit, or the number has too many digits.
    pub fn in_unit(self, unit: SizeUnit) -> Option<Decimal> {
        let (from, to) = (self.unit?.steps(), unit.steps());
        let mut number = self.number.reduced();
        for _ in to..from {
            number = number.times(1024)?;
        }
        for _ in from..to {
            number = number.divided_by_1024()?;
        }
        Some(number)
    }

    /// The number as LSF reads it in a unit: a number without a unit is in that unit already. `None` if it has too many
    /// digits.
    pub fn read_in(self, unit: SizeUnit) -> Option<Decimal> {
        if self.unit.is_some() { self.in_unit(unit) } else { Some(self.number) }
    }

    /// The amount in MB if possible, else unchanged, without insignificant digits.
    pub fn normal(self, bare: Option<SizeUnit>) -> Amount {
        match self.megabytes(bare) {
            Some(number) => Amount { number, unit: Some(SizeUnit::MB) },
            None => Amount { number: self.number.reduced(), ..self },
        }
    }

    /// Compares two amounts of a resource; `None` if their units cannot be compared.
    pub fn compare(self, other: Amount, bare: Option<SizeUnit>) -> Option<Ordering> {
        if self.unit == other.unit {
            return Some(self.number.cmp(&other.number));
        }
        Some(self.megabytes(bare)?.cmp(&other.megabytes(bare)?))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.unit.map_or("", SizeUnit::suffix))
    }
}

/// A time unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named after the unit")]
pub enum TimeUnit {
    Seconds,
    Minutes,
    Hours,
}

impl TimeUnit {
    /// The unit with a letter.
    pub fn of(letter: &str) -> Option<TimeUnit> {
        Some(match letter {
            "s" => TimeUnit::Seconds,
            "m" => TimeUnit::Minutes,
            "h" => TimeUnit::Hours,
            _ => return None,
        })
    }
}

/// A duration, in minutes unless it has a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Time {
    /// The number.
    pub number: u64,
    /// The unit.
    pub unit: Option<TimeUnit>,
}

impl Time {
    fn factor(self) -> u64 {
        match self.unit {
            Some(TimeUnit::Seconds) => 1,
            None | Some(TimeUnit::Minutes) => 60,
            Some(TimeUnit::Hours) => 60 * 60,
        }
    }

    /// The duration in seconds, saturating.
    pub fn seconds(self) -> u64 {
        self.number.saturating_mul(self.factor())
    }

    /// The duration with the unit seconds.
    pub fn normal(self) -> Time {
        match self.number.checked_mul(self.factor()) {
            Some(number) => Time { number, unit: Some(TimeUnit::Seconds) },
            None => self,
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.unit {
            None => "",
            Some(TimeUnit::Seconds) => "s",
            Some(TimeUnit::Minutes) => "m",
            Some(TimeUnit::Hours) => "h",
        };
        write!(f, "{}{letter}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(number: &str, unit: &str) -> Amount {
        Amount { number: Decimal::parse(number).expect("a number"), unit: SizeUnit::of(unit) }
    }

    #[test]
    fn sizes_are_megabytes() {
        assert_eq!(amount("2", "GB").megabytes(None), Some(Decimal::from(2048)));
        assert_eq!(amount("0.5", "g").megabytes(None), Some(Decimal::from(512)));
        assert_eq!(amount("512", "K").megabytes(None), Decimal::parse("0.5"));
        assert_eq!(amount("7", "").megabytes(None), None);
        assert_eq!(amount("7", "").megabytes(Some(SizeUnit::MB)), Some(Decimal::from(7)));
    }

    #[test]
    fn amounts_compare_when_their_units_are_known() {
        assert_eq!(amount("7", "").compare(amount("8", ""), None), Some(Ordering::Less));
        assert_eq!(amount("7", "GB").compare(amount("8", ""), None), None);
        assert_eq!(amount("7", "GB").compare(amount("8", ""), Some(SizeUnit::MB)), Some(Ordering::Greater));
        assert_eq!(amount("1", "G").compare(amount("1024", "MB"), None), Some(Ordering::Equal));
    }

    #[test]
    fn lsf_conf_decides_about_bare_numbers() {
        let gigabytes = SizeUnit::of("GB");
        let switches =
            Switches { unit_for_limits: Some("GB".to_owned()), tmp_unit: Some(false), ..Switches::default() };
        let units = Units::of(&switches);
        assert_eq!((units.of_resource("mem"), units.of_resource("swap")), (gigabytes, gigabytes));
        assert_eq!(units.of_resource("tmp"), Some(SizeUnit::MB));
        assert_eq!(units.of_resource("lic"), None);
        assert_eq!(Units::of(&Switches::default()), Units::UNKNOWN);
    }

    #[test]
    fn times_are_seconds() {
        let time = |number, unit| Time { number, unit };
        assert_eq!(time(2, None).seconds(), 120);
        assert_eq!(time(2, TimeUnit::of("h")).seconds(), 7200);
        assert_eq!(time(30, TimeUnit::of("s")).normal().to_string(), "30s");
        assert_eq!(time(1, TimeUnit::of("m")).normal().to_string(), "60s");
        assert_eq!(time(0, None).normal().to_string(), "0s");
    }
}
