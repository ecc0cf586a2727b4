use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{APS_FACTORS, ApsValue};
use lsflint_syntax::ast::ApsPair;

use crate::aps::common::{is_priority, is_weighted, pairs, priority};

rule! {
    /// Finds a weight for RSRC or WORK without a weight for any of its sub-factors.
    ///
    /// # Effect
    /// The weight of RSRC multiplies the sum of PROC, MEM and SWAP; the weight of WORK multiplies the sum of JPRIORITY
    /// and QPRIORITY. A sub-factor without a weight is ignored, so the sum is zero.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[WORK, 5]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[WORK, 5] [JPRIORITY, 1]]
    /// End Queue
    /// ```
    pub A103 "aps-parent-without-factors" {
        family: Aps, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/job_priority_behavior", "factors that are not mentioned have the weight zero")],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    for factor in pairs(priority, ApsValue::Weight).filter_map(ApsPair::factor) {
        let text = factor.text().to_ascii_uppercase();
        let below: Vec<&str> = APS_FACTORS.iter().filter(|it| it.parent == text).map(|it| it.name).collect();
        if below.is_empty() || below.iter().any(|it| is_weighted(priority, it)) {
            continue;
        }
        let names: Vec<String> = below.iter().map(|it| format!("`{it}`")).collect();
        findings
            .report(factor.range(), format!("`{text}` has a weight, but none of its sub-factors has one"))
            .consequence(
                Item::Value.no_effect().called("the weight").because("the sum of the sub-factors is always zero"),
            )
            .help(format!("add a weight for one of {}", names.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a sum of nothing
        //- each Queue
        APS_PRIORITY = WEIGHT[[WORK, 5] [RSRC, 2] [MEM, 1]]
                               ^^^^ A103 warning `WORK` has a weight, but none of its sub-factors has one
        APS_PRIORITY = WEIGHT[[WORK, 5] [QPRIORITY, 1] [FS, 2]]
    "#]];
}
