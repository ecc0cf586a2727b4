//! Hovers for hosts, host groups, compute units, host types and models.

use lsflint_model::{HostId, HostRow, HostRows, HostSet};
use lsflint_spec::{FileKind, PREDEFINED_TYPES};

use super::record;
use crate::hover::values::lists::host_set;
use crate::hover::values::time;
use crate::hover::{Page, Scene, over_time};
use crate::symbol::{SymbolAt, SymbolKind};
use crate::words;

/// The maximum number of groups or resources.
const NAMED: usize = 8;

/// The hover for a host of lsf.cluster.
pub(super) fn host(scene: &Scene<'_>, name: &str) -> Option<Page> {
    let hosts = scene.view.hosts();
    let id = hosts.find(name)?;
    let facts = hosts.facts(id);
    let known = hosts.get(id);
    let mut page = Page::new(&known.name, "host of lsf.cluster");
    let unnamed = || "detected by LSF".to_owned();
    let word = |it: &Option<Box<str>>| it.as_ref().map_or_else(unnamed, |it| words::code(it));
    page.fact(format!("type {}, model {}", word(&facts.host_type), word(&facts.model)));
    if facts.server == Some(false) {
        page.fact("client host: submits jobs but does not run them (`server` is 0)");
    }
    let listed = facts.resources.iter().filter(|it| !it.exclusive).map(|it| match &it.value {
        Some(value) => format!("{}={value}", it.name),
        None => it.name.to_string(),
    });
    page.labelled("resources", words::names(listed, NAMED + 4));
    let exclusive: Vec<&str> = facts.resources.iter().filter(|it| it.exclusive).map(|it| &*it.name).collect();
    if !exclusive.is_empty() {
        page.fact(format!("accepts only jobs that request {}", words::names(&exclusive, 3)));
    }
    if !facts.complete {
        page.fact("its row is only partly known because of a template, an `#if` or an error");
    }
    if facts.server != Some(false) {
        batch(scene, &known.name, &mut page);
    }
    page.labelled("in", words::names(groups_with(scene, id), NAMED));
    Some(page)
}

/// Adds the settings of a host in lsb.hosts: job slots and windows.
fn batch(scene: &Scene<'_>, name: &str, page: &mut Page) {
    let view = scene.view;
    let own = view.named(FileKind::LsbHosts, "Host", name);
    let rows: Vec<_> = match view.hosts().find(name).map(|it| HostRows::of(view).get(it)) {
        Some(HostRow::Of(row)) if own.is_empty() => vec![row],
        _ => own,
    };
    let is_conditional = rows.iter().any(|it| it.is_conditional());
    let param = lsflint_spec::find_param(FileKind::LsbHosts, "Host", "MXJ").filter(|_| is_conditional);
    let over_time = param.zip(rows.first()).and_then(|(param, row)| over_time::values(scene, row, name, param));
    let mut slots: Vec<String> = rows.iter().filter_map(|it| it.value("MXJ")).map(|it| it.into_owned()).collect();
    slots.dedup();
    let decided = if is_conditional { ", depending on an `#if`" } else { "" };
    match slots.as_slice() {
        _ if over_time.is_some() => page.fact(format!("job slots (`MXJ`): {}", over_time.unwrap_or_default())),
        [one] if one == "!" => page.fact("job slots: one for each CPU (`MXJ` is `!`)"),
        [one] if one == "0" => page.fact("no job slots (`MXJ` is 0): the host does not run batch jobs"),
        [] => &mut *page,
        several => page.fact(format!("job slots (`MXJ`): {}{decided}", several.join(" or "))),
    };
    if let [row] = rows.as_slice() {
        page.labelled("dispatches jobs", time::windows(scene, row, "DISPATCH_WINDOW"));
    }
}

/// The groups and compute units that certainly contain a host.
fn groups_with(scene: &Scene<'_>, id: HostId) -> Vec<String> {
    let groups = scene.view.host_groups();
    let is_in = |name: &&str| groups.get(name).is_some_and(|it| it.surely.contains(id.0 as usize));
    let mut found: Vec<String> = groups.names().filter(is_in).map(str::to_owned).collect();
    found.sort_unstable();
    found
}

