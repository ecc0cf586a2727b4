//! Which amounts of a reservation share a duration: `:` joins them, `,` separates them.

use lsflint_model::requirement::{Time, TimeUnit};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Amount, RusageSection, UsageGroup, UsageItem, UsageKind};

use crate::hover::Scene;
use crate::words;

/// The maximum number of names in a list.
const NAMED: usize = 6;

/// The lines on the amounts of a section, one for each group; empty if none has a duration.
pub(super) fn lines(section: RusageSection<'_>) -> Vec<String> {
    if !has_duration(section) {
        return Vec::new();
    }
    let line = |it: UsageGroup<'_>| Some(format!("here, {} reserved {}", resources(it, None)?, held(it)?));
    section.alternatives().flat_map(|it| it.groups()).filter_map(line).collect()
}

/// How long the amount of an item is reserved, and which other resources share the duration; `None` if the section has
/// no duration.
pub(super) fn line(scene: &Scene<'_>, item: UsageItem<'_>) -> Option<String> {
    scene.spot.node::<RusageSection<'_>>().filter(|it| has_duration(*it))?;
    let group = group_of(scene, item)?;
    let held = format!("held {}", held(group)?);
    let shared = resources(group, Some(item)).filter(|_| group.find(UsageKind::Duration).is_some());
    Some(match shared {
        Some(others) => format!("{held}, as {others} in the same group"),
        None => held,
    })
}

/// The resources that a `duration` or `decay` applies to.
pub(super) fn of_item(scene: &Scene<'_>, item: UsageItem<'_>) -> Option<String> {
    resources(group_of(scene, item)?, None)
}

fn has_duration(section: RusageSection<'_>) -> bool {
    section.items().any(|it| it.kind() == Some(UsageKind::Duration))
}

fn group_of<'s>(scene: &Scene<'s>, item: UsageItem<'_>) -> Option<UsageGroup<'s>> {
    let section = scene.spot.node::<RusageSection<'_>>()?;
    let range = item.node().range();
    section.alternatives().flat_map(|it| it.groups()).find(|it| it.items().any(|it| it.node().range() == range))
}

/// The names of the resources of a group, without one of them.
fn resources(group: UsageGroup<'_>, without: Option<UsageItem<'_>>) -> Option<String> {
    let except = without.map(|it| it.node().range());
    let items = group.resources().filter(|it| Some(it.node().range()) != except);
    let names: Vec<String> = items.filter_map(|it| Some(it.name()?.text().into_owned())).collect();
    (!names.is_empty()).then(|| words::names(&names, NAMED))
}

/// How long the amounts of a group are reserved: `for 10 minutes`. `None` if the duration cannot be read.
fn held(group: UsageGroup<'_>) -> Option<String> {
    let Some(duration) = group.find(UsageKind::Duration) else {
        return Some("until the job ends".to_owned());
    };
    let times: Option<Vec<String>> = duration.amounts().map(time).collect();
    let times = times.filter(|it| !it.is_empty())?;
    let decays = group.find(UsageKind::Decay).and_then(UsageItem::amount).is_some_and(|it| &*it.number.text() == "1");
    let decay = if decays { ", decreasing steadily" } else { "" };
    Some(format!("for {}{decay}", times.join(", then ")))
}

/// A time of `duration` in readable units.
fn time(amount: Amount<'_>) -> Option<String> {
    let unit = match amount.unit {
        None => None,
        Some(letter) => Some(TimeUnit::of(&letter.text())?),
    };
    let time = Time { number: amount.number.text().parse().ok()?, unit };
    Some(words::seconds(time.seconds()))
}
