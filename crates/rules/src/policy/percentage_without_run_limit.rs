use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::{Entity, Knowledge, View};
use lsflint_spec::{Confidence, FileKind, Grammar, lists};

use crate::policy::cluster::in_file;

rule! {
    /// Finds protection from preemption in percent of a run time that no job has.
    ///
    /// # Effect
    /// NO_PREEMPT_RUN_TIME and NO_PREEMPT_FINISH_TIME count a percentage from the run limit or the estimated run time of the job. Where
    /// neither profile nor queue sets one, only jobs that bring it themselves (`bsub -W`) are protected.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME                = solver
    /// NO_PREEMPT_RUN_TIME = 60%
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME                = solver
    /// RUNLIMIT            = 120
    /// NO_PREEMPT_RUN_TIME = 60%
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// Nothing is said as long as some queue, or for a queue some profile, has a run limit.
    pub Q132 "percentage-without-run-limit" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [manual("Platform LSF 7.3", "Release Notes, page 14: the parameters and their percentages")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    let (section, other) = match context.kind() {
        FileKind::LsbQueues => ("Queue", FileKind::LsbApplications),
        FileKind::LsbApplications => ("Application", FileKind::LsbQueues),
        _ => return,
    };
    let knows = |it: &Entity<'_>| lists::EXPECTED_RUN_TIMES.iter().any(|name| !it.fields(name).is_empty());
    let mut elsewhere = None;
    for record in view.all(context.kind(), section).filter(|it| !it.is_broken() && !knows(it)) {
        for field in record.all_fields() {
            let is_share = field.param().is_some_and(|it| it.grammar == Grammar::Percent && it.unit == "minutes");
            if !is_share || !field.known().is_some_and(|it| it.trim_end().ends_with('%')) {
                continue;
            }
            let Some(range) = in_file(context, &field.place()) else { continue };
            if *elsewhere.get_or_insert_with(|| may_know(view, other, &knows)) {
                return;
            }
            findings
                .report(range, format!("`{}` in percent of a run time that is not known", field.name()))
                .capped(Confidence::Medium)
                .consequence(
                    Item::Line
                        .no_effect()
                        .possible()
                        .because("LSF protects only jobs that bring a run limit or an estimate of their own"),
                )
                .help("set RUNLIMIT or ESTIMATED_RUNTIME, or give minutes instead of a percentage");
        }
    }
}

/// Whether records of the other file tell how long jobs run, or may.
fn may_know(view: View<'_>, kind: FileKind, knows: &dyn Fn(&Entity<'_>) -> bool) -> bool {
    let mut records = kind.spec().sections.iter().flat_map(|it| view.all(kind, it.name));
    view.knowledge(kind) != Knowledge::Complete || records.any(|it| knows(&it))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        End Queue

        //# a percentage needs a whole
        //- each Application
        NO_PREEMPT_RUN_TIME = 60%
                              ^^^ Q132 info `NO_PREEMPT_RUN_TIME` in percent of a run time that is not known
          NO_PREEMPT_FINISH_TIME = 10%
                                   ^^^ Q132 info `NO_PREEMPT_FINISH_TIME` in percent of a run time that is not known
        //#
        //- lsb.applications
        Begin Application
        NAME = p
        End Application
        //- each Queue
        NO_PREEMPT_RUN_TIME = 60%
                              ^^^ Q132 info `NO_PREEMPT_RUN_TIME` in percent of a run time that is not known

        //# is silent about minutes and known run times
        //- each Application
        NO_PREEMPT_RUN_TIME = 60
        NO_PREEMPT_RUN_TIME = 60%
          RUNLIMIT = 60
        NO_PREEMPT_RUN_TIME = 60%
          ESTIMATED_RUNTIME = 60
        NO_PREEMPT_RUN_TIME = {{ share }}%
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RUNLIMIT = 60
        End Queue
        //- each Application
        NO_PREEMPT_RUN_TIME = 60%
        //#
        //- without lsb.queues
        //- each Application
        NO_PREEMPT_RUN_TIME = 60%
    "#]];
}
