//! Hovers for resources: their meaning, location and reporting hosts.

use lsflint_model::elim::{Plan, PlanInput};
use lsflint_model::{Entity, HostSet, Resource};
use lsflint_spec::{BuiltinResource, Direction, FileKind, Reading, ResourceType, builtin_resource};
use lsflint_syntax::ast::{Location, LocationInstance};

use super::record;
use crate::hover::values::lists::host_set;
use crate::hover::{Page, Scene};
use crate::words;

/// The maximum number of instances that are listed.
const INSTANCES: usize = 4;
const NAMED: usize = 6;

/// The hover for a resource, built-in or defined by the site.
pub(super) fn resource(scene: &Scene<'_>, name: &str) -> Option<Page> {
    let known = scene.view.resources().get(name)?;
    match builtin_resource(name).filter(|_| known.builtin) {
        Some(builtin) => Some(of_lsf(builtin)),
        None => Some(of_site(scene, name, known)),
    }
}

fn type_words(kind: Option<ResourceType>) -> &'static str {
    match kind {
        Some(ResourceType::Numeric) => "numeric ",
        Some(ResourceType::Boolean) => "Boolean ",
        Some(ResourceType::String) => "string ",
        None => "",
    }
}

fn direction_words(direction: Option<Direction>) -> &'static str {
    match direction {
        Some(Direction::Increasing) => "larger values mean more load: `order` prefers small values",
        Some(Direction::Decreasing) => "larger values mean less load: `order` prefers large values",
        None => "",
    }
}

fn of_lsf(it: &'static BuiltinResource) -> Page {
    let mut page = Page::new(it.name, &format!("built-in {}resource", type_words(Some(it.kind))));
    page.text(words::full_sentence(it.summary));
    let mut line: Vec<String> = Vec::new();
    if !it.unit.is_empty() {
        line.push(format!("unit {}", it.unit));
    }
    line.push(match (it.reading, it.interval) {
        (Reading::Dynamic, Some(seconds)) => format!("measured every {seconds} seconds"),
        (Reading::Dynamic, None) => "measured".to_owned(),
        (Reading::Static, _) => "fixed while the host is up".to_owned(),
        (Reading::Scheduler, _) => "known to the batch scheduler only".to_owned(),
    });
    page.fact(line.join(", "));
    page.fact(direction_words(it.direction));
    let places = [
        (it.kind != ResourceType::String || !it.defined, "select"),
        (it.consumable, "rusage"),
        (it.order, "order"),
        (it.defined, "defined()"),
        (it.threshold, "load thresholds"),
    ];
    let places: Vec<&str> = places.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    page.labelled("allowed in", words::names(places, 8));
    if it.size_units {
        page.fact("accepts values with a unit: `4GB`");
    }
    if !it.alias.is_empty() {
        page.labelled("alias", words::code(it.alias));
    }
    if let Some(version) = it.since {
        page.fact(format!("since {version}"));
    }
    page
}

fn of_site(scene: &Scene<'_>, name: &str, known: Resource) -> Page {
    let mut page = Page::new(name, &format!("{}resource of lsf.shared", type_words(known.kind)));
    let record = scene.view.find(FileKind::LsfShared, "Resource", name);
    if let Some(record) = &record {
        record::description(record, &mut page);
    }
    let dynamic = known.reading == Some(Reading::Dynamic);
    match (known.reading, known.interval) {
        (Some(Reading::Dynamic), Some(seconds)) => {
            page.fact(format!("reported by an elim every {seconds} seconds"));
        }
        (Some(Reading::Dynamic), None) => {
            page.fact("reported by an elim");
        }
        (Some(Reading::Static), _) if known.kind == Some(ResourceType::Boolean) => {
            page.fact("static: a host has it or does not");
        }
        (Some(Reading::Static), _) => {
            page.fact("static: its value is set in lsf.cluster, without an elim");
        }
        _ => {}
    }
    page.fact(direction_words(known.direction.filter(|_| known.kind == Some(ResourceType::Numeric))));
    let release = record.as_ref().and_then(|it| it.yes("RELEASE"));
    page.fact(match (known.kind, known.consumable, release) {
        (Some(ResourceType::Numeric), Some(false), _) => "cannot be reserved with `rusage` (CONSUMABLE is N)",
        (Some(ResourceType::Numeric), Some(true), Some(true)) => "can be reserved; suspended jobs release it",
        (Some(ResourceType::Numeric), Some(true), Some(false)) => "can be reserved; suspended jobs keep it",
        (Some(ResourceType::Numeric), Some(true), None) => "can be reserved in `rusage`",
        _ => "",
    });
    let row = map_row(scene, name);
    match &row {
        Some(row) => mapped(scene, row, &mut page),
        None => on_hosts(scene, name, &mut page),
    }
    if dynamic && known.kind != Some(ResourceType::Boolean) && row.is_some() {
        reported(scene, name, known, &mut page);
    }
    page
}

