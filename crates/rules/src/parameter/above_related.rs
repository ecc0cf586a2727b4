use lsflint_lint::{Findings, Item, SectionContext, SettingContext, rule};
use lsflint_spec::ParamSpec;

use crate::parameter::elsewhere::{Elsewhere, described};
use crate::parameter::{related, wording};

rule! {
    /// Finds values above those of another parameter of the section that bounds them.
    ///
    /// # Effect
    /// LSF accepts both values. Most of the larger ones are never reached: an estimate above the run limit, an overrun
    /// that occurs after the run limit, or a cleaning period that has already ended. A job counts as underrun and as
    /// overrun if it runs for a time between JOB_OVERRUN and a higher JOB_UNDERRUN.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME        = night
    /// RUNLIMIT          = 30
    /// ESTIMATED_RUNTIME = 60
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME        = night
    /// RUNLIMIT          = 90
    /// ESTIMATED_RUNTIME = 60
    /// End Queue
    /// ```
    ///
    /// Limits on job slots have a separate rule.
    pub P204 "above-related" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            facts("parameters and which parameter bounds another"),
        ],
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
                // L002 reports these.
                && !related::is_slot_limit(bound)
                && related::are_read_together(setting, bound)
                && related::amount(setting) > related::amount(bound)
                && related::amount(bound).is_some()
            {
                let (name, other) = (setting.display_name(), bound.display_name());
                let found = findings.report(setting.value_range(), format!("`{name}` exceeds `{other}`"));
                let found = found.capped(spec.confidence);
                let found = match spec.above_effect {
                    "" => found.consequence(
                        Item::Value
                            .no_effect()
                            .because(format!("`{other}` is reached first"))
                            .possible_unless(wording::is_sure(spec) && related::is_read_with(setting, bound)),
                    ),
                    effect => found.effect(effect),
                };
                found
                    .help(format!("decrease `{name}` or increase `{other}`"))
                    .related(bound.value_range(), format!("`{other}` is set here"));
            }
        }
    }
}

/// Checks bounds that another file sets for the whole cluster.
fn check_elsewhere(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec.filter(|_| !context.broken) else { return };
    for fact in spec.not_above {
        let Some(bound) = Elsewhere::of(fact).filter(Elsewhere::is_single) else { continue };
        let Some(field) = context.file.cluster.setting(bound.kind, bound.section.name, bound.param.name).field() else {
            continue;
        };
        let Some(most) = field.known().and_then(|it| it.trim().parse::<u32>().ok()) else { continue };
        // Only plain numbers in the same unit are compared.
        let Some(own) = related::amount(&context.setting).filter(|_| spec.unit == bound.param.unit) else { continue };
        if own > f64::from(most) {
            let (name, other) = (context.setting.display_name(), described(fact));
            findings
                .report(context.setting.value_range(), format!("`{name}` exceeds {other}"))
                .capped(spec.confidence)
                .consequence(
                    Item::Value
                        .no_effect()
                        .because(format!("{other} is {most}, which is reached first"))
                        .possible_unless(wording::is_sure(spec)),
                )
                .help(format!("decrease `{name}` or increase {other}"))
                .related_at(field.place(), "the limit for the cluster is set here");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares with other files
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P MAX_PEND_JOBS
        u1 - - 5000
               ^^^^ P204 warning `MAX_PEND_JOBS` exceeds `MAX_PEND_JOBS` in lsb.params
               = effect: the value has no effect because `MAX_PEND_JOBS` in lsb.params is 1000, which is reached first
               = help: decrease `MAX_PEND_JOBS` or increase `MAX_PEND_JOBS` in lsb.params
               = related Parameters:1:17 the limit for the cluster is set here
        u2 - - 500
        u3 - - -
        //- Parameters: MAX_PEND_JOBS = 1000
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P MAX_PEND_JOBS
        u1 - - 5000
        u2 - - 500
        u3 - - -
        //- Parameters: MAX_PEND_JOBS = {{ most }}

        //# compares across units
        //- each Queue
        RUNLIMIT = 10 30
          ESTIMATED_RUNTIME = 1:00
                              ^^^^ P204 warning `ESTIMATED_RUNTIME` exceeds `RUNLIMIT`
          JOB_UNDERRUN = 30
                         ^^ P204 warning `JOB_UNDERRUN` exceeds `JOB_OVERRUN`
                         = effect: a job that runs longer than JOB_OVERRUN and ends before JOB_UNDERRUN counts as both
          JOB_OVERRUN = 5
          INTERRUPTIBLE_BACKFILL = 3600
                                   ^^^^ P204 warning `INTERRUPTIBLE_BACKFILL` exceeds `RUNLIMIT`

        //# reads profiles and parameters
        //- each Application
        RUNLIMIT = 30
          ESTIMATED_RUNTIME = 1:00
                              ^^^^ P204 warning `ESTIMATED_RUNTIME` exceeds `RUNLIMIT`
        //- each Parameters
        CLEAN_PERIOD = 600
          CLEAN_PERIOD_DONE = 3600
                              ^^^^ P204 warning `CLEAN_PERIOD_DONE` exceeds `CLEAN_PERIOD`
                              = effect: the value may have no effect because `CLEAN_PERIOD` is reached first
          MAX_JOBID = 999999
          MAX_JOB_ARRAY_SIZE = 2000000
                               ^^^^^^^ P204 warning `MAX_JOB_ARRAY_SIZE` exceeds `MAX_JOBID`

        //# is silent about order and branches
        //- each Queue
        #if time(8:00-18:00)
          JOB_OVERRUN = 5
          #else
          JOB_UNDERRUN = 30
          #endif
          RUNLIMIT = 60
          ESTIMATED_RUNTIME = 60
    "#]];
}
