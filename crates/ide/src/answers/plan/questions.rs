//! What the changes mean for queues: their hosts, users and requirements, and for hosts: their elims.

use std::collections::{BTreeMap, BTreeSet};

use lsflint_model::combined::hosts_of_queue;
use lsflint_model::elim::{self, PlanInput};
use lsflint_model::job::may_use;
use lsflint_model::{AsRead, Bits, Entity, HostSet, Membership, State, View};
use lsflint_spec::{FileKind, Risk};
use lsflint_syntax::ast::UserList;
use rustc_hash::FxHashMap;

use super::{ElimChange, Plan, QueueHosts, QueueUsers, requirements, slots, windows};

/// The name of all users that a list does not name.
const OTHERS: &str = "all other users";

/// Adds the answers to a plan with the changes of objects and parameters.
pub(super) fn answer(plan: &mut Plan, old: &AsRead, new: &AsRead) {
    if plan.changes.is_empty() {
        return;
    }
    let (old, new) = (old.view(), new.view());
    let queues: Vec<(Entity<'_>, Entity<'_>)> = both(old, new, FileKind::LsbQueues, "Queue");
    let numbers = Hosts::of(old, new);
    plan.hosts = hosts(old, new, &queues, &numbers);
    plan.access = access(old, new, &queues);
    plan.slots = slots::slots(old, new, &queues, &numbers);
    plan.windows = windows::windows(old, new, &queues, &numbers);
    requirements::answer(plan, old, new, &queues);
    plan.elims = elims(old, new);
}

/// The records with names that LSF reads on both sides.
pub(super) fn both<'o, 'n>(
    old: View<'o>,
    new: View<'n>,
    file: FileKind,
    section: &str,
) -> Vec<(Entity<'o>, Entity<'n>)> {
    let usable = |it: &Entity<'_>| !it.is_broken() && !it.is_conditional() && !it.name().is_empty();
    let mut found = BTreeMap::new();
    for it in old.all(file, section).filter(usable) {
        if let Some(new) = new.find(file, section, &it.name()).filter(usable) {
            found.entry(it.name().into_owned()).or_insert((it, new));
        }
    }
    found.into_values().collect()
}

/// A text that is equal for queues with the same value of a parameter.
pub(super) fn text(queue: &Entity<'_>, parameter: &str) -> Option<String> {
    let field = queue.field(parameter).filter(|it| it.state() == State::Known)?;
    field.known().map(|it| it.into_owned())
}

/// The hosts of both sides in one numbering, so that sets of them can be compared.
pub(super) struct Hosts {
    names: Vec<String>,
    /// The number of each host of the side.
    pub(super) old: Numbers,
    pub(super) new: Numbers,
}

/// The numbers of the hosts of a side.
pub(super) struct Numbers {
    pub(super) of: Vec<usize>,
    /// Whether each host has the number that it has in its cluster, as all have unless hosts are added or moved.
    is_same: bool,
}

impl Hosts {
    fn of(old: View<'_>, new: View<'_>) -> Hosts {
        let mut names = Vec::new();
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut number = |view: View<'_>| -> Numbers {
            let hosts = view.hosts().iter().map(|(_, it)| it.name.to_string());
            let number = |name| {
                *numbers.entry(name).or_insert_with_key(|name| {
                    names.push(name.clone());
                    names.len() - 1
                })
            };
            let of: Vec<usize> = hosts.map(number).collect();
            Numbers { is_same: of.iter().copied().eq(0..of.len()), of }
        };
        let (old, new) = (number(old), number(new));
        Hosts { names, old, new }
    }

    /// A set of the old side in this numbering.
    pub(super) fn of_old(&self, set: &HostSet) -> HostSet {
        renumbered(set, &self.old)
    }

    /// A set of the new side in this numbering.
    pub(super) fn of_new(&self, set: &HostSet) -> HostSet {
        renumbered(set, &self.new)
    }

    /// How many hosts there are on both sides.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, number: usize) -> &str {
        &self.names[number]
    }

    fn named(&self, set: &Bits) -> Vec<String> {
        set.iter().map(|it| self.names[it].clone()).collect()
    }
}

fn renumbered(set: &HostSet, numbers: &Numbers) -> HostSet {
    if numbers.is_same {
        return set.clone();
    }
    let of = |bits: &Bits| bits.iter().map(|it| numbers.of[it]).collect();
    HostSet { surely: of(&set.surely), possibly: of(&set.possibly), beyond: set.beyond }
}

