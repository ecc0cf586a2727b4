use lsflint_lint::{Findings, Item, SectionContext, SettingContext, rule};
use lsflint_spec::ParamSpec;

use crate::parameter::elsewhere::{Elsewhere, described};
use crate::parameter::{related, wording};

rule! {
    /// Finds values that can never be reached because another parameter of the section is smaller.
    ///
    /// # Effect
    /// LSF accepts both values, and the larger one never counts: an estimate above the run limit, an overrun that the run limit ends
    /// before, a cleaning period that is over already.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// JOB_UNDERRUN = 30
    /// JOB_OVERRUN  = 5
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// JOB_UNDERRUN = 2
    /// JOB_OVERRUN  = 60
    /// End Queue
    /// ```
    ///
    /// Limits on job slots have a rule of their own.
    ///
    /// # Notes
    /// The reference pages of the parameters.
    pub P204 "above-related" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [],
        checks: [Section(check), SettingOf(has_bound_elsewhere, check_elsewhere)],
    }
}

fn has_bound_elsewhere(spec: &ParamSpec) -> bool {
    spec.not_above.iter().any(|it| it.contains(':'))
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    for setting in context.entries {
        let Some(spec) = setting.spec.filter(|it| !it.not_above.is_empty()) else { continue };
        for name in spec.not_above {
            if let Some(bound) = related::find(context.entries, name)
                // L002 speaks for those.
                && !related::is_slot_limit(bound)
                && related::are_read_together(setting, bound)
                && related::amount(setting) > related::amount(bound)
                && related::amount(bound).is_some()
            {
                let (name, other) = (setting.display_name(), bound.display_name());
                findings
                    .report(setting.value_range(), format!("`{name}` is above `{other}`"))
                    .capped(spec.confidence)
                    .consequence(
                        Item::Value
                            .no_effect()
                            .because(format!("`{other}` is reached first"))
                            .possible_unless(wording::is_sure(spec) && related::is_read_with(setting, bound)),
                    )
                    .help(format!("lower `{name}` or raise `{other}`"))
                    .related(bound.value_range(), format!("`{other}`"));
            }
        }
    }
}

