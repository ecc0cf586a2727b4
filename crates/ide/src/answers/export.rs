//! The cluster as data: all objects as LSF reads them, with their values resolved and in one form.

use std::collections::BTreeMap;

use lsflint_model::combined::{self, UserNames, hosts_of_queue, users_of_queue, without_clients};
use lsflint_model::effective::{numbers, smallest_unit};
use lsflint_model::requirement::merge::Outcome;
use lsflint_model::{AsRead, Entity, HostSet, Place};
use lsflint_spec::{FileKind, ParamSpec, SectionSpec, find_param};
use rustc_hash::FxHashMap;

use super::plan::effective::{Origin, SideOf, effective};
use super::plan::records::{self, Own, Record, is_cluster_wide};
use super::plan::{PlanObject, Side, value};

/// A cluster as data.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Export {
    /// All objects that LSF reads, by file and section in the order of the documentation, then by name.
    pub objects: Vec<Exported>,
    /// The sets of hosts that queues and groups refer to, each once, by name.
    pub host_sets: Vec<Vec<String>>,
}

/// An object.
#[derive(Debug, Clone, PartialEq)]
pub struct Exported {
    /// What it is.
    pub object: PlanObject,
    /// Whether it exists at each time of the week, if an `#if` decides: `true Mon-Fri 08:00-18:00, else false`.
    pub exists: Option<String>,
    /// The values that it sets or takes from lsb.params, by name of the parameter.
    pub values: BTreeMap<String, ExportedValue>,
    /// What the values mean together.
    pub resolved: Resolved,
    /// Where it is defined.
    pub at: Option<Line>,
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The path as in reports.
    pub file: String,
    /// The line, 1-based.
    pub line: usize,
}

/// A value of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedValue {
    /// The value as LSF reads it, on one line; `None` if it is a secret.
    pub value: Option<String>,
    /// The value in its normal form: equal for values with the same meaning.
    pub normal: Option<String>,
    /// The numbers of a value of numbers, in `unit`: a default and a maximum, or one number.
    pub numbers: Option<Vec<f64>>,
    /// The unit of the numbers: `seconds`, `MB`; empty if they have none.
    pub unit: String,
    /// The value in words: `6 hours`.
    pub words: String,
    /// Whether the object takes it from lsb.params.
    pub is_inherited: bool,
    /// Whether the same value applies without it: that of lsb.params, or the documented default.
    pub is_default: bool,
    /// Where it is set.
    pub at: Option<Line>,
}

/// What the values of an object mean together.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolved {
    /// Nothing to resolve.
    Nothing,
    /// A queue.
    Queue {
        /// Its hosts; `None` if they are unknown.
        hosts: Option<Hosts>,
        /// Its users; `None` if they are unknown.
        users: Option<UserNames>,
        /// The requirement of jobs without their own one.
        requirement: Requirement,
    },
    /// A host group or compute unit with its hosts, also those of groups inside it; `None` if they are unknown.
    Hosts(Option<Hosts>),
    /// A user group with its users, also those of groups inside it; `None` if they are unknown.
    Users(Option<UserNames>),
}

/// A set of hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hosts {
    /// The number of the set in [`Export::host_sets`]: the hosts that are certain.
    pub set: usize,
    /// Whether there are no others.
    pub complete: bool,
}

/// The requirement of a queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Requirement {
    /// It is not known, because an `#if` or a file that is not loaded decides.
    Unknown,
    /// There is none.
    None,
    /// The merged requirement.
    Merged(String),
    /// LSF rejects jobs, with the reason.
    Rejected(String),
}

/// The cluster as data.
pub fn export(cluster: &AsRead) -> Export {
    let mut exporter = Exporter { side: SideOf::new(Side::New, cluster), sets: Sets::default() };
    let mut objects = Vec::new();
    for (file, section) in records::sections() {
        exporter.section(file, section, &mut objects);
    }
    Export { objects, host_sets: exporter.sets.named }
}

/// One object with the values that it sets or inherits, without what they mean together.
pub(in crate::answers) fn exported(
    side: &SideOf<'_>,
    file: FileKind,
    section: &'static SectionSpec,
    name: &str,
    record: &Record<'_>,
    inherited: &[&'static ParamSpec],
) -> Exported {
    let mut values = BTreeMap::new();
    let own = record.values.iter().map(|(key, own)| (*key, own.param, Some(own)));
    let others =
        inherited.iter().filter(|it| !record.values.contains_key(it.name)).map(|it| (it.name, Some(*it), None));
    for (key, param, own) in own.chain(others) {
        values.insert(key.to_owned(), exported_value(side, file, section, name, record, param, own));
    }
    let depends = record.is_conditional() && section.defines.is_some();
    let exists = depends.then(|| super::existence(&side.times, &record.entity).to_text(|it| it.to_string()));
    Exported {
        object: records::object(file, section, name),
        exists,
        values,
        resolved: Resolved::Nothing,
        // Parameters of a whole file may be set in several files.
        at: if is_cluster_wide(section) { None } else { line(side, &record.entity.place()) },
    }
}

/// The parameters of a section that lsb.params sets for all of its objects.
pub(in crate::answers) fn inherited(
    side: &SideOf<'_>,
    file: FileKind,
    section: &'static SectionSpec,
) -> Vec<&'static ParamSpec> {
    let local = matches!(file, FileKind::LsbQueues | FileKind::LsbApplications);
    let is_set = |it: &&ParamSpec| {
        find_param(FileKind::LsbParams, "Parameters", it.name)
            .is_some_and(|it| side.view().parameter(it.name).field().is_some())
    };
    section.params.iter().filter(|it| local && is_set(it)).collect()
}

