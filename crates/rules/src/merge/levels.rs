//! Conflicts between the requirements of queues and of application profiles.
//!
//! Any application profile can be used with any queue, so most pairs are only possible. Conflicts are reported in the
//! application profile: as a warning when no queue accepts its jobs, or when they fail in a default queue or with the
//! default application profile; otherwise as informational, once for all queues. Several application profiles that are
//! incompatible with the same queue and no other are one finding, at that queue.

use std::collections::BTreeMap;

use lsflint_lint::{Consequence, Diagnostic, FactFindings, FactsContext, Item, Severity};
use lsflint_model::requirement::merge::Refused;
use lsflint_model::{Entity, Place};
use lsflint_spec::FileKind;

use crate::merge::pairs::{Conflict, Reach, conflicts};
use crate::merge::wanted::{Wanted, Why};

/// The number of application profiles that a finding at a queue names.
const NAMED: usize = 3;

/// Reports the application profiles of a file that conflict with queues, and the queues of a file that conflict with
/// several application profiles. All findings have the same help.
pub(crate) fn report_conflicts(
    context: &FactsContext<'_>,
    wanted: &Wanted,
    help: &'static str,
    findings: &mut FactFindings,
) {
    let all = conflicts(context, wanted);
    let mut by_queue: BTreeMap<u32, Vec<&Conflict<'_>>> = BTreeMap::new();
    for conflict in all.iter().filter(|it| it.is_with_one_queue()) {
        by_queue.entry(conflict.queue.number()).or_default().push(conflict);
    }
    by_queue.retain(|_, conflicts| conflicts.len() > 1);
    if context.kind() == FileKind::LsbQueues {
        for conflicts in by_queue.values() {
            report_at_queue(conflicts, wanted, help, findings);
        }
        return;
    }
    let is_grouped = |it: &Conflict<'_>| it.is_with_one_queue() && by_queue.contains_key(&it.queue.number());
    for conflict in all.iter().filter(|it| !is_grouped(it)) {
        report(conflict, wanted, findings).help(help);
    }
}

fn report_at_queue(conflicts: &[&Conflict<'_>], wanted: &Wanted, help: &'static str, findings: &mut FactFindings) {
    let first = conflicts[0];
    let place = decisive(&first.queue, wanted);
    let jobs = format!("jobs of these {} application profiles in the queue", conflicts.len());
    let found = findings
        .report(place, format!("`{}` is incompatible with {} application profiles", wanted.decided_by, conflicts.len()))
        .severity(Severity::Info)
        .consequence(consequence(first).called(jobs).because(format!(
            "in `{}`, for example, {}",
            first.profile.name(),
            first.why.text()
        )))
        .help(help);
    for conflict in conflicts.iter().take(NAMED) {
        found.related_at(conflict.place.clone(), format!("application profile `{}`", conflict.profile.name()));
    }
}

fn consequence(conflict: &Conflict<'_>) -> Consequence {
    if conflict.why.is_refusal() { Item::Job.refused() } else { Item::Job.pending() }
}

fn report<'f>(conflict: &Conflict<'_>, wanted: &Wanted, findings: &'f mut FactFindings) -> &'f mut Diagnostic {
    let queue = conflict.queue.name();
    let refused = conflict.why.is_refusal();
    let jobs = match conflict.reach {
        Reach::All if refused => "jobs of the application profile in every queue".to_owned(),
        Reach::All => "jobs of the application profile in any queue".to_owned(),
        Reach::DefaultQueue => "jobs of the application profile that DEFAULT_QUEUE sends to this queue".to_owned(),
        Reach::DefaultProfile => "jobs of the queue that DEFAULT_APPLICATION gives this application profile".to_owned(),
        Reach::Some => {
            format!("jobs of the application profile in {} of {} queues", conflict.count, conflict.of)
        }
    };
    let place = if conflict.reach == Reach::All { format!("in `{queue}`, ") } else { String::new() };
    let consequence = consequence(conflict).called(jobs).because(format!("{place}{}", conflict.why.text()));
    let severity = if conflict.reach == Reach::Some { Severity::Info } else { Severity::Warning };
    findings
        .report(conflict.place.clone(), message(conflict))
        .severity(severity)
        .consequence(consequence)
        .related_at(decisive(&conflict.queue, wanted), format!("queue `{queue}`"))
}

/// What is wrong with the application profile. A message for all queues gives no reason: each queue may have its own.
fn message(conflict: &Conflict<'_>) -> String {
    let queue = conflict.queue.name();
    match &conflict.why {
        _ if conflict.reach == Reach::All => "application profile is incompatible with every queue".to_owned(),
        Why::Never(_) => format!("`select` contradicts that of queue `{queue}`"),
        Why::Refused(Refused::Ceiling(name), _) => format!("reservation of `{name}` exceeds that of queue `{queue}`"),
        Why::Refused(Refused::Range(name), _) => {
            format!("reservation of `{name}` is outside RESRSV_LIMIT of queue `{queue}`")
        }
        Why::Refused(Refused::Sides, _) => format!("requirement cannot be merged with `||` of queue `{queue}`"),
        Why::Refused(Refused::Slots, _) => format!("number of slots does not fit TASKLIMIT of queue `{queue}`"),
        Why::Refused(Refused::Join, _) => format!("requirement cannot be merged with that of queue `{queue}`"),
    }
}

/// The value in the queue that causes the conflict, otherwise the name of the queue.
fn decisive(queue: &Entity<'_>, wanted: &Wanted) -> Place {
    queue.field(wanted.decided_by).map_or_else(|| queue.place(), |it| it.place())
}
