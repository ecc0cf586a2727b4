//! Converts time windows and conditions to sets of minutes.

use lsflint_spec::{Dialect, MAX_DAY, MAX_HOUR, MAX_MINUTE, Switch, Target};
use lsflint_syntax::ast::{
    AstNode, ClockTime, TimeChain, TimeExpression, TimeItem, TimePoint, TimeTerm, TimeWindow, TimeWindows,
};
use lsflint_syntax::{Parse, TextRange};

use super::{DAY, Week};

/// The minutes of a window, from its two times. `None` if LSF does not accept it, or its meaning is undocumented:
///
/// - a number is out of range (such as day 7 if the target does not support it), or only one side has a day;
/// - it closes at the time it opens: undocumented; the open-source dialects never open it;
/// - it closes earlier on the day it opens, and the target is an open-source dialect, which rejects it; in LSF it
///   extends to the next week.
///
/// The opening minute is included, the closing minute is not. Without days it is open every day, past midnight if it
/// closes before it opens; with days it is open every week, past the end of the week likewise. Days 0 and 7 are Sunday.
pub fn window_week(opens: ClockTime, closes: ClockTime, target: Target) -> Option<Week> {
    let from = minute_of_day(opens)?;
    let to = minute_of_day(closes)?;
    match (opens.day, closes.day) {
        (None, None) if from == to => None,
        (None, None) => Some(Week::every_day(from, to)),
        (Some(first), Some(last)) => {
            let (first, last) = (day_of_week(first, target)?, day_of_week(last, target)?);
            let same_day = first == last;
            let is_clear = !same_day || from < to || from > to && target.dialect == Dialect::Lsf;
            is_clear.then(|| Week::from_to(first * DAY + from, last * DAY + to))
        }
        _ => None,
    }
}

fn minute_of_day(time: ClockTime) -> Option<u16> {
    let minute = time.minute.unwrap_or(0);
    let known = time.hour <= MAX_HOUR && minute <= MAX_MINUTE;
    known.then_some(time.hour * 60 + minute)?.try_into().ok()
}

fn day_of_week(day: u32, target: Target) -> Option<u16> {
    let known = day < MAX_DAY || day == MAX_DAY && target.reads(Switch::DaySeven);
    known.then_some(day % 7)?.try_into().ok()
}

/// A set of minutes in a time zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zoned {
    /// The minutes.
    pub week: Week,
    /// The abbreviation of the time zone in uppercase; `None` for local time. Sets of different zones cannot be
    /// compared.
    pub zone: Option<String>,
}

/// Converts windows and conditions of one file. Uncertain ones are `None`: syntax errors, values from templates, names
/// of a `#define`, windows in different zones, and windows without a documented meaning.
#[derive(Debug, Clone, Copy)]
pub struct WeekReader<'t> {
    parse: &'t Parse,
    target: Target,
}

impl<'t> WeekReader<'t> {
    /// A reader for the nodes of this tree.
    pub fn new(parse: &'t Parse, target: Target) -> WeekReader<'t> {
        WeekReader { parse, target }
    }

    /// The minutes of one window.
    pub fn window(self, window: TimeWindow<'_>) -> Option<Zoned> {
        let week = self.minutes(window)?;
        let zone = window.zone().map(|it| it.text().to_ascii_uppercase());
        self.is_sound(window.node().range()).then_some(Zoned { week, zone })
    }

    /// The minutes of a value such as RUN_WINDOW: open if one of the windows is.
    pub fn windows(self, list: TimeWindows<'_>) -> Option<Zoned> {
        let sound = self.is_sound(list.node().range());
        sound.then(|| self.union(list.windows()))?
    }

    /// The minutes at which the condition of an `#if` or `#elif` is true.
    pub fn expression(self, expression: TimeExpression<'_>) -> Option<Zoned> {
        let sound = self.is_sound(expression.node().range());
        sound.then(|| self.term(expression.term()?))?
    }

    fn term(self, term: TimeTerm<'_>) -> Option<Zoned> {
        match term {
            TimeTerm::Time(item) => self.item(item),
            TimeTerm::Name(_) => None,
            TimeTerm::Not(not) => {
                let mut operand = self.term(not.operand()?)?;
                if not.is_negated() {
                    operand.week = operand.week.complement();
                }
                Some(operand)
            }
            TimeTerm::Group(group) => self.term(group.inner()?),
            TimeTerm::Chain(chain) => self.chain(chain),
        }
    }

    fn item(self, item: TimeItem<'_>) -> Option<Zoned> {
        self.union(item.windows())
    }

    fn chain(self, chain: TimeChain<'_>) -> Option<Zoned> {
        let combine = if chain.is_and() { intersection } else { union };
        same_zone(chain.operands().map(|it| self.term(it)), combine)
    }

    fn union<'w>(self, windows: impl Iterator<Item = TimeWindow<'w>>) -> Option<Zoned> {
        let window = |it: TimeWindow<'w>| {
            let zone = it.zone().map(|it| it.text().to_ascii_uppercase());
            Some(Zoned { week: self.minutes(it)?, zone })
        };
        same_zone(windows.map(window), union)
    }

    fn minutes(self, window: TimeWindow<'_>) -> Option<Week> {
        let clock = |point: Option<TimePoint<'_>>| point?.clock();
        window_week(clock(window.opens())?, clock(window.closes())?, self.target)
    }

    pub(crate) fn is_sound(self, range: TextRange) -> bool {
        self.parse.errors_in(range).is_empty()
    }
}

fn union(weeks: &[Week]) -> Week {
    Week::union_of(weeks)
}

fn intersection(weeks: &[Week]) -> Week {
    Week::intersection_of(weeks)
}

/// Combines sets of the same time zone. `None` if a set is unknown, zones differ, or there are no sets.
fn same_zone(mut sets: impl Iterator<Item = Option<Zoned>>, combine: fn(&[Week]) -> Week) -> Option<Zoned> {
    let Zoned { week, zone } = sets.next()??;
    let mut weeks = vec![week];
    for set in sets {
        weeks.push(set.filter(|it| it.zone == zone)?.week);
    }
    Some(Zoned { week: combine(&weeks), zone })
}