/// Bounds that another file sets for the whole cluster.
fn check_elsewhere(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec.filter(|_| !context.broken) else { return };
    for fact in spec.not_above {
        let Some(bound) = Elsewhere::of(fact).filter(Elsewhere::is_single) else { continue };
        let Some(field) = context.file.cluster.setting(bound.kind, bound.section.name, bound.param.name).field() else {
            continue;
        };
        let Some(most) = field.known().and_then(|it| it.trim().parse::<u32>().ok()) else { continue };
        // What is no plain number of one unit is not compared.
        let Some(own) = related::amount(&context.setting).filter(|_| spec.unit == bound.param.unit) else { continue };
        if own > f64::from(most) {
            let (name, other) = (context.setting.display_name(), described(fact));
            findings
                .report(context.setting.value_range(), format!("`{name}` is above {other}"))
                .capped(spec.confidence)
                .consequence(
                    Item::Value
                        .no_effect()
                        .because(format!("{other} is {most} and is reached first"))
                        .possible_unless(wording::is_sure(spec)),
                )
                .help(format!("lower `{name}` or raise {other}"))
                .related_at(field.place(), "the bound of the cluster");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster};

    // covers LSB-P056
    #[test]
    fn compares_with_other_files() {
        let users = "Begin User\nUSER_NAME MAX_JOBS JL/P MAX_PEND_JOBS\nu1 - - 5000\nu2 - - 500\nu3 - - -\nEnd User\n";
        let params = |value: &str| format!("Begin Parameters\nMAX_PEND_JOBS = {value}\nEnd Parameters\n");
        check_cluster(
            "P204",
            &[("lsb.users", users), ("lsb.params", &params("1000"))],
            expect![[r#"
            3:8-3:12 warning `MAX_PEND_JOBS` is above `MAX_PEND_JOBS` of lsb.params
              effect: the value has no effect because `MAX_PEND_JOBS` of lsb.params is 1000 and is reached first
              help: lower `MAX_PEND_JOBS` or raise `MAX_PEND_JOBS` of lsb.params
              lsb.params:2:17-2:21 the bound of the cluster
        "#]],
        );
        check_cluster("P204", &[("lsb.users", users), ("lsb.params", &params("{{ most }}"))], expect![[""]]);
    }

    // covers exception-order, estimate-above-runlimit, interruptible-slice
    #[test]
    fn compares_across_units() {
        check(
            "P204",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nRUNLIMIT = 10 30\nESTIMATED_RUNTIME = 1:00\nJOB_UNDERRUN = 30\nJOB_OVERRUN = 5\nINTERRUPTIBLE_BACKFILL = 3600\nEnd Queue\n",
            expect![[r#"
                4:21-4:25 warning `ESTIMATED_RUNTIME` is above `RUNLIMIT`
                  effect: the value has no effect because `RUNLIMIT` is reached first
                  help: lower `ESTIMATED_RUNTIME` or raise `RUNLIMIT`
                  3:12-3:17 `RUNLIMIT`
                5:16-5:18 warning `JOB_UNDERRUN` is above `JOB_OVERRUN`
                  effect: the value has no effect because `JOB_OVERRUN` is reached first
                  help: lower `JOB_UNDERRUN` or raise `JOB_OVERRUN`
                  6:15-6:16 `JOB_OVERRUN`
                7:26-7:30 warning `INTERRUPTIBLE_BACKFILL` is above `RUNLIMIT`
                  effect: the value has no effect because `RUNLIMIT` is reached first
                  help: lower `INTERRUPTIBLE_BACKFILL` or raise `RUNLIMIT`
                  3:12-3:17 `RUNLIMIT`
            "#]],
        );
    }

    // covers app-estimate-above-limit, LSB-P032, LSB-P034
    #[test]
    fn reads_profiles_and_parameters() {
        check(
            "P204",
            "lsb.applications",
            "Begin Application\nNAME = a\nRUNLIMIT = 30\nESTIMATED_RUNTIME = 1:00\nEnd Application\n",
            expect![[r#"
                4:21-4:25 warning `ESTIMATED_RUNTIME` is above `RUNLIMIT`
                  effect: the value has no effect because `RUNLIMIT` is reached first
                  help: lower `ESTIMATED_RUNTIME` or raise `RUNLIMIT`
                  3:12-3:14 `RUNLIMIT`
            "#]],
        );
        check(
            "P204",
            "lsb.params",
            "Begin Parameters\nCLEAN_PERIOD = 600\nCLEAN_PERIOD_DONE = 3600\nMAX_JOBID = 999999\nMAX_JOB_ARRAY_SIZE = 2000000\nEnd Parameters\n",
            expect![[r#"
                3:21-3:25 warning `CLEAN_PERIOD_DONE` is above `CLEAN_PERIOD`
                  effect: the value may have no effect because `CLEAN_PERIOD` is reached first
                  help: lower `CLEAN_PERIOD_DONE` or raise `CLEAN_PERIOD`
                  2:16-2:19 `CLEAN_PERIOD`
                5:22-5:29 warning `MAX_JOB_ARRAY_SIZE` is above `MAX_JOBID`
                  effect: the value may have no effect because `MAX_JOBID` is reached first
                  help: lower `MAX_JOB_ARRAY_SIZE` or raise `MAX_JOBID`
                  4:13-4:19 `MAX_JOBID`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_order_and_branches() {
        check(
            "P204",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\n#if time(8:00-18:00)\nJOB_OVERRUN = 5\n#else\nJOB_UNDERRUN = 30\n#endif\nRUNLIMIT = 60\nESTIMATED_RUNTIME = 60\nEnd Queue\n",
            expect![[""]],
        );
    }
}
