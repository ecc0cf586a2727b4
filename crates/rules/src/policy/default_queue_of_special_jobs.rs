use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{FieldRef, View};
use lsflint_spec::Confidence;
use lsflint_syntax::ast::{List, QueueList};

use crate::limit::pools::plain;

rule! {
    /// Finds a DEFAULT_QUEUE that accepts no ordinary batch jobs.
    ///
    /// # Effect
    /// LSF submits a job without `bsub -q` to the first queue in the list that accepts it. A queue with
    /// INTERACTIVE=ONLY accepts only interactive jobs, and a queue with DATA_TRANSFER=Y is for the transfer jobs of the
    /// data manager. If there is no other queue in the list, LSF rejects batch jobs that name no queue.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = interactive
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = interactive
    /// INTERACTIVE = ONLY
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal interactive
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = interactive
    /// INTERACTIVE = ONLY
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME  = normal
    /// End Queue
    /// ```
    pub Q534 "default-queue-of-special-jobs" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [
            ibm("lsb.queues", "INTERACTIVE: with ONLY, the queue accepts only interactive jobs"),
            ibm("lsb.queues", "DATA_TRANSFER: the queue is for the transfer jobs of the data manager"),
        ],
        checks: [SettingNamed(&["DEFAULT_QUEUE"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.typed::<QueueList<'_>>().filter(|_| !context.broken) else { return };
    let mut special: Vec<(FieldRef<'_>, &str)> = Vec::new();
    for item in list.items() {
        let Some(found) = reserved(&item.text(), context.file.cluster) else { return };
        special.push(found);
    }
    let Some((first, jobs)) = special.first() else { return };
    let message = match special.len() {
        1 => format!("default queue `{}` is only for {jobs} jobs", first.entity().name()),
        _ => "no default queue is for batch jobs".to_owned(),
    };
    findings
        .report(context.setting.value_range(), message)
        .capped(Confidence::Medium)
        .consequence(Item::Job.refused().called("batch jobs without `bsub -q`").possible())
        .help("add a queue for batch jobs to the list")
        .related_at(first.place(), "what the queue is for");
}

/// The setting that reserves a queue for other jobs than batch jobs of users, and which jobs these are.
fn reserved<'a>(name: &str, view: View<'a>) -> Option<(FieldRef<'a>, &'static str)> {
    let queue = view.queue(name)?;
    let only = |it: &FieldRef<'_>| it.known().is_some_and(|it| it.trim().eq_ignore_ascii_case("only"));
    let interactive = plain(&queue, "INTERACTIVE").filter(only).map(|it| (it, "interactive"));
    interactive.or_else(|| plain(&queue, "DATA_TRANSFER").filter(FieldRef::is_on).map(|it| (it, "transfer")))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# another queue is needed
        //- Queue inter: INTERACTIVE = only
        //- Queue transfer: DATA_TRANSFER = Y
        //- Queue both: INTERACTIVE = YES
        //- Queue no: DATA_TRANSFER = N
        //- Queue tmpl: INTERACTIVE = {{ kind }}
        //- each Parameters
        DEFAULT_QUEUE = inter
                        ^^^^^ Q534 info default queue `inter` is only for interactive jobs
        DEFAULT_QUEUE = transfer
                        ^^^^^^^^ Q534 info default queue `transfer` is only for transfer jobs
        DEFAULT_QUEUE = inter transfer
                        ^^^^^^^^^^^^^^ Q534 info no default queue is for batch jobs
        DEFAULT_QUEUE = inter both
        DEFAULT_QUEUE = no
        DEFAULT_QUEUE = tmpl
        DEFAULT_QUEUE = inter missing
    "#]];
}
