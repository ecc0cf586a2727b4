//! What objects have in addition to their parameters.

use std::sync::Arc;

use lsflint_model::combined::{self, UserNames, users_of_queue, without_clients};
use lsflint_model::requirement::merge::Outcome;
use lsflint_model::{Entity, HostRows, HostSet, Knowledge, Slots, View};

use super::parameters::{is_set, parameter};
use super::{Column, Found, Names, Numbers, Record, Value, queues, records};
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
        ("hosts", Kind::Queue) => queues::hosts(view, &records),
        ("hosts", Kind::HostGroup) => rows(|view, it| {
            let set = view.host_groups().get(&it.name());
            hosts(view, set.map(|it| without_clients(view, it.clone())))
        }),
        ("users", Kind::UserGroup) => rows(|view, it| match view.user_groups().get(&it.name()) {
            Some(set) if !set.is_all() => {
                let names = view.user_groups().names_in(set);
                Found::Value(texts(names.into_iter().map(Arc::from).collect(), !set.open))
            }
            _ => Found::Unknown,
        }),
        ("users", Kind::Queue) => {
            rows(|view, it| users(view, it, |all| texts(all.names.into_iter().map(Arc::from).collect(), all.complete)))
        }
        ("open_to_all", Kind::Queue) => rows(|view, it| users(view, it, |it| Value::Bool(it.all))),
        ("requirement", Kind::Queue) => rows(requirement),
        ("slots", Kind::Queue) => queues::slots(view, &records, &slots(view)),
        ("slots", Kind::Host) => slots(view).iter().map(number_of_slots).collect(),
        ("is_server" | "resources", Kind::Host) => facts_of_hosts(view, path),
        ("groups", Kind::Host) => groups(view),
        ("queues", Kind::Host) => queues::of_hosts(view),
        (_, Kind::Cluster) if kind.parameter(path).is_none() => {
            let of = Kind::ALL.into_iter().find(|it| it.list_name() == Some(path));
            let is_complete = |it: &Kind| view.knowledge(it.files()[0]) == Knowledge::Complete;
            let of = of.filter(is_complete);
            vec![of.map_or(Found::Unknown, |it| Found::Value(Value::Objects(it, numbers_of(view, it))))]
        }
        _ => parameter(view, kind, &records, path),
    }
}

fn numbers_of(view: View<'_>, kind: Kind) -> Numbers {
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

/// Hosts as objects, if they are known.
pub(super) fn hosts(view: View<'_>, set: Option<HostSet>) -> Found {
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

pub(super) fn number_of_slots(slots: &Slots) -> Found {
    match slots {
        Slots::Number(it) => Found::Value(Value::Number(*it as f64)),
        Slots::Processors | Slots::Unlimited | Slots::Unknown => Found::Unknown,
    }
}

fn facts_of_hosts(view: View<'_>, name: &str) -> Column {
    let one = |(id, _)| {
        let facts = view.hosts().facts(id);
        match name {
            "is_server" => facts.server.map_or(Found::Unknown, |it| Found::Value(Value::Bool(it))),
            _ if facts.complete => {
                Found::Value(Value::Texts(facts.resources.iter().map(|it| Arc::from(&*it.name)).collect()))
            }
            _ => Found::Unknown,
        }
    };
    view.hosts().iter().map(one).collect()
}

/// The names of the host groups of each host: those of which it is certainly a member.
fn groups(view: View<'_>) -> Column {
    let mut found: Vec<Vec<Arc<str>>> = vec![Vec::new(); view.hosts().len()];
    let groups = view.host_groups();
    for group in groups.names() {
        let name: Arc<str> = group.into();
        for host in groups.get(group).into_iter().flat_map(|it| it.surely.iter()) {
            found[host].push(Arc::clone(&name));
        }
    }
    found.into_iter().map(|it| Found::Value(Value::Texts(it.into()))).collect()
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
pub(super) fn texts(names: Names, complete: bool) -> Value {
    if complete { Value::Texts(names) } else { Value::SomeTexts(names) }
}
