//! What objects have in addition to their parameters.

use std::sync::Arc;

use lsflint_model::combined::{self, UserNames, hosts_of_queue, users_of_queue, without_clients};
use lsflint_model::requirement::merge::Outcome;
use lsflint_model::{Bits, Entity, HostRows, HostSet, Knowledge, Slots, View};
use lsflint_spec::FileKind;

use super::parameters::{is_set, parameter};
use super::{Column, Found, Record, Value, records};
use crate::rewrite::IS_SET;
use crate::types::Kind;

/// The column of an attribute; see [`super::column`].
pub(super) fn values(view: View<'_>, kind: Kind, path: &str) -> Column {
    let records = records(view, kind);
    let rows = |of: fn(View<'_>, &Entity<'_>) -> Found| {
        let one = |it: &Record<'_>| if let Record::Row(it) = it { of(view, it) } else { Found::Unknown };
        records.iter().map(one).collect()
    };
    if let Some(path) = path.strip_prefix(IS_SET) {
        return is_set(view, kind, &records, path);
    }
    match (path, kind) {
        ("name", Kind::Cluster) => {
            let name = view.cluster_name().map(|it| Value::Text(it.to_owned()));
            vec![name.map_or(Found::Unknown, Found::Value)]
        }
        ("name", _) => records.iter().map(|it| Found::Value(Value::Text(name(view, kind, it)))).collect(),
        ("hosts", Kind::Queue) => rows(|view, it| hosts(view, hosts_of_queue(view, it))),
        ("hosts", Kind::HostGroup) => rows(|view, it| {
            let set = view.host_groups().get(&it.name());
            hosts(view, set.map(|it| without_clients(view, it.clone())))
        }),
        ("users", Kind::UserGroup) => rows(|view, it| match view.user_groups().get(&it.name()) {
            Some(set) if !set.is_all() => {
                let names = view.user_groups().names_in(set);
                Found::Value(texts(names.into_iter().map(str::to_owned).collect(), !set.open))
            }
            _ => Found::Unknown,
        }),
        ("users", Kind::Queue) => rows(|view, it| users(view, it, |all| texts(all.names, all.complete))),
        ("open_to_all", Kind::Queue) => rows(|view, it| users(view, it, |it| Value::Bool(it.all))),
        ("requirement", Kind::Queue) => rows(requirement),
        ("slots", Kind::Queue) => slots_of_queues(view, &records),
        ("slots", Kind::Host) => slots(view).iter().map(number_of_slots).collect(),
        ("is_server" | "resources", Kind::Host) => facts_of_hosts(view, path),
        ("groups", Kind::Host) => groups(view),
        ("queues", Kind::Host) => queues_of_hosts(view),
        (_, Kind::Cluster) if kind.parameter(path).is_none() => {
            let of = Kind::ALL.into_iter().find(|it| it.list_name() == Some(path));
            let is_complete = |it: &Kind| view.knowledge(it.files()[0]) == Knowledge::Complete;
            let of = of.filter(is_complete);
            vec![of.map_or(Found::Unknown, |it| Found::Value(Value::Objects(it, numbers_of(view, it))))]
        }
        _ => parameter(view, kind, &records, path),
    }
}

fn numbers_of(view: View<'_>, kind: Kind) -> Vec<u32> {
    (0..records(view, kind).len() as u32).collect()
}

/// The name of an object; of the parameters of a file the name of the file.
fn name(view: View<'_>, kind: Kind, record: &Record<'_>) -> String {
    match (record, kind) {
        (Record::Row(row), _) => row.name().into_owned(),
        (Record::Host(id), _) => view.hosts().get(*id).name.to_string(),
        (Record::File, _) => kind.files()[0].name().to_owned(),
    }
}

fn hosts(view: View<'_>, set: Option<HostSet>) -> Found {
    match set.filter(|it| it.is_exact() && !view.hosts().is_empty()) {
        Some(set) => Found::Value(Value::Objects(Kind::Host, set.surely.iter().map(|it| it as u32).collect())),
        None => Found::Unknown,
    }
}

