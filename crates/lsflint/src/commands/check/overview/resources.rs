//! The overview of the resources of lsf.shared and their hosts.

use std::collections::HashMap;

use lsflint_model::{Entity, View};
use lsflint_report::overview::ResourceRow;
use lsflint_spec::{Direction, FileKind, Reading, ResourceType};

/// The rows of the resources that lsf.shared defines, by name.
pub(super) fn resources(view: View<'_>) -> Vec<ResourceRow> {
    let mapped = mappings(view);
    let listed = listed(view);
    let first = |it: &Entity<'_>| {
        view.find(FileKind::LsfShared, "Resource", &it.name()).is_some_and(|first| first.number() == it.number())
    };
    let all = view.all(FileKind::LsfShared, "Resource").filter(|it| !it.name().is_empty() && first(it));
    let row = |it: Entity<'_>| {
        let name = it.name().into_owned();
        let location = mapped.get(&name).cloned();
        let listed = listed.get(name.as_str()).copied().unwrap_or(0);
        let description = it.value("DESCRIPTION").unwrap_or_default();
        let description = description.trim_matches(|it| matches!(it, '(' | ')' | ' ')).to_owned();
        ResourceRow { what: what(view, &name), location, listed, description, name }
    };
    let mut rows: Vec<ResourceRow> = all.map(row).collect();
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    rows
}

fn what(view: View<'_>, name: &str) -> String {
    let Some(resource) = view.resources().get(name) else { return String::new() };
    let mut words: Vec<String> = Vec::new();
    words.extend(resource.kind.map(|it| match it {
        ResourceType::Numeric => "numeric".to_owned(),
        ResourceType::Boolean => "Boolean".to_owned(),
        ResourceType::String => "string".to_owned(),
    }));
    match (resource.reading, resource.interval) {
        (Some(Reading::Dynamic), Some(seconds)) => words.push(format!("reported every {seconds} s")),
        (Some(Reading::Dynamic), None) => words.push("dynamic".to_owned()),
        _ => {}
    }
    if resource.kind == Some(ResourceType::Numeric) {
        words.extend(resource.direction.map(|it| match it {
            Direction::Increasing => "larger values mean more load".to_owned(),
            Direction::Decreasing => "larger values mean less load".to_owned(),
        }));
        if resource.consumable == Some(false) {
            words.push("not consumable".to_owned());
        }
    }
    if resource.shared == Some(true) {
        words.push("shared".to_owned());
    }
    words.join(", ")
}

/// The LOCATION of each resource, from its first row in ResourceMap.
fn mappings(view: View<'_>) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for row in view.all(FileKind::LsfCluster, "ResourceMap") {
        if let (Some(name), Some(location)) = (row.value("RESOURCENAME"), row.value("LOCATION")) {
            let words: Vec<&str> = location.split_whitespace().collect();
            found.entry(name.into_owned()).or_insert_with(|| words.join(" "));
        }
    }
    found
}

/// The number of hosts that list each resource.
fn listed(view: View<'_>) -> HashMap<&str, usize> {
    let hosts = view.hosts();
    let mut found: HashMap<&str, usize> = HashMap::new();
    for (id, _) in hosts.iter() {
        for it in &hosts.facts(id).resources {
            *found.entry(&it.name).or_default() += 1;
        }
    }
    found
}
