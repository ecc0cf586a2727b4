//! The resources that a requirement string may name: built-in, defined in lsf.shared, or declared on the command line.

use lsflint_spec::{Direction, FileKind, Reading, ResourceType, builtin_resource, reserved_name};
use rustc_hash::FxHashMap;

use crate::{Entity, Knowledge, View};

/// The properties of a resource. `None` means unknown, in which case nothing is reported; by default only the name is
/// known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Resource {
    /// Numeric, Boolean or string.
    pub kind: Option<ResourceType>,
    /// Whether it is dynamic, static or from the scheduler.
    pub reading: Option<Reading>,
    /// Its direction if it is numeric: whether larger values mean more load.
    pub direction: Option<Direction>,
    /// Whether it may be reserved in `rusage[]`.
    pub consumable: Option<bool>,
    /// Whether ResourceMap maps it to hosts other than `[default]`.
    pub shared: Option<bool>,
    /// Whether it is built into LSF.
    pub builtin: bool,
    /// Whether it is allowed in `order[]`.
    pub order: Option<bool>,
    /// Whether it is allowed in `defined()`.
    pub defined: Option<bool>,
    /// Whether its values may have size suffixes.
    pub size_units: bool,
    /// The seconds between two readings.
    pub interval: Option<u32>,
}

/// The sections that the resources are collected from.
pub(crate) const SOURCES: &[(FileKind, &str, &[&str])] = &[
    (FileKind::LsfShared, "Resource", &["RESOURCENAME", "TYPE", "INTERVAL", "INCREASING", "CONSUMABLE"]),
    (FileKind::LsfCluster, "ResourceMap", &["RESOURCENAME", "LOCATION"]),
    (FileKind::LsfLicenseScheduler, "", &[]),
    (FileKind::LsbGlobalPolicies, "", &[]),
];

/// The known resources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resources {
    site: FxHashMap<String, Resource>,
    /// The names in lowercase, each with the one that was defined first.
    lowercase: FxHashMap<String, String>,
    /// Whether a name that is not found is certainly undefined.
    pub knowledge: Knowledge,
}

impl Resources {
    /// Collects the Resource sections of lsf.shared and marks those that ResourceMap of lsf.cluster shares.
    pub(crate) fn of(view: View<'_>) -> Resources {
        let mut resources = Resources { knowledge: view.knowledge(FileKind::LsfShared), ..Resources::default() };
        // Two other files may define resources.
        let others = [FileKind::LsfLicenseScheduler, FileKind::LsbGlobalPolicies];
        if others.into_iter().any(|it| view.knowledge(it) != Knowledge::Unknown) {
            resources.knowledge = resources.knowledge.min(Knowledge::Partial);
        }
        // A reserved name keeps its built-in definition.
        let taken = |name: &str| name.is_empty() || reserved_name(name) && builtin_resource(name).is_some();
        for row in view.all(FileKind::LsfShared, "Resource").filter(|it| !taken(&it.name())) {
            // LSF uses the first definition.
            let name = row.name();
            resources.lowercase.entry(name.to_ascii_lowercase()).or_insert_with(|| name.clone().into_owned());
            resources.site.entry(name.into_owned()).or_insert_with(|| definition(&row));
        }
        for row in view.all(FileKind::LsfCluster, "ResourceMap") {
            let (Some(name), Some(location)) = (row.value("RESOURCENAME"), row.value("LOCATION")) else { continue };
            if let Some(resource) = resources.site.get_mut(&*name) {
                resource.shared = Some(!location.contains("default"));
            }
        }
        resources
    }

    /// Declares or replaces a resource of the site.
    pub fn define(&mut self, name: &str, resource: Resource) {
        self.lowercase.entry(name.to_ascii_lowercase()).or_insert_with(|| name.to_owned());
        self.site.insert(name.to_owned(), resource);
    }

    /// As [`Resources::get`]; if there is no such name, the properties of one of the site that differs only in letter
    /// case.
    pub fn get_ignoring_case(&self, name: &str) -> Option<Resource> {
        self.get(name).or_else(|| self.get(self.lowercase.get(&name.to_ascii_lowercase())?))
    }

    /// The properties of a name: as defined by the site, else built in; `None` if unknown.
    pub fn get(&self, name: &str) -> Option<Resource> {
        if let Some(site) = self.site.get(name) {
            return Some(*site);
        }
        let builtin = builtin_resource(name)?;
        Some(Resource {
            kind: Some(builtin.kind),
            reading: Some(builtin.reading),
            direction: builtin.direction,
            consumable: Some(builtin.consumable),
            shared: Some(false),
            builtin: true,
            order: Some(builtin.order),
            defined: Some(builtin.defined),
            size_units: builtin.size_units,
            interval: builtin.interval,
        })
    }

    /// The names that the site defines.
    pub fn site_names(&self) -> impl Iterator<Item = &str> {
        self.site.keys().map(String::as_str)
    }
}

/// The properties in a row of lsf.shared.
fn definition(row: &Entity<'_>) -> Resource {
    let word = |column: &str| row.value(column).map(|it| it.to_ascii_lowercase());
    let kind = match word("TYPE").as_deref() {
        Some("numeric") => Some(ResourceType::Numeric),
        Some("boolean") => Some(ResourceType::Boolean),
        Some("string") => Some(ResourceType::String),
        _ => None,
    };
    let numeric = kind.map(|it| it == ResourceType::Numeric);
    let consumable = match word("CONSUMABLE").as_deref() {
        Some("n" | "no") => Some(false),
        Some("y" | "yes") => Some(true),
        _ => numeric,
    };
    let direction = match word("INCREASING").as_deref() {
        Some("y" | "yes") => Some(Direction::Increasing),
        Some("n" | "no") => Some(Direction::Decreasing),
        _ => None,
    };
    let interval = word("INTERVAL");
    let dynamic = interval.is_some();
    Resource {
        kind,
        reading: Some(if dynamic { Reading::Dynamic } else { Reading::Static }),
        direction,
        consumable,
        shared: None,
        builtin: false,
        order: numeric,
        defined: numeric.map(|numeric| !(numeric && dynamic)),
        size_units: false,
        interval: interval.and_then(|it| it.parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, SourceFile};

    const ROWS: &str =
        "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nlic Numeric () N (x)\nEnd Resource\n";

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: Knowledge) {
        let source = |&(name, text): &(&str, &str)| {
            SourceFile::new(name, FileKind::from_name(name).expect("a file of LSF"), text)
        };
        let files: Vec<SourceFile> = files.iter().map(source).collect();
        assert_eq!(Cluster::of(&files, None).resources.knowledge, expected);
    }

    #[test]
    fn what_is_not_in_view_may_hold_any_name() {
        check(&[("lsb.queues", "")], Knowledge::Unknown);
        check(&[("lsf.shared", ROWS)], Knowledge::Complete);
    }

    #[test]
    fn other_sources_and_templates_leave_gaps() {
        check(&[("lsf.shared", ROWS), ("lsf.licensescheduler", "")], Knowledge::Partial);
        check(&[("lsf.shared", &ROWS.replace("lic ", "{{name}} "))], Knowledge::Partial);
    }
}
