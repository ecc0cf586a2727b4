//! The unit that limits and reservations are counted in.

use lsflint_model::{Knowledge, Switches};

/// The units in the order of their size, by first letter. KB is the smallest that LSF has.
const LETTERS: &str = "KMGTPEZ";

/// How many KB one of this unit is (`K`, `MB`, `g`).
pub(super) fn kilobytes(unit: &str) -> Option<f64> {
    let letter = unit.chars().next()?.to_ascii_uppercase();
    let power = LETTERS.find(letter)?;
    Some((0..power).fold(1.0, |size, _| size * 1024.0))
}

/// How many KB a limit without a unit counts: LSF_UNIT_FOR_LIMITS, else KB. `None` when lsf.conf is not in view.
pub(super) fn of_limits(switches: &Switches) -> Option<f64> {
    match &switches.unit_for_limits {
        Some(unit) => kilobytes(unit),
        None if switches.lsf_conf == Knowledge::Complete => Some(1.0),
        None => None,
    }
}

/// How many KB a reservation without a unit counts: LSF_UNIT_FOR_LIMITS, else MB. `None` when lsf.conf is not in view.
pub(super) fn of_reservations(switches: &Switches) -> Option<f64> {
    match &switches.unit_for_limits {
        Some(unit) => kilobytes(unit),
        None if switches.lsf_conf == Knowledge::Complete => Some(1024.0),
        None => None,
    }
}

/// An amount of KB in words: `2.9 MB`.
pub(super) fn in_words(kilobytes: f64) -> String {
    let mut amount = kilobytes;
    let mut letters = LETTERS.chars();
    let mut unit = letters.next().unwrap_or('K');
    while amount >= 1024.0
        && let Some(next) = letters.next()
    {
        amount /= 1024.0;
        unit = next;
    }
    let rounded = (amount * 10.0).round() / 10.0;
    format!("{rounded} {unit}B")
}
