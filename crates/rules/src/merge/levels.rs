//! Requirements of queues and application profiles that meet in one job.
//!
//! Every profile may be used in every queue, so pairs are only possible and seldom certain. What is reported stands in the profile: as a
//! warning when no queue is left for its jobs, or when they fail in the queue or with the profile that LSF takes by default; else as an
//! information, once for all queues.

use lsflint_lint::{Diagnostic, FileContext, Findings, Severity};
use lsflint_model::requirement::{Requirement, RequirementGroup, Simple};
use lsflint_model::{Entity, FieldRef, Knowledge, View};
use lsflint_spec::FileKind;

pub(crate) use crate::merge::pairs::Why;
use crate::merge::pairs::{Conflict, Reach};

/// Which conflicts a rule is about.
pub(crate) struct Wanted {
    /// Whether it is about this one.
    pub(crate) why: fn(&Why) -> bool,
    /// Whether a profile can have such a conflict at all, by its requirement.
    pub(crate) profile: fn(&Requirement) -> bool,
    /// Whether a queue can have such a conflict at all.
    pub(crate) queue: fn(&RequirementGroup) -> bool,
    /// Whether conflicts with some of the queues are worth an information.
    pub(crate) with_some: bool,
    /// The parameter of the queue that decides.
    pub(crate) decided_by: &'static str,
}

/// Reports the profiles of a file that conflict with queues. The findings want a help.
pub(crate) fn report_conflicts(
    context: &FileContext<'_>,
    wanted: &Wanted,
    help: &'static str,
    findings: &mut Findings,
) {
    for conflict in crate::merge::pairs::conflicts(context, wanted) {
        report(&conflict, wanted, findings).help(help);
    }
}

fn report<'f>(conflict: &Conflict<'_>, wanted: &Wanted, findings: &'f mut Findings) -> &'f mut Diagnostic {
    let queue = conflict.queue.name();
    let refused = conflict.why.is_refusal();
    let happens = match (refused, conflict.reach) {
        (true, Reach::All) => "no queue takes jobs of this profile".to_owned(),
        (true, _) => format!("the queue `{queue}` refuses jobs of this profile"),
        (false, Reach::All) => "jobs of this profile can start in no queue".to_owned(),
        (false, _) => format!("jobs of this profile can never start in the queue `{queue}`"),
    };
    let place = if conflict.reach == Reach::All { format!("in `{queue}`, ") } else { String::new() };
    let jobs = match conflict.reach {
        Reach::All => "jobs of the profile in every queue".to_owned(),
        Reach::DefaultQueue => "jobs of the profile that name no queue, because that one is DEFAULT_QUEUE".to_owned(),
        Reach::DefaultProfile => {
            "jobs of the queue that name no profile, because this one is DEFAULT_APPLICATION".to_owned()
        }
        Reach::Some => format!("jobs of the profile in {} of {} queues", conflict.count, conflict.of),
    };
    let effect = match (refused, conflict.reach) {
        (true, _) => format!("LSF refuses {jobs}"),
        (false, Reach::All) => "jobs of the profile pend for ever, whatever their queue".to_owned(),
        (false, _) => format!("LSF never starts {jobs}"),
    };
    let severity = if conflict.reach == Reach::Some { Severity::Info } else { Severity::Warning };
    findings
        .report(conflict.range, format!("{happens}: {place}{}", conflict.why.text()))
        .severity(severity)
        .effect(effect)
        .related_at(decisive(&conflict.queue, wanted), format!("the queue `{queue}`"))
}

/// The value of the queue that decides, else its name.
fn decisive(queue: &Entity<'_>, wanted: &Wanted) -> lsflint_model::Place {
    queue.field(wanted.decided_by).map_or_else(|| queue.place(), |it| it.place())
}

/// The queue of a number.
pub(crate) fn queue<'a>(view: View<'a>, number: u32) -> Option<Entity<'a>> {
    view.record(FileKind::LsbQueues, "Queue", number)
}

/// RES_REQ of the members of a group.
pub(crate) fn fields<'a>(view: View<'a>, kind: FileKind, group: &RequirementGroup) -> Vec<FieldRef<'a>> {
    let section = if kind == FileKind::LsbQueues { "Queue" } else { "Application" };
    group.members.iter().filter_map(|it| view.record(kind, section, *it)?.field("RES_REQ")).collect()
}

/// Whether one of the lists of sections of a requirement has something.
pub(crate) fn any(requirement: &Requirement, has: impl Fn(&Simple) -> bool) -> bool {
    requirement.simples().into_iter().any(has)
}

/// Whether a requirement has braces.
pub(crate) fn has_braces(requirement: &Requirement) -> bool {
    matches!(requirement, Requirement::Compound(_) | Requirement::Alternative(_))
}

/// What LSF takes where jobs name nothing: only for these it is sure which queue meets which profile.
pub(crate) struct Defaults {
    queues: Vec<u32>,
    pub(crate) profile: Option<u32>,
}

impl Defaults {
    pub(crate) fn of(view: View<'_>) -> Defaults {
        let names = view.parameter("DEFAULT_QUEUE").value();
        let names = names.iter().flat_map(|it| it.split_whitespace());
        let mut queues: Vec<u32> = names.filter_map(|it| Some(view.queue(it)?.number())).collect();
        // Where there is but one queue, jobs have no choice.
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
