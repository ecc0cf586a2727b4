//! The tables of groups, resources, users, limits, pools and service classes.

use lsflint_model::combined::without_clients;
use lsflint_model::{AsRead, Entity};
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use super::{Cell, Column, ObjectKind, Row, one_line, own, rows_of, settings_of};

/// The columns of groups.
pub(super) const GROUPS: &[Column] = &[
    Column { key: "section", heading: "SECTION" },
    Column { key: "members", heading: "MEMBERS" },
    Column { key: "settings", heading: "OTHER PARAMETERS" },
];

/// The columns of resources.
pub(super) const RESOURCES: &[Column] =
    &[Column { key: "settings", heading: "PARAMETERS" }, Column { key: "locations", heading: "LOCATION" }];

/// The columns of objects whose parameters are shown together.
pub(super) const SETTINGS: &[Column] = &[Column { key: "settings", heading: "PARAMETERS" }];

pub(super) fn groups(cluster: &AsRead) -> Vec<Row> {
    let sections = ObjectKind::Group.sections().iter();
    sections
        .flat_map(|(file, section)| {
            let column = if *section == "ComputeUnit" { "MEMBER" } else { "GROUP_MEMBER" };
            rows_of(cluster, *file, section, |group| {
                vec![Cell::Text((*section).to_owned()), members(group, column), settings_of(group, |it| it == column)]
            })
        })
        .collect()
}

fn members(group: &Entity<'_>, column: &str) -> Cell {
    let (view, name) = (group.view(), group.name());
    let (count, complete) = if group.kind() == FileKind::LsbUsers {
        match view.user_groups().get(&name) {
            Some(set) => ((!set.is_all()).then(|| set.surely().len()), set.is_exact()),
            None => (None, false),
        }
    } else {
        match view.host_groups().get(&name) {
            Some(set) => {
                let set = without_clients(view, set.clone());
                (Some(set.surely.len()), set.is_exact())
            }
            None => (None, false),
        }
    };
    match group.value(column) {
        Some(words) => Cell::Members { count, complete, words: one_line(&words) },
        None => own(group, column),
    }
}

pub(super) fn resources(cluster: &AsRead) -> Vec<Row> {
    let mut locations: FxHashMap<String, Vec<String>> = FxHashMap::default();
    let mut unclear = false;
    for row in cluster.view().all(FileKind::LsfCluster, "ResourceMap") {
        let (name, location) = (row.value("RESOURCENAME"), row.value("LOCATION"));
        match (name, location) {
            (Some(name), Some(location)) if !row.is_conditional() => {
                locations.entry(name.into_owned()).or_default().push(one_line(&location));
            }
            _ => unclear = true,
        }
    }
    rows_of(cluster, FileKind::LsfShared, "Resource", |resource| {
        let location = match locations.remove(&*resource.name()) {
            Some(found) => Cell::Names(found),
            None if unclear => Cell::Unknown,
            None => Cell::Nothing,
        };
        vec![settings_of(resource, |it| it == "DESCRIPTION"), location]
    })
}

/// The objects of a kind with one section.
pub(super) fn settings(cluster: &AsRead, kind: ObjectKind) -> Vec<Row> {
    let sections = kind.sections().iter();
    let cells = |it: &Entity<'_>| vec![settings_of(it, |it| it == "DESCRIPTION")];
    sections.flat_map(|(file, section)| rows_of(cluster, *file, section, cells)).collect()
}
