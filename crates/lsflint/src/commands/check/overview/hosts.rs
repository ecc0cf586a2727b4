//! The overview of hosts and their groups.

use std::collections::HashMap;

use lsflint_model::{Entity, HostFacts, HostId, HostRows, Slots, View};
use lsflint_report::overview::{GroupRow, HostRow};
use lsflint_spec::FileKind;

use super::{Scene, listed};

/// The rows of hosts, in the order of lsf.cluster; hosts that differ only in their names share a row.
pub(super) fn hosts(scene: &Scene<'_>) -> Vec<HostRow> {
    let hosts = scene.view.hosts();
    let slots = HostRows::of(scene.view);
    let mut alike: Vec<((u32, String), Vec<&str>)> = Vec::new();
    let mut places: HashMap<(u32, String), usize> = HashMap::new();
    for (id, host) in hosts.iter() {
        let server = hosts.facts(id).server != Some(false);
        let key = (host.facts, if server { slots_in_words(scene.view, &slots, id) } else { String::new() });
        let place = *places.entry(key.clone()).or_insert_with(|| {
            alike.push((key, Vec::new()));
            alike.len() - 1
        });
        alike[place].1.push(&host.name);
    }
    let row = |((_, slots), names): ((u32, String), Vec<&str>)| {
        let facts = hosts.find(names[0]).map(|it| hosts.facts(it)).cloned().unwrap_or_default();
        HostRow {
            hosts: listed(names.iter().copied()),
            host_type: facts.host_type.as_deref().map(str::to_owned),
            model: facts.model.as_deref().map(str::to_owned),
            role: match facts.server {
                Some(true) => "runs jobs",
                Some(false) => "submit only",
                None => "unknown",
            },
            slots,
            resources: resources(&facts),
        }
    };
    alike.into_iter().map(row).collect()
}

fn resources(facts: &HostFacts) -> Vec<String> {
    let word = |it: &lsflint_model::HostResource| {
        let bang = if it.exclusive { "!" } else { "" };
        let value = it.value.as_ref().map_or(String::new(), |it| format!("={it}"));
        format!("{bang}{}{value}", it.name)
    };
    facts.resources.iter().map(word).collect()
}

/// The job slots of a host as text; empty if there is no limit or they are unknown.
fn slots_in_words(view: View<'_>, rows: &HostRows<'_>, id: HostId) -> String {
    let is_conditional = |it: Entity<'_>| it.is_conditional();
    match rows.slots(id) {
        Slots::Unlimited => String::new(),
        Slots::Unknown => {
            let own = view.find(FileKind::LsbHosts, "Host", &view.hosts().get(id).name);
            if own.is_some_and(is_conditional) { "depends on an #if".to_owned() } else { String::new() }
        }
        Slots::Processors => "one per CPU".to_owned(),
        Slots::Number(0) => "none".to_owned(),
        Slots::Number(number) => number.to_string(),
    }
}

/// The rows of host groups and compute units, in the order of lsb.hosts.
pub(super) fn groups(scene: &Scene<'_>) -> Vec<GroupRow> {
    let view = scene.view;
    let mut rows = Vec::new();
    for (section, column) in [("HostGroup", "GROUP_MEMBER"), ("ComputeUnit", "MEMBER")] {
        let first = |it: &Entity<'_>| {
            let name = it.name();
            !name.is_empty()
                && view.find(FileKind::LsbHosts, section, &name).is_some_and(|first| first.number() == it.number())
        };
        for it in view.all(FileKind::LsbHosts, section).filter(first) {
            let what = match it.value("TYPE") {
                Some(unit) if section == "ComputeUnit" => format!("compute unit ({unit})"),
                _ if section == "ComputeUnit" => "compute unit".to_owned(),
                _ => "host group".to_owned(),
            };
            let name = it.name();
            rows.push(GroupRow {
                what,
                members: it.value(column).unwrap_or_default().into_owned(),
                hosts: view.host_groups().get(&name).map(|it| scene.host_list(it)).unwrap_or_default(),
                name: name.into_owned(),
            });
        }
    }
    rows
}
