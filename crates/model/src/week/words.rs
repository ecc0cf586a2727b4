//! Writes a set of minutes as text: `Mon-Fri 19:00-07:00, all of Sat and Sun`.
//!
//! Most sets can be written in two ways: by their contiguous times (`Mon-Thu 20:00-08:30, Fri 19:00 to Mon 08:30`), or
//! by their whole days and the remaining times. The shorter form is used.

use std::fmt;

use lsflint_spec::DAY_NAMES;

use super::{DAY, WEEK, Week};

impl fmt::Display for Week {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_never() {
            return f.write_str("never");
        }
        if self.is_always() {
            return f.write_str("always");
        }
        let by_stretches = parts(&stretches(self));
        let by_days = whole_days(self).and_then(|days| Some(parts(&with_whole_days(self, days)?)));
        let shorter = match by_days {
            Some(by_days) if by_days.len() <= by_stretches.len() => by_days,
            _ => by_stretches,
        };
        // A list of days may contain commas.
        let between = if shorter.iter().any(|it| it.contains(',')) { "; " } else { ", " };
        f.write_str(&shorter.join(between))
    }
}

/// A set of days of the week: bit 0 is Sunday.
type Days = u8;

const ALL_DAYS: Days = 0b111_1111;

/// A contiguous time: from a minute of a day for a number of minutes, possibly into the next days.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    day: u16,
    from: u16,
    length: u16,
}

impl Stretch {
    fn new(from: u16, length: u16) -> Stretch {
        Stretch { day: from / DAY % 7, from: from % DAY, length }
    }

    /// The end (exclusive) in minutes since the start of its first day.
    fn end(self) -> u16 {
        self.from + self.length
    }
}

/// The contiguous times of a set; one across the end of the week is not split.
fn stretches(week: &Week) -> Vec<Stretch> {
    let mut spans = week.spans().to_vec();
    if let (Some(&(0, end)), Some(&(from, WEEK))) = (spans.first(), spans.last())
        && spans.len() > 1
    {
        spans.pop();
        spans[0] = (from, WEEK + end);
    }
    spans.iter().map(|&(from, to)| Stretch::new(from, to - from)).collect()
}

/// The days that are completely in the set, if there are any.
fn whole_days(week: &Week) -> Option<Days> {
    let whole = |day: &u16| week.spans().iter().any(|(from, to)| *from <= day * DAY && (day + 1) * DAY <= *to);
    let days = (0..7).filter(whole).fold(0, |days, it| days | 1 << it);
    (days != 0).then_some(days)
}

/// Whole days, and the remaining times. A night next to a whole day is combined with the other nights: `Mon-Fri
/// 19:00-07:00, all of Sat and Sun`. `None` if the text is not shorter.
fn with_whole_days(week: &Week, days: Days) -> Option<Vec<Stretch>> {
    let has = |day: u16| days & 1 << (day % 7) != 0;
    let whole = (0..7).filter(|it| has(*it));
    let covered = whole.clone().fold(Week::never(), |all, day| all.union(&Week::from_to(day * DAY, (day + 1) * DAY)));
    let rest = stretches(&week.minus(&covered));
    if rest.is_empty() {
        return None;
    }
    let into = |it: &Stretch| it.end().is_multiple_of(DAY) && has(it.day + it.end() / DAY);
    let out_of = |it: &Stretch| it.from == 0 && has(it.day + 6);
    let plain: Vec<Stretch> = rest.iter().filter(|it| !into(it) && !out_of(it)).copied().collect();
    let longer = |it: &Stretch| {
        plain.iter().find(|night| night.from == it.from && night.length > it.length && night.end() <= it.end() + DAY)
    };
    let earlier = |it: &Stretch| plain.iter().find(|night| night.end() == it.end() + DAY);
    let mut found = plain.clone();
    for it in &rest {
        if into(it) {
            found.push(Stretch { length: longer(it).map_or(it.length, |night| night.length), ..*it });
        } else if out_of(it) {
            found.push(earlier(it).map_or(*it, |night| Stretch { day: (it.day + 6) % 7, ..*night }));
        }
    }
    found.extend(whole.map(|day| Stretch::new(day * DAY, DAY)));
    Some(found)
}

/// The texts of contiguous times, with equal times of day combined.
fn parts(stretches: &[Stretch]) -> Vec<String> {
    // Each group: its position in the week, the days, the hours.
    let mut groups: Vec<(u16, Days, String)> = Vec::new();
    let mut whole: Days = 0;
    let mut hours: Vec<((u16, u16), Days)> = Vec::new();
    for it in stretches {
        if it.from == 0 && it.length.is_multiple_of(DAY) {
            whole = (0..it.length / DAY).fold(whole, |days, more| days | 1 << ((it.day + more) % 7));
        } else if it.length >= DAY {
            let end = Stretch::new(it.day * DAY + it.end(), 0);
            let text = format!("{} {} to {} {}", name(it.day), clock(it.from), name(end.day), clock(end.from));
            groups.push((order(it.day), 0, text));
        } else if let Some((_, days)) = hours.iter_mut().find(|(key, _)| *key == (it.from, it.length)) {
            *days |= 1 << it.day;
        } else {
            hours.push(((it.from, it.length), 1 << it.day));
        }
    }
    hours.sort_unstable();
    for ((from, length), days) in hours {
        let text = format!("{}-{}", clock(from), clock(from + length));
        match groups.iter_mut().find(|it| it.1 == days) {
            Some(group) => group.2 = format!("{} and {text}", group.2),
            None => groups.push((first(days), days, text)),
        }
    }
    if whole != 0 {
        groups.push((first(whole), 0, format!("all of {}", names(whole))));
    }
    groups.sort_by_key(|it| it.0);
    let say = |(_, days, text): (u16, Days, String)| match days {
        0 => text,
        ALL_DAYS => format!("every day {text}"),
        _ => format!("{} {text}", names(days)),
    };
    groups.into_iter().map(say).collect()
}

/// The position of a day in a week that starts on Monday.
fn order(day: u16) -> u16 {
    (day + 6) % 7
}

fn first(days: Days) -> u16 {
    (0..7).filter(|day| days & 1 << day != 0).map(order).min().unwrap_or(0)
}

/// The names of days: `Mon-Wed, Fri and Sat`.
fn names(days: Days) -> String {
    let has = |day: u16| days & 1 << (day % 7) != 0;
    let mut words = Vec::new();
    for start in (1..8).map(|it| it % 7).filter(|it| has(*it) && !has(it + 6)) {
        let length = (0..7).take_while(|it| has(start + it)).count() as u16;
        match length {
            1 => words.push(name(start).to_owned()),
            2 => words.extend([name(start).to_owned(), name(start + 1).to_owned()]),
            _ => words.push(format!("{}-{}", name(start), name(start + length - 1))),
        }
    }
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        Some((last, _)) => last.clone(),
        None => name(1).to_owned() + "-" + name(0),
    }
}

fn name(day: u16) -> &'static str {
    &DAY_NAMES[usize::from(day % 7)][..3]
}

fn clock(minute: u16) -> String {
    format!("{:02}:{:02}", minute % DAY / 60, minute % 60)
}
