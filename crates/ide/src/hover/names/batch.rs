//! Hovers for queues and application profiles.

use lsflint_model::combined;
use lsflint_model::{Entity, State};
use lsflint_spec::FileKind;

use super::record;
use crate::hover::values::lists::host_set;
use crate::hover::values::time;
use crate::hover::{Page, Scene, over_time, requirement};
use crate::words;

/// The limits to show, most important first.
const LIMITS: &[&str] = &["RUNLIMIT", "CPULIMIT", "MEMLIMIT", "TASKLIMIT", "QJOB_LIMIT", "UJOB_LIMIT", "HJOB_LIMIT"];
/// The maximum number of limits.
const SHOWN: usize = 4;

/// The hover for a queue of lsb.queues.
pub(super) fn queue(scene: &Scene<'_>, name: &str) -> Option<Page> {
    let queue = scene.view.queue(name)?;
    let mut page = Page::new(name, "queue of lsb.queues");
    record::description(&queue, &mut page);
    if let Some(priority) = queue.value("PRIORITY") {
        page.fact(format!("priority {}; queues with a higher priority go first", words::code(&priority)));
    }
    if let Some(set) = combined::hosts_of_queue(scene.view, &queue) {
        page.labelled("runs on", host_set(scene.view, &set).unwrap_or_default());
    }
    if let Some(users) = queue.value("USERS") {
        page.labelled("users", words::code(&users));
    }
    page.labelled("dispatches jobs", time::windows(scene, &queue, "DISPATCH_WINDOW"));
    page.labelled("runs jobs", time::windows(scene, &queue, "RUN_WINDOW"));
    limits(scene, &queue, &mut page);
    requirements(scene, &queue, &mut page);
    record::conditional(scene, &queue, &mut page);
    Some(page)
}

/// The hover for an application profile of lsb.applications.
pub(super) fn application(scene: &Scene<'_>, name: &str) -> Option<Page> {
    let profile = scene.view.application(name)?;
    let mut page = Page::new(name, "application profile of lsb.applications");
    record::description(&profile, &mut page);
    if combined::default_profile(scene.view).is_some_and(|it| it.number() == profile.number()) {
        page.fact("the default application profile, for jobs submitted without `bsub -app`");
    }
    limits(scene, &profile, &mut page);
    requirements(scene, &profile, &mut page);
    record::conditional(scene, &profile, &mut page);
    Some(page)
}

fn limits(scene: &Scene<'_>, entity: &Entity<'_>, page: &mut Page) {
    let set = LIMITS.iter().filter_map(|name| {
        let fields = entity.fields(name);
        let mut known = fields.iter().filter(|it| it.state() == State::Known).filter_map(|it| it.known());
        if fields.iter().any(|it| it.is_conditional()) {
            let param = entity.section().param(name);
            if let Some(values) = param.and_then(|it| over_time::values(scene, entity, &entity.name(), it)) {
                return Some(format!("`{name}` {values}"));
            }
            let mut values: Vec<String> = known.map(|it| words::code(&it)).collect();
            values.dedup();
            return Some(format!("`{name}` {} (depending on an `#if`)", values.join(" or ")));
        }
        Some(format!("`{name}` {}", words::code(&known.next_back()?)))
    });
    let set: Vec<String> = set.take(SHOWN).collect();
    let separator = if set.iter().any(|it| it.contains(", ")) { "; " } else { ", " };
    page.fact(set.join(separator));
}

/// Adds the merged requirement of its jobs, with the origin of every part if there are two levels.
fn requirements(scene: &Scene<'_>, entity: &Entity<'_>, page: &mut Page) {
    let Some(merged) = combined::of_entity(scene.view, entity) else { return };
    if let Some(reason) = &merged.reason {
        page.fact(format!("**LSF rejects jobs** that do not specify a requirement: {reason}"));
        return;
    }
    let Some(text) = combined::outcome(&merged) else { return };
    let queue = (entity.kind() == FileKind::LsbQueues).then_some(entity);
    page.labelled("requirement", words::code(&text));
    if let Some(profile) = queue.and_then(|_| combined::default_profile(scene.view)) {
        let parts = merged.origins.iter().filter(|it| it.from == lsflint_model::requirement::Level::Application);
        let parts: Vec<&str> = parts.map(|it| it.text.as_str()).collect();
        if !parts.is_empty() {
            page.fact(format!(
                "{} from the default application profile {}",
                words::names(parts, 4),
                words::code(&profile.name())
            ));
        }
    }
    if let Some(result) = &merged.result {
        requirement::matches(scene, Some(entity), result).into_iter().for_each(|it| {
            page.fact(it);
        });
    }
}
