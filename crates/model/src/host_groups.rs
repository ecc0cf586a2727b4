//! Host groups and compute units, and the hosts of host lists.

use lsflint_spec::FileKind;
use lsflint_syntax::ast::{HostList, List, ListItem};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::members::{Graph, evaluate};
use crate::pattern::HostPattern;
use crate::{Bits, Hosts, Knowledge, View};

/// The inputs of the groups, in addition to the hosts.
pub(crate) const SOURCES: &[(FileKind, &str, &[&str])] = &[
    (FileKind::LsbHosts, "HostGroup", &["GROUP_NAME", "GROUP_MEMBER"]),
    (FileKind::LsbHosts, "ComputeUnit", &["NAME", "MEMBER"]),
    (FileKind::LsbHosts, "HostPartition", &["HPART_NAME"]),
    (FileKind::LsfCluster, "Host", &["HOSTNAME", "server"]),
    (FileKind::LsfCluster, "Parameters", &["LSF_HOST_ADDR_RANGE"]),
    (FileKind::LsfConf, "", &["LSF_DYNAMIC_HOST_WAIT_TIME"]),
];

/// The sections that define groups: section, name column, member column.
const SECTIONS: [(&str, &str); 2] = [("HostGroup", "GROUP_MEMBER"), ("ComputeUnit", "MEMBER")];

/// The hosts of a list, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostSet {
    /// The hosts that are certainly in it.
    pub surely: Bits,
    /// The hosts that are possibly in it, including the certain ones.
    pub possibly: Bits,
    /// Whether it may contain unknown hosts: of other clusters, from an egroup program, or with undefined names.
    pub beyond: bool,
}

impl HostSet {
    /// The hosts that are also in another set.
    pub fn among(&self, other: &HostSet) -> HostSet {
        let mut both = self.clone();
        both.surely.intersect_with(&other.surely);
        both.possibly.intersect_with(&other.possibly);
        both.beyond &= other.beyond;
        both
    }

    /// Whether the certain hosts are the complete set.
    pub fn is_exact(&self) -> bool {
        !self.beyond && self.surely == self.possibly
    }

    /// Whether the set is certainly empty.
    pub fn is_surely_empty(&self) -> bool {
        !self.beyond && self.possibly.is_empty()
    }

    fn unknown(hosts: &Hosts) -> HostSet {
        HostSet { surely: Bits::default(), possibly: hosts.all(), beyond: true }
    }

    pub(crate) fn add(&mut self, other: &HostSet) {
        self.surely.union_with(&other.surely);
        self.possibly.union_with(&other.possibly);
        self.beyond |= other.beyond;
    }

    fn remove(&mut self, other: &HostSet) {
        self.surely.subtract(&other.possibly);
        self.possibly.subtract(&other.surely);
    }
}

/// The known groups.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostGroups {
    groups: Vec<HostSet>,
    /// Whether each group is a member of itself, directly or indirectly.
    circular: Vec<bool>,
    by_name: FxHashMap<Box<str>, u32>,
    /// Names whose hosts are unknown: host partitions, and groups that the site declared.
    elsewhere: FxHashSet<Box<str>>,
    /// Whether an unknown name is certainly not a group.
    pub knowledge: Knowledge,
}

/// A member as written.
struct Member {
    excluded: bool,
    what: What,
}

enum What {
    All,
    Group(usize),
    Hosts(HostSet),
}

