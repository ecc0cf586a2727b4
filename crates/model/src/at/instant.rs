//! An instant in a week, and its parser.

use std::fmt;
use std::str::FromStr;

use jiff::civil::DateTime;
use jiff::fmt::temporal::Pieces;
use lsflint_spec::{DAY_NAMES, offsets_of_zone};

use crate::week::{DAY, WEEK};

/// An instant as time windows see it: a minute of the week.
///
/// Windows without a time zone are in the local time of the cluster, those with one in their zone. LSF repeats all
/// windows weekly, so a date only matters for its day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instant {
    /// The minute of the week, from Sunday 00:00, on this clock.
    pub(super) minute: u16,
    pub(super) clock: Clock,
}

/// The clock that minutes of the week are counted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Clock {
    /// Whether it shows the local time of the cluster.
    pub(super) is_local: bool,
    /// The minutes that it is ahead of UTC; `None` if unknown.
    pub(super) offset: Option<i16>,
}

/// The forms of an instant, for messages.
const FORMS: &str = "a day and a time such as `Sat 03:00`, or a date and a time such as `2026-11-28T03:00:00+01:00`";

impl Instant {
    /// A minute of the week in the local time of the cluster, from Sunday 00:00. `offset`: the minutes that the local
    /// time is ahead of UTC; without it, it is unknown whether a window with a time zone is open.
    pub fn new(minute: u16, offset: Option<i16>) -> Instant {
        Instant { minute: minute % WEEK, clock: Clock { is_local: true, offset } }
    }

    /// The minute of the week in the local time of the cluster, from Sunday 00:00.
    pub fn minute(self) -> u16 {
        self.minute
    }

    /// The instant of a date and time, see [`Instant::new`].
    pub fn of(at: DateTime, offset: Option<i16>) -> Instant {
        let day = u16::from(at.weekday().to_sunday_zero_offset().unsigned_abs());
        Instant::new(
            day * DAY + u16::from(at.hour().unsigned_abs()) * 60 + u16::from(at.minute().unsigned_abs()),
            offset,
        )
    }
}

/// The instant as text: `Sat 03:00`.
impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = &DAY_NAMES[usize::from(self.minute / DAY)][..3];
        write!(f, "{day} {:02}:{:02}", self.minute % DAY / 60, self.minute % 60)
    }
}

/// Parses `Sat 03:00`, `saturday 3:00`, `Sat 03:00 CET`, `2026-11-28T03:00:00+01:00`, `2026-11-28 03:00`.
///
/// All are in the local time of the cluster; a time zone or a distance from UTC says which one that is.
///
/// # Errors
/// What is wrong and what is expected instead, as a sentence for users.
impl FromStr for Instant {
    type Err = String;

    fn from_str(text: &str) -> Result<Instant, String> {
        let text = text.trim();
        if text.starts_with(|it: char| it.is_ascii_digit()) {
            return of_date(text).ok_or_else(|| format!("`{text}` is not a date and a time; expected {FORMS}"));
        }
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (day, time, zone) = match words[..] {
            [day, time] => (day, time, None),
            [day, time, zone] => (day, time, Some(zone)),
            _ => return Err(format!("expected {FORMS}")),
        };
        let day = day_of(day).ok_or_else(|| format!("`{day}` is not a day of the week; expected {FORMS}"))?;
        let time = minute_of_day(time).ok_or_else(|| format!("`{time}` is not a time such as `03:00`"))?;
        let offset = match zone.map(|it| (it, offsets_of_zone(it))) {
            None => None,
            Some((_, Some([offset]))) => Some(*offset),
            Some((zone, Some(_))) => {
                return Err(format!("`{zone}` stands for several time zones; use a date such as in `{EXAMPLE}`"));
            }
            Some((zone, None)) => return Err(format!("unknown time zone `{zone}`")),
        };
        Ok(Instant::new(day * DAY + time, offset))
    }
}

const EXAMPLE: &str = "2026-11-28T03:00:00+01:00";

/// The number of a day of the week, by its name or at least its first three letters.
fn day_of(word: &str) -> Option<u16> {
    let word = word.trim_end_matches(',');
    let is_start = |day: &str| day.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    let day = DAY_NAMES.iter().position(|it| word.len() >= 3 && is_start(it))?;
    u16::try_from(day).ok()
}

/// The minute of the day of `3:00`, `03:00` or `3`.
fn minute_of_day(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':').unwrap_or((text, "0"));
    let number = |text: &str, limit: u16| {
        let is_number = text.len() <= 2 && text.bytes().all(|it| it.is_ascii_digit());
        text.parse::<u16>().ok().filter(|it| is_number && *it < limit)
    };
    Some(number(hour, 24)? * 60 + number(minute, 60)?)
}

fn of_date(text: &str) -> Option<Instant> {
    let pieces = Pieces::parse(text).ok()?;
    let at = DateTime::from_parts(pieces.date(), pieces.time()?);
    let offset = pieces.to_numeric_offset().map(|it| i16::try_from(it.seconds() / 60)).transpose().ok()?;
    Some(Instant::of(at, offset))
}
