use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::Threshold;

rule! {
    /// Finds load thresholds whose two numbers are the same.
    ///
    /// # Effect
    /// The first number keeps jobs from starting, the second suspends those that run. With equal numbers the jobs that LSF has just
    /// started push the load over the limit and are suspended at once, in turns.
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
    ///
    /// # Notes
    /// Reports of jobs that were suspended after every peak of the load.
    pub W112 "stop-equals-schedule" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [],
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
        .report(setting.value_range(), format!("`{}` stops jobs where it starts them", setting.display_name()))
        .effect("a job may be suspended as soon as its own load counts")
        .help("leave room between the two numbers");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants a gap between the two
        //- each Queue
        r1m = 2/2.0
              ^^^^^ W112 info `r1m` stops jobs where it starts them
          io = 30/50
          mem = 100
    "#]];
}
