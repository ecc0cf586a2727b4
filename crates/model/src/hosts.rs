//! The hosts of a cluster and their properties in lsf.cluster.

mod matching;

use lsflint_spec::{Dialect, FileKind, Switch};
use lsflint_syntax::ast::{AstNode, HostList, HostResources, List};
use rustc_hash::FxHashMap;

use self::matching::Sorted;
use crate::pattern::{HostPattern, MOST_NAMES};
use crate::{Bits, Entity, Knowledge, Lookup, State, View};

/// The sections and columns that the hosts are collected from.
pub(crate) const SOURCES: &[(FileKind, &str, &[&str])] = &[
    (FileKind::LsfCluster, "Host", &["HOSTNAME", "type", "model", "server", "RESOURCES"]),
    (FileKind::LsfCluster, "Parameters", &["LSF_HOST_ADDR_RANGE"]),
    (FileKind::LsfConf, "", &["LSF_DYNAMIC_HOST_WAIT_TIME", "LSF_VERSION"]),
    (FileKind::Hosts, "", &[]),
];

/// The number of a host in [`Hosts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HostId(pub u32);

/// A host of lsf.cluster.
#[derive(Debug, Clone, PartialEq)]
pub struct Host {
    /// Its name as written.
    pub name: Box<str>,
    /// The number of its row in the Host section, 0-based.
    pub row: u32,
    /// The index of its properties; see [`Hosts::facts`].
    pub facts: u32,
}

/// The properties in the row of a host. Hosts with equal rows share them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct HostFacts {
    /// Its type; `None` if LSF detects it or it is unknown.
    pub host_type: Option<Box<str>>,
    /// Its model; `None` if LSF detects it or it is unknown.
    pub model: Option<Box<str>>,
    /// Whether it runs jobs; `None` if a template or an `#if` decides.
    pub server: Option<bool>,
    /// Its resources, in order.
    pub resources: Vec<HostResource>,
    /// Whether the row contains no template and no `#if`, so that `resources` is complete.
    pub complete: bool,
}

/// A resource in the row of a host.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HostResource {
    /// The resource.
    pub name: Box<str>,
    /// The value after `=`, for numeric and string resources.
    pub value: Option<Box<str>>,
    /// Whether it has `!`: only jobs that request the resource use the host.
    pub exclusive: bool,
}

/// The known hosts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hosts {
    hosts: Vec<Host>,
    facts: Vec<HostFacts>,
    by_name: FxHashMap<Box<str>, HostId>,
    /// Hosts by lowercase name, also without the domain if that is unique; `None` if ambiguous.
    by_short_name: FxHashMap<Box<str>, Option<HostId>>,
    /// Rows that match several hosts.
    patterns: Vec<HostPattern>,
    /// Lowercase names from the `hosts` file, and those that the site declared.
    aliases: rustc_hash::FxHashSet<Box<str>>,
    all: Bits,
    /// The hosts that run jobs, or may.
    servers: Bits,
    /// The same hosts by their properties: one of them, and their number.
    alike: Vec<(HostId, usize)>,
    /// The order of their names, for patterns.
    sorted: Sorted,
    /// Whether an unknown name is certainly not a host.
    pub knowledge: Knowledge,
}

