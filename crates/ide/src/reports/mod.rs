//! Markdown reports for editor commands: merged requirement, matching hosts, elim plan, plan of a change.

mod elim;
mod hosts;
mod merged;
mod plan;
#[cfg(test)]
mod tests;

use crate::answers::Times;
use lsflint_model::requirement::merge::Merged;
use lsflint_model::{Entity, View};

use crate::{Snapshot, words};
use lsflint_model::combined::{combined, default_profile};

pub use elim::elim_plan;
pub use plan::plan_page;

/// A queue and an application profile, looked up by the names in a command.
struct Levels<'v> {
    queue: Option<Entity<'v>>,
    application: Option<Entity<'v>>,
    /// Whether the application profile is the default one.
    by_default: bool,
}

/// The merged requirement of a queue and an application profile, with the origin of every part. Without an application
/// profile, the default one applies. `None` if a name is not defined, or none is given.
pub fn merged_requirement(snapshot: &Snapshot, queue: Option<&str>, application: Option<&str>) -> Option<String> {
    let view = snapshot.as_read().view();
    Some(merged::page(view, &Levels::of(view, queue, application)?).trim_end().to_owned())
}

/// The hosts that can run the jobs of a queue or application profile, those that cannot, and why. `None` if a name is
/// not defined, or none is given.
pub fn matching_hosts(snapshot: &Snapshot, queue: Option<&str>, application: Option<&str>) -> Option<String> {
    let view = snapshot.as_read().view();
    Some(
        hosts::page(view, &Times::new(snapshot.as_read().read()), &Levels::of(view, queue, application)?)
            .trim_end()
            .to_owned(),
    )
}

impl<'v> Levels<'v> {
    fn of(view: View<'v>, queue: Option<&str>, application: Option<&str>) -> Option<Levels<'v>> {
        let queue = match queue {
            Some(name) => Some(view.queue(name)?),
            None => None,
        };
        let named = match application {
            Some(name) => Some(view.application(name)?),
            None => None,
        };
        if queue.is_none() && named.is_none() {
            return None;
        }
        let by_default = named.is_none();
        Some(Levels { queue, application: named.or_else(|| default_profile(view)), by_default })
    }

    /// `queue **night** and the default profile **tool**`.
    fn title(&self) -> String {
        let mut parts = Vec::new();
        if let Some(queue) = &self.queue {
            parts.push(format!("queue {}", words::code(&queue.name())));
        }
        if let Some(profile) = &self.application {
            let which = if self.by_default { "the default application profile" } else { "application profile" };
            parts.push(format!("{which} {}", words::code(&profile.name())));
        }
        parts.join(" and ")
    }

    fn merged(&self, view: View<'_>) -> Option<Merged> {
        combined(view, self.queue.as_ref(), self.application.as_ref())
    }
}

/// The text if a level is unknown.
const UNKNOWN: &str =
    "The requirement is unknown: it depends on a template or an `#if`, or lsflint cannot parse a string.\n";
