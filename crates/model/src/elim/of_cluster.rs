//! Collects the input of elim placement from the files of a cluster.

use std::collections::hash_map::Entry;

use lsflint_spec::{FileKind, Reading, ResourceType};
use lsflint_syntax::ast::{ListItem, Location, LocationHosts};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{HostSet, Mapping, PlanHost, PlanInput};
use crate::pattern::HostPattern;
use crate::{Hosts, Knowledge, View};

impl PlanInput {
    /// Collects the input from lsf.cluster, lsf.shared and lsf.conf. No host is down.
    pub fn of(view: View<'_>) -> PlanInput {
        PlanInput::read(view, dynamic(view), |_| true)
    }

    /// The input for a single resource, regardless of its definition in lsf.shared.
    pub fn of_resource(view: View<'_>, resource: &str) -> PlanInput {
        PlanInput::read(view, vec![resource.to_owned()], |name| name == resource)
    }

    fn read(view: View<'_>, dynamic: Vec<String>, wanted: impl Fn(&str) -> bool) -> PlanInput {
        let hosts = view.hosts();
        let mut input = PlanInput {
            management_hosts: management_hosts(view),
            hosts: hosts.iter().map(|(id, host)| plan_host(hosts, id, &host.name, &wanted)).collect(),
            dynamic,
            mappings: Vec::new(),
            down: Vec::new(),
        };
        let mut rows: FxHashMap<String, usize> = FxHashMap::default();
        for row in view.all(FileKind::LsfCluster, "ResourceMap").filter(|it| !it.is_broken()) {
            if !wanted(&row.value("RESOURCENAME").unwrap_or_default()) {
                continue;
            }
            let Some(parse) = row.parse("LOCATION") else { continue };
            let Some(location) = parse.typed::<Location<'_>>() else { continue };
            let sets = location.instances().filter_map(|it| it.hosts());
            let instances: Vec<HostSet> = sets.map(|it| host_set(it, hosts)).collect();
            if !instances.is_empty() {
                let resource = row.value("RESOURCENAME").unwrap_or_default().into_owned();
                match rows.entry(resource) {
                    Entry::Occupied(it) => join(&mut input.mappings[*it.get()].instances, instances),
                    Entry::Vacant(it) => {
                        let resource = it.key().clone();
                        it.insert(input.mappings.len());
                        input.mappings.push(Mapping { resource, instances });
                    }
                }
            }
        }
        if hosts.knowledge != Knowledge::Complete {
            input.add_hosts_that_may_join();
        }
        input
    }

    /// If hosts may join the cluster, names in the configuration are assumed to be such hosts.
    fn add_hosts_that_may_join(&mut self) {
        let mut known: FxHashSet<String> = self.hosts.iter().map(|it| it.name.clone()).collect();
        // Management host candidates must be in the Host section anyway.
        let mut names = Vec::new();
        for set in self.mappings.iter().flat_map(|it| &it.instances) {
            if let HostSet::Listed { hosts, .. } = set {
                names.extend(hosts.iter().cloned());
            }
        }
        for name in names {
            if known.insert(name.clone()) {
                self.hosts.push(PlanHost { name, server: true, resources: Vec::new() });
            }
        }
    }
}

/// Adds the instances of another row of the same resource. LIM reads all rows of a resource together, but `default` is
/// the only instance of a resource, so that the first of such rows applies. Source: `addResourceMap` in lim.conf.c of
/// OpenLava.
fn join(earlier: &mut Vec<HostSet>, instances: Vec<HostSet>) {
    if !earlier.iter().chain(&instances).any(|it| *it == HostSet::Default) {
        earlier.extend(instances);
    }
}

/// The management host candidates, spelled as in lsf.cluster.
fn management_hosts(view: View<'_>) -> Vec<String> {
    let list = view.conf("LSF_MASTER_LIST").value().unwrap_or_default();
    let names = list.split(|it: char| it.is_ascii_whitespace() || matches!(it, '"' | '\'')).filter(|it| !it.is_empty());
    names.map(|it| canonical(view.hosts(), it)).collect()
}

fn plan_host(hosts: &Hosts, id: crate::HostId, name: &str, wanted: impl Fn(&str) -> bool) -> PlanHost {
    let facts = hosts.facts(id);
    let listed = facts.resources.iter().filter(|it| it.value.is_none() && wanted(&it.name));
    let resources = listed.map(|it| it.name.to_string());
    PlanHost { name: name.to_owned(), server: facts.server != Some(false), resources: resources.collect() }
}

/// The resources that elims report.
fn dynamic(view: View<'_>) -> Vec<String> {
    let mut seen = FxHashSet::default();
    let names = view.all(FileKind::LsfShared, "Resource").map(|it| it.name().into_owned());
    let is_dynamic = |name: &String| {
        view.resources().get(name).is_some_and(|it| {
            !it.builtin && it.reading == Some(Reading::Dynamic) && it.kind != Some(ResourceType::Boolean)
        })
    };
    names.filter(|it| seen.insert(it.clone()) && is_dynamic(it)).collect()
}

