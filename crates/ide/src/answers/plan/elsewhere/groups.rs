//! Lists and shares that name a group, directly or through another group, whose hosts or users change with it.

use lsflint_model::{Entity, UserSet, View};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{Fairshare, HostList, SharePair, UserList, UserShares};
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
    let reached = reached(causes, &HOSTS, &[Grammar::HostList], new);
    lists(&reached, &[Grammar::HostList], [old, new], (hosts_of, "hosts"), found);
    let reached = self::reached(causes, &USERS, &[Grammar::UserList, Grammar::UserShares], new);
    lists(&reached, &[Grammar::UserList], [old, new], (users_of, "users"), found);
    lists(&reached, &[Grammar::Fairshare, Grammar::UserShares], [old, new], (shares_of, "users"), found);
}

/// The parts of a value whose names are certain: a list, or the shares of each changed group.
type PartsOf = fn(View<'_>, &Entity<'_>, &str, &Reached) -> Vec<Part>;

/// The hosts or users of a list, or of a group that has shares.
#[derive(Default)]
struct Part {
    /// The group; empty for a list.
    group: String,
    /// The words before the number of names: `[chem, 10] for `.
    prefix: String,
    names: Vec<String>,
}

/// The words of a part before and after.
#[derive(Clone)]
struct Difference {
    group: String,
    words: [String; 2],
}

/// The number of the change that each group depends on, by name of the group.
type Reached = FxHashMap<String, usize>;

/// The groups that change, and those that name them.
fn reached(causes: &[Cause<'_>], groups: &[(FileKind, &str)], grammars: &[Grammar], view: View<'_>) -> Reached {
    let is_group = |it: &&Cause<'_>| groups.iter().any(|group| it.is(group.0, group.1));
    let mut reached = Reached::default();
    causes.iter().filter(is_group).for_each(|it| _ = reached.entry(it.object.to_owned()).or_insert(it.number));
    if !reached.is_empty() {
        spread(&mut reached, groups, grammars, view);
    }
    reached
}

fn lists(
    reached: &Reached,
    grammars: &[Grammar],
    [old, new]: [View<'_>; 2],
    (parts_of, noun): (PartsOf, &str),
    found: &mut Found,
) {
    if reached.is_empty() {
        return;
    }
    let mut known: FxHashMap<String, Vec<Difference>> = FxHashMap::default();
    for (file, section) in sections() {
        let params = of_grammar(section, grammars);
        let params = params.iter().filter(|it| !ANSWERED.contains(&(file, it.name)));
        for param in params {
            for (before, after) in both(old, new, file, section.name) {
                let Some(text) =
                    certain(&after, param.name).filter(|it| certain(&before, param.name).as_ref() == Some(it))
                else {
                    continue;
                };
                let Some(number) = words(&text).find_map(|it| reached.get(it)) else { continue };
                let parts = known.entry(text.clone().into_owned()).or_insert_with(|| {
                    differences(
                        parts_of(old, &before, param.name, reached),
                        parts_of(new, &after, param.name, reached),
                        noun,
                    )
                });
                for part in parts.iter() {
                    let number = reached.get(&part.group).unwrap_or(number);
                    found.push((*number, affected(&after, param.name, part.words.clone())));
                }
            }
        }
    }
}

/// Adds the groups that name a changed group, and those that name them.
fn spread(reached: &mut Reached, groups: &[(FileKind, &str)], grammars: &[Grammar], view: View<'_>) {
    // The groups that name each group.
    let mut naming: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for (file, section) in sections().filter(|it| groups.contains(&(it.0, it.1.name))) {
        for param in of_grammar(section, grammars) {
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

/// The words of a list that may be names: `~big+2` has `big`, `[big@, 3]` too.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_other = |it: char| it.is_whitespace() || "()[]~+@/!,".contains(it);
    text.split(is_other).filter(|it| !it.is_empty())
}

fn hosts_of(view: View<'_>, record: &Entity<'_>, parameter: &str, _: &Reached) -> Vec<Part> {
    let set = record.parse(parameter).and_then(|it| Some(view.hosts_of(it.typed::<HostList<'_>>()?)));
    let named = |it: usize| view.hosts().get(lsflint_model::HostId(it as u32)).name.to_string();
    let exact = set.filter(|it| it.is_exact());
    exact.map(|it| Part { names: it.surely.iter().map(named).collect(), ..Part::default() }).into_iter().collect()
}

fn users_of(view: View<'_>, record: &Entity<'_>, parameter: &str, _: &Reached) -> Vec<Part> {
    let parse = record.parse(parameter);
    let set = parse.as_ref().and_then(|it| Some(view.user_groups().users_of(it.typed::<UserList<'_>>()?)));
    set.and_then(|it| names_in(view, &it)).map(|names| Part { names, ..Part::default() }).into_iter().collect()
}

/// The users of each changed group with shares: `[chem, 10]`.
fn shares_of(view: View<'_>, record: &Entity<'_>, parameter: &str, reached: &Reached) -> Vec<Part> {
    let Some(parse) = record.parse(parameter) else { return Vec::new() };
    let of_queue = parse.typed::<Fairshare<'_>>().map(|it| it.pairs().collect::<Vec<_>>());
    let pairs = of_queue.or_else(|| Some(parse.typed::<UserShares<'_>>()?.pairs().collect()));
    let part = |it: SharePair<'_>| {
        let group = it.name()?.text().into_owned();
        reached.get(&group)?;
        let names = names_in(view, view.user_groups().get(&group)?)?;
        let at = if it.at().is_some() { "@" } else { "" };
        Some(Part { prefix: format!("[{group}{at}, {}] for ", it.number()?), group, names })
    };
    pairs.into_iter().flatten().filter_map(part).collect()
}

fn names_in(view: View<'_>, set: &UserSet) -> Option<Vec<String>> {
    set.is_exact().then(|| view.user_groups().names_in(set).into_iter().map(str::to_owned).collect())
}

/// The differences of the parts that both sides have.
fn differences(old: Vec<Part>, new: Vec<Part>, noun: &str) -> Vec<Difference> {
    let mut earlier: FxHashMap<String, Vec<String>> = old.into_iter().map(|it| (it.prefix, it.names)).collect();
    let of_part = |it: Part| {
        let [before, after] = difference(&earlier.remove(&it.prefix)?, &it.names, noun)?;
        Some(Difference { group: it.group, words: [format!("{}{before}", it.prefix), after] })
    };
    new.into_iter().filter_map(of_part).collect()
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
