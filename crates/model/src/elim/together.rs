//! A summary of the elim plan: hosts with equal resources are combined, and per-host values are counted instead of
//! listed.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::plan::Values;
use super::{HostPlan, HostState, Instance, Plan};

/// Hosts whose elims report the same resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alike<'p, 'i> {
    /// The value of LSF_RESOURCES.
    pub resources: &'p [&'i str],
    /// Whether it is the management host: its elims have LSF_MASTER=Y.
    pub management_host: bool,
    /// The hosts, in the order of the Host section.
    pub hosts: Vec<&'i str>,
}

/// The values of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'p, 'i> {
    /// A value that several hosts share.
    Shared(Cow<'p, Instance<'i>>),
    /// Each host reports its own value.
    Own {
        /// The resource.
        resource: &'i str,
        /// The number of hosts.
        hosts: usize,
    },
}

impl<'i> Plan<'i> {
    /// The hosts that start elims, combined by resources, ordered by the first host of each group.
    pub fn alike(&self) -> Vec<Alike<'_, 'i>> {
        let mut found: Vec<Alike<'_, 'i>> = Vec::new();
        // Equal lists are the same.
        let mut places: FxHashMap<(*const &str, bool), usize> = FxHashMap::default();
        for it in self.hosts.iter().filter(|it| it.starts_elims()) {
            let place = *places.entry((it.resources.as_ptr(), it.management_host)).or_insert_with(|| {
                found.push(Alike { resources: &it.resources, management_host: it.management_host, hosts: Vec::new() });
                found.len() - 1
            });
            found[place].hosts.push(it.host);
        }
        found
    }

    /// The shared values in the order of ResourceMap, then the per-host values by resource.
    pub fn values(&self) -> Vec<Value<'_, 'i>> {
        let mut own: Vec<(&'i str, usize)> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        let mut found = Vec::new();
        let up = self.servers.iter().filter(|it| it.1).count();
        let mut add = |resource: &'i str, hosts: usize| {
            let place = *places.entry(resource).or_insert_with(|| {
                own.push((resource, 0));
                own.len() - 1
            });
            own[place].1 += hosts;
        };
        for values in &self.values {
            match values {
                Values::One(it) if it.hosts.len() == 1 && it.reported_by == Some(it.hosts[0]) => add(it.resource, 1),
                Values::One(it) => found.push(Value::Shared(Cow::Borrowed(it))),
                Values::Each(resource) => {
                    // A host that is down has a value that no host reports.
                    let down = self.each(resource).filter(|it| it.reported_by.is_none());
                    found.extend(down.map(|it| Value::Shared(Cow::Owned(it))));
                    if up > 0 {
                        add(resource, up);
                    }
                }
            }
        }
        own.sort_unstable();
        found.extend(own.into_iter().map(|(resource, hosts)| Value::Own { resource, hosts }));
        found
    }

    /// The hosts that are up and start no elims.
    pub fn idle(&self) -> Vec<&'i str> {
        self.those(|it| it.state == HostState::Up && !it.starts_elims())
    }

    /// The hosts in a state.
    pub fn in_state(&self, state: HostState) -> Vec<&'i str> {
        self.those(|it| it.state == state)
    }

    fn those(&self, wanted: impl Fn(&HostPlan<'_>) -> bool) -> Vec<&'i str> {
        self.hosts.iter().filter(|it| wanted(it)).map(|it| it.host).collect()
    }
}