/// The hosts in one pair of brackets.
pub(crate) fn host_set(set: LocationHosts<'_>, hosts: &Hosts) -> HostSet {
    let has = |word: &str| set.items().any(|it| it.is(word) && !it.is_excluded());
    if has("default") {
        return HostSet::Default;
    }
    let names = |wanted: fn(&ListItem<'_>) -> bool| {
        let items = set.items().filter(wanted).filter(|it| !it.is("all") && !it.is("others"));
        items.flat_map(|it| expanded(it, hosts)).collect::<Vec<String>>()
    };
    if has("all") {
        return HostSet::All { except: names(|it| it.is_excluded()) };
    }
    HostSet::Listed { hosts: names(|it| !it.is_excluded()), others: has("others") }
}

/// The hosts of one item, spelled as in lsf.cluster.
fn expanded(item: ListItem<'_>, hosts: &Hosts) -> Vec<String> {
    match HostPattern::of(item) {
        Some(pattern) => {
            let matching = hosts.iter().map(|it| &it.1.name).filter(|it| pattern.matches(it));
            matching.map(|it| it.to_string()).collect()
        }
        None => vec![canonical(hosts, &item.text())],
    }
}

fn canonical(hosts: &Hosts, name: &str) -> String {
    hosts.find(name).map_or(name, |it| &hosts.get(it).name).to_owned()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::{Cluster, SourceFile};

    const SHARED: &str = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nsimtok Numeric 30 N (x)\nrackw Numeric 60 Y (x)\narch String () () (x)\nos String 600 () (x)\nflag Boolean 60 () (x)\nsimtok Numeric 60 N (x)\nEnd Resource\n";

    const HOSTS: &str = "Begin Host\nHOSTNAME model type server RESOURCES\nm1.site.org ! ! 1 (mg)\nm2 ! ! 1 (os)\nc1 ! ! 1 (arch=zen)\nc2 ! ! - ()\nlogin1 ! ! 0 ()\nEnd Host\n";

    #[track_caller]
    fn check(map: &str, conf: &str, expected: Expect) {
        let cluster = format!("{HOSTS}Begin ResourceMap\nRESOURCENAME LOCATION\n{map}\nEnd ResourceMap\n");
        let files = [
            SourceFile::new("lsf.shared", FileKind::LsfShared, SHARED),
            SourceFile::new("lsf.cluster.c", FileKind::LsfCluster, cluster),
            SourceFile::new("lsf.conf", FileKind::LsfConf, conf),
        ];
        let cluster = Cluster::of(&files, None);
        let input = PlanInput::of(cluster.view());
        let mut out = format!(
            "management_hosts:{}\n",
            input.management_hosts.iter().map(|it| format!(" {it}")).collect::<String>()
        );
        for it in &input.hosts {
            let client = if it.server { "" } else { " client" };
            out.push_str(format!("{}{client} {}", it.name, it.resources.join(" ")).trim_end());
            out.push('\n');
        }
        out.push_str(&format!("dynamic: {}\n", input.dynamic.join(" ")));
        for it in &input.mappings {
            let sets: Vec<String> = it.instances.iter().map(ToString::to_string).collect();
            out.push_str(&format!("{}: {}\n", it.resource, sets.join(" ")));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn files_say_what_decides() {
        check(
            "simtok [all]\nrackw ([c1 c2] [m1 others])\narch (zen@[c1] icx@[all ~c1 ~m2.site.org])\nos [default]",
            "LSF_MASTER_LIST=\"m1 m2\"\n",
            expect![[r#"
                management_hosts: m1.site.org m2
                m1.site.org mg
                m2 os
                c1
                c2
                login1 client
                dynamic: simtok rackw os
                simtok: [all]
                rackw: [c1 c2] [m1.site.org others]
                arch: [c1] [all ~c1 ~m2]
                os: [default]
            "#]],
        );
    }

    #[test]
    fn hosts_may_join() {
        check(
            "rackw ([c[1-2]] [n7])",
            "LSF_MASTER_LIST=\"m1 m9\"\nLSF_DYNAMIC_HOST_WAIT_TIME=60\n",
            expect![[r#"
            management_hosts: m1.site.org m9
            m1.site.org mg
            m2 os
            c1
            c2
            login1 client
            n7
            dynamic: simtok rackw os
            rackw: [c1 c2] [n7]
        "#]],
        );
    }

    #[test]
    fn rows_of_one_resource_are_read_together() {
        check(
            "rackw ([c1])\nos [default]\nrackw ([c2])\nos [c1]",
            "",
            expect![[r#"
            management_hosts:
            m1.site.org mg
            m2 os
            c1
            c2
            login1 client
            dynamic: simtok rackw os
            rackw: [c1] [c2]
            os: [default]
        "#]],
        );
    }

    #[test]
    fn rows_with_errors_give_what_can_be_read() {
        check(
            "simtok\nrackw ([c1 c2] c3)\nos ([default ~c1])",
            "",
            expect![[r#"
            management_hosts:
            m1.site.org mg
            m2 os
            c1
            c2
            login1 client
            dynamic: simtok rackw os
            rackw: [c1 c2]
            os: [default]
        "#]],
        );
    }
}
