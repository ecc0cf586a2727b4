//! What the changes mean for queues: their hosts, users and requirements, and for hosts: their elims.

use std::collections::{BTreeMap, BTreeSet};

use lsflint_model::combined::{hosts_of_queue, nothing, of_entity, profile_of};
use lsflint_model::elim::{self, PlanInput};
use lsflint_model::job::may_use;
use lsflint_model::requirement::Units;
use lsflint_model::requirement::merge::{Merged, Options, Outcome};
use lsflint_model::{AsRead, Bits, Entity, HostSet, Membership, State, View};
use lsflint_spec::{FileKind, Risk};
use lsflint_syntax::ast::UserList;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{ElimChange, MergedRequirement, Plan, QueueHosts, QueueUsers};
use crate::answers::hosts::{Question, matching_hosts_of};

/// The name of all users that a list does not name.
const OTHERS: &str = "all other users";

/// Adds the answers to a plan with the changes of objects and parameters.
pub(super) fn answer(plan: &mut Plan, old: &AsRead, new: &AsRead) {
    if plan.changes.is_empty() {
        return;
    }
    let (old, new) = (old.view(), new.view());
    let queues: Vec<(Entity<'_>, Entity<'_>)> = both(old, new, FileKind::LsbQueues, "Queue");
    plan.hosts = hosts(old, new, &queues);
    plan.access = access(old, new, &queues);
    plan.requirements = requirements(plan, old, new, &queues);
    plan.elims = elims(old, new);
}

/// The records with names that LSF reads on both sides.
fn both<'o, 'n>(old: View<'o>, new: View<'n>, file: FileKind, section: &str) -> Vec<(Entity<'o>, Entity<'n>)> {
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
fn text(queue: &Entity<'_>, parameter: &str) -> Option<String> {
    let field = queue.field(parameter).filter(|it| it.state() == State::Known)?;
    field.known().map(|it| it.into_owned())
}

/// The hosts of both sides in one numbering, so that sets of them can be compared.
struct Hosts {
    names: Vec<String>,
    old: Vec<usize>,
    new: Vec<usize>,
}

impl Hosts {
    fn of(old: View<'_>, new: View<'_>) -> Hosts {
        let mut names = Vec::new();
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut number = |view: View<'_>| -> Vec<usize> {
            let hosts = view.hosts().iter().map(|(_, it)| it.name.to_string());
            hosts
                .map(|name| {
                    *numbers.entry(name).or_insert_with_key(|name| {
                        names.push(name.clone());
                        names.len() - 1
                    })
                })
                .collect()
        };
        let (old, new) = (number(old), number(new));
        Hosts { names, old, new }
    }

    fn named(&self, set: &Bits) -> Vec<String> {
        set.iter().map(|it| self.names[it].clone()).collect()
    }
}

fn renumbered(set: &HostSet, numbers: &[usize]) -> HostSet {
    let of = |bits: &Bits| bits.iter().map(|it| numbers[it]).collect();
    HostSet { surely: of(&set.surely), possibly: of(&set.possibly), beyond: set.beyond }
}

fn hosts(old: View<'_>, new: View<'_>, queues: &[(Entity<'_>, Entity<'_>)]) -> Vec<QueueHosts> {
    let numbers = Hosts::of(old, new);
    // Most queues share a list of hosts.
    let mut known: FxHashMap<(Option<String>, Option<String>), Option<QueueHosts>> = FxHashMap::default();
    let mut found = Vec::new();
    for (before, after) in queues {
        let key = (text(before, "HOSTS"), text(after, "HOSTS"));
        let change = known.entry(key).or_insert_with(|| {
            let before = renumbered(&hosts_of_queue(old, before)?, &numbers.old);
            let after = renumbered(&hosts_of_queue(new, after)?, &numbers.new);
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

/// The merged requirements that change. Only objects that changed, or all of them if something changed that many depend
/// on, are merged again.
fn requirements(
    plan: &Plan,
    old: View<'_>,
    new: View<'_>,
    queues: &[(Entity<'_>, Entity<'_>)],
) -> Vec<MergedRequirement> {
    let wide = [FileKind::LsfConf, FileKind::LsbParams, FileKind::LsfShared];
    let all = plan.changes.iter().any(|it| wide.contains(&it.object.file));
    let affected = plan.changes.iter().flat_map(|it| it.affects.iter().map(|it| &it.object));
    let objects = plan.changes.iter().map(|it| &it.object).chain(affected);
    let changed: FxHashSet<(FileKind, &str)> = objects.map(|it| (it.file, it.name.as_str())).collect();
    let is_changed = |file: FileKind, name: &str| all || changed.contains(&(file, name));
    // A queue is merged with the default application profile.
    let default = |view: View<'_>| lsflint_model::combined::default_profile(view).map(|it| it.name().into_owned());
    let defaults = [default(old), default(new)];
    let profile_changed =
        defaults[0] != defaults[1] || defaults.iter().flatten().any(|it| is_changed(FileKind::LsbApplications, it));
    let applications = both(old, new, FileKind::LsbApplications, "Application");
    let mut found = Vec::new();
    for (before, after) in queues.iter().chain(&applications) {
        let is_queue = before.kind() == FileKind::LsbQueues;
        let name = before.name();
        let merged_anew = is_queue && profile_changed || is_changed(before.kind(), &name);
        if !merged_anew {
            continue;
        }
        let (Some(one), Some(other)) = (of_entity(old, before), of_entity(new, after)) else { continue };
        let (before_normal, after_normal) = (normal(&one, old), normal(&other, new));
        if before_normal == after_normal {
            continue;
        }
        let matching = [matching(old, before, &one), matching(new, after, &other)];
        let shown = |it: &Merged| match it.outcome {
            Outcome::Rejected => None,
            _ => Some(it.result.as_ref().map_or(String::new(), |it| it.to_string())),
        };
        let (text, new_text) = match (shown(&one), shown(&other)) {
            // Only the form with units shows the difference.
            (text, new_text) if text == new_text => (before_normal, after_normal),
            texts => texts,
        };
        let risk = match (matching[0], matching[1]) {
            _ if new_text.is_none() && text.is_some() => Risk::Breaking,
            (Some(before), Some(0)) if before > 0 => Risk::Breaking,
            _ => Risk::Notable,
        };
        found.push(MergedRequirement {
            queue: is_queue.then(|| name.clone().into_owned()),
            application: if is_queue { defaults[1].clone() } else { Some(name.into_owned()) },
            old: text,
            new: new_text,
            matching_old: matching[0],
            matching_new: matching[1],
            risk,
        });
    }
    found
}

/// What is compared: the requirement with the meaning of its units, or that LSF rejects jobs.
fn normal(merged: &Merged, view: View<'_>) -> Option<String> {
    match merged.outcome {
        Outcome::Rejected => None,
        _ => {
            Some(merged.result.as_ref().map_or(String::new(), |it| it.normal(&Units::of(view.switches())).to_string()))
        }
    }
}

/// The number of hosts that can match.
fn matching(view: View<'_>, entity: &Entity<'_>, merged: &Merged) -> Option<usize> {
    if merged.outcome == Outcome::Rejected {
        return Some(0);
    }
    let queue = (entity.kind() == FileKind::LsbQueues).then_some(entity);
    let profile = profile_of(view, entity);
    let nothing = nothing();
    let requirement = merged.result.as_ref().unwrap_or(&nothing);
    let options = Options::of(view, queue, profile.as_ref());
    let question = Question { queue, requirement, options, tasks: None, times: None };
    let answer = matching_hosts_of(view, question)?;
    (!answer.hosts_unknown).then(|| answer.counts.possible())
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
