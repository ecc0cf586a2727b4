//! The objects of a cluster as conditions see them.

use std::sync::OnceLock;

use lsflint_model::combined::{self, UserNames, hosts_of_queue, users_of_queue, without_clients};
use lsflint_model::effective::{numbers, setting_in, unit_of, value_in};
use lsflint_model::requirement::merge::Outcome;
use lsflint_model::{AsRead, Entity, HostId, HostRow, HostRows, HostSet, Slots, State, View};
use lsflint_spec::{Confidence, FileKind, ParamSpec, yes_no};

use crate::types::{Kind, Type, of_parameter};

/// A cluster, with what many objects need.
pub(crate) struct Scene<'a> {
    cluster: &'a AsRead,
    /// The row of lsb.hosts and the job slots of each host, once a condition asks.
    rows: OnceLock<Vec<(Row, Slots)>>,
    /// The names of the host groups of each host, once a condition asks.
    groups: OnceLock<Vec<Vec<&'a str>>>,
}

/// The row of lsb.hosts that applies to a host.
enum Row {
    /// The number of the row.
    Of(u32),
    /// lsb.hosts has no rows.
    Unlimited,
    /// The host runs no jobs.
    NoJobs,
    Unknown,
}

/// An object.
#[derive(Clone, Copy)]
pub(crate) struct Object {
    pub(crate) kind: Kind,
    record: Record,
}

#[derive(Clone, Copy)]
enum Record {
    /// The number of a record of a section.
    Entity(FileKind, &'static str, u32),
    /// A host, whose parameters are in two files.
    Host(HostId),
    /// The parameters of a file.
    File,
}

/// What an object has under a name.
pub(crate) enum Found {
    /// A value.
    Value(Value),
    /// Nothing sets it, and the documentation has no default.
    NotSet,
    /// It is not known: an `#if`, a template, or a file that is not loaded decides.
    Unknown,
}

/// A value.
#[derive(Clone)]
pub(crate) enum Value {
    Bool(bool),
    /// A number; of durations in seconds, of sizes in MB.
    Number(f64),
    Text(String),
    Texts(Vec<String>),
    /// The texts that are certain, of a list that may have others.
    SomeTexts(Vec<String>),
    /// The numbers of a limit: of tasks with a minimum.
    Limit {
        minimum: Option<f64>,
        default: Option<f64>,
        maximum: f64,
    },
    Objects(Vec<Object>),
}

impl<'a> Scene<'a> {
    pub(crate) fn new(cluster: &'a AsRead) -> Scene<'a> {
        Scene { cluster, rows: OnceLock::new(), groups: OnceLock::new() }
    }

    fn view(&self) -> View<'a> {
        self.cluster.view()
    }

    fn rows(&self) -> &[(Row, Slots)] {
        self.rows.get_or_init(|| {
            let view = self.view();
            let rows = HostRows::of(view);
            let one = |host: HostId| match rows.get(host) {
                HostRow::Of(row) => Row::Of(row.number()),
                HostRow::Unlimited => Row::Unlimited,
                HostRow::NoJobs => Row::NoJobs,
                HostRow::Unknown(_) => Row::Unknown,
            };
            view.hosts().iter().map(|it| (one(it.0), rows.slots(it.0))).collect()
        })
    }

    fn slots(&self, host: usize) -> &Slots {
        &self.rows()[host].1
    }

    /// All objects of a kind that certainly exist.
    pub(crate) fn objects(&self, kind: Kind) -> Vec<Object> {
        match kind {
            Kind::Host => self.view().hosts().iter().map(|it| Object { kind, record: Record::Host(it.0) }).collect(),
            Kind::Params | Kind::Conf | Kind::Cluster => vec![Object { kind, record: Record::File }],
            _ => {
                let mut found: Vec<Object> = Vec::new();
                for (file, section) in kind.sections() {
                    let records = self.view().all(file, section.name);
                    let usable = records.filter(|it| !it.is_broken() && !it.is_conditional() && !it.name().is_empty());
                    let object =
                        |it: Entity<'a>| Object { kind, record: Record::Entity(file, section.name, it.number()) };
                    found.extend(usable.map(object));
                }
                found
            }
        }
    }

