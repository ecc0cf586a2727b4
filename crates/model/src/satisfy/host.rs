//! The known values of a host, from the configuration files.

use std::sync::Arc;

use lsflint_spec::{FileKind, Reading, ResourceType, builtin_resource};

use super::batch::{BatchHosts, BatchRow};
use super::domain::{Domain, Interval, Texts};
use super::mapped::{Instance, Mapped, Place};
use super::state::{HOST_TYPE, Known, Variable, is_size};
use crate::requirement::{Decimal, SizeUnit, Units};
use crate::{Host, HostFacts, HostId, Knowledge, Lookup, View};

/// The built-in resource that is the number of job slots of a host.
const MOST_SLOTS: &str = "maxslots";
/// The built-in resource that is the number of its free job slots.
const FREE_SLOTS: &str = "slots";

/// The sources of the values of hosts that matter for some resources.
pub(super) struct Sources<'a> {
    pub(super) view: View<'a>,
    /// Whether a resource that the row of a host does not list is certainly not defined there.
    closed: bool,
    /// Whether host names matter.
    by_name: bool,
    /// Whether sizes without a unit are in MB.
    megabytes: bool,
    /// The resources of ResourceMap that matter.
    mapped: Vec<Box<str>>,
    map: Option<Arc<Mapped>>,
    batch: Option<Arc<BatchHosts>>,
}

/// What distinguishes hosts: hosts with equal keys have equal values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    facts: u32,
    host: Option<HostId>,
    places: Vec<Place>,
    row: u32,
}

impl<'a> Sources<'a> {
    /// The sources for the values of these resources. `batch`: whether lsb.hosts matters for other reasons.
    pub(super) fn of<'n>(view: View<'a>, names: impl Iterator<Item = &'n str>, batch: bool) -> Sources<'a> {
        let (mut by_name, mut batch, mut mapped) = (false, batch, Vec::<Box<str>>::new());
        for name in names {
            by_name |= name == "hname";
            batch |= matches!(name, MOST_SLOTS | FREE_SLOTS);
            let is_mapped = view.resources().get(name).is_some_and(|it| it.shared.is_some() && !it.builtin);
            if is_mapped && !mapped.iter().any(|it| **it == *name) {
                mapped.push(name.into());
            }
        }
        Sources {
            view,
            closed: rows_are_complete(view),
            by_name,
            megabytes: Units::of(view.switches()) == Units::MB,
            map: (!mapped.is_empty()).then(|| Mapped::of(view)),
            mapped,
            batch: batch.then(|| BatchHosts::of(view)),
        }
    }

    /// Whether hosts with equal rows in lsf.cluster have equal keys.
    pub(super) fn depend_on_facts(&self) -> bool {
        !self.by_name && self.mapped.is_empty() && self.batch.is_none()
    }

    /// The key of a host.
    pub(super) fn key(&self, id: HostId) -> Key {
        let hosts = self.view.hosts();
        let host = hosts.get(id);
        let runs_jobs = || hosts.facts(id).server != Some(false);
        let place = |it: &str| self.map.as_ref().map_or(Place::Unknown, |map| map.place(it, id, runs_jobs()));
        Key {
            facts: host.facts,
            host: self.by_name.then_some(id),
            places: self.mapped.iter().map(|it| place(it)).collect(),
            row: self.batch.as_ref().map_or(0, |it| it.number(id)),
        }
    }

    /// The values of the hosts with a key.
    pub(super) fn values<'s>(&'s self, key: &'s Key) -> HostValues<'s> {
        let hosts = self.view.hosts();
        HostValues {
            sources: self,
            view: self.view,
            facts: &hosts.all_facts()[key.facts as usize],
            host: key.host.map(|it| hosts.get(it)),
            places: &key.places,
            row: self.batch.as_ref().and_then(|it| it.row(key.row)),
            local: None,
        }
    }
}

/// A host, or all hosts with equal values if host names do not matter.
#[derive(Clone, Copy)]
pub(super) struct HostValues<'a> {
    sources: &'a Sources<'a>,
    pub(super) view: View<'a>,
    pub(super) facts: &'a HostFacts,
    /// The host, if its name matters.
    host: Option<&'a Host>,
    places: &'a [Place],
    /// Its row in lsb.hosts, if that matters.
    pub(super) row: Option<&'a BatchRow>,
    /// Whether it has the type of the submission host; `None` if that is unknown.
    pub(super) local: Option<bool>,
}

/// Whether the rows of lsf.cluster list all resources: hosts may define more in their own lsf.conf.
fn rows_are_complete(view: View<'_>) -> bool {
    matches!(view.conf("LSF_LOCAL_RESOURCES"), Lookup::Absent) && view.resources().knowledge == Knowledge::Complete
}

