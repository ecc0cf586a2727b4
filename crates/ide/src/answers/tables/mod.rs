//! Tables of all objects of a kind, with the values as LSF reads them.

mod cell;
mod hosts;
mod jobs;
mod others;

use std::cmp::Reverse;
use std::sync::Arc;

use lsflint_model::{AsRead, Dropped, Entity, Instant, Place, View};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use rustc_hash::FxHashSet;

use super::ObjectKind;
use crate::words;
pub use cell::{Cell, Open, SetValue};

/// All objects of a kind.
#[derive(Debug, Clone)]
pub struct Table {
    /// The kind.
    pub kind: ObjectKind,
    /// The columns after the name.
    pub columns: &'static [Column],
    /// The objects: queues by priority, the highest first, others by name; those that LSF does not read are the last.
    pub rows: Vec<Row>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its key in documents: `priority`.
    pub key: &'static str,
    /// Its heading: `PRIORITY`.
    pub heading: &'static str,
}

/// An object.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Whether an `#if` decides whether it exists.
    pub depends: bool,
    /// Why it does not exist for LSF, although files define it.
    pub dropped: Option<Dropped>,
    /// One cell for each column; empty if it does not exist.
    pub cells: Vec<Cell>,
}

/// The table of a kind. `now` is the time at which queues are open or closed; all other values are those of the
/// cluster.
pub fn table(cluster: &AsRead, kind: ObjectKind, now: Instant) -> Table {
    let (columns, mut rows) = match kind {
        ObjectKind::Queue => (jobs::QUEUES, jobs::queues(cluster, now)),
        ObjectKind::Application => (jobs::APPLICATIONS, jobs::applications(cluster)),
        ObjectKind::Host => (hosts::COLUMNS, hosts::rows(cluster)),
        ObjectKind::Group => (others::GROUPS, others::groups(cluster)),
        ObjectKind::Resource => (others::RESOURCES, others::resources(cluster)),
        ObjectKind::User | ObjectKind::Limit | ObjectKind::Pool | ObjectKind::ServiceClass => {
            (others::SETTINGS, others::settings(cluster, kind))
        }
    };
    let priority = |it: &Row| match it.cells.first() {
        Some(Cell::Number(number)) if kind == ObjectKind::Queue => *number,
        _ => i64::MIN,
    };
    rows.sort_by_cached_key(|it| (it.dropped.is_some(), Reverse(priority(it)), natural(&it.name), it.name.clone()));
    Table { kind, columns, rows }
}

/// The rows of a section: the records that LSF reads, the first one of each name, and the names that it does not read.
fn rows_of(
    cluster: &AsRead,
    file: FileKind,
    section: &str,
    mut cells: impl FnMut(&Entity<'_>) -> Vec<Cell>,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut names: FxHashSet<String> = FxHashSet::default();
    for read in named(cluster.view(), file, section) {
        let name = read.name().into_owned();
        if names.insert(name.clone()) {
            rows.push(Row { name, depends: read.is_conditional(), dropped: None, cells: cells(&read) });
        }
    }
    rows.extend(dropped(cluster, file, section, names));
    rows
}

/// The rows for the names of a section that LSF does not read. `read`: those that it reads.
fn dropped(cluster: &AsRead, file: FileKind, section: &str, mut read: FxHashSet<String>) -> Vec<Row> {
    let mut rows = Vec::new();
    // The places of all values, for names that LSF reads as values of another record.
    let mut values: Option<FxHashSet<(Arc<str>, TextRange)>> = None;
    for written in named(cluster.written().view(), file, section) {
        let name = written.name();
        if read.contains(&*name) || cluster.as_read(&written).is_some() {
            continue;
        }
        let place = written.place();
        let values = values.get_or_insert_with(|| {
            let records = cluster.view().all(file, section);
            let places = |it: Entity<'_>| it.all_fields().map(|it| it.place()).collect::<Vec<Place>>();
            records.flat_map(places).map(|it| (it.file, it.range)).collect()
        });
        let is_value = values.contains(&(place.file.clone(), place.range));
        let dropped = match cluster.ignored(&place).filter(|_| !is_value) {
            Some(it) => Some(Dropped { code: Some(it.code), effect: it.effect.to_string(), place }),
            // This searches all records, which is only needed for the few that are joined.
            None => cluster.dropped(&written),
        };
        read.insert(name.clone().into_owned());
        rows.push(Row { name: name.into_owned(), depends: written.is_conditional(), dropped, cells: Vec::new() });
    }
    rows
}

/// The records of a section that have a name.
fn named<'v>(view: View<'v>, file: FileKind, section: &str) -> impl Iterator<Item = Entity<'v>> + use<'v> {
    view.all(file, section).filter(|it| !it.name().is_empty())
}

/// The value of a parameter of a record as a cell: only what the record itself sets.
fn own(record: &Entity<'_>, name: &str) -> Cell {
    let Some(field) = record.field(name) else { return Cell::Nothing };
    match SetValue::of(&field) {
        None => Cell::Nothing,
        Some(SetValue { value: None, .. }) => Cell::Unknown,
        Some(SetValue { value: Some(value), .. }) => Cell::Text(value),
    }
}

/// The parameters that a record sets, without some.
fn settings_of(record: &Entity<'_>, without: impl Fn(&str) -> bool) -> Cell {
    let named = record.section().defines.map_or("", |it| it.key);
    let mut found: Vec<SetValue> = Vec::new();
    let mut numbers: rustc_hash::FxHashMap<String, usize> = rustc_hash::FxHashMap::default();
    for field in record.all_fields() {
        let Some(set) = SetValue::of(&field) else { continue };
        if set.name.eq_ignore_ascii_case(named) || without(&set.name) {
            continue;
        }
        // Of several lines, the last one is used.
        match numbers.get(&set.name) {
            Some(number) => found[*number] = set,
            None => {
                numbers.insert(set.name.clone(), found.len());
                found.push(set);
            }
        }
    }
    if found.is_empty() { Cell::Nothing } else { Cell::Settings(found) }
}

/// A part of a name: digits are compared by their number, so that `h9` is before `h10`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The number of digits and the digits, without leading zeros.
    Number(usize, String),
    Text(String),
}

/// The key for the natural order of names.
fn natural(name: &str) -> Vec<Part> {
    let is_digit = |it: u8| it.is_ascii_digit();
    let parts = name.as_bytes().chunk_by(|a, b| is_digit(*a) == is_digit(*b));
    let part = |it: &[u8]| {
        let text = String::from_utf8_lossy(it);
        if it.first().is_some_and(|it| is_digit(*it)) {
            let digits = text.trim_start_matches('0');
            Part::Number(digits.len(), digits.to_owned())
        } else {
            Part::Text(text.into_owned())
        }
    };
    parts.map(part).collect()
}

/// A value of a file on one line.
fn one_line(value: &str) -> String {
    words::one_line(value).into_owned()
}

#[cfg(test)]
mod tests;