/// The row of a resource in ResourceMap.
fn map_row<'s>(scene: &Scene<'s>, name: &str) -> Option<Entity<'s>> {
    let mut rows = scene.view.all(FileKind::LsfCluster, "ResourceMap");
    rows.find(|it| it.value("RESOURCENAME").as_deref() == Some(name))
}

/// Adds the hosts that share a value.
fn mapped(scene: &Scene<'_>, row: &Entity<'_>, page: &mut Page) {
    let Some(parse) = row.parse("LOCATION") else { return };
    let Some(location) = parse.typed::<Location<'_>>() else { return };
    let instances: Vec<LocationInstance<'_>> = location.instances().collect();
    let value =
        |it: &LocationInstance<'_>| it.value().map(|it| format!("{} ", words::code(&it.text()))).unwrap_or_default();
    if instances.len() > 1 {
        page.fact(format!("{} values, each shared by the hosts in one pair of brackets", instances.len()));
    }
    for instance in instances.iter().take(INSTANCES) {
        let Some(hosts) = instance.hosts() else { continue };
        let names: Vec<String> =
            hosts.items().map(|it| format!("{}{}", if it.is_excluded() { "~" } else { "" }, it.text())).collect();
        let who = match names.as_slice() {
            [one] if one == "default" => "each server host has its own value".to_owned(),
            [one] if one == "all" => "all server hosts share one value".to_owned(),
            _ => format!("shared by {}", words::names(&names, NAMED)),
        };
        page.fact(format!("{}{who}", value(instance)));
    }
    record::at_times(scene, row, "mapped", page);
}

/// Adds the hosts that list the resource in their row.
fn on_hosts(scene: &Scene<'_>, name: &str, page: &mut Page) {
    let hosts = scene.view.hosts();
    if hosts.is_empty() {
        return;
    }
    let with: Vec<bool> = hosts.all_facts().iter().map(|it| it.resources.iter().any(|it| *it.name == *name)).collect();
    let surely: lsflint_model::Bits =
        hosts.iter().filter(|it| with[it.1.facts as usize]).map(|it| it.0.0 as usize).collect();
    let count = surely.len();
    let set = HostSet { possibly: surely.clone(), surely, beyond: false };
    match count {
        0 => page.fact("no host in lsf.cluster lists it"),
        _ => page.labelled("on", host_set(scene.view, &set).unwrap_or_default()),
    };
}

/// Adds the hosts whose elims report the resource.
fn reported(scene: &Scene<'_>, name: &str, known: Resource, page: &mut Page) {
    let hosts = scene.view.hosts();
    if known.shared == Some(false) {
        // `[default]`: each server reports its own value.
        let servers = hosts.iter().filter(|it| hosts.facts(it.0).server != Some(false)).count();
        if servers > 0 {
            page.fact(format!("its elim runs on {}", words::counted(servers, "host")));
        }
        return;
    }
    let input = PlanInput::of_resource(scene.view, name);
    let plan = Plan::of(&input);
    let mut reporters: Vec<String> = Vec::new();
    for it in plan.instances().take(INSTANCES) {
        let then = match &*it.successors {
            [] => String::new(),
            successors => format!(", then {}", words::names(successors, 2)),
        };
        reporters.push(match it.reported_by {
            Some(host) => format!("{}{then}", words::code(host)),
            None => "no host".to_owned(),
        });
    }
    if !reporters.is_empty() {
        page.labelled("reported by", reporters.join("; "));
    }
}