    /// The record that defines an object; `None` for the parameters of a file.
    pub(crate) fn entity(&self, object: Object) -> Option<Entity<'a>> {
        match object.record {
            Record::Entity(file, section, number) => self.view().record(file, section, number),
            Record::Host(id) => self.view().record(FileKind::LsfCluster, "Host", self.view().hosts().get(id).row),
            Record::File => None,
        }
    }

    /// The name of an object; of the parameters of a file the name of the file.
    pub(crate) fn name(&self, object: Object) -> String {
        match object.record {
            Record::Entity(..) => self.entity(object).map_or_else(String::new, |it| it.name().into_owned()),
            Record::Host(id) => self.view().hosts().get(id).name.to_string(),
            Record::File => match object.kind {
                Kind::Params => FileKind::LsbParams.name().to_owned(),
                Kind::Conf => FileKind::LsfConf.name().to_owned(),
                _ => self.view().cluster_name().unwrap_or_default().to_owned(),
            },
        }
    }

    /// What an object has under a name that the checker knows.
    pub(crate) fn attribute(&self, object: Object, name: &str) -> Found {
        match (name, object.kind) {
            ("name", _) => Found::Value(Value::Text(self.name(object))),
            ("hosts", Kind::Queue) => self.hosts(self.entity(object).and_then(|it| hosts_of_queue(self.view(), &it))),
            ("hosts", Kind::HostGroup) => {
                let set = self.view().host_groups().get(&self.name(object));
                self.hosts(set.map(|it| without_clients(self.view(), it.clone())))
            }
            ("users", Kind::UserGroup) => match self.view().user_groups().get(&self.name(object)) {
                Some(set) if !set.is_all() => {
                    let names = self.view().user_groups().names_in(set);
                    Found::Value(texts(names.into_iter().map(str::to_owned).collect(), !set.open))
                }
                _ => Found::Unknown,
            },
            ("users" | "open_to_all", Kind::Queue) => self.users(object, name),
            ("requirement", Kind::Queue) => self.requirement(object),
            ("slots", Kind::Queue) => self.slots_of_queue(object),
            ("slots" | "is_server" | "resources" | "groups", Kind::Host) => self.host(object, name),
            (_, Kind::Cluster) => match name {
                "queues" => self.list(Kind::Queue),
                "applications" => self.list(Kind::Application),
                "hosts" => self.list(Kind::Host),
                "host_groups" => self.list(Kind::HostGroup),
                "user_groups" => self.list(Kind::UserGroup),
                "resources" => self.list(Kind::Resource),
                "limits" => self.list(Kind::Limit),
                "pools" => self.list(Kind::Pool),
                "service_classes" => self.list(Kind::ServiceClass),
                _ => self.parameter(object, name),
            },
            _ => self.parameter(object, name),
        }
    }

    fn list(&self, kind: Kind) -> Found {
        Found::Value(Value::Objects(self.objects(kind)))
    }

    fn hosts(&self, set: Option<HostSet>) -> Found {
        let Some(set) = set.filter(|it| it.is_exact() && !self.view().hosts().is_empty()) else {
            return Found::Unknown;
        };
        let host = |it: usize| Object { kind: Kind::Host, record: Record::Host(HostId(it as u32)) };
        Found::Value(Value::Objects(set.surely.iter().map(host).collect()))
    }

    fn users(&self, object: Object, name: &str) -> Found {
        let users = self.entity(object).and_then(|it| users_of_queue(self.view(), &it));
        let Some(UserNames { all, names, complete }) = users else { return Found::Unknown };
        Found::Value(match name {
            "open_to_all" => Value::Bool(all),
            _ => texts(names, complete),
        })
    }