fn exported_value(
    side: &SideOf<'_>,
    file: FileKind,
    section: &'static SectionSpec,
    name: &str,
    record: &Record<'_>,
    param: Option<&'static ParamSpec>,
    own: Option<&Own<'_>>,
) -> ExportedValue {
    let is_conditional = own.is_some_and(|it| it.is_conditional);
    let found = effective(side, file, section, name, Some(record), param, own, is_conditional);
    let normal = found.normal(side, param, file);
    let without = effective(side, file, section, name, None, param, None, false).normal(side, param, file);
    let is_secret = param.is_some_and(value::is_secret);
    let unit = side.unit(param);
    let numbers = match found.origin {
        Origin::OverTime => None,
        _ => found.text.as_deref().filter(|_| !is_secret).and_then(|it| numbers(it, &unit)),
    };
    let numbers = numbers.filter(|it| !it.is_empty());
    let words = match (found.origin, &found.text) {
        (Origin::OverTime, Some(text)) => text.clone(),
        (_, text) => value::shown(param, text.as_deref().map(|it| (it, unit.as_str()))),
    };
    ExportedValue {
        is_inherited: own.is_none(),
        is_default: own.is_some() && found.origin != Origin::OverTime && normal == without,
        value: found.text.clone().filter(|_| !is_secret),
        normal: normal.filter(|_| !is_secret),
        unit: numbers.as_ref().map_or_else(String::new, |_| smallest_unit(&unit).to_owned()),
        numbers,
        words,
        at: found.place.as_ref().and_then(|it| line(side, it)),
    }
}

fn line(side: &SideOf<'_>, place: &Place) -> Option<Line> {
    side.places.of(place).map(|it| Line { file: it.file, line: it.line })
}

struct Exporter<'c> {
    side: SideOf<'c>,
    sets: Sets,
}

/// The sets of hosts, each once.
#[derive(Default)]
struct Sets {
    named: Vec<Vec<String>>,
    numbers: FxHashMap<Vec<String>, usize>,
}

impl Exporter<'_> {
    fn section(&mut self, file: FileKind, section: &'static SectionSpec, objects: &mut Vec<Exported>) {
        let cluster = self.side.cluster;
        let inherited = inherited(&self.side, file, section);
        for (name, records) in &records::records(cluster, file, section) {
            for record in records {
                let resolved = self.resolved(&record.entity);
                let object = exported(&self.side, file, section, name, record, &inherited);
                objects.push(Exported { resolved, ..object });
            }
        }
    }

    fn resolved(&mut self, record: &Entity<'_>) -> Resolved {
        let view = self.side.view();
        match (record.kind(), record.section().name) {
            (FileKind::LsbQueues, "Queue") => Resolved::Queue {
                hosts: hosts_of_queue(view, record).filter(|_| !view.hosts().is_empty()).map(|it| self.hosts(&it)),
                users: users_of_queue(view, record),
                requirement: requirement(record),
            },
            (FileKind::LsbHosts, "HostGroup" | "ComputeUnit") => {
                let set = view.host_groups().get(&record.name()).map(|it| without_clients(view, it.clone()));
                Resolved::Hosts(set.map(|it| self.hosts(&it)))
            }
            (FileKind::LsbUsers, "UserGroup") => {
                let users = view.user_groups().get(&record.name()).map(|set| UserNames {
                    all: set.is_all(),
                    names: view.user_groups().names_in(set).into_iter().map(str::to_owned).collect(),
                    complete: !set.open,
                });
                Resolved::Users(users)
            }
            _ => Resolved::Nothing,
        }
    }

    fn hosts(&mut self, set: &HostSet) -> Hosts {
        let hosts = self.side.view().hosts();
        let surely = hosts.iter().filter(|it| set.surely.contains(it.0.0 as usize));
        let mut names: Vec<String> = surely.map(|it| it.1.name.to_string()).collect();
        names.sort_unstable();
        let Sets { named, numbers } = &mut self.sets;
        let number = *numbers.entry(names).or_insert_with_key(|names| {
            named.push(names.clone());
            named.len() - 1
        });
        Hosts { set: number, complete: set.is_exact() }
    }
}

/// The requirement of jobs without their own one.
fn requirement(queue: &Entity<'_>) -> Requirement {
    let Some(merged) = combined::of_entity(queue.view(), queue) else { return Requirement::Unknown };
    match (merged.outcome, merged.result) {
        (Outcome::Rejected, _) => Requirement::Rejected(merged.reason.unwrap_or_default()),
        (Outcome::Merged, Some(result)) => Requirement::Merged(result.to_string()),
        (Outcome::Merged | Outcome::None, _) => Requirement::None,
    }
}
