//! The job slots of hosts (MXJ in lsb.hosts) and of the hosts of a queue.

use lsflint_model::combined::servers_of_queue;
use lsflint_model::{Entity, HostRows, HostSet, Knowledge, View};
use lsflint_spec::{FileKind, lists};
use rustc_hash::FxHashMap;

/// The slots of all known hosts.
pub(crate) struct Slots<'a> {
    view: View<'a>,
    /// By host number; `None` if there is no limit or it is unknown.
    of_host: Vec<Option<i64>>,
    /// Results so far: many queues have the same hosts.
    of_list: FxHashMap<Option<String>, Option<Capacity>>,
}

/// The slots of some hosts.
#[derive(Clone, Copy)]
pub(crate) struct Capacity {
    /// On the largest host.
    pub(crate) largest: i64,
    /// On all hosts together.
    pub(crate) together: i64,
    /// The number of hosts with slots.
    pub(crate) hosts: usize,
}

impl<'a> Slots<'a> {
    /// Whether lsb.hosts is completely loaded.
    pub(crate) fn are_known(view: View<'_>) -> bool {
        view.knowledge(FileKind::LsbHosts) == Knowledge::Complete
    }

    /// Reads lsb.hosts; `None` unless it is completely loaded.
    pub(crate) fn of(view: View<'a>) -> Option<Slots<'a>> {
        if !Slots::are_known(view) {
            return None;
        }
        let (hosts, rows) = (view.hosts(), HostRows::of(view));
        let slots = |id| match (hosts.facts(id).server, rows.slots(id)) {
            (Some(false), _) => Some(0),
            (Some(true), lsflint_model::Slots::Number(slots)) => i64::try_from(slots).ok(),
            _ => None,
        };
        let of_host = hosts.iter().map(|it| slots(it.0)).collect();
        Some(Slots { view, of_host, of_list: FxHashMap::default() })
    }

    /// The slots of the hosts of a queue, or of all hosts; `None` if a host has no limit, or it is unknown.
    pub(crate) fn of_queue(&mut self, queue: Option<&Entity<'_>>) -> Option<Capacity> {
        // The sets of queues with the same HOSTS differ only if they leave the cluster, or depend on an `#if`.
        let plain = queue.filter(|it| it.fields("HOSTS").iter().all(|it| !it.is_conditional() && it.known().is_some()));
        let leaves = |it: &Entity<'_>| lists::BEYOND_THE_CLUSTER.iter().any(|name| it.has(name));
        let key = plain.filter(|it| !it.is_conditional() && !it.is_broken() && !leaves(it)).map(|it| it.value("HOSTS"));
        let key = key.map(|it| it.map(|it| it.into_owned()));
        if let Some(capacity) = key.as_ref().and_then(|it| self.of_list.get(it)) {
            return *capacity;
        }
        let capacity = self.of_hosts(&servers_of_queue(self.view, queue));
        if let Some(key) = key {
            self.of_list.insert(key, capacity);
        }
        capacity
    }

    /// The slots of some hosts; `None` if the hosts are not known exactly, one has no limit, or it is unknown.
    pub(crate) fn of_hosts(&self, set: &HostSet) -> Option<Capacity> {
        if !set.is_exact() || set.surely.is_empty() {
            return None;
        }
        let slots = set.surely.iter().map(|it| self.of_host.get(it).copied().flatten());
        let slots: Vec<i64> = slots.collect::<Option<_>>()?;
        let together = slots.iter().try_fold(0_i64, |sum, it| sum.checked_add(*it))?;
        let hosts = slots.iter().filter(|it| **it > 0).count();
        Some(Capacity { largest: slots.into_iter().max()?, together, hosts })
    }
}
