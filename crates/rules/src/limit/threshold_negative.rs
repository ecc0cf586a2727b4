use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::Threshold;

rule! {
    /// Finds negative load thresholds.
    ///
    /// # Effect
    /// LSF accepts the number, but no load is ever negative: the threshold is always or never exceeded.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// tmp        = -5/1
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// tmp        = 5/1
    /// End Queue
    /// ```
    pub L204 "threshold-negative" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "getThresh",
                "`is not a non-negative number`: a warning is logged, and the value is used",
            ),
        ],
        checks: [SettingWith(|it| *it == Grammar::Threshold, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.value.filter(|_| !context.broken) else { return };
    if !context.file.text(value.range()).contains('-') {
        return;
    }
    let Some(threshold) = context.setting.typed::<Threshold<'_>>() else { return };
    for amount in [threshold.schedule(), threshold.stop()].into_iter().flatten() {
        if amount.value().is_some_and(|it| it < 0.0) {
            let name = context.setting.display_name();
            findings
                .report(amount.range(), format!("negative threshold for `{name}`"))
                .effect("no load is ever negative, so the threshold is always or never exceeded")
                .help("write 0 or a positive number, or `-` for no threshold");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the number
        //- each Queue
        tmp = 5/-1
                ^^ L204 warning negative threshold for `tmp`
          io = -/50
          it = -
    "#]];
}
