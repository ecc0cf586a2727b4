//! The job slots of queues in sum.

use std::collections::BTreeMap;

use lsflint_model::combined::hosts_of_queue;
use lsflint_model::{Bits, Entity, HostRows, HostSet, Slots, View};
use lsflint_spec::Risk;
use rustc_hash::FxHashMap;

use super::QueueSlots;
use super::questions::{Hosts, text};

/// The sum of both sides, and the number of hosts without a known number.
type Sums = ((u64, usize), (u64, usize));

/// The job slots of the hosts of a side.
struct Side {
    /// By number of the host; `None` if MXJ does not give a number, or the host does not exist.
    slots: Vec<Option<u64>>,
}

impl Side {
    fn of(view: View<'_>, numbers: &[usize], count: usize) -> Side {
        let rows = HostRows::of(view);
        let mut slots = vec![None; count];
        for ((id, _), number) in view.hosts().iter().zip(numbers) {
            slots[*number] = match rows.slots(id) {
                Slots::Number(it) => Some(it),
                Slots::Processors | Slots::Unlimited | Slots::Unknown => None,
            };
        }
        Side { slots }
    }

    /// The sum, and the number of hosts without a known number.
    fn sum(&self, hosts: &Bits) -> (u64, usize) {
        hosts.iter().fold((0, 0), |(sum, unknown), host| match self.slots[host] {
            Some(it) => (sum.saturating_add(it), unknown),
            None => (sum, unknown + 1),
        })
    }
}

/// The queues whose sum of slots changes. Queues whose hosts are not certain have no answer.
pub(super) fn slots(
    old: View<'_>,
    new: View<'_>,
    queues: &[(Entity<'_>, Entity<'_>)],
    numbers: &Hosts,
) -> Vec<QueueSlots> {
    let count = numbers.count();
    let (before, after) = (Side::of(old, &numbers.old.of, count), Side::of(new, &numbers.new.of, count));
    let changed: Bits = (0..count).filter(|it| before.slots[*it] != after.slots[*it]).collect();
    if changed.is_empty() && queues.iter().all(|it| text(&it.0, "HOSTS") == text(&it.1, "HOSTS")) {
        return Vec::new();
    }
    let mut known: FxHashMap<(Option<String>, Option<String>), Option<Sums>> = FxHashMap::default();
    let mut found: BTreeMap<Sums, Vec<String>> = BTreeMap::new();
    for (one, other) in queues {
        let key = (text(one, "HOSTS"), text(other, "HOSTS"));
        let sums = known.entry(key).or_insert_with(|| {
            let exact = |set: HostSet| set.is_exact().then_some(set.surely);
            let one = exact(numbers.of_old(&hosts_of_queue(old, one)?))?;
            let other = exact(numbers.of_new(&hosts_of_queue(new, other)?))?;
            Some((before.sum(&one), after.sum(&other))).filter(|it| it.0.0 != it.1.0)
        });
        if let Some(sums) = *sums {
            found.entry(sums).or_default().push(one.name().into_owned());
        }
    }
    let answer = |((old, unknown_old), (new, unknown_new)): Sums, queues| QueueSlots {
        queues,
        old,
        new,
        unknown_old,
        unknown_new,
        risk: match (new, unknown_new) {
            (0, 0) => Risk::Breaking,
            _ if new < old && unknown_new <= unknown_old => Risk::Notable,
            _ => Risk::Harmless,
        },
    };
    let mut found: Vec<QueueSlots> = found.into_iter().map(|(sums, queues)| answer(sums, queues)).collect();
    found.sort_by(|a, b| (b.risk, &a.queues).cmp(&(a.risk, &b.queues)));
    found
}
