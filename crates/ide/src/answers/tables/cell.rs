//! The values in tables.

use std::fmt;

use lsflint_model::effective::unit_in;
use lsflint_model::requirement::Decimal;
use lsflint_model::week::Week;
use lsflint_model::{FieldRef, Instant, State};

use super::one_line;

/// A value in a table. `Display` writes it as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Nothing is set.
    Nothing,
    /// It depends on an `#if`, a template, or a file that is not loaded.
    Unknown,
    /// A value as LSF reads it.
    Text(String),
    /// A number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Names.
    Names(Vec<String>),
    /// Parameters with their values.
    Settings(Vec<SetValue>),
    /// Whether jobs are dispatched and run now.
    Open(Open),
    /// The hosts or users of a list.
    Members {
        /// Those that are certain; `None` if their number is unknown.
        count: Option<usize>,
        /// Whether there are no others.
        complete: bool,
        /// The list as LSF reads it.
        words: String,
    },
    /// Job slots of several hosts.
    Slots {
        /// The sum of MXJ of the hosts where it is a number.
        sum: u64,
        /// The number of other hosts.
        unknown: usize,
    },
    /// LSF rejects jobs for this reason.
    Rejected(String),
}

/// A parameter with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetValue {
    /// The parameter.
    pub name: String,
    /// The value as LSF reads it; `None` if an `#if` or a template decides.
    pub value: Option<String>,
    /// The unit of numbers without their own one; empty if it has none or it is unknown.
    pub(super) unit: String,
}

impl SetValue {
    /// The value of a field; `None` if it is not set.
    pub(super) fn of(field: &FieldRef<'_>) -> Option<SetValue> {
        if field.state() == State::Unset {
            return None;
        }
        let name = field.param().map_or_else(|| field.name(), |it| it.name).to_owned();
        let value = field.known().filter(|_| !field.is_conditional() && !field.entity().is_conditional());
        let switches = field.entity().view().switches();
        let unit = field.param().map(|it| lsflint_model::effective::unit_of(it, switches)).unwrap_or_default();
        Some(SetValue { name, value: value.map(|it| one_line(&it)), unit })
    }

    /// The unit that the numbers of the value are in; empty if there is none, or each has its own.
    pub fn unit(&self) -> &str {
        unit_in(self.value.as_deref().unwrap_or_default(), &self.unit)
    }
}

/// Whether a queue is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    /// Whether it is open now.
    pub now: bool,
    /// When this changes; `None` if it never does.
    pub until: Option<Instant>,
}

impl Open {
    /// Whether a time is in a set, and until when.
    pub(super) fn of(week: &Week, now: Instant) -> Open {
        let until = week.next_change(now.minute()).map(|it| Instant::new(it, None));
        Open { now: week.contains(now.minute()), until }
    }
}

/// `open until Mon 08:00`.
impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.now { "open" } else { "closed" })?;
        self.until.map_or(Ok(()), |it| write!(f, " until {it}"))
    }
}

/// `RUNLIMIT=15 minutes`: with the unit if that is not clear from the value.
impl fmt::Display for SetValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(value) = &self.value else { return write!(f, "{}=?", self.name) };
        let is_number = !value.is_empty() && value.split(' ').all(|it| Decimal::parse(it).is_some());
        match self.unit() {
            unit if is_number && !unit.is_empty() => write!(f, "{}={value} {unit}", self.name),
            _ => write!(f, "{}={value}", self.name),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Nothing => f.write_str("-"),
            Cell::Unknown => f.write_str("?"),
            Cell::Text(text) => f.write_str(text),
            Cell::Number(number) => write!(f, "{number}"),
            Cell::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Cell::Names(names) if names.is_empty() => f.write_str("-"),
            Cell::Names(names) => f.write_str(&names.join(" ")),
            Cell::Settings(settings) => {
                let all: Vec<String> = settings.iter().map(SetValue::to_string).collect();
                f.write_str(&all.join(", "))
            }
            Cell::Open(open) => open.fmt(f),
            Cell::Members { count, complete, words } => match (count, complete) {
                (Some(count), true) => write!(f, "{count} ({words})"),
                (Some(count), false) => write!(f, "{count} + ? ({words})"),
                (None, _) => write!(f, "? ({words})"),
            },
            Cell::Slots { sum, unknown: 0 } => write!(f, "{sum}"),
            Cell::Slots { sum: 0, .. } => f.write_str("?"),
            Cell::Slots { sum, .. } => write!(f, "{sum} + ?"),
            Cell::Rejected(reason) => write!(f, "rejected: {reason}"),
        }
    }
}
