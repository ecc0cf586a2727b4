//! Computes the elim plan.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::{HostPlan, HostState, Instance, Plan, Values};
use super::{HostSet, Mapping, PlanHost, PlanInput, Reason};

/// Computes the plan.
pub(super) fn plan(input: &PlanInput) -> Plan<'_> {
    let mut planner = Planner::new(input);
    let dynamic: FxHashSet<&str> = input.dynamic.iter().map(String::as_str).collect();
    let mut mapped: FxHashSet<&str> = FxHashSet::default();
    for mapping in input.mappings.iter().filter(|it| dynamic.contains(it.resource.as_str())) {
        if mapped.insert(&mapping.resource) {
            planner.map(mapping);
        }
    }
    for host in 0..input.hosts.len() {
        planner.listed_on_host(host, &dynamic, &mapped);
    }
    let listed: FxHashSet<&str> = planner.values.iter().map(Values::resource).collect();
    let unmapped = input.dynamic.iter().map(String::as_str);
    let unmapped = unmapped.filter(|it| !mapped.contains(it) && !listed.contains(it)).collect();
    planner.finish(unmapped)
}

/// Why a resource is expected from a host, in the order of LSF_RESOURCES.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Share {
    /// The host has its own value.
    Own,
    /// The host is the first one of a set.
    Set,
    /// The host is the management host.
    Master,
}

