//! The elim plan: the hosts that start elims while some hosts are down.

use std::borrow::Cow;
use std::sync::Arc;

use super::{PlanInput, Reason};

/// The elim plan of a cluster.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan<'i> {
    /// The management host candidates that are up, in order; the first one is the management host.
    pub management_hosts: Vec<&'i str>,
    /// All hosts, in the order of the Host section.
    pub hosts: Vec<HostPlan<'i>>,
    /// The values of all dynamic resources, in the order of ResourceMap.
    pub(super) values: Vec<Values<'i>>,
    /// The servers, in the order of the Host section, and whether they are up.
    pub(super) servers: Vec<(&'i str, bool)>,
    /// Dynamic resources without an elim, because no row of ResourceMap and no host refers to them.
    pub unmapped: Vec<&'i str>,
}

/// The plan of one host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPlan<'i> {
    /// The host.
    pub host: &'i str,
    /// Whether it can report.
    pub state: HostState,
    /// Whether it is the management host: its elims have LSF_MASTER=Y.
    pub management_host: bool,
    /// The value of LSF_RESOURCES. Elims are started if it is not empty. Hosts with equal values share it: a large
    /// cluster has thousands of hosts with hundreds of resources.
    pub resources: Arc<[&'i str]>,
    /// The reasons that apply to every server that is up, shared by them.
    pub(super) everywhere: Arc<[Reason<'i>]>,
    /// The reasons that apply to this host.
    pub(super) here: Vec<Reason<'i>>,
}

impl<'i> HostPlan<'i> {
    /// The reasons for the decisions: those for every server that is up, then those for this host.
    pub fn because(&self) -> impl Iterator<Item = &Reason<'i>> {
        self.everywhere.iter().chain(&self.here)
    }

    /// The reasons for the decisions that apply to this host only.
    pub fn because_here(&self) -> &[Reason<'i>] {
        &self.here
    }

    /// Whether elims are started: all files in LSF_SERVERDIR, for any resource.
    pub fn starts_elims(&self) -> bool {
        !self.resources.is_empty()
    }
}

/// Whether a host can report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HostState {
    /// LIM is running.
    Up,
    /// LIM is not running because the host is down.
    Down,
    /// LIM never runs.
    Client,
}

/// A value of a resource and the hosts that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance<'i> {
    /// The resource.
    pub resource: &'i str,
    /// The servers that have the value, in order. Instances of all servers share the list.
    pub hosts: Arc<[&'i str]>,
    /// The host whose elims report it; `None` if there is none, so that the value is unknown.
    pub reported_by: Option<&'i str>,
    /// The hosts that take over in turn when that host fails.
    pub successors: Arc<[&'i str]>,
}

/// The values of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Values<'i> {
    /// One value.
    One(Instance<'i>),
    /// Each server has its own value of this resource.
    Each(&'i str),
}

impl<'i> Values<'i> {
    pub(super) fn resource(&self) -> &'i str {
        match self {
            Values::One(it) => it.resource,
            Values::Each(resource) => resource,
        }
    }
}

impl<'i> Plan<'i> {
    /// Computes the plan.
    pub fn of(input: &'i PlanInput) -> Plan<'i> {
        super::planner::plan(input)
    }

    /// The instances of all dynamic resources, in the order of ResourceMap.
    pub fn instances(&self) -> impl Iterator<Item = Cow<'_, Instance<'i>>> {
        self.values.iter().flat_map(|it| {
            let (one, each) = match it {
                Values::One(it) => (Some(it), None),
                Values::Each(resource) => (None, Some(*resource)),
            };
            let each = each.into_iter().flat_map(|it| self.each(it));
            one.into_iter().map(Cow::Borrowed).chain(each.map(Cow::Owned))
        })
    }

    /// The instances of a resource that each server has for itself.
    pub(super) fn each(&self, resource: &'i str) -> impl Iterator<Item = Instance<'i>> {
        self.servers.iter().map(move |&(host, is_up)| Instance::own(resource, host, is_up))
    }

    /// The reasons that apply to every server that is up.
    pub fn because_everywhere(&self) -> &[Reason<'i>] {
        let up = self.hosts.iter().find(|it| it.state == HostState::Up);
        up.map_or(&[], |it| &it.everywhere)
    }

    /// The plan of one host.
    pub fn host(&self, name: &str) -> Option<&HostPlan<'i>> {
        self.hosts.iter().find(|it| it.host == name)
    }
}

impl<'i> Instance<'i> {
    /// The value that a host has for itself.
    pub(super) fn own(resource: &'i str, host: &'i str, is_up: bool) -> Instance<'i> {
        Instance { resource, hosts: [host].into(), reported_by: is_up.then_some(host), successors: Arc::default() }
    }
}
