//! The Limit sections of lsb.resources that a message is about.

use lsflint_model::{Entity, Knowledge};
use lsflint_spec::{FileKind, ParamSpec, section};
use lsflint_syntax::ast::{List, UserList};

use super::conditions::{Conditions, Scene};

/// The maximum number of sections.
const LISTED: usize = 5;
const SECTION: &str = "Limit";
/// The parameter with limits on resources of the site.
const RESOURCES: &str = "RESOURCE";

/// Adds the sections that limit the resource for the consumer that the message is about.
pub(super) fn add(scene: &Scene<'_>, out: &mut Conditions) {
    let by: Vec<&'static ParamSpec> = scene
        .message
        .decided_by()
        .filter(|it| it.0 == FileKind::LsbResources && it.1.name == SECTION)
        .map(|it| it.2)
        .collect();
    if by.is_empty() {
        return;
    }
    let applies = |it: &Entity<'_>| match &scene.named.limit {
        Some(name) => it.name() == name.as_str(),
        None => limited(scene, it).is_some() && consumes(scene, it, &by),
    };
    let found: Vec<Entity<'_>> = scene.view.all(FileKind::LsbResources, SECTION).filter(applies).collect();
    for limit in found.iter().take(LISTED) {
        let mut parts: Vec<String> = limited(scene, limit).into_iter().collect();
        for param in &by {
            let value = limit.value(param.name).filter(|_| param.name != "NAME");
            parts.extend(value.map(|it| format!("{} = {it}", param.name)));
        }
        let name = limit.name();
        let name = if name.is_empty() { "a limit without name".to_owned() } else { format!("limit {name}") };
        let text = if parts.is_empty() { name } else { format!("{} ({name})", parts.join(", ")) };
        out.add(text, Some(limit.place()));
    }
    if found.len() > LISTED {
        out.add(format!("and {} more limits", found.len() - LISTED), None);
    }
    if found.is_empty() && scene.view.knowledge(FileKind::LsbResources) == Knowledge::Complete {
        out.add(
            match &scene.named.limit {
                Some(name) => format!("limit {name} is not defined in lsb.resources"),
                None => "no limit of lsb.resources is about the job".to_owned(),
            },
            None,
        );
    }
}

/// The limit on the resource of the message, or on jobs; the first limit if the message does not name a resource.
fn limited(scene: &Scene<'_>, limit: &Entity<'_>) -> Option<String> {
    let shown = |name: &str| Some(format!("{name} = {}", limit.value(name)?));
    let asked = scene.named.resource.as_deref();
    if scene.message.text.starts_with("JOBS ") {
        return shown("JOBS");
    }
    match asked {
        Some(name) => match column(name) {
            Some(param) => shown(param.name),
            None => shown(RESOURCES).filter(|it| it.contains(name)),
        },
        None => ["SLOTS", "MEM", "SWP", "TMP", RESOURCES].into_iter().find_map(shown).or_else(|| shown("JOBS")),
    }
}

/// The parameter that limits a built-in resource: `slot` and `SLOTS`, `mem` and `MEM`.
pub(super) fn column(resource: &str) -> Option<&'static ParamSpec> {
    let limits = section(FileKind::LsbResources, SECTION)?;
    limits.param(resource).or_else(|| limits.param(&format!("{resource}s")))
}

/// Whether a section is about a consumer of the message, and does not exclude the job.
fn consumes(scene: &Scene<'_>, limit: &Entity<'_>, by: &[&'static ParamSpec]) -> bool {
    let consumers: Vec<&ParamSpec> = by.iter().copied().filter(|it| it.name != "NAME").collect();
    if consumers.is_empty() {
        // A limit on the whole cluster names no consumer.
        let names = ["USERS", "PER_USER", "QUEUES", "PER_QUEUE", "PROJECTS", "PER_PROJECT", "HOSTS", "PER_HOST"];
        return names.iter().all(|it| !limit.has(it));
    }
    consumers.iter().any(|it| limit.has(it.name)) && includes_queue(scene, limit) && includes_user(scene, limit)
}

/// Whether the queue of the job is in the lists of queues; true if it is unknown.
fn includes_queue(scene: &Scene<'_>, limit: &Entity<'_>) -> bool {
    let Some(queue) = scene.job.and_then(|it| it.queue.as_deref()) else { return true };
    let names = |it: &str| it.split([' ', '(', ')']).any(|it| it == queue || it == "all");
    ["QUEUES", "PER_QUEUE"].iter().filter_map(|it| limit.value(it)).all(|it| names(&it))
}

/// Whether the user of the job may be in the lists of users.
fn includes_user(scene: &Scene<'_>, limit: &Entity<'_>) -> bool {
    let Some(user) = scene.user_name() else { return true };
    let groups = scene.view.user_groups();
    ["USERS", "PER_USER"].iter().filter_map(|it| limit.field(it)).all(|field| {
        let names_user = field.known().is_some_and(|it| it.split([' ', '(', ')']).any(|it| it == user || it == "all"));
        let parse = field.parse();
        let list = parse.as_ref().and_then(|it| it.typed::<UserList<'_>>());
        // The groups of the operating system are unknown, so a list of groups may contain the user.
        names_user
            || list
                .is_none_or(|it| it.items().any(|it| scene.is_member(user, &it.text()) || !groups.contains(&it.text())))
    })
}
