//! The values that ResourceMap of lsf.cluster gives to hosts.

use std::sync::Arc;

use lsflint_spec::{FileKind, Reading};
use lsflint_syntax::ast::Location;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::elim::{HostSet, host_set};
use crate::{Entity, HostId, View};

/// The rows of ResourceMap, by resource.
#[derive(Debug, Default)]
pub(super) struct Mapped {
    resources: FxHashMap<Box<str>, Row>,
}

/// A row of ResourceMap.
#[derive(Debug, Default)]
struct Row {
    instances: Vec<Instance>,
    /// The instance of each host that the row names.
    named: FxHashMap<HostId, u32>,
    /// The instance of all other servers, and the excluded hosts.
    rest: Option<(u32, FxHashSet<HostId>)>,
    /// Whether a host in no instance certainly does not have the resource.
    complete: bool,
}

/// An instance of a resource: `4@[h1 h2]`.
#[derive(Debug)]
pub(super) struct Instance {
    /// The value before the `@`, if the resource is static.
    pub(super) value: Option<Box<str>>,
    /// Whether its hosts share one amount; otherwise each host has its own.
    pub(super) shared: bool,
}

/// The instance of a resource that a host uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// It is unknown which one.
    Unknown,
    /// None: ResourceMap does not give the resource to the host.
    Nowhere,
    /// The one with this index.
    Instance(u32),
}

impl Mapped {
    /// The rows of a cluster, read once.
    pub(super) fn of(view: View<'_>) -> Arc<Mapped> {
        view.once("hosts of mapped resources", Mapped::read).unwrap_or_default()
    }

    fn read(view: View<'_>) -> Mapped {
        let mut mapped = Mapped::default();
        for row in view.all(FileKind::LsfCluster, "ResourceMap").filter(|it| !it.is_broken()) {
            let Some(name) = row.value("RESOURCENAME") else { continue };
            // Of two rows for a resource, LSF reads the first.
            if !mapped.resources.contains_key(&*name) {
                let read = Row::of(view, &row, &name).unwrap_or_default();
                mapped.resources.insert(name.as_ref().into(), read);
            }
        }
        mapped
    }

    /// The instance of a resource that a host uses.
    pub(super) fn place(&self, resource: &str, host: HostId, runs_jobs: bool) -> Place {
        let Some(row) = self.resources.get(resource) else { return Place::Unknown };
        match (row.named.get(&host), &row.rest) {
            (Some(number), _) => Place::Instance(*number),
            (None, Some((number, except))) if runs_jobs && !except.contains(&host) => Place::Instance(*number),
            _ if row.complete => Place::Nowhere,
            _ => Place::Unknown,
        }
    }

    /// The instance at a place.
    pub(super) fn instance(&self, resource: &str, place: Place) -> Option<&Instance> {
        match place {
            Place::Instance(number) => self.resources.get(resource)?.instances.get(number as usize),
            Place::Unknown | Place::Nowhere => None,
        }
    }
}

impl Row {
    /// The instances of a row; `None` if they are unknown.
    fn of(view: View<'_>, row: &Entity<'_>, name: &str) -> Option<Row> {
        let hosts = view.hosts();
        let parse = row.parse("LOCATION").filter(|it| it.errors().is_empty() && !row.is_conditional())?;
        let location = parse.typed::<Location<'_>>()?;
        let is_static = view.resources().get(name)?.reading == Some(Reading::Static);
        let ids = |names: &[String]| names.iter().filter_map(|it| hosts.find(it)).collect::<Vec<HostId>>();
        let mut found = Row { complete: true, ..Row::default() };
        for instance in location.instances() {
            let value = instance.value().filter(|_| is_static).map(|it| it.text().as_ref().into());
            let set = host_set(instance.hosts()?, hosts);
            // LSF ignores an instance of a static resource without a value.
            if is_static && value.is_none() {
                continue;
            }
            let number = found.instances.len() as u32;
            found.instances.push(Instance { value, shared: set != HostSet::Default });
            let (named, rest) = match &set {
                HostSet::Default => (Vec::new(), Some(FxHashSet::default())),
                HostSet::All { except } => (Vec::new(), Some(ids(except).into_iter().collect())),
                HostSet::Listed { hosts, others } => (ids(hosts), others.then(FxHashSet::default)),
            };
            named.into_iter().for_each(|it| {
                found.named.entry(it).or_insert(number);
            });
            found.rest = found.rest.take().or(rest.map(|it| (number, it)));
        }
        Some(found)
    }
}
