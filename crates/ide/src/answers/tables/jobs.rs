//! The tables of queues and application profiles.

use lsflint_model::combined::{self, hosts_of_queue};
use lsflint_model::effective::Effective;
use lsflint_model::requirement::merge::Outcome;
use lsflint_model::week::start_times;
use lsflint_model::{AsRead, Entity, HostId, HostRows, HostSet, Instant, Slots};
use lsflint_spec::{FileKind, ParamKind};
use rustc_hash::FxHashMap;

use super::{Cell, Column, Open, Row, SetValue, one_line, own, rows_of, settings_of};

/// The columns of queues.
pub(super) const QUEUES: &[Column] = &[
    Column { key: "priority", heading: "PRIORITY" },
    Column { key: "open", heading: "OPEN" },
    Column { key: "hosts", heading: "HOSTS" },
    Column { key: "slots", heading: "SLOTS" },
    Column { key: "limits", heading: "LIMITS" },
    Column { key: "users", heading: "USERS" },
    Column { key: "requirement", heading: "REQUIREMENT" },
];

/// The columns of application profiles.
pub(super) const APPLICATIONS: &[Column] = &[
    Column { key: "limits", heading: "LIMITS" },
    Column { key: "requirement", heading: "REQUIREMENT" },
    Column { key: "settings", heading: "OTHER PARAMETERS" },
];

/// The name of all hosts and of all users.
const ALL: &str = "all";

pub(super) fn queues(cluster: &AsRead, now: Instant) -> Vec<Row> {
    let slots = HostRows::of(cluster.view());
    // Many queues have the same hosts.
    let mut known: FxHashMap<Option<String>, [Cell; 2]> = FxHashMap::default();
    rows_of(cluster, FileKind::LsbQueues, "Queue", |queue| {
        let words = queue.value("HOSTS").map(|it| one_line(&it));
        let is_plain = queue.fields("HOSTS").iter().all(|it| !it.is_conditional()) && !queue.is_conditional();
        let [hosts, slots] = match known.get(&words).filter(|_| is_plain) {
            Some(known) => known.clone(),
            None => {
                let cells = hosts_and_slots(queue, words.as_deref(), &slots);
                if is_plain {
                    known.insert(words, cells.clone());
                }
                cells
            }
        };
        let users = match own(queue, "USERS") {
            Cell::Nothing => Cell::Text(ALL.to_owned()),
            users => users,
        };
        let limits = limits(cluster, queue);
        vec![priority(cluster, queue), open(queue, now), hosts, slots, limits, users, requirement(queue)]
    })
}

pub(super) fn applications(cluster: &AsRead) -> Vec<Row> {
    let elsewhere = |name: &str| is_limit(name) || matches!(name, "RES_REQ" | "DESCRIPTION");
    rows_of(cluster, FileKind::LsbApplications, "Application", |profile| {
        vec![limits(cluster, profile), requirement(profile), settings_of(profile, elsewhere)]
    })
}

fn priority(cluster: &AsRead, queue: &Entity<'_>) -> Cell {
    let Some(effective) = effective(cluster, queue, "PRIORITY") else { return Cell::Unknown };
    match effective.deciding().and_then(|it| it.value.as_deref()) {
        None if effective.is_unknown() => Cell::Unknown,
        None => Cell::Nothing,
        Some(value) => value.trim().parse().map_or_else(|_| Cell::Text(one_line(value)), Cell::Number),
    }
}

/// Whether jobs of the queue are dispatched and run now.
fn open(queue: &Entity<'_>, now: Instant) -> Cell {
    start_times(queue).map_or(Cell::Unknown, |it| Cell::Open(Open::of(&it, now)))
}

fn hosts_and_slots(queue: &Entity<'_>, words: Option<&str>, rows: &HostRows<'_>) -> [Cell; 2] {
    let view = queue.view();
    let set = hosts_of_queue(view, queue).filter(|_| !view.hosts().is_empty());
    let words = match words {
        Some(words) => words.to_owned(),
        None if queue.has("HOSTS") => return [Cell::Unknown, Cell::Unknown],
        None => ALL.to_owned(),
    };
    match set {
        Some(set) => {
            let slots = slots(&set, rows);
            [Cell::Members { count: Some(set.surely.len()), complete: set.is_exact(), words }, slots]
        }
        None if view.hosts().is_empty() => [Cell::Members { count: None, complete: false, words }, Cell::Unknown],
        None => [Cell::Unknown, Cell::Unknown],
    }
}

/// The sum of the job slots of the certain hosts.
fn slots(set: &HostSet, rows: &HostRows<'_>) -> Cell {
    let (mut sum, mut unknown) = (0_u64, 0);
    for host in set.surely.iter() {
        match rows.slots(HostId(host as u32)) {
            Slots::Number(number) => sum = sum.saturating_add(number),
            Slots::Processors | Slots::Unlimited | Slots::Unknown => unknown += 1,
        }
    }
    if !set.is_exact() {
        unknown += 1;
    }
    Cell::Slots { sum, unknown }
}

fn is_limit(name: &str) -> bool {
    name.ends_with("LIMIT")
}

/// The limits that the record or lsb.params sets.
fn limits(cluster: &AsRead, record: &Entity<'_>) -> Cell {
    let Some(written) = cluster.written_of(record) else { return Cell::Unknown };
    let params = record.section().params.iter().filter(|it| is_limit(it.name) && it.kind != ParamKind::Directive);
    let limit = |param| {
        let effective = Effective::of(cluster, &written, param);
        let (name, unit) = (param.name.to_owned(), effective.unit.clone());
        if effective.is_unknown() {
            return effective.is_set().then_some(SetValue { name, value: None, unit });
        }
        let link = effective.deciding().filter(|it| it.place.is_some())?;
        Some(SetValue { name, value: link.value.as_deref().map(one_line), unit })
    };
    let found: Vec<SetValue> = params.filter_map(limit).collect();
    if found.is_empty() { Cell::Nothing } else { Cell::Settings(found) }
}

/// The requirement of jobs without their own one: for queues, merged with that of the default application profile.
fn requirement(record: &Entity<'_>) -> Cell {
    let Some(merged) = combined::of_entity(record.view(), record) else { return Cell::Unknown };
    match (merged.outcome, merged.result) {
        (Outcome::Rejected, _) => Cell::Rejected(merged.reason.unwrap_or_default()),
        (Outcome::Merged, Some(result)) => Cell::Text(result.to_string()),
        (Outcome::Merged | Outcome::None, _) => Cell::Nothing,
    }
}

fn effective(cluster: &AsRead, record: &Entity<'_>, name: &str) -> Option<Effective> {
    Some(Effective::of(cluster, &cluster.written_of(record)?, record.section().param(name)?))
}
