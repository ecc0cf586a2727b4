use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_syntax::ast::Preemption;

use crate::parameter::related;

rule! {
    /// Finds queues that are preemptable and take backfill jobs, where PREEMPT_JOBTYPE does not allow both.
    ///
    /// # Effect
    /// A backfill queue cannot be preemptable. Jobs that were started by backfill are not preempted.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// RUNLIMIT   = 30 240
    /// PREEMPTION = PREEMPTABLE
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME   = wide
    /// PRIORITY     = 60
    /// PREEMPTION   = PREEMPTIVE
    /// SLOT_RESERVE = MAX_RESERVE_TIME[10]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// RUNLIMIT   = 30 240
    /// PREEMPTION = PREEMPTABLE
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME   = wide
    /// PRIORITY     = 60
    /// PREEMPTION   = PREEMPTIVE
    /// SLOT_RESERVE = MAX_RESERVE_TIME[10]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// PREEMPT_JOBTYPE = BACKFILL
    /// End Parameters
    /// ```
    ///
    /// Nothing is said while lsb.params is not in view.
    pub Q102 "backfill-preemptable" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "BACKFILL"),
            ibm("lsb.params", "PREEMPT_JOBTYPE"),
            manual("Administering IBM Spectrum LSF", "backfill scheduling"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.cluster.switches().backfill_preemptable != Some(false) {
        return;
    }
    let Some(backfill) = related::find(context.entries, "BACKFILL").filter(|it| is_yes(it)) else { return };
    let Some(preemption) = related::find(context.entries, "PREEMPTION") else { return };
    let Some(parts) = preemption.typed::<Preemption<'_>>().filter(|_| related::are_read_together(backfill, preemption))
    else {
        return;
    };
    let Some(keyword) = parts.parts().filter(|it| it.is_preemptable()).find_map(|it| it.keyword()) else { return };
    findings
        .report(keyword.range(), "a queue with `BACKFILL=Y` is `PREEMPTABLE`")
        .consequence(
            Item::Value
                .no_effect()
                .called("`PREEMPTABLE`")
                .possible()
                .because("LSF does not preempt jobs that were started by backfill"),
        )
        .help("set `PREEMPT_JOBTYPE = BACKFILL` in lsb.params, or choose one of the two")
        .related(backfill.value_range(), "takes backfill jobs");
}

fn is_yes(setting: &Setting<'_>) -> bool {
    setting.single_word().is_some_and(|it| lsflint_spec::yes_no(&it.text()) == Some(true))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster};

    const QUEUE: &str =
        "Begin Queue\nQUEUE_NAME = q1\nBACKFILL = Y\nPREEMPTION = PREEMPTIVE[low] PREEMPTABLE\nEnd Queue\n";

    // covers backfill-preemptable, R-PR2
    #[test]
    fn looks_into_lsb_params() {
        let params = |line: &str| format!("Begin Parameters\n{line}End Parameters\n");
        let with = |line: &str, expected| {
            check_cluster("Q102", &[("lsb.queues", QUEUE), ("lsb.params", &params(line))], expected);
        };
        with(
            "",
            expect![[r#"
                4:30-4:41 error a queue with `BACKFILL=Y` is `PREEMPTABLE`
                  effect: `PREEMPTABLE` may have no effect because LSF does not preempt jobs that were started by backfill
                  help: set `PREEMPT_JOBTYPE = BACKFILL` in lsb.params, or choose one of the two
                  3:12-3:13 takes backfill jobs
            "#]],
        );
        with(
            "PREEMPT_JOBTYPE = EXCLUSIVE\n",
            expect![[r#"
                4:30-4:41 error a queue with `BACKFILL=Y` is `PREEMPTABLE`
                  effect: `PREEMPTABLE` may have no effect because LSF does not preempt jobs that were started by backfill
                  help: set `PREEMPT_JOBTYPE = BACKFILL` in lsb.params, or choose one of the two
                  3:12-3:13 takes backfill jobs
            "#]],
        );
        with("PREEMPT_JOBTYPE = EXCLUSIVE BACKFILL\n", expect![[""]]);
        with("#if time(8:00-18:00)\nPREEMPT_JOBTYPE = BACKFILL\n#endif\n", expect![[""]]);
    }

    #[test]
    fn is_silent_without_lsb_params_and_for_preemptive_queues() {
        check("Q102", "lsb.queues", QUEUE, expect![[""]]);
        let queue = QUEUE.replace(" PREEMPTABLE", "");
        let params = "Begin Parameters\nEnd Parameters\n";
        check_cluster("Q102", &[("lsb.queues", &queue), ("lsb.params", params)], expect![[""]]);
    }
}