/// The hover for a host group or compute unit.
pub(super) fn group(scene: &Scene<'_>, name: &str, kind: SymbolKind) -> Option<Page> {
    let (file, section) = kind.section()?;
    let record = scene.view.find(file, section, name)?;
    let mut page = Page::new(name, &format!("{} of lsb.hosts", kind.what()));
    let column = if kind == SymbolKind::HostGroup { "GROUP_MEMBER" } else { "MEMBER" };
    if let Some(unit) = record.value("TYPE").filter(|_| kind == SymbolKind::ComputeUnit) {
        page.labelled("type", words::code(&unit));
    }
    if scene.view.host_groups().is_circular(name) {
        page.fact("it contains itself, so its hosts are unknown");
    }
    if let Some(members) = record.value(column) {
        page.labelled("members", words::code(&members));
    }
    if let Some(set) = scene.view.host_groups().get(name) {
        page.fact(host_set(scene.view, set).unwrap_or_default());
    }
    record::settings(scene, &record, &[column, "TYPE"], 4, &mut page);
    record::conditional(scene, &record, &mut page);
    Some(page)
}

/// The hover for a pattern: `h[1-10]`, `web*`.
pub(super) fn pattern(scene: &Scene<'_>, at: &SymbolAt) -> Page {
    let mut page = Page::new(&at.text, "hosts");
    if let Some(pattern) = &at.pattern {
        let hosts = scene.view.hosts();
        let matching = hosts.iter().filter(|it| pattern.matches(&it.1.name)).map(|it| it.0.0 as usize);
        let surely: lsflint_model::Bits = matching.collect();
        let beyond = hosts.knowledge != lsflint_model::Knowledge::Complete;
        let set = HostSet { possibly: surely.clone(), surely, beyond };
        page.fact(host_set(scene.view, &set).unwrap_or_default());
        let all = pattern.names(MOST_NAMES).map_or(0, |it| it.len());
        let found = set.surely.len();
        if all > found && !beyond && !hosts.is_empty() {
            page.fact(format!("not in lsf.cluster: {} of its {all} names", all - found));
        }
    }
    page
}

/// Patterns with more names than this are not expanded.
const MOST_NAMES: u64 = 4096;

/// The hover for a host type or model.
pub(super) fn class(scene: &Scene<'_>, name: &str, kind: SymbolKind) -> Option<Page> {
    let (file, section) = kind.section()?;
    let record = scene.view.find(file, section, name);
    if record.is_none() && !PREDEFINED_TYPES.contains(&name) {
        return None;
    }
    let mut page = Page::new(name, &format!("{} of lsf.shared", kind.what()));
    if record.is_none() {
        page.text("Built into LSF.");
    }
    if let Some(record) = record {
        if let Some(factor) = record.value("CPUFACTOR") {
            page.fact(format!("CPU factor {}: its speed relative to other models", words::code(&factor)));
        }
        record::settings(scene, &record, &["CPUFACTOR"], 4, &mut page);
    }
    let hosts = scene.view.hosts();
    let facts: Vec<bool> = hosts
        .all_facts()
        .iter()
        .map(|it| {
            let own = if kind == SymbolKind::HostType { &it.host_type } else { &it.model };
            own.as_deref() == Some(name)
        })
        .collect();
    let with: lsflint_model::Bits =
        hosts.iter().filter(|it| facts[it.1.facts as usize]).map(|it| it.0.0 as usize).collect();
    if !hosts.is_empty() {
        let set = HostSet { possibly: with.clone(), surely: with, beyond: false };
        page.fact(host_set(scene.view, &set).unwrap_or_default());
    }
    Some(page)
}

/// The hover for a compute unit type.
pub(super) fn unit_type(scene: &Scene<'_>, name: &str) -> Option<Page> {
    let mut page = Page::new(name, "compute unit type");
    if let Some(types) = scene.view.parameter("COMPUTE_UNIT_TYPES").value() {
        page.labelled("COMPUTE_UNIT_TYPES of lsb.params, smallest to largest", words::code(&types));
    }
    let units = scene.view.all(FileKind::LsbHosts, "ComputeUnit");
    let mine: Vec<String> =
        units.filter(|it| it.value("TYPE").as_deref() == Some(name)).map(|it| it.name().into_owned()).collect();
    if !mine.is_empty() {
        page.fact(format!("{}: {}", words::counted(mine.len(), "unit"), words::names(&mine, NAMED)));
    }
    (!page.is_empty()).then_some(page)
}
