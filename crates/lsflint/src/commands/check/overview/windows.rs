//! The overview of what depends on the time of the week.

use lsflint_ide::answers::calendar::{Calendar, calendar};
use lsflint_model::Entity;

use super::Scene;

/// The time windows of queues.
const OF_QUEUES: [&str; 2] = ["DISPATCH_WINDOW", "RUN_WINDOW"];

/// The calendar as `lsflint calendar` has it, and the number of queues without windows.
pub(super) fn week(scene: &Scene<'_>, queues: &[Entity<'_>]) -> (Calendar, usize) {
    let always_open = queues.iter().filter(|queue| !OF_QUEUES.iter().any(|it| queue.has(it))).count();
    (calendar(scene.cluster), always_open)
}
