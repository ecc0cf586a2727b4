//! The job slots and load thresholds of hosts in lsb.hosts.

use std::sync::Arc;

use lsflint_spec::{Direction, Grammar};
use rustc_hash::FxHashMap;

use crate::requirement::Decimal;
use crate::{Entity, HostId, HostRow, HostRows, Slots, State, View};

/// The rows of lsb.hosts.
#[derive(Debug, Default)]
pub(super) struct BatchHosts {
    /// The distinct rows.
    rows: Vec<BatchRow>,
    /// For each host the index of its row.
    of_host: Vec<u32>,
}

/// What lsb.hosts says about hosts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct BatchRow {
    /// The name in HOST_NAME if the row is not for the host itself: `default`, a model or type.
    pub(super) name: Box<str>,
    /// MXJ, the number of job slots; `None` if there is no limit, or it is unknown or the number of CPUs.
    pub(super) slots: Option<u64>,
    /// The thresholds for dispatching jobs.
    pub(super) thresholds: Vec<Threshold>,
    /// Why the row is unknown, as text.
    pub(super) unknown: Option<&'static str>,
    /// Whether lsb.hosts has rows, but none for these hosts, so that they run no jobs.
    pub(super) is_missing: bool,
}

/// The number that a load index must reach before LSF dispatches a job: at most, or at least, depending on the index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Threshold {
    /// The name of the index.
    pub(super) index: Box<str>,
    /// The number; `None` if it is unknown: a template, an `#if`.
    pub(super) number: Option<Decimal>,
    /// Whether larger values mean more load.
    pub(super) increasing: bool,
}

impl BatchHosts {
    /// The rows of a cluster, read once.
    pub(super) fn of(view: View<'_>) -> Arc<BatchHosts> {
        view.once("slots and thresholds of hosts", BatchHosts::read).unwrap_or_default()
    }

    /// The index of the row of a host.
    pub(super) fn number(&self, host: HostId) -> u32 {
        self.of_host.get(host.0 as usize).copied().unwrap_or(0)
    }

    /// The row with an index.
    pub(super) fn row(&self, number: u32) -> Option<&BatchRow> {
        self.rows.get(number as usize)
    }

    fn read(view: View<'_>) -> BatchHosts {
        let hosts = view.hosts();
        let mut found = BatchHosts { rows: Vec::new(), of_host: vec![0; hosts.len()] };
        let rows = HostRows::of(view);
        let mut numbers: FxHashMap<BatchRow, u32> = FxHashMap::default();
        let mut read: FxHashMap<(u32, Option<&str>), u32> = FxHashMap::default();
        for (id, _) in hosts.iter() {
            let row = match rows.get(id) {
                HostRow::Of(row) => Ok(row),
                HostRow::Unknown(why) => Err(BatchRow { unknown: Some(why), ..BatchRow::default() }),
                HostRow::Unlimited => Err(BatchRow::default()),
                HostRow::NoJobs => Err(BatchRow { is_missing: true, ..BatchRow::default() }),
            };
            let key = row.as_ref().map_or_else(|it| (u32::MAX, it.unknown), |it| (it.number(), None));
            let number = *read.entry(key).or_insert_with(|| {
                let read = match row {
                    Ok(row) => BatchRow::of(view, &row, hosts.find(&row.name()).is_some()),
                    Err(unknown) => unknown,
                };
                *numbers.entry(read).or_insert_with_key(|row| {
                    found.rows.push(row.clone());
                    found.rows.len() as u32 - 1
                })
            });
            found.of_host[id.0 as usize] = number;
        }
        found
    }
}

impl BatchRow {
    /// `own`: the row is for the host itself, so that rows with equal values are equal.
    fn of(view: View<'_>, row: &Entity<'_>, own: bool) -> BatchRow {
        let slots = match Slots::of(row) {
            Slots::Number(number) => Some(number),
            Slots::Processors | Slots::Unlimited | Slots::Unknown => None,
        };
        let name = if own { "".into() } else { row.name().as_ref().into() };
        BatchRow { name, slots, thresholds: thresholds(view, row), unknown: None, is_missing: false }
    }

    /// The row as text.
    pub(super) fn described(&self) -> String {
        if self.name.is_empty() { "lsb.hosts".to_owned() } else { format!("row `{}` of lsb.hosts", self.name) }
    }
}

/// The thresholds of a queue, or of a row of lsb.hosts.
pub(super) fn thresholds(view: View<'_>, entity: &Entity<'_>) -> Vec<Threshold> {
    let mut found: Vec<Threshold> = Vec::new();
    for field in entity.all_fields().filter(|it| it.state() != State::Unset) {
        let (index, direction) = match field.param() {
            Some(param) if param.grammar == Grammar::Threshold => {
                (param.name, lsflint_spec::builtin_resource(param.name).and_then(|it| it.direction))
            }
            Some(_) => continue,
            // A load index of the site.
            None => (field.name(), view.resources().get(field.name()).and_then(|it| it.direction)),
        };
        let Some(direction) = direction else { continue };
        let increasing = direction == Direction::Increasing;
        let text = field.known().filter(|_| !field.is_conditional() && !entity.is_conditional());
        let number = match &text {
            Some(text) => match schedule(text, increasing) {
                Some(number) => Some(number),
                // Only the number for suspending jobs, or a value that LSF ignores.
                None => continue,
            },
            None => None,
        };
        // Of several lines, the last one is used.
        found.retain(|it| *it.index != *index);
        found.push(Threshold { index: index.into(), number, increasing });
    }
    found
}

/// The number for dispatching jobs. LSF swaps two numbers that are in the wrong order.
fn schedule(text: &str, increasing: bool) -> Option<Decimal> {
    let (first, second) = text.trim().split_once('/').unwrap_or((text.trim(), ""));
    let first = Decimal::parse(first)?;
    match Decimal::parse(second) {
        Some(second) if increasing => Some(first.min(second)),
        Some(second) => Some(first.max(second)),
        None => Some(first),
    }
}
