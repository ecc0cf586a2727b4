//! Sets of minutes of the week: the meaning of time windows and conditions of `#if`.
//!
//! LSF checks the time every minute, and all windows repeat weekly. A list of windows is therefore a set of the 10,080
//! minutes of a week, and "never open", "always open", "redundant" and "never at the same time" are properties of sets.

mod branch;
mod hosts;
mod reader;
mod words;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

pub(crate) use branch::blocks_in;
pub use branch::{Activity, BranchTimes, Reason, branch_times};
pub(crate) use hosts::SOURCES as HOST_WINDOWS_SOURCES;
pub use hosts::{HostWindows, limited_start_times, open_times, start_times};
pub use reader::{WeekReader, Zoned, window_week};

/// The number of minutes in a day.
pub const DAY: u16 = 24 * 60;
/// The number of minutes in a week.
pub const WEEK: u16 = 7 * DAY;

/// A set of minutes of the week, since Sunday 00:00.
///
/// `Display` writes it as text: `Mon-Fri 19:00-07:00, all of Sat and Sun`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Week {
    /// Half-open ranges of minutes, in order, not adjacent, so that equal sets have equal spans.
    spans: Vec<(u16, u16)>,
}

impl Week {
    /// The empty set.
    pub const fn never() -> Week {
        Week { spans: Vec::new() }
    }

    /// Every minute.
    pub fn always() -> Week {
        Week { spans: vec![(0, WEEK)] }
    }

    /// The minutes from `from` until before `to`, wrapping at the end of the week. Empty if they are equal.
    pub fn from_to(from: u16, to: u16) -> Week {
        let (from, to) = (from % WEEK, to % WEEK);
        let mut spans = match from.cmp(&to) {
            Ordering::Less => vec![(from, to)],
            Ordering::Equal => Vec::new(),
            Ordering::Greater => vec![(0, to), (from, WEEK)],
        };
        spans.retain(|(from, to)| from < to);
        Week { spans }
    }

    /// The minutes from `from` until before `to` on every day, wrapping at midnight. Empty if they are equal.
    pub fn every_day(from: u16, to: u16) -> Week {
        let (from, to) = (from % DAY, to % DAY);
        let mut spans = Vec::with_capacity(8);
        match from.cmp(&to) {
            Ordering::Less => spans.extend((0..7).map(|day| (day * DAY + from, day * DAY + to))),
            Ordering::Equal => {}
            Ordering::Greater => {
                let nights = (0..6).map(|day| (day * DAY + from, (day + 1) * DAY + to));
                spans.extend([(0, to)].into_iter().filter(|_| to > 0));
                spans.extend(nights.chain([(6 * DAY + from, WEEK)]));
            }
        }
        Week { spans }
    }

