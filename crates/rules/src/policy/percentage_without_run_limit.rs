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
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    #[track_caller]
    fn check_profile(lines: &str, queue: &str, expect: Expect) {
        let profile = format!("Begin Application\nNAME = p\n{lines}\nEnd Application\n");
        let queue = format!("Begin Queue\nQUEUE_NAME = q\n{queue}\nEnd Queue\n");
        check_cluster("Q132", &[("lsb.applications", &profile), ("lsb.queues", &queue)], expect);
    }

    #[test]
    fn a_percentage_needs_a_whole() {
        check_profile(
            "NO_PREEMPT_RUN_TIME = 60%\nNO_PREEMPT_FINISH_TIME = 10%",
            "",
            expect![[r#"
                3:23-3:26 info `NO_PREEMPT_RUN_TIME` in percent of a run time that is not known
                  effect: the line may have no effect because LSF protects only jobs that bring a run limit or an estimate of their own
                  help: set RUNLIMIT or ESTIMATED_RUNTIME, or give minutes instead of a percentage
                4:26-4:29 info `NO_PREEMPT_FINISH_TIME` in percent of a run time that is not known
                  effect: the line may have no effect because LSF protects only jobs that bring a run limit or an estimate of their own
                  help: set RUNLIMIT or ESTIMATED_RUNTIME, or give minutes instead of a percentage
            "#]],
        );
        let queue = "Begin Queue\nQUEUE_NAME = q\nNO_PREEMPT_RUN_TIME = 60%\nEnd Queue\n";
        let profile = "Begin Application\nNAME = p\nEnd Application\n";
        check_cluster(
            "Q132",
            &[("lsb.queues", queue), ("lsb.applications", profile)],
            expect![[r#"
                3:23-3:26 info `NO_PREEMPT_RUN_TIME` in percent of a run time that is not known
                  effect: the line may have no effect because LSF protects only jobs that bring a run limit or an estimate of their own
                  help: set RUNLIMIT or ESTIMATED_RUNTIME, or give minutes instead of a percentage
            "#]],
        );
    }

    #[test]
    fn is_silent_about_minutes_and_known_run_times() {
        check_profile("NO_PREEMPT_RUN_TIME = 60", "", expect![[""]]);
        check_profile("NO_PREEMPT_RUN_TIME = 60%\nRUNLIMIT = 60", "", expect![[""]]);
        check_profile("NO_PREEMPT_RUN_TIME = 60%\nESTIMATED_RUNTIME = 60", "", expect![[""]]);
        check_profile("NO_PREEMPT_RUN_TIME = 60%", "RUNLIMIT = 60", expect![[""]]);
        check_profile("NO_PREEMPT_RUN_TIME = {{ share }}%", "", expect![[""]]);
        let profile = "Begin Application\nNAME = p\nNO_PREEMPT_RUN_TIME = 60%\nEnd Application\n";
        check_cluster("Q132", &[("lsb.applications", profile)], expect![[""]]);
    }
}