    fn requirement(&self, object: Object) -> Found {
        let merged = self.entity(object).and_then(|it| combined::of_entity(self.view(), &it));
        match merged {
            None => Found::Unknown,
            Some(it) if it.outcome == Outcome::Rejected => Found::Unknown,
            Some(it) => Found::Value(Value::Text(it.result.map_or_else(String::new, |it| it.to_string()))),
        }
    }

    fn slots_of_queue(&self, object: Object) -> Found {
        let set = self.entity(object).and_then(|it| hosts_of_queue(self.view(), &it)).filter(HostSet::is_exact);
        let Some(set) = set.filter(|_| !self.view().hosts().is_empty()) else { return Found::Unknown };
        let mut sum = 0_u64;
        for host in set.surely.iter() {
            match self.slots(host) {
                Slots::Number(it) => sum = sum.saturating_add(*it),
                Slots::Processors | Slots::Unlimited | Slots::Unknown => return Found::Unknown,
            }
        }
        Found::Value(Value::Number(sum as f64))
    }

    fn host(&self, object: Object, name: &str) -> Found {
        let Record::Host(id) = object.record else { return Found::Unknown };
        let facts = self.view().hosts().facts(id);
        match name {
            "is_server" => facts.server.map_or(Found::Unknown, |it| Found::Value(Value::Bool(it))),
            "slots" => match self.slots(id.0 as usize) {
                Slots::Number(it) => Found::Value(Value::Number(*it as f64)),
                Slots::Processors | Slots::Unlimited | Slots::Unknown => Found::Unknown,
            },
            "resources" if facts.complete => {
                Found::Value(Value::Texts(facts.resources.iter().map(|it| it.name.to_string()).collect()))
            }
            "groups" => {
                let groups = &self.groups()[id.0 as usize];
                Found::Value(Value::Texts(groups.iter().map(|it| (*it).to_owned()).collect()))
            }
            _ => Found::Unknown,
        }
    }

    /// The names of the host groups of each host: those of which it is certainly a member.
    fn groups(&self) -> &[Vec<&'a str>] {
        self.groups.get_or_init(|| {
            let mut found = vec![Vec::new(); self.view().hosts().len()];
            let groups = self.view().host_groups();
            for name in groups.names() {
                for host in groups.get(name).into_iter().flat_map(|it| it.surely.iter()) {
                    found[host].push(name);
                }
            }
            found
        })
    }

    fn parameter(&self, object: Object, name: &str) -> Found {
        let Some((file, section, param)) = object.kind.parameter(name) else { return Found::Unknown };
        let row = match object.record {
            Record::File => {
                let text = setting_in(self.view(), file, section, param);
                let is_set = !self.view().setting(file, section, param.name).is_absent();
                return self.typed(param, text, is_set);
            }
            Record::Host(id) if file == FileKind::LsbHosts => match self.rows()[id.0 as usize].0 {
                Row::Of(number) => self.view().record(file, section, number),
                Row::Unlimited | Row::NoJobs => return Found::NotSet,
                Row::Unknown => return Found::Unknown,
            },
            Record::Entity(..) | Record::Host(_) => self.entity(object),
        };
        let Some(row) = row else { return Found::NotSet };
        let own = row.field(param.name).is_some_and(|it| it.state() != State::Unset);
        let local = matches!(file, FileKind::LsbQueues | FileKind::LsbApplications);
        let inherited = local && self.view().parameter(param.name).is_set();
        self.typed(param, value_in(self.view(), Some(row), param), own || inherited)
    }