    /// The minutes of some spans in order, which may be adjacent.
    pub(crate) fn of_spans(spans: Vec<(u16, u16)>) -> Week {
        let mut joined: Vec<(u16, u16)> = Vec::with_capacity(spans.len());
        for (from, to) in spans {
            match joined.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => joined.push((from, to)),
            }
        }
        Week { spans: joined }
    }

    /// All minutes moved by a number of minutes, wrapping at the end of the week.
    pub(crate) fn later(&self, by: i32) -> Week {
        let week = i32::from(WEEK);
        let by = by.rem_euclid(week);
        let mut spans = Vec::with_capacity(self.spans.len() + 1);
        for (from, to) in &self.spans {
            let (from, to) = (i32::from(*from) + by, i32::from(*to) + by);
            // The parts before and after the end of the week.
            spans.push((from.min(week), to.min(week)));
            spans.push((from.max(week) - week, to.max(week) - week));
        }
        spans.retain(|(from, to)| from < to);
        spans.sort_unstable();
        // Minutes of a week fit.
        let minute = |it: i32| it.unsigned_abs() as u16;
        Week::of_spans(spans.into_iter().map(|(from, to)| (minute(from), minute(to))).collect())
    }

    /// The union of many sets, in time proportional to their spans.
    pub fn union_of<'w>(weeks: impl IntoIterator<Item = &'w Week>) -> Week {
        let mut spans: Vec<(u16, u16)> = weeks.into_iter().flat_map(|it| it.spans.iter().copied()).collect();
        spans.sort_unstable();
        let mut joined: Vec<(u16, u16)> = Vec::with_capacity(spans.len().min(8));
        for (from, to) in spans {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        Week { spans: joined }
    }

    /// The intersection of many sets, in time proportional to their spans.
    pub fn intersection_of<'w>(weeks: impl IntoIterator<Item = &'w Week>) -> Week {
        let closed: Vec<Week> = weeks.into_iter().map(Week::complement).collect();
        Week::union_of(&closed).complement()
    }

    /// The union of two sets.
    pub fn union(&self, other: &Week) -> Week {
        self.combine(other, |a, b| a || b)
    }

    /// The intersection of two sets.
    pub fn intersection(&self, other: &Week) -> Week {
        self.combine(other, |a, b| a && b)
    }

    /// The minutes that are not in another set.
    pub fn minus(&self, other: &Week) -> Week {
        self.combine(other, |a, b| a && !b)
    }

    /// All other minutes.
    pub fn complement(&self) -> Week {
        Week::always().minus(self)
    }

    /// Whether a minute is in the set.
    pub fn contains(&self, minute: u16) -> bool {
        self.spans.iter().any(|(from, to)| (*from..*to).contains(&minute))
    }

    /// The first minute after a minute, also in the next week, at which the set changes: it closes if the minute is in
    /// it, else it opens. `None` if the set is always or never open.
    pub fn next_change(&self, minute: u16) -> Option<u16> {
        let is_open = self.contains(minute);
        let changes = || self.spans.iter().map(|(from, to)| if is_open { *to } else { *from });
        // A span that ends with the week may go on at its start.
        let real = |it: &u16| self.contains(*it % WEEK) != is_open;
        let next = changes().filter(|it| *it > minute && real(it)).min().or_else(|| changes().filter(real).min());
        next.map(|it| it % WEEK)
    }

    /// Whether this set is a subset of another one.
    pub fn is_within(&self, other: &Week) -> bool {
        // Each span of this set must be inside one span of the other set.
        let mut others = other.spans.iter().peekable();
        self.spans.iter().all(|(from, to)| {
            while others.next_if(|it| it.1 <= *from).is_some() {}
            others.peek().is_some_and(|it| it.0 <= *from && *to <= it.1)
        })
    }

    /// Whether the sets have a minute in common.
    pub fn meets(&self, other: &Week) -> bool {
        let mut others = other.spans.iter().peekable();
        self.spans.iter().any(|(from, to)| {
            while others.next_if(|it| it.1 <= *from).is_some() {}
            others.peek().is_some_and(|it| it.0 < *to)
        })
    }

    /// Whether the set is empty.
    pub fn is_never(&self) -> bool {
        self.spans.is_empty()
    }

    /// Whether the set contains every minute.
    pub fn is_always(&self) -> bool {
        self.spans == [(0, WEEK)]
    }

    /// The number of minutes.
    pub fn minutes(&self) -> u16 {
        self.spans.iter().map(|(from, to)| to - from).sum()
    }

    /// The length in minutes of the longest contiguous time, across the end of the week.
    pub fn longest(&self) -> u16 {
        let longest = self.spans.iter().map(|(from, to)| to - from).max().unwrap_or(0);
        match self.spans[..] {
            [(0, first), .., (last, WEEK)] => longest.max(first + WEEK - last),
            _ => longest,
        }
    }

    /// The first minute of the set in a week that starts on Monday, counted from Monday 00:00; the length of a week if
    /// the set is empty.
    pub fn first_from_monday(&self) -> u16 {
        self.spans.iter().map(|it| (it.0 + WEEK - DAY) % WEEK).min().unwrap_or(WEEK)
    }

    /// The spans of the set in order, in minutes since Sunday 00:00; a span across the end of the week is split.
    pub fn spans(&self) -> &[(u16, u16)] {
        &self.spans
    }

    /// Combines two sets: `keep` decides for each minute, given whether it is in each set. A single sweep over the
    /// edges of both.
    fn combine(&self, other: &Week, keep: fn(bool, bool) -> bool) -> Week {
        let (mut left, mut right) = (self.edges().peekable(), other.edges().peekable());
        let (mut in_left, mut in_right) = (false, false);
        let mut spans = Vec::with_capacity(self.spans.len() + other.spans.len() + 1);
        let mut open = None;
        let mut at = 0;
        loop {
            in_left ^= left.next_if_eq(&at).is_some();
            in_right ^= right.next_if_eq(&at).is_some();
            let inside = at < WEEK && keep(in_left, in_right);
            match open {
                None if inside => open = Some(at),
                Some(from) if !inside => {
                    spans.push((from, at));
                    open = None;
                }
                _ => {}
            }
            if at == WEEK {
                return Week { spans };
            }
            let next = |edge: Option<&u16>| edge.copied().unwrap_or(WEEK);
            at = next(left.peek()).min(next(right.peek()));
        }
    }

    /// The starts and ends of the spans, alternating.
    fn edges(&self) -> impl Iterator<Item = u16> {
        self.spans.iter().flat_map(|(from, to)| [*from, *to])
    }
}
