//! Values of option arguments.

use lsflint_spec::{BsubArgument, Grammar, SIGNALS};
use lsflint_syntax::{ErrorKind, TextRange, ValueError};

use super::{Condition, JobName, part};
use crate::requirement::{Amount, Decimal, SizeUnit};

/// Where the argument of an option is not what the option takes, and what is expected there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueMistake {
    /// The place in the argument.
    pub at: TextRange,
    /// What is expected, as a noun: "a condition".
    pub expected: String,
}

impl ValueMistake {
    /// A mistake at a range of offsets.
    pub(super) fn new(start: usize, end: usize, expected: impl Into<String>) -> ValueMistake {
        ValueMistake { at: part(start, end), expected: expected.into() }
    }

    /// The first mistake in an argument; `None` if there is none, or if nothing is known of such arguments.
    pub fn of(argument: BsubArgument, text: &str) -> Option<ValueMistake> {
        let whole = |is_valid: bool, expected: &str| (!is_valid).then(|| ValueMistake::new(0, text.len(), expected));
        match argument {
            BsubArgument::Tasks => {
                whole(Tasks::parse(text).is_some(), "a positive integer, or a minimum and a maximum")
            }
            BsubArgument::Time => whole(RunTime::parse(text).is_some(), "minutes or `hour:minute`"),
            BsubArgument::Size => whole(JobSize::parse(text).is_some(), "a number, with or without a unit"),
            BsubArgument::Count => whole(text.trim().parse::<u64>().is_ok(), "an integer"),
            BsubArgument::DateTime => DateTime::parse(text).err(),
            BsubArgument::Hosts => wrong_preference(text),
            BsubArgument::JobName => JobName::parse(text).err(),
            BsubArgument::Dependency => Condition::parse(text).err(),
            BsubArgument::Signal => whole(is_signal(text), "a signal, such as `USR2`"),
            BsubArgument::Value(Grammar::Integer | Grammar::ExitValues | Grammar::Shape(_)) => {
                let BsubArgument::Value(grammar) = argument else { return None };
                let parse = lsflint_syntax::parse_value(text, grammar);
                let is_mistake = |it: &ErrorKind| match it {
                    // Some versions take them.
                    ErrorKind::Value(ValueError::CommaSeparator | ValueError::BlankAround(_)) => false,
                    ErrorKind::Value(_) => true,
                    _ => false,
                };
                let error = parse.errors().iter().find(|it| is_mistake(&it.kind))?;
                let expected = match grammar {
                    Grammar::Integer => "an integer",
                    Grammar::ExitValues => "exit codes, such as `1 2 EXCLUDE(3)`",
                    _ => "",
                };
                Some(ValueMistake { at: error.range, expected: expected.to_owned() })
            }
            _ => None,
        }
    }
}

/// Whether a text is the number or the name of a signal, with or without `SIG`. Real-time signals have any number.
fn is_signal(text: &str) -> bool {
    let upper = text.trim().to_ascii_uppercase();
    let name = upper.strip_prefix("SIG").unwrap_or(&upper);
    name.parse::<u8>().is_ok() || name.starts_with("RT") || SIGNALS.contains(&name)
}

/// A preference of `-m` that is not a number: `hostA+x`, `hostA++2`.
fn wrong_preference(text: &str) -> Option<ValueMistake> {
    let mut from = 0;
    text.split_ascii_whitespace().find_map(|word| {
        let at = from + text[from..].find(word).unwrap_or(0);
        from = at + word.len();
        let (name, preference) = word.split_once('+')?;
        let is_number = preference.bytes().all(|it| it.is_ascii_digit());
        let start = at + name.len() + 1;
        (!is_number).then(|| ValueMistake::new(start, from, "a number after `+`"))
    })
}

/// A point in time: `[[[year:]month:]day:]hour:minute`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateTime {
    /// The year, if it is given.
    pub year: Option<u32>,
    /// The month from 1 to 12, if it is given.
    pub month: Option<u32>,
    /// The day of the month from 1 to 31, if it is given.
    pub day: Option<u32>,
    /// From 0 to 23.
    pub hour: u32,
    /// From 0 to 59.
    pub minute: u32,
}

impl DateTime {
    /// Parses the argument of `-b` or `-t`. The limits are those of the page of `-b` and of `gettimefor` in
    /// lsbatch/lib/lsb.sub.c of volclava, which also takes month 0.
    pub fn parse(text: &str) -> Result<DateTime, ValueMistake> {
        const PARTS: [(&str, std::ops::RangeInclusive<u32>); 5] = [
            ("a minute from 0 to 59", 0..=59),
            ("an hour from 0 to 23", 0..=23),
            ("a day from 1 to 31", 1..=31),
            ("a month from 1 to 12", 0..=12),
            ("a year", 1970..=9999),
        ];
        let mut values = [None; 5];
        let mut end = text.len();
        for (count, item) in text.rsplit(':').enumerate() {
            let start = end - item.len();
            let Some((expected, allowed)) = PARTS.get(count) else {
                return Err(ValueMistake::new(0, end, "`[[[year:]month:]day:]hour:minute`"));
            };
            let is_number = !item.is_empty() && item.bytes().all(|it| it.is_ascii_digit());
            let value = item.parse::<u32>().ok().filter(|it| is_number && allowed.contains(it));
            values[count] = Some(value.ok_or_else(|| ValueMistake::new(start, end, *expected))?);
            end = start.saturating_sub(1);
        }
        match values {
            [Some(minute), Some(hour), day, month, year] => Ok(DateTime { year, month, day, hour, minute }),
            _ => Err(ValueMistake::new(0, text.len(), "`hour:minute`")),
        }
    }
}

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
    /// Parses a size; `None` if it is invalid or negative. `!` after it makes the limit a hard one.
    pub fn parse(text: &str) -> Option<JobSize> {
        let text = text.strip_suffix('!').unwrap_or(text).trim_end();
        let digits = text.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let unit = match unit {
            "" => None,
            unit => Some(SizeUnit::of(unit)?),
        };
        let number = Decimal::parse(number.trim_end()).filter(|_| !number.starts_with('-'))?;
        Some(JobSize(Amount { number, unit }))
    }
}