    /// A text as a value of its type. A default counts if its documentation is certain.
    fn typed(&self, param: &'static ParamSpec, text: Option<Option<String>>, is_set: bool) -> Found {
        let Some(text) = text else { return Found::Unknown };
        let is_undefined = |it: &String| it.split(' ').next() == Some("undefined");
        let certain = is_set || param.confidence == Confidence::High;
        let Some(text) = text.filter(|it| certain && (is_set || !is_undefined(it))) else { return Found::NotSet };
        let words: Vec<&str> = text.split_whitespace().filter(|it| *it != "\\").collect();
        let plain = words.join(" ");
        let unit = unit_of(param, self.view().switches());
        let one = || numbers(&plain, &unit).filter(|it| it.len() == 1).map(|it| Value::Number(it[0]));
        let value = match of_parameter(param) {
            Type::Bool => yes_no(&plain).map(Value::Bool),
            Type::Integer | Type::Number | Type::Duration | Type::Memory => one(),
            Type::Limit { has_minimum, .. } => limit(&plain, &unit, has_minimum),
            Type::List(_) => Some(Value::Texts(words.iter().map(|it| (*it).to_owned()).collect())),
            _ => Some(Value::Text(plain.clone())),
        };
        match value {
            Some(value) => Found::Value(value),
            // A default in words, such as `the fastest host`.
            None if !is_set => Found::NotSet,
            None => Found::Unknown,
        }
    }

    /// Whether something sets a parameter, or a part of a limit: `RUNLIMIT`, `RUNLIMIT.default`; `None` if unknown.
    pub(crate) fn is_set(&self, object: Object, path: &str) -> Option<bool> {
        let (name, part) = path.split_once('.').map_or((path, None), |it| (it.0, Some(it.1)));
        let Some((file, section, param)) = object.kind.parameter(name) else {
            return Some(!matches!(self.attribute(object, name), Found::NotSet));
        };
        let is_set = match object.record {
            Record::File => {
                let found = self.view().setting(file, section, param.name);
                if found.is_set() {
                    true
                } else if found.is_absent() {
                    false
                } else {
                    return None;
                }
            }
            _ => {
                let row = match object.record {
                    Record::Host(id) if file == FileKind::LsbHosts => match self.rows()[id.0 as usize].0 {
                        Row::Of(number) => self.view().record(file, section, number),
                        Row::Unlimited | Row::NoJobs => None,
                        Row::Unknown => return None,
                    },
                    _ => self.entity(object),
                };
                let own = row.and_then(|it| it.field(param.name)).filter(|it| it.state() != State::Unset);
                let local = matches!(file, FileKind::LsbQueues | FileKind::LsbApplications);
                match own {
                    Some(field) if field.is_conditional() => return None,
                    Some(_) => true,
                    None => local && self.view().parameter(param.name).is_set(),
                }
            }
        };
        match (part, self.attribute(object, name)) {
            _ if !is_set => Some(false),
            (None, _) => Some(true),
            (Some("default"), Found::Value(Value::Limit { default, .. })) => Some(default.is_some()),
            (Some("min"), Found::Value(Value::Limit { minimum, .. })) => Some(minimum.is_some()),
            (Some(_), Found::Value(_)) => Some(true),
            (Some(_), _) => None,
        }
    }
}

/// A list of texts that may have others.
fn texts(names: Vec<String>, complete: bool) -> Value {
    if complete { Value::Texts(names) } else { Value::SomeTexts(names) }
}

/// The numbers of a limit. No limit is the highest number.
fn limit(text: &str, unit: &str, has_minimum: bool) -> Option<Value> {
    if text == "unlimited" {
        return Some(Value::Limit { minimum: None, default: None, maximum: f64::INFINITY });
    }
    let numbers = numbers(text, unit)?;
    match (numbers.as_slice(), has_minimum) {
        ([maximum], _) => Some(Value::Limit { minimum: None, default: None, maximum: *maximum }),
        ([default, maximum], false) => Some(Value::Limit { minimum: None, default: Some(*default), maximum: *maximum }),
        ([minimum, maximum], true) => Some(Value::Limit { minimum: Some(*minimum), default: None, maximum: *maximum }),
        ([minimum, default, maximum], true) => {
            Some(Value::Limit { minimum: Some(*minimum), default: Some(*default), maximum: *maximum })
        }
        _ => None,
    }
}
