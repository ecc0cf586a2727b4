//! The hosts of queues, and the queues of hosts. Many queues have the same hosts, which are kept once.

use std::sync::Arc;

use lsflint_model::combined::hosts_of_queue;
use lsflint_model::{Bits, HostSet, Slots, View};
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use super::attributes::{self, texts};
use super::{Column, Found, Names, Record, Value};

/// The different sets of hosts of queues.
struct Sets {
    /// `None` if a template or an `#if` decides.
    sets: Vec<Option<HostSet>>,
    /// The number of the set of each queue.
    of_queue: Vec<usize>,
}

impl Sets {
    fn of(view: View<'_>, queues: &[Record<'_>]) -> Sets {
        let mut sets: Vec<Option<HostSet>> = Vec::new();
        let number = |queue: &Record<'_>| {
            let set = if let Record::Row(row) = queue { hosts_of_queue(view, row) } else { None };
            sets.iter().position(|it| *it == set).unwrap_or_else(|| {
                sets.push(set);
                sets.len() - 1
            })
        };
        Sets { of_queue: queues.iter().map(number).collect(), sets }
    }

    /// One value for each set, as a column of queues.
    fn column(&self, value: impl Fn(Option<&HostSet>) -> Found) -> Column {
        let values: Vec<Found> = self.sets.iter().map(|it| value(it.as_ref())).collect();
        self.of_queue.iter().map(|it| values[*it].clone()).collect()
    }
}

/// The hosts of each queue.
pub(super) fn hosts(view: View<'_>, queues: &[Record<'_>]) -> Column {
    Sets::of(view, queues).column(|it| attributes::hosts(view, it.cloned()))
}

/// The job slots of the hosts of each queue.
pub(super) fn slots(view: View<'_>, queues: &[Record<'_>], slots: &[Slots]) -> Column {
    let sum = |set: &HostSet| {
        let numbers = set.surely.iter().map(|it| match slots.get(it) {
            Some(Slots::Number(it)) => Some(*it),
            _ => None,
        });
        numbers.sum::<Option<u64>>().map_or(Found::Unknown, |it| Found::Value(Value::Number(it as f64)))
    };
    let is_known = |it: &&HostSet| it.is_exact() && !view.hosts().is_empty();
    Sets::of(view, queues).column(|it| it.filter(is_known).map_or(Found::Unknown, sum))
}

/// The queues of a set that certainly exist, with their numbers, and whether there may be others.
type NamesOfSet = (Vec<(usize, Arc<str>)>, bool);

/// The names of the queues whose jobs each host runs.
pub(super) fn of_hosts(view: View<'_>) -> Column {
    let queues = view.queues().filter(|it| !it.is_broken() && !it.name().is_empty());
    let queues: Vec<Record<'_>> = queues.map(Record::Row).collect();
    let Sets { sets, of_queue } = Sets::of(view, &queues);
    let mut names: Vec<NamesOfSet> = vec![(Vec::new(), false); sets.len()];
    for (number, (queue, set)) in queues.iter().zip(of_queue).enumerate() {
        match queue {
            Record::Row(row) if !row.is_conditional() => names[set].0.push((number, Arc::from(&*row.name()))),
            _ => names[set].1 = true,
        }
    }
    let mut complete = vec![view.has_file(FileKind::LsbQueues); view.hosts().len()];
    let mut groups = Groups::new(view.hosts().len());
    for (number, set) in sets.iter().enumerate() {
        let Some(HostSet { surely, possibly, .. }) = set else {
            complete.fill(false);
            continue;
        };
        let mut open = possibly.clone();
        if !names[number].1 {
            open.subtract(surely);
        }
        open.iter().for_each(|it| complete[it] = false);
        groups.split(number, surely);
    }
    let lists: Vec<Names> = groups.sets.iter().map(|sets| names_of(sets, &names)).collect();
    let value = |(group, complete): (u32, bool)| Found::Value(texts(Arc::clone(&lists[group as usize]), complete));
    groups.of_host.into_iter().zip(complete).map(value).collect()
}

/// The names of the queues of some sets, in the order of the files.
fn names_of(sets: &[usize], names: &[NamesOfSet]) -> Names {
    let mut found: Vec<&(usize, Arc<str>)> = sets.iter().flat_map(|it| &names[*it].0).collect();
    found.sort_unstable_by_key(|it| it.0);
    found.into_iter().map(|it| Arc::clone(&it.1)).collect()
}

/// Hosts that are in the same sets.
struct Groups {
    /// The number of the group of each host.
    of_host: Vec<u32>,
    /// The sets of each group.
    sets: Vec<Vec<usize>>,
}

impl Groups {
    /// All hosts are in one group, which is in no set.
    fn new(hosts: usize) -> Groups {
        Groups { of_host: vec![0; hosts], sets: vec![Vec::new()] }
    }

    /// Adds a set, which splits groups.
    fn split(&mut self, number: usize, set: &Bits) {
        let mut known: FxHashMap<u32, u32> = FxHashMap::default();
        for host in set.iter() {
            let group = &mut self.of_host[host];
            *group = *known.entry(*group).or_insert_with(|| {
                let mut sets = self.sets[*group as usize].clone();
                sets.push(number);
                self.sets.push(sets);
                self.sets.len() as u32 - 1
            });
        }
    }
}
