//! Values of option arguments.

use crate::requirement::{Amount, Decimal, SizeUnit};

/// The minimum and maximum number of tasks: `4`, `4,8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tasks {
    /// The minimum.
    pub least: u64,
    /// The maximum.
    pub most: u64,
}

impl Tasks {
    /// Parses the argument of `-n`; `None` if `bsub` rejects it.
    pub fn parse(text: &str) -> Option<Tasks> {
        let number = |it: &str| it.trim().parse::<u64>().ok().filter(|it| *it > 0);
        let (least, most) = match text.split_once(',') {
            Some((least, most)) => (number(least)?, number(most)?),
            None => (number(text)?, number(text)?),
        };
        (least <= most).then_some(Tasks { least, most })
    }
}

/// A run time: `[hour:]minute[/host]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunTime<'t> {
    /// The time in minutes.
    pub minutes: u64,
    /// The host or model that the time is normalized to.
    pub host: Option<&'t str>,
}

impl<'t> RunTime<'t> {
    /// Parses the argument of `-W` or `-c`; `None` if `bsub` rejects it.
    pub fn parse(text: &'t str) -> Option<RunTime<'t>> {
        let (time, host) = match text.split_once('/') {
            Some((time, host)) => (time, Some(host)),
            None => (text, None),
        };
        let number = |it: &str| it.bytes().all(|it| it.is_ascii_digit()).then(|| it.parse::<u64>().ok()).flatten();
        let minutes = match time.split_once(':') {
            Some((hours, minutes)) => number(hours)?.checked_mul(60)?.checked_add(number(minutes)?)?,
            None => number(time)?,
        };
        Some(RunTime { minutes, host })
    }
}

/// A size argument: `4000`, `4GB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobSize(pub Amount);

impl JobSize {
    /// Parses a size; `None` if it is invalid. `!` after it makes the limit a hard one.
    pub fn parse(text: &str) -> Option<JobSize> {
        let text = text.strip_suffix('!').unwrap_or(text).trim_end();
        let digits = text.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let unit = match unit {
            "" => None,
            unit => Some(SizeUnit::of(unit)?),
        };
        Some(JobSize(Amount { number: Decimal::parse(number.trim_end())?, unit }))
    }
}
