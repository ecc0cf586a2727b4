//! User groups, and the users of user lists.
//!
//! User names are defined by the operating system, so it is unknown whether a user exists; only the names that a list
//! certainly contains are known.

use lsflint_spec::FileKind;
use lsflint_syntax::ast::{List, ListItem, UserList};
use rustc_hash::FxHashMap;

use crate::members::{Graph, evaluate};
use crate::{Bits, Knowledge, View};

/// The sections that the groups are collected from.
pub(crate) const SOURCES: &[(FileKind, &str, &[&str])] =
    &[(FileKind::LsbUsers, "UserGroup", &["GROUP_NAME", "GROUP_MEMBER"])];

/// The users of a list, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserSet {
    /// The users that are certainly in it, by number in [`UserGroups`].
    names: Bits,
    /// Whether it contains all users, except those of `except`.
    all: bool,
    except: Bits,
    /// Whether it may contain other users, or lack some: groups of the operating system, egroup programs.
    pub open: bool,
}

/// Whether a set contains a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Membership {
    /// Certainly.
    Yes,
    /// Certainly not.
    No,
    /// Unknown.
    Unknown,
}

impl UserSet {
    /// Whether it is certainly empty.
    pub fn is_surely_empty(&self) -> bool {
        self.names.is_empty() && !self.all && !self.open
    }

    /// Whether it contains only the certain users.
    pub fn is_exact(&self) -> bool {
        !self.open && !self.all
    }

    /// The users that are certainly in it, by [`UserGroups::number_of`]; not meaningful if it contains all users.
    pub fn surely(&self) -> &Bits {
        &self.names
    }

    /// Whether it contains all users, with or without exceptions.
    pub fn is_all(&self) -> bool {
        self.all
    }

    fn add(&mut self, other: &UserSet) {
        match (self.all, other.all) {
            (true, true) => self.except.intersect_with(&other.except),
            (true, false) => self.except.subtract(&other.names),
            (false, true) => {
                self.all = true;
                self.except = other.except.clone();
                self.except.subtract(&self.names);
            }
            (false, false) => {}
        }
        self.names.union_with(&other.names);
        self.open |= other.open;
    }

    fn remove(&mut self, other: &UserSet) {
        self.open |= other.open;
        if other.all {
            self.names.intersect_with(&other.except);
            self.all = false;
            self.except = Bits::default();
            self.open = true;
            return;
        }
        self.names.subtract(&other.names);
        if self.all {
            self.except.union_with(&other.names);
        }
    }
}

/// The known user groups.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserGroups {
    users: FxHashMap<Box<str>, u32>,
    groups: Vec<UserSet>,
    circular: Vec<bool>,
    by_name: FxHashMap<Box<str>, u32>,
    /// Whether lsb.users is loaded. A name that it does not define may be a group of the operating system.
    pub knowledge: Knowledge,
}

struct Member {
    excluded: bool,
    what: What,
}

enum What {
    All,
    Group(usize),
    User(usize),
    Unknown,
}

