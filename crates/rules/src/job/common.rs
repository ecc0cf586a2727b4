//! What rules about jobs share: undefined names, and conditions that apply in every queue of a job.

use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Consequence, Diagnostic, Findings, Item, JobContext, Severity};
use lsflint_model::job::Named;
use lsflint_model::{Entity, Knowledge, Referent};
use lsflint_syntax::TextRange;

use crate::names::undefined::{home, nearest, what};

/// What is wrong in each of the queues of a job; `None` when one of them is not known, or would accept the job.
pub(crate) fn in_every_queue<'a, T>(
    context: &JobContext<'a>,
    wrong: impl Fn(&Entity<'a>) -> Option<T>,
) -> Option<Vec<(Entity<'a>, T)>> {
    let queues = context.job.known_queues()?;
    queues.into_iter().map(|queue| wrong(&queue).map(|it| (queue, it))).collect()
}

/// "queue `a`", "queues `a` and `b`", "the 5 candidate queues".
pub(crate) fn queues_in_words<T>(queues: &[(Entity<'_>, T)]) -> String {
    match queues {
        [(one, _)] => format!("queue `{}`", one.name()),
        [(one, _), (two, _)] => format!("queues `{}` and `{}`", one.name(), two.name()),
        _ => format!("the {} candidate queues", queues.len()),
    }
}

/// Reports an undefined name: informational where a file that is not checked may define it.
pub(crate) fn report_undefined<'f>(
    context: &JobContext<'_>,
    named: &Named<'_>,
    referent: Referent,
    findings: &'f mut Findings,
) -> Option<&'f mut Diagnostic> {
    if named.knowledge == Knowledge::Unknown {
        return None;
    }
    let name = &named.name;
    let near = nearest(name, context.cluster().similar_names(referent, name));
    let help = match near {
        Some(near) => did_you_mean(&near),
        None => format!("correct the name, or define it in {}", home(referent)),
    };
    let found = match named.knowledge {
        Knowledge::Complete => {
            let found = findings.report(named.range, format!("unknown {} `{name}`", what(referent)));
            found.severity(found.severity.min(context.refused())).consequence(refused(context))
        }
        _ => {
            let message = format!("`{name}` is not defined in these files");
            let found = findings.report(named.range, message).severity(Severity::Info);
            found.consequence(Item::Job.refused().possible())
        }
    };
    Some(found.help(help))
}

/// What LSF does with a job that it rejects as written. Programs of the site may rewrite the job first.
pub(crate) fn refused(context: &JobContext<'_>) -> Consequence {
    Item::Job.refused().possible_unless(context.refused() == Severity::Error)
}

/// "1 host", "5 hosts".
pub(crate) fn counted_hosts(hosts: usize) -> String {
    if hosts == 1 { "1 host".to_owned() } else { format!("{hosts} hosts") }
}

/// The range of the requirement of a job: its first string, otherwise the job.
pub(crate) fn requirement_place(context: &JobContext<'_>) -> TextRange {
    let submission = context.submission();
    let first = submission.given().iter().find(|it| it.option.name == "R");
    first.map_or(submission.anchor, |it| it.range())
}
