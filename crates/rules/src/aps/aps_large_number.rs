use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{APS_LARGEST, ApsValue, Confidence};

use crate::aps::common::{is_priority, meaning, priority};

rule! {
    /// Finds weights and limits in APS_PRIORITY above the documented maximum.
    ///
    /// # Effect
    /// The documented maximum is 1000000. What LSF does with larger values is not documented.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 2000000]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 200]]
    /// End Queue
    /// ```
    ///
    /// Only the ratio of the weights affects the order of jobs, so all of them can be divided by the same number.
    pub A106 "aps-large-number" {
        family: Aps, scope: Cluster, severity: Info,
        sources: [
            ibm("lsb.queues", "APS_PRIORITY: the translated page names a maximum of 1000000.00"),
        ],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    for part in priority.parts().filter(|it| meaning(*it).is_some_and(|it| it != ApsValue::GracePeriod)) {
        for pair in part.pairs().filter(|it| it.number().is_some_and(|it| it.abs() > APS_LARGEST)) {
            let Some(value) = pair.value() else { continue };
            findings
                .report(value.range(), format!("`{}` exceeds the maximum `{APS_LARGEST}`", value.text()))
                .consequence(Item::Value.rejected().possible().because("larger values are not documented"))
                .help("divide all weights and limits by the same number; this does not change the order of jobs")
                .capped(Confidence::Low);
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# numbers end at a million
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, -1000000.5] [MEM, 1]] LIMIT[[FS, 1000001]]
                                   ^^^^^^^^^^ A106 info `-1000000.5` exceeds the maximum `1000000`
                                                                    ^^^^^^^ A106 info
                                        = `1000001` exceeds the maximum `1000000`
        APS_PRIORITY = WEIGHT[[FS, 1000000]] GRACE_PERIOD[[FS, 2000000s]]
    "#]];
}
