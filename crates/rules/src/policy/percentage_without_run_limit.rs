use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, Knowledge, View};
use lsflint_spec::{Confidence, FileKind, Grammar, ParamSpec, lists};

rule! {
    /// Finds preemption protection that is a percentage of the run limit if jobs have no run limit.
    ///
    /// # Effect
    /// A percentage in NO_PREEMPT_RUN_TIME or NO_PREEMPT_FINISH_TIME refers to the run limit or the estimated run time
    /// of the job. If neither the application profile nor the queue sets one, LSF protects only jobs that set it
    /// themselves (`bsub -W`).
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
    /// The rule reports nothing for an application profile if any queue has a run limit, and nothing for a queue if any
    /// application profile has one.
    pub Q132 "percentage-without-run-limit" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [manual("Platform LSF 7.3", "Release Notes, page 14: the parameters and their percentages")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    let (section, other) = match context.kind() {
        FileKind::LsbQueues => ("Queue", FileKind::LsbApplications),
        FileKind::LsbApplications => ("Application", FileKind::LsbQueues),
        _ => return,
    };
    let knows = |it: &Entity<'_>| lists::EXPECTED_RUN_TIMES.iter().any(|name| !it.fields(name).is_empty());
    let is_share = |it: &&ParamSpec| it.grammar == Grammar::Percent && it.unit == "minutes";
    let params = lsflint_spec::section(context.kind(), section).into_iter().flat_map(|it| it.params);
    let shares: Vec<&str> = params.filter(is_share).map(|it| it.name).collect();
    let mut elsewhere = None;
    for record in view.all_with(context.kind(), section, &shares).filter(|it| !it.is_broken() && !knows(it)) {
        for field in record.all_fields() {
            let is_share = field.param().is_some_and(|it| is_share(&it));
            if !is_share || !field.known().is_some_and(|it| it.trim_end().ends_with('%')) {
                continue;
            }
            let place = field.place();
            if *elsewhere.get_or_insert_with(|| may_know(view, other, &knows)) {
                return;
            }
            findings
                .report(place, format!("`{}` is a percentage, but no run limit is set", field.name()))
                .capped(Confidence::Medium)
                .consequence(
                    Item::Line
                        .no_effect()
                        .possible()
                        .because("LSF protects only jobs that set their own run limit or run time estimate"),
                )
                .help("set `RUNLIMIT` or `ESTIMATED_RUNTIME`, or write minutes instead of a percentage");
        }
    }
}

/// Whether records of the other file set, or may set, a run time.
fn may_know(view: View<'_>, kind: FileKind, knows: &dyn Fn(&Entity<'_>) -> bool) -> bool {
    let mut records = kind.spec().sections.iter().flat_map(|it| view.all(kind, it.name));
    view.knowledge(kind) != Knowledge::Complete || records.any(|it| knows(&it))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue q

        //# a percentage needs a whole
        //- each Application
        NO_PREEMPT_RUN_TIME = 60%
                              ^^^ Q132 info `NO_PREEMPT_RUN_TIME` is a percentage, but no run limit is set
          NO_PREEMPT_FINISH_TIME = 10%
                                   ^^^ Q132 info `NO_PREEMPT_FINISH_TIME` is a percentage, but no run limit is set
        //#
        //- Application p
        //- each Queue
        NO_PREEMPT_RUN_TIME = 60%
                              ^^^ Q132 info `NO_PREEMPT_RUN_TIME` is a percentage, but no run limit is set

        //# is silent about minutes and known run times
        //- each Application
        NO_PREEMPT_RUN_TIME = 60
        NO_PREEMPT_RUN_TIME = 60%
          RUNLIMIT = 60
        NO_PREEMPT_RUN_TIME = 60%
          ESTIMATED_RUNTIME = 60
        NO_PREEMPT_RUN_TIME = {{ share }}%
        //#
        //- Queue q: RUNLIMIT = 60
        //- each Application: NO_PREEMPT_RUN_TIME = 60%
        //#
        //- without lsb.queues
        //- each Application: NO_PREEMPT_RUN_TIME = 60%
    "#]];
}