impl<'a> HostValues<'a> {
    /// The same hosts for a job from a host of the same type, or of another one.
    pub(super) fn submitted_from(&self, same_type: bool) -> HostValues<'a> {
        HostValues { local: Some(same_type), ..*self }
    }

    /// Whether the files determine whether the host has a resource: it is static, and assigned to hosts.
    fn is_decided(&self, name: &str) -> bool {
        let Some(resource) = self.view.resources().get(name) else { return false };
        self.sources.closed
            && self.facts.complete
            && !resource.builtin
            && resource.reading == Some(Reading::Static)
            && (resource.shared.is_none() || self.place(name) == Place::Nowhere)
    }

    /// Whether the files certainly do not give the host a resource.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.listed(name).is_none() && self.is_decided(name)
    }

    /// The resource in the row of the host in lsf.cluster.
    pub(super) fn listed(&self, name: &str) -> Option<&'a crate::HostResource> {
        self.facts.resources.iter().find(|it| *it.name == *name)
    }

    fn place(&self, name: &str) -> Place {
        let number = self.sources.mapped.iter().position(|it| **it == *name);
        number.and_then(|it| self.places.get(it)).copied().unwrap_or(Place::Unknown)
    }

    /// The instance of a resource of ResourceMap that the host uses.
    pub(super) fn instance(&self, name: &str) -> Option<&'a Instance> {
        self.sources.map.as_ref()?.instance(name, self.place(name))
    }

    /// The value of a static resource as text: in the row of the host, else in ResourceMap.
    pub(super) fn value_text(&self, name: &str) -> Option<&'a str> {
        match self.listed(name) {
            Some(listed) => listed.value.as_deref(),
            None => self.instance(name)?.value.as_deref(),
        }
    }

    /// The maximum of a size in MB: `maxmem` of the host for `mem`.
    pub(super) fn most(&self, name: &str) -> Option<Decimal> {
        let most = builtin_resource(&format!("max{name}"))?;
        Decimal::parse(self.value_text(most.name)?)
    }

    fn value(&self, name: &str, unit: Option<&str>) -> Option<Domain> {
        let one = |text: &str| Some(Domain::Text(Texts::One(text.to_owned())));
        match name {
            HOST_TYPE => return one(self.facts.host_type.as_deref()?),
            "model" => return one(self.facts.model.as_deref()?),
            "server" => return self.facts.server.map(|it| Domain::Flag(Some(it))),
            "hname" => return one(&self.host?.name),
            MOST_SLOTS => return Some(Domain::Number(Interval::only(Decimal::from(self.row?.slots?)))),
            FREE_SLOTS => {
                let most = Decimal::from(self.row?.slots?);
                return Some(Domain::Number(Interval::between(Some(Decimal::ZERO), Some(most))));
            }
            _ => {}
        }
        // Known sizes are in MB, and cannot be compared with a number whose unit is unknown.
        if is_size(name) && unit != Some(SizeUnit::MB.suffix()) {
            return None;
        }
        match (self.view.resources().get(name)?.kind?, self.listed(name)) {
            (ResourceType::Boolean, Some(_)) => Some(Domain::Flag(Some(true))),
            (ResourceType::Boolean, None) => self.is_decided(name).then_some(Domain::Flag(Some(false))),
            (ResourceType::Numeric, _) => match self.value_text(name) {
                Some(text) => Some(Domain::Number(Interval::only(Decimal::parse(text)?))),
                None => Some(Domain::Number(Interval::between(Some(Decimal::ZERO), Some(self.most(name)?)))),
            },
            (ResourceType::String, _) => one(self.value_text(name)?),
        }
    }
}

impl Known for HostValues<'_> {
    fn domain(&self, variable: &Variable) -> Option<Domain> {
        match variable {
            Variable::Value(name, unit) => self.value(name, *unit),
            Variable::Defined(name) if self.listed(name).is_some() || self.instance(name).is_some() => {
                Some(Domain::Flag(Some(true)))
            }
            Variable::Defined(name) => self.is_decided(name).then_some(Domain::Flag(Some(false))),
        }
    }

    fn text(&self, name: &str, text: &str) -> Option<String> {
        if name != "hname" {
            return Some(text.to_owned());
        }
        let hosts = self.view.hosts();
        match hosts.find(text) {
            Some(id) => Some(hosts.get(id).name.to_string()),
            None => (hosts.knowledge == Knowledge::Complete && !hosts.is_known(text)).then(|| text.to_owned()),
        }
    }

    fn has_local_type(&self) -> Option<bool> {
        self.local
    }

    fn sizes_are_megabytes(&self) -> bool {
        self.sources.megabytes
    }
}

impl<'a> View<'a> {
    /// Whether lsf.cluster, which defines the hosts, is loaded.
    pub fn sees_hosts(&self) -> bool {
        self.knowledge(FileKind::LsfCluster) != Knowledge::Unknown
    }
}
