//! Sizes with and without units, and the units that LSF uses if none is given.

use lsflint_model::{Knowledge, Switches};
use lsflint_spec::SIZE_UNITS;
use lsflint_syntax::ast::resreq::Amount;

/// A unit, as its index in `K M G T P E Z`: each is 1024 times the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit(usize);

/// The resource with a separate switch, LSF_ENABLE_TMP_UNIT.
pub const TMP: &str = "tmp";

impl Unit {
    /// The default unit of limits.
    pub const KB: Unit = Unit(0);
    /// The default unit of requirements.
    pub const MB: Unit = Unit(1);

    /// The unit of a suffix, ignoring case.
    pub fn of(suffix: &str) -> Option<Unit> {
        let index = SIZE_UNITS.iter().position(|it| it.eq_ignore_ascii_case(suffix))?;
        // Every unit is listed with and without `B`.
        Some(Unit(index / 2))
    }

    /// The unit of limits without one; `None` if lsf.conf determines it and is not available.
    pub fn of_limits(switches: &Switches) -> Option<Unit> {
        configured(switches, Unit::KB)
    }

    /// The unit of a number of this resource in a requirement without one; `None` if lsf.conf determines it and is not
    /// available.
    pub fn of_requirements(resource: &str, switches: &Switches) -> Option<Unit> {
        let configured = configured(switches, Unit::MB)?;
        match (resource, switches.tmp_unit) {
            (TMP, None) => None,
            (TMP, Some(false)) => Some(Unit::MB),
            _ => Some(configured),
        }
    }

    /// The suffix of the unit.
    pub fn suffix(self) -> &'static str {
        SIZE_UNITS[self.0 * 2 + 1]
    }

    /// The size of the unit in MB.
    pub fn megabytes(self) -> f64 {
        1024_f64.powi(i32::try_from(self.0).unwrap_or(0) - 1)
    }
}

/// The unit of LSF_UNIT_FOR_LIMITS, else the default of LSF.
fn configured(switches: &Switches, default: Unit) -> Option<Unit> {
    match &switches.unit_for_limits {
        Some(unit) => Unit::of(unit),
        None if switches.lsf_conf == Knowledge::Complete => Some(default),
        None => None,
    }
}

/// An amount of a requirement in MB. `default` is the unit of numbers without one.
pub fn megabytes(amount: Amount<'_>, default: Option<Unit>) -> Option<f64> {
    let unit = if amount.unit.is_some() { Unit::of(&amount.unit_text()) } else { default };
    Some(amount.as_f64()? * unit?.megabytes())
}

/// A number of MB in readable form: `1.5 TB`.
pub fn readable(megabytes: f64) -> String {
    let mut unit = Unit::MB;
    let mut number = megabytes;
    while number >= 1024.0 && unit.0 * 2 + 3 < SIZE_UNITS.len() {
        number /= 1024.0;
        unit.0 += 1;
    }
    while number < 1.0 && number > 0.0 && unit.0 > 0 {
        number *= 1024.0;
        unit.0 -= 1;
    }
    let rounded = (number * 10.0).round() / 10.0;
    format!("{rounded} {}", unit.suffix())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suffix_is_a_unit() {
        assert_eq!(Unit::of("K"), Some(Unit::KB));
        assert_eq!(Unit::of("kb"), Some(Unit::KB));
        assert_eq!(Unit::of("MB"), Some(Unit::MB));
        assert_eq!(Unit::of("ZB"), Some(Unit(6)));
        assert_eq!(Unit::of("GiB"), None);
        assert_eq!(Unit(6).suffix(), "ZB");
    }

    #[test]
    fn sizes_are_readable() {
        assert_eq!(readable(512.0), "512 MB");
        assert_eq!(readable(2_097_152.0), "2 TB");
        assert_eq!(readable(1_572_864.0), "1.5 TB");
        assert_eq!(readable(0.5), "512 KB");
        assert_eq!(readable(0.0), "0 MB");
    }

    #[test]
    fn lsf_conf_decides_about_bare_numbers() {
        let unknown = Switches::default();
        assert_eq!(Unit::of_requirements("mem", &unknown), None);
        assert_eq!(Unit::of_limits(&unknown), None);
        let complete = Switches { lsf_conf: Knowledge::Complete, tmp_unit: Some(false), ..Switches::default() };
        assert_eq!(Unit::of_requirements("mem", &complete), Some(Unit::MB));
        assert_eq!(Unit::of_limits(&complete), Some(Unit::KB));
        let gigabytes = Switches { unit_for_limits: Some("GB".to_owned()), ..complete };
        assert_eq!(Unit::of_requirements("mem", &gigabytes), Unit::of("GB"));
        assert_eq!(Unit::of_limits(&gigabytes), Unit::of("GB"));
        assert_eq!(Unit::of_requirements("tmp", &gigabytes), Some(Unit::MB));
        let all = Switches { tmp_unit: Some(true), ..gigabytes };
        assert_eq!(Unit::of_requirements("tmp", &all), Unit::of("GB"));
    }
}