impl Hosts {
    pub(crate) fn of(view: View<'_>) -> Hosts {
        let mut hosts = Hosts { knowledge: knowledge(view), ..Hosts::default() };
        let mut numbers: FxHashMap<HostFacts, u32> = FxHashMap::default();
        // Most rows differ only in the name, so equal rows are parsed once.
        let mut read: FxHashMap<u64, u32> = FxHashMap::default();
        let columns = ["type", "model", "server", "RESOURCES"];
        let columns = columns.map(|it| lsflint_spec::find_param(FileKind::LsfCluster, "Host", it));
        let target = view.switches().target;
        let ranges = target.dialect == Dialect::Lsf && target.reads(Switch::HostPatterns);
        for row in view.all(FileKind::LsfCluster, "Host") {
            let name = row.name();
            if name.is_empty() {
                continue;
            }
            let pattern = name.contains(['[', '*']).then(|| pattern_of(&name));
            // Source: the page on host-related features of 10.1, condensed notation in HOSTNAME of lsf.cluster.
            let names = match &pattern {
                None => vec![name.into_owned()],
                Some(Some(pattern)) if ranges => pattern.names(MOST_NAMES).unwrap_or_default(),
                Some(_) => Vec::new(),
            };
            if names.is_empty() {
                hosts.patterns.extend(pattern.flatten());
                hosts.knowledge = hosts.knowledge.min(Knowledge::Partial);
                continue;
            }
            let facts = *read.entry(row.print_of(&columns)).or_insert_with(|| {
                *numbers.entry(facts_of(&row)).or_insert_with_key(|facts| {
                    hosts.facts.push(facts.clone());
                    hosts.facts.len() as u32 - 1
                })
            });
            for name in names {
                hosts.add(&name, row.number(), facts);
            }
        }
        for file in view.cluster().index().files_of(FileKind::Hosts) {
            let lines = file.text.lines().map(|it| it.split('#').next().unwrap_or_default());
            hosts.aliases.extend(lines.flat_map(|it| it.split_ascii_whitespace().skip(1)).map(|it| lower(it).into()));
        }
        hosts.aliases.extend(view.declared().hosts.iter().map(|it| lower(it).into()));
        hosts.all = Bits::full(hosts.hosts.len());
        let runs_jobs = |it: &usize| hosts.facts(HostId(*it as u32)).server != Some(false);
        hosts.servers = (0..hosts.hosts.len()).filter(runs_jobs).collect();
        hosts.alike = hosts.alike();
        hosts
    }

    fn add(&mut self, name: &str, row: u32, facts: u32) {
        // Of two rows for the same host, the first is used.
        if self.by_name.contains_key(name) {
            return;
        }
        let id = HostId(self.hosts.len() as u32);
        self.by_name.insert(name.into(), id);
        let lower = lower(name);
        let short = lower.split('.').next().unwrap_or_default();
        for key in [&*lower, short] {
            let entry = self.by_short_name.entry(key.into()).or_insert(Some(id));
            if *entry != Some(id) {
                *entry = None;
            }
        }
        self.hosts.push(Host { name: name.into(), row, facts });
    }

    /// The hosts in the order of lsf.cluster.
    pub fn iter(&self) -> impl Iterator<Item = (HostId, &Host)> {
        self.hosts.iter().enumerate().map(|(number, host)| (HostId(number as u32), host))
    }

    /// The number of hosts.
    pub fn len(&self) -> usize {
        self.hosts.len()
    }

    /// Whether there are no hosts.
    pub fn is_empty(&self) -> bool {
        self.hosts.is_empty()
    }

    /// The host with an ID.
    pub fn get(&self, id: HostId) -> &Host {
        &self.hosts[id.0 as usize]
    }

    /// The properties in the row of a host.
    pub fn facts(&self, id: HostId) -> &HostFacts {
        &self.facts[self.get(id).facts as usize]
    }

    /// The distinct properties, indexed by [`Host::facts`].
    pub fn all_facts(&self) -> &[HostFacts] {
        &self.facts
    }

    /// The host with a name: spelled as in lsf.cluster, else without regard to case and domain if that is unique.
    pub fn find(&self, name: &str) -> Option<HostId> {
        if let Some(id) = self.by_name.get(name) {
            return Some(*id);
        }
        let lower = lower(name);
        if let Some(found) = self.by_short_name.get(&*lower) {
            return *found;
        }
        let short = lower.split('.').next().filter(|it| it.len() < lower.len())?;
        self.by_short_name.get(short).copied().flatten()
    }

    /// Whether a name is a spelling of the name of a known host.
    pub fn is_known(&self, name: &str) -> bool {
        if self.by_name.contains_key(name) {
            return true;
        }
        let lower = lower(name);
        let short = lower.split('.').next().unwrap_or_default();
        self.by_short_name.contains_key(&*lower)
            || self.by_short_name.contains_key(short)
            || self.aliases.contains(&*lower)
            || self.aliases.contains(short)
            || self.patterns.iter().any(|it| it.matches(name))
    }

    /// The hosts that run jobs, or may.
    pub fn servers(&self) -> Bits {
        self.servers.clone()
    }

    /// The hosts that run jobs, or may, by their properties: one of those with equal rows, and their number. Thousands
    /// of hosts have a few different rows, so that what depends only on these is determined for few of them.
    pub fn servers_alike(&self) -> &[(HostId, usize)] {
        &self.alike
    }

