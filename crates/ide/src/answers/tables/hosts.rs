//! The table of hosts.

use lsflint_model::{AsRead, Entity, HostFacts, HostId, HostRow, HostRows, Slots, View};
use lsflint_spec::FileKind;

use super::{Cell, Column, Row, SetValue, dropped, own};

/// The columns of hosts.
pub(super) const COLUMNS: &[Column] = &[
    Column { key: "type", heading: "TYPE" },
    Column { key: "model", heading: "MODEL" },
    Column { key: "server", heading: "SERVER" },
    Column { key: "slots", heading: "MXJ" },
    Column { key: "groups", heading: "GROUPS" },
    Column { key: "resources", heading: "RESOURCES" },
    Column { key: "windows", heading: "WINDOWS" },
];

pub(super) fn rows(cluster: &AsRead) -> Vec<Row> {
    let mut rows = rows_in(cluster.view());
    let names = rows.iter().map(|it| it.name.clone()).collect();
    rows.extend(dropped(cluster, FileKind::LsfCluster, "Host", names));
    rows
}

/// The hosts of a view.
pub(super) fn rows_in(view: View<'_>) -> Vec<Row> {
    let slots = HostRows::of(view);
    let mut groups = groups(view);
    let mut rows = Vec::with_capacity(view.hosts().len());
    for (id, host) in view.hosts().iter() {
        let Some(record) = view.record(FileKind::LsfCluster, "Host", host.row) else { continue };
        let facts = view.hosts().facts(id);
        // Client hosts run no jobs, so no row of lsb.hosts applies to them.
        let is_client = facts.server == Some(false);
        let cells = vec![
            own(&record, "type"),
            own(&record, "model"),
            facts.server.map_or(Cell::Unknown, Cell::Flag),
            match slots.slots(id) {
                _ if is_client => Cell::Nothing,
                Slots::Number(number) => i64::try_from(number).map_or(Cell::Unknown, Cell::Number),
                Slots::Processors => Cell::Text("!".to_owned()),
                Slots::Unlimited => Cell::Nothing,
                Slots::Unknown => Cell::Unknown,
            },
            Cell::Names(std::mem::take(&mut groups[id.0 as usize])),
            resources(facts),
            windows(&record, if is_client { HostRow::NoJobs } else { slots.get(id) }),
        ];
        rows.push(Row { name: host.name.to_string(), depends: record.is_conditional(), dropped: None, cells });
    }
    rows
}

/// The groups and compute units that certainly contain each host, also through other groups, by name.
fn groups(view: View<'_>) -> Vec<Vec<String>> {
    let mut names: Vec<&str> = view.host_groups().names().collect();
    names.sort_unstable();
    let mut of_host = vec![Vec::new(); view.hosts().len()];
    for name in names {
        let Some(set) = view.host_groups().get(name) else { continue };
        for host in set.surely.iter() {
            let id = HostId(host as u32);
            // Client hosts run no jobs, so a group does not contain them.
            if host < of_host.len() && view.hosts().facts(id).server != Some(false) {
                of_host[host].push(name.to_owned());
            }
        }
    }
    of_host
}

fn resources(facts: &HostFacts) -> Cell {
    if !facts.complete {
        return Cell::Unknown;
    }
    let text = |it: &lsflint_model::HostResource| {
        let bang = if it.exclusive { "!" } else { "" };
        it.value.as_ref().map_or_else(|| format!("{bang}{}", it.name), |value| format!("{bang}{}={value}", it.name))
    };
    Cell::Names(facts.resources.iter().map(text).collect())
}

/// The times at which a host accepts jobs: RUNWINDOW of lsf.cluster, DISPATCH_WINDOW of lsb.hosts.
fn windows(record: &Entity<'_>, row: HostRow<'_>) -> Cell {
    let mut fields = vec![record.field("RUNWINDOW")];
    match row {
        HostRow::Of(row) => fields.push(row.field("DISPATCH_WINDOW")),
        HostRow::Unknown(_) => return Cell::Unknown,
        HostRow::Unlimited | HostRow::NoJobs => {}
    }
    let found: Vec<SetValue> = fields.iter().flatten().filter_map(SetValue::of).collect();
    if found.is_empty() { Cell::Nothing } else { Cell::Settings(found) }
}
