//! The job slots and load thresholds of hosts in lsb.hosts.

use std::sync::Arc;

use lsflint_spec::{Direction, FileKind, Grammar};
use lsflint_syntax::ast::{HostList, List};
use rustc_hash::FxHashMap;

use crate::pattern::HostPattern;
use crate::requirement::Decimal;
use crate::{Entity, HostId, Knowledge, State, View};

/// The row that applies to hosts without a row.
const DEFAULT_ROW: &str = "default";
const NOT_LOADED: &str = "MXJ and thresholds of the host are unknown without lsb.hosts";
const CONDITIONAL: &str = "an `#if` or a template decides the row of the host in lsb.hosts";
const DETECTED: &str = "the row of lsb.hosts that applies depends on the model or type, which LSF detects";
/// Patterns with at most this number of names are expanded; longer ones are compared with every host.
const PATTERN_NAMES: u64 = 4096;

/// The rows of lsb.hosts.
#[derive(Debug, Default)]
pub(super) struct BatchHosts {
    /// The distinct rows; the first one is unknown.
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
        let mut found = BatchHosts {
            rows: vec![BatchRow { unknown: Some(NOT_LOADED), ..BatchRow::default() }],
            of_host: vec![0; hosts.len()],
        };
        if view.knowledge(FileKind::LsbHosts) != Knowledge::Complete {
            return found;
        }
        let mut table = Table { of_host: vec![None; hosts.len()], is_empty: true, ..Table::default() };
        view.all(FileKind::LsbHosts, "Host").for_each(|row| table.add(view, row));
        let mut numbers: FxHashMap<BatchRow, u32> = FxHashMap::default();
        let mut read: FxHashMap<(u32, Option<&str>), u32> = FxHashMap::default();
        for (id, _) in hosts.iter() {
            let row = match table.row_of(view, id) {
                Applies::Unknown(why) => Err(BatchRow { unknown: Some(why), ..BatchRow::default() }),
                // Without rows, LSF uses all hosts, without limits.
                Applies::Nothing => Err(BatchRow { is_missing: !table.is_empty, ..BatchRow::default() }),
                Applies::Row(row) => Ok(row),
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

/// The rows by what they apply to.
#[derive(Default)]
struct Table<'a> {
    of_host: Vec<Option<Applies<'a>>>,
    by_kind: FxHashMap<Box<str>, Applies<'a>>,
    default: Option<Applies<'a>>,
    is_empty: bool,
}

/// The row that applies to a host.
#[derive(Clone, Copy)]
enum Applies<'a> {
    Row(Entity<'a>),
    Nothing,
    /// For this reason.
    Unknown(&'static str),
}

impl<'a> Table<'a> {
    fn add(&mut self, view: View<'a>, row: Entity<'a>) {
        self.is_empty = false;
        let (name, hosts) = (row.name(), view.hosts());
        let applies =
            if row.is_conditional() || row.is_broken() { Applies::Unknown(CONDITIONAL) } else { Applies::Row(row) };
        // Of two rows with the same name, LSF reads the first.
        let set = |slot: &mut Option<Applies<'a>>| {
            slot.get_or_insert(applies);
        };
        if name.contains(['[', '*']) {
            let parse = lsflint_syntax::parse_value(&name, Grammar::HostList);
            let Some(pattern) = parse.typed::<HostList<'_>>().and_then(|it| HostPattern::of(it.items().next()?)) else {
                self.of_host.iter_mut().for_each(|it| *it = Some(Applies::Unknown(CONDITIONAL)));
                return;
            };
            match pattern.names(PATTERN_NAMES) {
                Some(names) => {
                    names.iter().filter_map(|it| hosts.find(it)).for_each(|it| set(&mut self.of_host[it.0 as usize]))
                }
                None => hosts
                    .iter()
                    .filter(|it| pattern.matches(&it.1.name))
                    .for_each(|it| set(&mut self.of_host[it.0.0 as usize])),
            }
        } else if let Some(id) = hosts.find(&name) {
            set(&mut self.of_host[id.0 as usize]);
        } else if *name == *DEFAULT_ROW {
            set(&mut self.default);
        } else {
            // An empty name is filled in by a template, so the row may be that of any host.
            let applies = if name.is_empty() { Applies::Unknown(CONDITIONAL) } else { applies };
            self.by_kind.entry(name.as_ref().into()).or_insert(applies);
        }
    }

    /// The row of a host: its own, that of its model or type, or the default one.
    fn row_of(&self, view: View<'_>, id: HostId) -> Applies<'a> {
        if let Some(own) = self.of_host[id.0 as usize] {
            return own;
        }
        let facts = view.hosts().facts(id);
        let kinds = [&facts.model, &facts.host_type];
        let mut found = kinds.iter().filter_map(|it| self.by_kind.get(it.as_deref()?));
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => Applies::Unknown(DETECTED),
            (Some(row), None) => *row,
            // LSF detects the model or type, and a row may be for it.
            _ if !self.by_kind.is_empty() && kinds.iter().any(|it| it.is_none()) => Applies::Unknown(DETECTED),
            _ if self.by_kind.contains_key("") => Applies::Unknown(CONDITIONAL),
            _ => self.default.unwrap_or(Applies::Nothing),
        }
    }
}

impl BatchRow {
    /// `own`: the row is for the host itself, so that rows with equal values are equal.
    fn of(view: View<'_>, row: &Entity<'_>, own: bool) -> BatchRow {
        let slots = row.field("MXJ").filter(|it| !it.is_conditional()).and_then(|it| it.known()?.trim().parse().ok());
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