impl HostGroups {
    pub(crate) fn of(view: View<'_>, hosts: &Hosts) -> HostGroups {
        let mut found = HostGroups { knowledge: view.knowledge(FileKind::LsbHosts), ..HostGroups::default() };
        let declared = view.declared().groups.iter().map(String::as_str);
        let elsewhere = view.names(FileKind::LsbHosts, "HostPartition").chain(declared);
        found.elsewhere.extend(elsewhere.map(Box::from));
        let mut rows = Vec::new();
        for (section, column) in SECTIONS {
            for row in view.all(FileKind::LsbHosts, section).filter(|it| !it.name().is_empty()) {
                let number = rows.len() as u32;
                // Of two groups with the same name, the first is used, unless an `#if` decides.
                found.by_name.entry(row.name().as_ref().into()).or_insert(number);
                rows.push((row, column));
            }
        }
        let mut conditional = vec![false; rows.len()];
        let mut members: Vec<Vec<Member>> = Vec::with_capacity(rows.len());
        for (number, (row, column)) in rows.iter().enumerate() {
            let first = found.by_name[&*row.name()] as usize;
            conditional[first] |= row.is_conditional() || number != first && conditional[number];
            let parse = row.parse(column);
            let list = parse.as_ref().and_then(|it| it.typed::<HostList<'_>>());
            members.push(match list {
                Some(list) => list.items().map(|it| found.member(it, hosts)).collect(),
                None => vec![Member { excluded: false, what: What::Hosts(HostSet::unknown(hosts)) }],
            });
        }
        let graph = Graph {
            edges: members.iter().map(|it| it.iter().filter_map(Member::group).collect()).collect(),
            set_bytes: 2 * hosts.len() / 8,
        };
        let combine = |number: usize, done: &[Option<HostSet>], circular: bool| {
            if circular || conditional[number] {
                return HostSet::unknown(hosts);
            }
            combine(&members[number], hosts, |group| done[group].as_ref())
        };
        let evaluated = evaluate(&graph, combine, || HostSet::unknown(hosts));
        (found.groups, found.circular) = (evaluated.sets, evaluated.circular);
        found
    }

    fn member(&self, item: ListItem<'_>, hosts: &Hosts) -> Member {
        let excluded = item.is_excluded();
        let set = |surely: Bits, beyond: bool| What::Hosts(HostSet { possibly: surely.clone(), surely, beyond });
        let text = item.text();
        let what = if item.is_lone_bang() || item.at().is_some() && item.cluster().is_none() {
            What::Hosts(HostSet::unknown(hosts))
        } else if item.cluster().is_some() || item.is("allremote") || item.is("none") {
            set(Bits::default(), true)
        } else if item.is("all") {
            What::All
        } else if item.is("others") || item.is("default") {
            What::Hosts(HostSet { surely: Bits::default(), possibly: hosts.all(), beyond: false })
        } else if let Some(group) = self.by_name.get(&*text) {
            What::Group(*group as usize)
        } else if let Some(host) = hosts.find(&text) {
            set(std::iter::once(host.0 as usize).collect(), false)
        } else if let Some(pattern) = HostPattern::of(item) {
            set(hosts.matching_text(&text, &pattern), hosts.knowledge != Knowledge::Complete)
        } else {
            // An undefined name matches no host if the definitions are complete.
            let nothing = hosts.knowledge == Knowledge::Complete
                && self.knowledge == Knowledge::Complete
                && !hosts.is_known(&text)
                && !self.is_elsewhere(&text);
            if nothing { set(Bits::default(), false) } else { What::Hosts(HostSet::unknown(hosts)) }
        };
        Member { excluded, what }
    }

    /// Whether a group or compute unit with this name is known.
    pub fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Whether the name is that of a host partition, or of a group that the site declared.
    pub fn is_elsewhere(&self, name: &str) -> bool {
        self.elsewhere.contains(name)
    }

    /// The hosts of a group.
    pub fn get(&self, name: &str) -> Option<&HostSet> {
        self.by_name.get(name).map(|it| &self.groups[*it as usize])
    }

    /// Whether a group contains itself, directly or indirectly.
    pub fn is_circular(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|it| self.circular[*it as usize])
    }

    /// The names of the groups, in arbitrary order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(|it| &**it)
    }

    /// The hosts of a list such as HOSTS or GROUP_MEMBER.
    pub fn hosts_of(&self, list: HostList<'_>, hosts: &Hosts) -> HostSet {
        let members: Vec<Member> = list.items().map(|it| self.member(it, hosts)).collect();
        combine(&members, hosts, |group| self.groups.get(group))
    }

    /// The hosts of one item of a list, regardless of `~`.
    pub fn hosts_of_item(&self, item: ListItem<'_>, hosts: &Hosts) -> HostSet {
        let member = Member { excluded: false, ..self.member(item, hosts) };
        combine(&[member], hosts, |group| self.groups.get(group))
    }
}

impl Member {
    fn group(&self) -> Option<usize> {
        match self.what {
            What::Group(group) => Some(group),
            _ => None,
        }
    }
}

/// Adds the included members, then removes the excluded ones: the order of words does not matter in LSF.
fn combine<'s>(members: &[Member], hosts: &Hosts, group: impl Fn(usize) -> Option<&'s HostSet>) -> HostSet {
    let unknown = || HostSet::unknown(hosts);
    let mut set = HostSet::default();
    // A list with only exclusions, such as `~a`, excludes from all hosts.
    if members.iter().all(|it| it.excluded) && !members.is_empty() {
        set.possibly = hosts.servers();
        set.beyond = true;
    }
    for excluded in [false, true] {
        for member in members.iter().filter(|it| it.excluded == excluded) {
            let all;
            let other = match &member.what {
                What::All => {
                    let beyond = hosts.knowledge != Knowledge::Complete;
                    // Client hosts run no jobs.
                    let possibly = hosts.servers();
                    all = HostSet { surely: possibly.clone(), possibly, beyond };
                    &all
                }
                What::Hosts(hosts) => hosts,
                What::Group(number) => match group(*number) {
                    Some(set) => set,
                    None => {
                        all = unknown();
                        &all
                    }
                },
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