fn users(view: View<'_>, queue: &Entity<'_>, value: impl Fn(UserNames) -> Value) -> Found {
    users_of_queue(view, queue).map_or(Found::Unknown, |it| Found::Value(value(it)))
}

fn requirement(view: View<'_>, queue: &Entity<'_>) -> Found {
    match combined::of_entity(view, queue) {
        None => Found::Unknown,
        Some(it) if it.outcome == Outcome::Rejected => Found::Unknown,
        Some(it) => Found::Value(Value::Text(it.result.map_or_else(String::new, |it| it.to_string()))),
    }
}

fn number_of_slots(slots: &Slots) -> Found {
    match slots {
        Slots::Number(it) => Found::Value(Value::Number(*it as f64)),
        Slots::Processors | Slots::Unlimited | Slots::Unknown => Found::Unknown,
    }
}

fn slots_of_queues(view: View<'_>, records: &[Record<'_>]) -> Column {
    let slots = slots(view);
    let sum = |set: HostSet| {
        let numbers = set.surely.iter().map(|it| match slots.get(it) {
            Some(Slots::Number(it)) => Some(*it),
            _ => None,
        });
        numbers.sum::<Option<u64>>().map_or(Found::Unknown, |it| Found::Value(Value::Number(it as f64)))
    };
    let one = |it: &Record<'_>| {
        let set = if let Record::Row(row) = it { hosts_of_queue(view, row) } else { None };
        set.filter(|it| it.is_exact() && !view.hosts().is_empty()).map_or(Found::Unknown, sum)
    };
    records.iter().map(one).collect()
}

fn facts_of_hosts(view: View<'_>, name: &str) -> Column {
    let one = |(id, _)| {
        let facts = view.hosts().facts(id);
        match name {
            "is_server" => facts.server.map_or(Found::Unknown, |it| Found::Value(Value::Bool(it))),
            _ if facts.complete => {
                Found::Value(Value::Texts(facts.resources.iter().map(|it| it.name.to_string()).collect()))
            }
            _ => Found::Unknown,
        }
    };
    view.hosts().iter().map(one).collect()
}

/// The names of the host groups of each host: those of which it is certainly a member.
fn groups(view: View<'_>) -> Column {
    let mut found = vec![Vec::new(); view.hosts().len()];
    let groups = view.host_groups();
    for name in groups.names() {
        for host in groups.get(name).into_iter().flat_map(|it| it.surely.iter()) {
            found[host].push(name.to_owned());
        }
    }
    found.into_iter().map(|it| Found::Value(Value::Texts(it))).collect()
}

/// The names of the queues whose jobs each host runs.
fn queues_of_hosts(view: View<'_>) -> Column {
    let mut found = vec![(Vec::new(), view.has_file(FileKind::LsbQueues)); view.hosts().len()];
    for queue in view.queues().filter(|it| !it.is_broken() && !it.name().is_empty()) {
        let Some(HostSet { mut surely, mut possibly, .. }) = hosts_of_queue(view, &queue) else {
            found.iter_mut().for_each(|it| it.1 = false);
            continue;
        };
        if queue.is_conditional() {
            surely = Bits::default();
        }
        possibly.subtract(&surely);
        surely.iter().for_each(|it| found[it].0.push(queue.name().into_owned()));
        possibly.iter().for_each(|it| found[it].1 = false);
    }
    found.into_iter().map(|(names, complete)| Found::Value(texts(names, complete))).collect()
}

/// The job slots of each host.
fn slots(view: View<'_>) -> Arc<Vec<Slots>> {
    let all = |view: View<'_>| {
        let rows = HostRows::of(view);
        view.hosts().iter().map(|it| rows.slots(it.0)).collect::<Vec<Slots>>()
    };
    view.once("the job slots of each host", all).unwrap_or_default()
}

/// A list of texts that may have others.
fn texts(names: Vec<String>, complete: bool) -> Value {
    if complete { Value::Texts(names) } else { Value::SomeTexts(names) }
}
