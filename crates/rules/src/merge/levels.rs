//! Requirements of queues and application profiles that meet in one job.
//!
//! Every profile may be used in every queue, so pairs are only possible and seldom certain. What is reported stands in
//! the profile: as a warning when no queue is left for its jobs, or when they fail in the queue or with the profile
//! that LSF takes by default; else as an information, once for all queues.

use lsflint_lint::{Diagnostic, FileContext, Findings, Item, Severity};
use lsflint_model::Entity;
use lsflint_model::requirement::{Requirement, Simple};

use crate::merge::pairs::{Conflict, Reach, Wanted, conflicts};

/// Reports the profiles of a file that conflict with queues. The findings want a help.
pub(crate) fn report_conflicts(
    context: &FileContext<'_>,
    wanted: &Wanted,
    help: &'static str,
    findings: &mut Findings,
) {
    for conflict in conflicts(context, wanted) {
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
    let (jobs, because) = match conflict.reach {
        Reach::All if refused => ("jobs of the application profile in every queue".to_owned(), None),
        Reach::All => ("jobs of the application profile in any queue".to_owned(), None),
        Reach::DefaultQueue => (
            "jobs of the application profile that do not specify a queue".to_owned(),
            Some("DEFAULT_QUEUE sends them to this queue"),
        ),
        Reach::DefaultProfile => (
            "jobs of the queue that do not specify an application profile".to_owned(),
            Some("DEFAULT_APPLICATION gives them this one"),
        ),
        Reach::Some => {
            (format!("jobs of the application profile in {} of {} queues", conflict.count, conflict.of), None)
        }
    };
    let consequence = if refused { Item::Job.refused() } else { Item::Job.pending() }.called(jobs);
    let consequence = match because {
        Some(reason) => consequence.because(reason),
        None => consequence,
    };
    let severity = if conflict.reach == Reach::Some { Severity::Info } else { Severity::Warning };
    findings
        .report(conflict.range, format!("{happens}: {place}{}", conflict.why.text()))
        .severity(severity)
        .consequence(consequence)
        .related_at(decisive(&conflict.queue, wanted), format!("the queue `{queue}`"))
}

/// The value of the queue that decides, else its name.
fn decisive(queue: &Entity<'_>, wanted: &Wanted) -> lsflint_model::Place {
    queue.field(wanted.decided_by).map_or_else(|| queue.place(), |it| it.place())
}

/// Whether one of the lists of sections of a requirement has something.
pub(crate) fn any(requirement: &Requirement, has: impl Fn(&Simple) -> bool) -> bool {
    requirement.simples().into_iter().any(has)
}

/// Whether a requirement has braces.
pub(crate) fn has_braces(requirement: &Requirement) -> bool {
    matches!(requirement, Requirement::Compound(_) | Requirement::Alternative(_))
}
