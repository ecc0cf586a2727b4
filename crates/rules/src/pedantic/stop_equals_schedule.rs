use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::Threshold;

rule! {
    /// Finds load thresholds with equal scheduling and suspending values.
    ///
    /// # Effect
    /// LSF dispatches no jobs to a host beyond the first value, and suspends running jobs beyond the second value. If
    /// both are equal, jobs that LSF has just started push the load past the threshold and are suspended right away.
    /// This repeats.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// r1m        = 2.0/2.0
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// r1m        = 2.0/4.0
    /// End Queue
    /// ```
    pub W112 "stop-equals-schedule" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [
            judgement("reports of jobs that were suspended after every load peak"),
        ],
        checks: [SettingWith(|it| *it == Grammar::Threshold, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(threshold) = setting.typed::<Threshold<'_>>().filter(|_| !context.broken) else { return };
    let (Some(schedule), Some(stop)) = (threshold.schedule(), threshold.stop()) else { return };
    if schedule.value().is_none() || schedule.value() != stop.value() {
        return;
    }
    findings
        .report(
            setting.value_range(),
            format!("`{}` has equal scheduling and suspending thresholds", setting.display_name()),
        )
        .effect("LSF may suspend a job as soon as its own load is measured")
        .help("set the suspending threshold to a higher load than the scheduling threshold");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants a gap between the two
        //- each Queue
        r1m = 2/2.0
              ^^^^^ W112 info `r1m` has equal scheduling and suspending thresholds
          io = 30/50
          mem = 100
    "#]];
}