fn hosts(old: View<'_>, new: View<'_>, queues: &[(Entity<'_>, Entity<'_>)], numbers: &Hosts) -> Vec<QueueHosts> {
    // Most queues share a list of hosts.
    let mut known: FxHashMap<(Option<String>, Option<String>), Option<QueueHosts>> = FxHashMap::default();
    let mut found = Vec::new();
    for (before, after) in queues {
        let key = (text(before, "HOSTS"), text(after, "HOSTS"));
        let change = known.entry(key).or_insert_with(|| {
            let before = numbers.of_old(&hosts_of_queue(old, before)?);
            let after = numbers.of_new(&hosts_of_queue(new, after)?);
            let (mut lost, mut gained) = (before.surely.clone(), after.surely.clone());
            lost.subtract(&after.possibly);
            gained.subtract(&before.possibly);
            let risk = match (lost.is_empty(), after.is_surely_empty()) {
                (true, true) if gained.is_empty() => return None,
                (true, _) if gained.is_empty() => return None,
                (true, _) => Risk::Harmless,
                (false, true) => Risk::Breaking,
                (false, false) => Risk::Notable,
            };
            Some(QueueHosts {
                queue: String::new(),
                lost: numbers.named(&lost),
                gained: numbers.named(&gained),
                before: before.possibly.len(),
                after: after.possibly.len(),
                risk,
            })
        });
        found.extend(change.clone().map(|it| QueueHosts { queue: before.name().into_owned(), ..it }));
    }
    found
}

/// The users of a list of a queue: those that it names, and whether it names all.
fn users<'a>(view: View<'a>, queue: &Entity<'a>) -> (BTreeSet<String>, bool, bool) {
    let Some(field) = queue.field("USERS").filter(|it| it.state() != State::Unset) else {
        return (BTreeSet::new(), true, false);
    };
    let parse = field.parse().filter(|_| !field.is_conditional());
    let Some(list) = parse.as_ref().and_then(|it| it.typed::<UserList<'_>>()) else {
        return (BTreeSet::new(), false, true);
    };
    let set = view.user_groups().users_of(list);
    let names = view.user_groups().names_in(&set).into_iter().map(str::to_owned).collect();
    (names, set.is_all(), set.open)
}

fn access(old: View<'_>, new: View<'_>, queues: &[(Entity<'_>, Entity<'_>)]) -> Vec<QueueUsers> {
    type Key = [Option<String>; 4];
    let mut known: FxHashMap<Key, Option<QueueUsers>> = FxHashMap::default();
    let mut found = Vec::new();
    for (before, after) in queues {
        let of = |it: &Entity<'_>, name| text(it, name);
        let key = [of(before, "USERS"), of(after, "USERS"), of(before, "ADMINISTRATORS"), of(after, "ADMINISTRATORS")];
        let change = known.entry(key).or_insert_with(|| {
            let ((names, all, _), (new_names, new_all, new_open)) = (users(old, before), users(new, after));
            let open = users(old, before).2;
            if names == new_names && all == new_all {
                return None;
            }
            let certain = |view: View<'_>, queue: &Entity<'_>, it: &String| may_use(view, queue, it);
            let is =
                |one: Membership, other: Membership| move |(a, b): (Membership, Membership)| (a, b) == (one, other);
            let every = names.union(&new_names);
            let judged: Vec<(&String, (Membership, Membership))> =
                every.map(|it| (it, (certain(old, before, it), certain(new, after, it)))).collect();
            let pick = |wanted: &dyn Fn((Membership, Membership)) -> bool| -> Vec<String> {
                judged.iter().filter(|it| wanted(it.1)).map(|it| it.0.clone()).collect()
            };
            let mut lost = pick(&is(Membership::Yes, Membership::No));
            let mut gained = pick(&is(Membership::No, Membership::Yes));
            lost.extend((all && !new_all && !new_open).then(|| OTHERS.to_owned()));
            gained.extend((new_all && !all && !open).then(|| OTHERS.to_owned()));
            let risk = if lost.is_empty() { Risk::Harmless } else { Risk::Breaking };
            let some = !lost.is_empty() || !gained.is_empty();
            some.then(|| QueueUsers { queue: String::new(), lost, gained, risk })
        });
        found.extend(change.clone().map(|it| QueueUsers { queue: before.name().into_owned(), ..it }));
    }
    found
}

/// The hosts whose elims change.
fn elims(old: View<'_>, new: View<'_>) -> Vec<ElimChange> {
    let (old, new) = (PlanInput::of(old), PlanInput::of(new));
    let (before, after) = (elim::Plan::of(&old), elim::Plan::of(&new));
    let earlier: FxHashMap<&str, &[&str]> = before.hosts.iter().map(|it| (it.host, &*it.resources)).collect();
    let mut found = Vec::new();
    for host in &after.hosts {
        // A new host has no elims before.
        let resources = earlier.get(host.host).copied().unwrap_or_default();
        if *resources != *host.resources {
            let starts = !host.resources.is_empty();
            let named = if starts { &*host.resources } else { resources };
            let resources = named.iter().map(|it| (*it).to_owned()).collect();
            found.push(ElimChange { host: host.host.to_owned(), starts, resources });
        }
    }
    found
}
