//! Lists that name a group, directly or through another group, whose hosts or users change with it.

use lsflint_model::{Entity, View};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{HostList, UserList};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Cause, Found, affected, certain, of_grammar};
use crate::answers::plan::questions::both;
use crate::answers::plan::records::sections;

/// The sections that define groups: of hosts, and of users.
const HOSTS: [(FileKind, &str); 2] = [(FileKind::LsbHosts, "HostGroup"), (FileKind::LsbHosts, "ComputeUnit")];
const USERS: [(FileKind, &str); 1] = [(FileKind::LsbUsers, "UserGroup")];
/// The lists whose changes a plan answers on their own: hosts and users of queues.
const ANSWERED: [(FileKind, &str); 2] = [(FileKind::LsbQueues, "HOSTS"), (FileKind::LsbQueues, "USERS")];
/// The maximum number of names that are given.
const NAMED: usize = 4;

/// Lists with the same text whose hosts or users change, because those of a group in them do.
pub(super) fn members(causes: &[Cause<'_>], old: View<'_>, new: View<'_>, found: &mut Found) {
    lists(causes, &HOSTS, Grammar::HostList, [old, new], (hosts_of, "hosts"), found);
    lists(causes, &USERS, Grammar::UserList, [old, new], (users_of, "users"), found);
}

/// The names in a list, if they are certain.
type NamesOf = fn(View<'_>, &Entity<'_>, &str) -> Option<Vec<String>>;

fn lists(
    causes: &[Cause<'_>],
    groups: &[(FileKind, &str)],
    grammar: Grammar,
    [old, new]: [View<'_>; 2],
    (names_of, noun): (NamesOf, &str),
    found: &mut Found,
) {
    let is_group = |it: &&Cause<'_>| groups.iter().any(|group| it.is(group.0, group.1));
    // The change that each group depends on, by name of the group.
    let mut reached: FxHashMap<String, usize> = FxHashMap::default();
    causes.iter().filter(is_group).for_each(|it| _ = reached.entry(it.object.to_owned()).or_insert(it.number));
    if reached.is_empty() {
        return;
    }
    spread(&mut reached, groups, grammar, new);
    type Answer = Option<[String; 2]>;
    let mut known: FxHashMap<String, Answer> = FxHashMap::default();
    for (file, section) in sections() {
        let params = of_grammar(section, &[grammar]);
        let params = params.iter().filter(|it| !ANSWERED.contains(&(file, it.name)));
        for param in params {
            for (before, after) in both(old, new, file, section.name) {
                let Some(text) =
                    certain(&after, param.name).filter(|it| certain(&before, param.name).as_ref() == Some(it))
                else {
                    continue;
                };
                let Some(number) = words(&text).find_map(|it| reached.get(it)) else { continue };
                let words = known.entry(text.clone().into_owned()).or_insert_with(|| {
                    difference(&names_of(old, &before, param.name)?, &names_of(new, &after, param.name)?, noun)
                });
                found.extend(words.clone().map(|it| (*number, affected(&after, param.name, it))));
            }
        }
    }
}

/// Adds the groups that name a changed group, and those that name them.
fn spread(reached: &mut FxHashMap<String, usize>, groups: &[(FileKind, &str)], grammar: Grammar, view: View<'_>) {
    // The groups that name each group.
    let mut naming: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for (file, section) in sections().filter(|it| groups.contains(&(it.0, it.1.name))) {
        for param in of_grammar(section, &[grammar]) {
            for group in view.all(file, section.name) {
                for word in certain(&group, param.name).iter().flat_map(|it| words(it)) {
                    naming.entry(word.to_owned()).or_default().push(group.name().into_owned());
                }
            }
        }
    }
    let mut open: Vec<(String, usize)> = reached.iter().map(|it| (it.0.clone(), *it.1)).collect();
    // Of several changes, the first one is named.
    open.sort_by_key(|it| std::cmp::Reverse(it.1));
    while let Some((group, number)) = open.pop() {
        for above in naming.remove(&group).into_iter().flatten() {
            if !reached.contains_key(&above) {
                reached.insert(above.clone(), number);
                open.push((above, number));
            }
        }
    }
}

/// The words of a list that may be names: `~big+2` has `big`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_other = |it: char| it.is_whitespace() || matches!(it, '(' | ')' | '~' | '+' | '@' | '/' | '!' | ',');
    text.split(is_other).filter(|it| !it.is_empty())
}

fn hosts_of(view: View<'_>, record: &Entity<'_>, parameter: &str) -> Option<Vec<String>> {
    let parse = record.parse(parameter)?;
    let set = view.hosts_of(parse.typed::<HostList<'_>>()?);
    let named = |it: usize| view.hosts().get(lsflint_model::HostId(it as u32)).name.to_string();
    set.is_exact().then(|| set.surely.iter().map(named).collect())
}

fn users_of(view: View<'_>, record: &Entity<'_>, parameter: &str) -> Option<Vec<String>> {
    let parse = record.parse(parameter)?;
    let set = view.user_groups().users_of(parse.typed::<UserList<'_>>()?);
    let names = || view.user_groups().names_in(&set).into_iter().map(str::to_owned).collect();
    set.is_exact().then(names)
}

/// The numbers of names before and after, with those that are lost and gained; `None` if they are the same.
fn difference(old: &[String], new: &[String], noun: &str) -> Option<[String; 2]> {
    let only = |one: &[String], other: &[String]| -> Vec<String> {
        let other: FxHashSet<&String> = other.iter().collect();
        let mut only: Vec<String> = one.iter().filter(|it| !other.contains(it)).cloned().collect();
        only.sort();
        only
    };
    let (lost, gained) = (only(old, new), only(new, old));
    let part = |what: &str, all: &[String]| match all.len() {
        0 => None,
        count if count <= NAMED => Some(format!("{what} {}", all.join(" "))),
        count => Some(format!("{what} {} and {} more", all[..NAMED].join(" "), count - NAMED)),
    };
    let parts: Vec<String> = [part("loses", &lost), part("gains", &gained)].into_iter().flatten().collect();
    let before = || format!("{} {}", old.len(), if old.len() == 1 { noun.trim_end_matches('s') } else { noun });
    (!parts.is_empty()).then(|| [before(), format!("{} ({})", new.len(), parts.join("; "))])
}