struct Planner<'i> {
    input: &'i PlanInput,
    states: Vec<HostState>,
    /// The management host candidates as indices in the Host section, including those that are down.
    candidates: Vec<usize>,
    management_host: Option<usize>,
    /// The servers, by place and by name: hundreds of rows can be for all of them.
    servers: Vec<usize>,
    server_names: Arc<[&'i str]>,
    /// The servers that are down.
    down: Vec<usize>,
    /// The candidates that are up, except the management host.
    next_candidates: Arc<[&'i str]>,
    places: FxHashMap<&'i str, usize>,
    /// The resources that are expected from every server that is up.
    everywhere: Vec<&'i str>,
    shares: Vec<Vec<(Share, &'i str, Reason<'i>)>>,
    /// Why a host does not report although it shares an instance.
    waits: Vec<Vec<Reason<'i>>>,
    values: Vec<Values<'i>>,
}

impl<'i> Planner<'i> {
    fn new(input: &'i PlanInput) -> Planner<'i> {
        let mut places = FxHashMap::default();
        for (place, host) in input.hosts.iter().enumerate() {
            // Of duplicate rows, LSF uses the first one.
            places.entry(host.name.as_str()).or_insert(place);
        }
        let down: FxHashSet<&str> = input.down.iter().map(String::as_str).collect();
        let state = |(place, host): (usize, &PlanHost)| match host.server {
            // A duplicate row has no effect.
            _ if places.get(host.name.as_str()) != Some(&place) => HostState::Client,
            false => HostState::Client,
            true if down.contains(host.name.as_str()) => HostState::Down,
            true => HostState::Up,
        };
        let states: Vec<HostState> = input.hosts.iter().enumerate().map(state).collect();
        let is_server = |it: &usize| states[*it] != HostState::Client;
        let mut candidates: Vec<usize> =
            input.management_hosts.iter().filter_map(|it| places.get(it.as_str()).copied()).filter(is_server).collect();
        if input.management_hosts.is_empty() {
            candidates = (0..states.len()).filter(is_server).collect();
        }
        let master = candidates.iter().copied().find(|it| states[*it] == HostState::Up);
        let name = |place: usize| input.hosts[place].name.as_str();
        let servers: Vec<usize> = (0..states.len()).filter(is_server).collect();
        let server_names = servers.iter().map(|it| name(*it)).collect();
        let down = (0..states.len()).filter(|it| states[*it] == HostState::Down).collect();
        let next = candidates.iter().copied().filter(|it| states[*it] == HostState::Up && Some(*it) != master);
        let next_candidates = next.map(name).collect();
        let count = states.len();
        Planner {
            input,
            states,
            candidates,
            management_host: master,
            servers,
            server_names,
            down,
            next_candidates,
            places,
            everywhere: Vec::new(),
            shares: vec![Vec::new(); count],
            waits: vec![Vec::new(); count],
            values: Vec::new(),
        }
    }

    fn name(&self, place: usize) -> &'i str {
        &self.input.hosts[place].name
    }

    fn names<C: FromIterator<&'i str>>(&self, places: &[usize]) -> C {
        places.iter().map(|it| self.name(*it)).collect()
    }

    fn is_up(&self, place: usize) -> bool {
        self.states[place] == HostState::Up
    }

    /// Maps the instances of one row. A host belongs to the first instance that names it.
    fn map(&mut self, mapping: &'i Mapping) {
        let resource = &mapping.resource;
        if mapping.instances.contains(&HostSet::Default) {
            // LSF ignores a row in which `default` is not the only instance.
            if mapping.instances.len() == 1 {
                self.everywhere.push(resource);
                self.values.push(Values::Each(resource));
                for host in self.down.iter().copied() {
                    self.waits[host].push(Reason::Returns { resource });
                }
            }
            return;
        }
        if let [set @ HostSet::All { except }] = mapping.instances.as_slice()
            && except.is_empty()
        {
            return self.shared_by_all(resource, set, except, self.server_names.clone());
        }
        let mut named: FxHashSet<usize> = FxHashSet::default();
        for set in &mapping.instances {
            if let HostSet::Listed { hosts, .. } = set {
                named.extend(hosts.iter().filter_map(|it| self.places.get(it.as_str())));
            }
        }
        let mut taken: FxHashSet<usize> = FxHashSet::default();
        for set in &mapping.instances {
            let mut hosts = self.hosts_of(set, &named);
            hosts.retain(|it| taken.insert(*it));
            match set {
                HostSet::All { except } => self.shared_by_all(resource, set, except, self.names(&hosts)),
                HostSet::Default | HostSet::Listed { .. } => self.shared_by(resource, set, &hosts),
            }
        }
    }

    /// The servers of a set, in order.
    fn hosts_of(&self, set: &'i HostSet, named: &FxHashSet<usize>) -> Vec<usize> {
        match set {
            HostSet::Default => Vec::new(),
            HostSet::All { except } => {
                let except: FxHashSet<&str> = except.iter().map(String::as_str).collect();
                self.servers.iter().copied().filter(|it| !except.contains(self.name(*it))).collect()
            }
            HostSet::Listed { hosts, others } => {
                let listed = hosts.iter().filter_map(|it| self.places.get(it.as_str()).copied());
                let mut found: Vec<usize> = listed.filter(|it| self.states[*it] != HostState::Client).collect();
                if *others {
                    found.extend(self.servers.iter().filter(|it| !named.contains(it)));
                }
                found
            }
        }
    }

    /// Adds an instance of a single host.
    fn own(&mut self, host: usize, resource: &'i str, reason: Reason<'i>) {
        let up = self.is_up(host);
        match up {
            true => self.shares[host].push((Share::Own, resource, reason)),
            false => self.waits[host].push(Reason::Returns { resource }),
        }
        self.values.push(Values::One(Instance::own(resource, self.name(host), up)));
    }

    /// Adds an instance that all hosts share. The management host reports it, whether it belongs to the set or not.
    fn shared_by_all(&mut self, resource: &'i str, set: &'i HostSet, except: &'i [String], hosts: Arc<[&'i str]>) {
        let management_host = self.management_host.filter(|_| !hosts.is_empty());
        if let Some(master) = management_host {
            let excluded = except.iter().any(|it| it == self.name(master));
            let reason = match excluded {
                true => Reason::ExcludedMaster { resource, set },
                false => Reason::Master { resource, set },
            };
            self.shares[master].push((Share::Master, resource, reason));
        }
        if !hosts.is_empty() {
            let before = self.candidates.iter().take_while(|it| !self.is_up(**it)).count();
            for &host in &self.candidates[..before] {
                self.waits[host].push(Reason::Returns { resource });
            }
        }
        let reported_by = management_host.map(|it| self.name(it));
        let successors = management_host.map(|_| self.next_candidates.clone()).unwrap_or_default();
        self.values.push(Values::One(Instance { resource, hosts, reported_by, successors }));
    }

    /// Adds an instance that listed hosts share. The first one that is up reports it.
    fn shared_by(&mut self, resource: &'i str, set: &'i HostSet, hosts: &[usize]) {
        let first = hosts.iter().position(|it| self.is_up(*it));
        let reported_by = first.map(|it| hosts[it]);
        let mut successors: Vec<usize> = Vec::new();
        if let Some(first) = first {
            let down = self.names(&hosts[..first]);
            let reporter = self.name(hosts[first]);
            self.shares[hosts[first]].push((Share::Set, resource, Reason::First { resource, set, down }));
            successors.extend(hosts[first + 1..].iter().filter(|it| self.is_up(**it)));
            for &host in &successors {
                self.waits[host].push(Reason::Waits { resource, set, reporter });
            }
        }
        for &host in &hosts[..first.unwrap_or(hosts.len())] {
            self.waits[host].push(Reason::Returns { resource });
        }
        let reported_by = reported_by.map(|it| self.name(it));
        let (hosts, successors) = (self.names(hosts), self.names(&successors));
        self.values.push(Values::One(Instance { resource, hosts, reported_by, successors }));
    }

    /// Adds dynamic resources without a row in ResourceMap that the RESOURCES column of a host names.
    fn listed_on_host(&mut self, host: usize, dynamic: &FxHashSet<&str>, mapped: &FxHashSet<&str>) {
        if self.states[host] == HostState::Client {
            return;
        }
        for resource in self.input.hosts[host].resources.iter().map(String::as_str) {
            if dynamic.contains(resource) && !mapped.contains(resource) {
                self.own(host, resource, Reason::ListedOnHost { resource });
            }
        }
    }

    fn finish(self, unmapped: Vec<&'i str>) -> Plan<'i> {
        let Planner { input, states, candidates, management_host, servers, .. } = self;
        let Planner { places, everywhere, shares, waits, values, .. } = self;
        let name = |place: usize| input.hosts[place].name.as_str();
        let none: Arc<[Reason<'i>]> = Arc::default();
        let reasons: Arc<[Reason<'i>]> = everywhere.iter().map(|resource| Reason::Default { resource }).collect();
        let mut resources = ResourceLists::new(everywhere);
        let mut hosts = Vec::with_capacity(states.len());
        for (place, (mut shares, waits)) in shares.into_iter().zip(waits).enumerate() {
            if places.get(name(place)) != Some(&place) {
                continue;
            }
            shares.sort_by_key(|it| it.0);
            let state = states[place];
            let is_up = state == HostState::Up;
            let everywhere = if is_up { &reasons } else { &none };
            let resources = resources.with(is_up, shares.iter().map(|it| it.1));
            let here: Vec<Reason<'i>> = match state {
                HostState::Client => vec![Reason::Client],
                HostState::Down => std::iter::once(Reason::Down).chain(waits).collect(),
                HostState::Up if everywhere.is_empty() && shares.is_empty() && waits.is_empty() => {
                    vec![Reason::NothingExpected]
                }
                HostState::Up => shares.into_iter().map(|it| it.2).chain(waits).collect(),
            };
            let (management_host, everywhere) = (management_host == Some(place), everywhere.clone());
            hosts.push(HostPlan { host: name(place), state, management_host, resources, everywhere, here });
        }
        let up = candidates.iter().filter(|it| states[**it] == HostState::Up);
        let management_hosts = up.map(|it| name(*it)).collect();
        let servers = servers.into_iter().map(|it| (name(it), states[it] == HostState::Up)).collect();
        Plan { management_hosts, hosts, values, servers, unmapped }
    }
}

/// The values of LSF_RESOURCES; equal ones are the same list.
struct ResourceLists<'i> {
    everywhere: Vec<&'i str>,
    known: FxHashMap<(bool, Vec<&'i str>), Arc<[&'i str]>>,
    none: Arc<[&'i str]>,
}

impl<'i> ResourceLists<'i> {
    fn new(everywhere: Vec<&'i str>) -> ResourceLists<'i> {
        ResourceLists { everywhere, known: FxHashMap::default(), none: Arc::default() }
    }

    /// The resources of a host: those that every server has, if it is up, then others. Each resource once.
    fn with(&mut self, is_up: bool, others: impl Iterator<Item = &'i str>) -> Arc<[&'i str]> {
        let mut seen = FxHashSet::default();
        // A resource is either mapped to every server or not, so these are the same ones.
        let others: Vec<&str> = others.filter(|it| seen.insert(*it)).collect();
        let everywhere: &[&str] = if is_up { &self.everywhere } else { &[] };
        if everywhere.is_empty() && others.is_empty() {
            return self.none.clone();
        }
        let list = |others: &[&'i str]| everywhere.iter().chain(others).copied().collect::<Arc<[&str]>>();
        self.known.entry((is_up, others)).or_insert_with_key(|it| list(&it.1)).clone()
    }
}
