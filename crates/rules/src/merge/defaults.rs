//! Queues and application profiles by number, and the defaults for jobs that name none.

use lsflint_model::requirement::RequirementGroup;
use lsflint_model::{Entity, FieldRef, Knowledge, View};
use lsflint_spec::FileKind;

/// The queue with a number.
pub(crate) fn queue<'a>(view: View<'a>, number: u32) -> Option<Entity<'a>> {
    view.record(FileKind::LsbQueues, "Queue", number)
}

/// RES_REQ of the members of a group.
pub(crate) fn fields<'a>(view: View<'a>, kind: FileKind, group: &RequirementGroup) -> Vec<FieldRef<'a>> {
    let section = if kind == FileKind::LsbQueues { "Queue" } else { "Application" };
    group.members.iter().filter_map(|it| view.record(kind, section, *it)?.field("RES_REQ")).collect()
}

/// The default queues and the default application profile: only for these it is certain which queue is used with which
/// application profile.
pub(crate) struct Defaults {
    queues: Vec<u32>,
    pub(crate) profile: Option<u32>,
}

impl Defaults {
    pub(crate) fn of(view: View<'_>) -> Defaults {
        let names = view.parameter("DEFAULT_QUEUE").value();
        let names = names.iter().flat_map(|it| it.split_whitespace());
        let mut queues: Vec<u32> = names.filter_map(|it| Some(view.queue(it)?.number())).collect();
        // With only one queue, jobs have no choice.
        let mut all = view.requirements().queues.iter().flat_map(|it| &it.members);
        let is_complete = view.knowledge(FileKind::LsbQueues) == Knowledge::Complete;
        if let (Some(only), None, true) = (all.next(), all.next(), is_complete) {
            queues = vec![*only];
        }
        let profile = view.parameter("DEFAULT_APPLICATION").value();
        Defaults { queues, profile: profile.and_then(|it| Some(view.application(it.trim())?.number())) }
    }

    pub(crate) fn has_queue_of(&self, group: &RequirementGroup) -> bool {
        group.members.iter().any(|it| self.queues.contains(it))
    }

    pub(crate) fn has_profile_of(&self, group: &RequirementGroup) -> bool {
        self.profile.is_some_and(|it| group.members.contains(&it))
    }
}
