//! The changes of the elim plan after a host fails or returns.

use std::fmt;

use rustc_hash::FxHashMap;

use super::plan::Values;
use super::{HostPlan, HostState, Instance, Plan};

/// A difference between two plans of a cluster; displayed as a sentence without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<'i> {
    /// Elims are started on a host that had none.
    Starts {
        /// The host.
        host: &'i str,
        /// The resources that they report.
        resources: Vec<&'i str>,
    },
    /// The elims of a host that stays up are stopped.
    Stops {
        /// The host.
        host: &'i str,
    },
    /// The elims of a host fail with it.
    Fails {
        /// The host.
        host: &'i str,
        /// The resources that they reported.
        resources: Vec<&'i str>,
    },
    /// The elims of a host are restarted with another list of resources.
    Differs {
        /// The host.
        host: &'i str,
        /// The added resources.
        gained: Vec<&'i str>,
        /// The removed resources.
        lost: Vec<&'i str>,
    },
    /// No host reports an instance any more.
    Unknown {
        /// The resource.
        resource: &'i str,
        /// The hosts without a value.
        hosts: Vec<&'i str>,
    },
}

impl<'i> Plan<'i> {
    /// The differences from an earlier plan of the same cluster, ordered by host.
    pub fn changes_since(&self, earlier: &Plan<'i>) -> Vec<Change<'i>> {
        let mut changes = Vec::new();
        for (now, before) in self.hosts.iter().zip(&earlier.hosts) {
            changes.extend(change_of(now, before));
        }
        // A missing value of a host that is down is expected, so only instances without any hosts are reported.
        let mut reported: FxHashMap<(&str, &[&str]), bool> = FxHashMap::default();
        for it in shared(earlier) {
            reported.insert((it.resource, &it.hosts), it.reported_by.is_some());
        }
        for it in shared(self).filter(|it| it.reported_by.is_none()) {
            if reported.get(&(it.resource, &*it.hosts)) == Some(&true) {
                changes.push(Change::Unknown { resource: it.resource, hosts: it.hosts.to_vec() });
            }
        }
        changes
    }
}

/// The instances that several hosts share.
fn shared<'p, 'i>(plan: &'p Plan<'i>) -> impl Iterator<Item = &'p Instance<'i>> {
    let one = |it: &'p Values<'i>| match it {
        Values::One(it) => Some(it),
        Values::Each(_) => None,
    };
    plan.values.iter().filter_map(one).filter(|it| it.hosts.len() > 1)
}

fn change_of<'i>(now: &HostPlan<'i>, before: &HostPlan<'i>) -> Option<Change<'i>> {
    let host = now.host;
    if now.resources == before.resources {
        return None;
    }
    let missing = |all: &HostPlan<'i>, from: &HostPlan<'i>| -> Vec<&'i str> {
        all.resources.iter().filter(|it| !from.resources.contains(it)).copied().collect()
    };
    Some(match (before.starts_elims(), now.starts_elims()) {
        (false, _) => Change::Starts { host, resources: now.resources.to_vec() },
        (true, false) if now.state == HostState::Down => Change::Fails { host, resources: before.resources.to_vec() },
        (true, false) => Change::Stops { host },
        (true, true) => Change::Differs { host, gained: missing(now, before), lost: missing(before, now) },
    })
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Starts { host, resources } => write!(f, "{host} starts elims for {}", quoted(resources)),
            Change::Stops { host } => write!(f, "{host} stops its elims"),
            Change::Fails { host, resources } => write!(f, "{host} is down; it reported {}", quoted(resources)),
            Change::Differs { host, gained, lost } => {
                write!(f, "{host} restarts its elims")?;
                if !gained.is_empty() {
                    write!(f, ", now also for {}", quoted(gained))?;
                }
                if !lost.is_empty() {
                    write!(f, ", no longer for {}", quoted(lost))?;
                }
                Ok(())
            }
            Change::Unknown { resource, hosts } => {
                let (shown, rest) = hosts.split_at(hosts.len().min(8));
                let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
                write!(f, "no host reports `{resource}` for {}{more}: the value is unknown", shown.join(", "))
            }
        }
    }
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    names.join(", ")
}