impl UserGroups {
    /// The names of the users that are certainly in a set, in order.
    pub fn names_in(&self, set: &UserSet) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.users.iter().filter(|it| set.names.contains(*it.1 as usize)).map(|it| &**it.0).collect();
        names.sort_unstable();
        names
    }

    pub(crate) fn of(view: View<'_>) -> UserGroups {
        let mut found = UserGroups { knowledge: view.knowledge(FileKind::LsbUsers), ..UserGroups::default() };
        let rows: Vec<_> = view.all(FileKind::LsbUsers, "UserGroup").filter(|it| !it.name().is_empty()).collect();
        for (number, row) in rows.iter().enumerate() {
            found.by_name.entry(row.name().as_ref().into()).or_insert(number as u32);
        }
        let mut conditional = vec![false; rows.len()];
        let mut members: Vec<Vec<Member>> = Vec::with_capacity(rows.len());
        for row in &rows {
            let first = found.by_name[&*row.name()] as usize;
            conditional[first] |= row.is_conditional();
            let parse = row.parse("GROUP_MEMBER");
            let list = parse.as_ref().and_then(|it| it.typed::<UserList<'_>>());
            members.push(match list {
                Some(list) => list.items().map(|it| found.member(it)).collect(),
                None => vec![Member { excluded: false, what: What::Unknown }],
            });
        }
        let graph = Graph {
            edges: members.iter().map(|it| it.iter().filter_map(Member::group).collect()).collect(),
            set_bytes: found.users.len() / 8,
        };
        let unknown = || UserSet { open: true, ..UserSet::default() };
        let make = |number: usize, done: &[Option<UserSet>], circular: bool| {
            if circular || conditional[number] {
                return unknown();
            }
            combine(&members[number], |group| done[group].as_ref())
        };
        let evaluated = evaluate(&graph, make, unknown);
        (found.groups, found.circular) = (evaluated.sets, evaluated.circular);
        found
    }

    /// A member while groups are collected: names that are not groups get a number.
    fn member(&mut self, item: ListItem<'_>) -> Member {
        let known = self.known_member(item);
        let what = match known {
            What::Unknown if is_plain_name(item) => {
                let next = self.users.len() as u32;
                What::User(*self.users.entry(item.text().as_ref().into()).or_insert(next) as usize)
            }
            other => other,
        };
        Member { excluded: item.is_excluded(), what }
    }

    fn known_member(&self, item: ListItem<'_>) -> What {
        let text = item.text();
        if item.is("all") {
            What::All
        } else if let Some(group) = self.by_name.get(&*text) {
            What::Group(*group as usize)
        } else if let Some(user) = self.users.get(&*text).filter(|_| is_plain_name(item)) {
            What::User(*user as usize)
        } else {
            What::Unknown
        }
    }

    /// The number of a user that is a member of some group.
    pub fn number_of(&self, user: &str) -> Option<usize> {
        self.users.get(user).map(|it| *it as usize)
    }

    /// Whether lsb.users defines a group with this name.
    pub fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Whether a group has a member with this name that is not a group in lsb.users.
    pub fn has_member(&self, name: &str) -> bool {
        self.users.contains_key(name)
    }

    /// Whether a group contains itself, directly or indirectly.
    pub fn is_circular(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|it| self.circular[*it as usize])
    }

    /// The names of the groups, in arbitrary order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(|it| &**it)
    }

    /// The members of groups that are not groups in lsb.users, in arbitrary order.
    pub fn members(&self) -> impl Iterator<Item = &str> {
        self.users.keys().map(|it| &**it)
    }

    /// The users of a group.
    pub fn get(&self, name: &str) -> Option<&UserSet> {
        self.by_name.get(name).map(|it| &self.groups[*it as usize])
    }

    /// The users of a list. A name that is not in any group may be a group of the operating system, so the set is open.
    pub fn users_of(&self, list: UserList<'_>) -> UserSet {
        let member = |it: ListItem<'_>| Member { excluded: it.is_excluded(), what: self.known_member(it) };
        let members: Vec<Member> = list.items().map(member).collect();
        combine(&members, |group| self.groups.get(group))
    }

    /// The names of the users of a list, in order: the certain members of its groups, and the names that it has itself.
    /// Without a group in lsb.users, such a name is that of a user, or of a group of the operating system.
    pub fn named_by(&self, list: UserList<'_>) -> Vec<String> {
        let mut names: Vec<String> = self.names_in(&self.users_of(list)).into_iter().map(str::to_owned).collect();
        let is_own = |it: &ListItem<'_>| !it.is_excluded() && matches!(self.known_member(*it), What::Unknown);
        names.extend(list.items().filter(is_own).filter(|it| is_plain_name(*it)).map(|it| it.text().into_owned()));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whether a user is in a set. A name that is in no group may still be in an open set.
    pub fn is_in(&self, user: &str, set: &UserSet) -> Membership {
        let number = self.users.get(user).map(|it| *it as usize);
        let named = number.is_some_and(|it| set.names.contains(it));
        let excepted = number.is_some_and(|it| set.except.contains(it));
        match () {
            () if named || set.all && !excepted && !set.open => Membership::Yes,
            () if set.open => Membership::Unknown,
            () => Membership::No,
        }
    }

    /// Whether every user of one set is certainly in another.
    pub fn is_within(&self, part: &UserSet, whole: &UserSet) -> bool {
        if part.open || whole.open {
            return false;
        }
        if !whole.all {
            return !part.all && part.names.is_within(&whole.names);
        }
        let mut missing = whole.except.clone();
        if part.all {
            missing.subtract(&part.except);
        } else {
            missing.intersect_with(&part.names);
        }
        missing.is_empty()
    }

    /// The names of the users that are certainly in one set and not in another, in order.
    pub fn missing_from(&self, part: &UserSet, whole: &UserSet) -> Vec<&str> {
        if part.open || part.all || whole.open || whole.all {
            return Vec::new();
        }
        let mut missing = part.clone();
        missing.names.subtract(&whole.names);
        self.names_in(&missing)
    }

    /// Whether the sets are certainly disjoint.
    pub fn is_disjoint(&self, one: &UserSet, other: &UserSet) -> bool {
        !one.open && !other.open && !one.all && !other.all && !one.names.meets(&other.names)
    }
}

fn is_plain_name(item: ListItem<'_>) -> bool {
    item.name().is_some() && item.slash().is_none() && item.at().is_none() && !item.is_lone_bang()
}

impl Member {
    fn group(&self) -> Option<usize> {
        match self.what {
            What::Group(group) => Some(group),
            _ => None,
        }
    }
}

fn combine<'s>(members: &[Member], group: impl Fn(usize) -> Option<&'s UserSet>) -> UserSet {
    let mut set = UserSet::default();
    let unknown = UserSet { open: true, ..UserSet::default() };
    let everybody = UserSet { all: true, ..UserSet::default() };
    if members.iter().all(|it| it.excluded) && !members.is_empty() {
        set.open = true;
    }
    for excluded in [false, true] {
        for member in members.iter().filter(|it| it.excluded == excluded) {
            let one;
            let other = match member.what {
                What::All => &everybody,
                What::Unknown => &unknown,
                What::Group(number) => group(number).unwrap_or(&unknown),
                What::User(user) => {
                    one = UserSet { names: std::iter::once(user).collect(), ..UserSet::default() };
                    &one
                }
            };
            if excluded {
                set.remove(other);
            } else {
                set.add(other);
            }
        }
    }
    set
}