    fn alike(&self) -> Vec<(HostId, usize)> {
        let mut found: Vec<(HostId, usize)> = Vec::new();
        let mut places: Vec<Option<usize>> = vec![None; self.facts.len()];
        for number in self.servers.iter() {
            let id = HostId(number as u32);
            let place = *places[self.get(id).facts as usize].get_or_insert_with(|| {
                found.push((id, 0));
                found.len() - 1
            });
            found[place].1 += 1;
        }
        found
    }

    /// The set of all hosts.
    pub fn all(&self) -> Bits {
        self.all.clone()
    }
}

fn lower(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// How complete the hosts are: complete only if no unknown hosts can join.
fn knowledge(view: View<'_>) -> Knowledge {
    let known = view.knowledge(FileKind::LsfCluster);
    let range = view.setting(FileKind::LsfCluster, "Parameters", "LSF_HOST_ADDR_RANGE");
    let wait = view.conf("LSF_DYNAMIC_HOST_WAIT_TIME");
    // A cluster file without a Host section is incomplete.
    if view.all(FileKind::LsfCluster, "Host").next().is_none() {
        return Knowledge::Unknown;
    }
    let conditional = || view.all(FileKind::LsfCluster, "Host").any(|it| it.is_conditional());
    let may_join = !matches!(range, Lookup::Absent) || !matches!(wait, Lookup::Absent);
    // Hosts borrowed from another cluster may have any name.
    if may_join || conditional() || view.has_remote_hosts() { known.min(Knowledge::Partial) } else { known }
}

/// The pattern that the name of a row is.
fn pattern_of(name: &str) -> Option<HostPattern> {
    let parse = lsflint_syntax::parse_value(name, lsflint_spec::Grammar::HostList);
    HostPattern::of(parse.typed::<HostList<'_>>()?.items().next()?)
}

fn facts_of(row: &Entity<'_>) -> HostFacts {
    let mut facts = HostFacts { complete: !row.is_conditional() && !row.is_broken(), ..HostFacts::default() };
    // `!`: LSF detects the value.
    let named = |column: &str| row.value(column).filter(|it| &**it != "!").map(|it| it.as_ref().into());
    (facts.host_type, facts.model) = (named("type"), named("model"));
    facts.server = match row.field("server").map(|it| (it.state(), it.known())) {
        None | Some((State::Unset, _)) => Some(true),
        Some((_, Some(value))) => match value.trim() {
            "1" => Some(true),
            "0" => Some(false),
            _ => None,
        },
        Some((_, None)) => None,
    };
    let Some(field) = row.field("RESOURCES") else { return facts };
    facts.complete &= field.state() != State::Templated;
    let Some(parse) = field.parse() else { return facts };
    facts.complete &= parse.errors().is_empty();
    for item in parse.root().children().filter_map(HostResources::cast).flat_map(HostResources::items) {
        let Some(name) = item.name() else { continue };
        facts.resources.push(HostResource {
            name: name.text().as_ref().into(),
            value: item.value().map(|it| it.text().as_ref().into()),
            exclusive: item.bang().is_some(),
        });
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, SourceFile};

    #[test]
    fn a_row_may_name_several_hosts() {
        let text = "Begin Host\nHOSTNAME model type server RESOURCES\nn[1-2,4] EPYC X86_64 1 (gpu)\nhost* ! ! 1 ()\nEnd Host\n";
        let file = SourceFile::new("lsf.cluster.c", FileKind::LsfCluster, text.to_owned());
        let of = |target: &str| {
            let cluster = Cluster::of(std::slice::from_ref(&file), Some(&target.parse().expect("a target")));
            let hosts = cluster.view().hosts().clone();
            let names: Vec<String> = hosts.iter().map(|it| it.1.name.to_string()).collect();
            (names.join(" "), hosts.find("n4").and_then(|it| hosts.facts(it).model.clone()))
        };
        assert_eq!(of("10.1"), ("n1 n2 n4".to_owned(), Some("EPYC".into())));
        // A pattern stands for hosts that are not known, as any range does for older versions.
        assert_eq!(of("9.1"), (String::new(), None));
    }
}
