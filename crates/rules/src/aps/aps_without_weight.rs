use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::ApsValue;
use lsflint_syntax::ast::AstNode;

use crate::aps::common::{is_priority, meaning, priority};

rule! {
    /// Finds an APS_PRIORITY without WEIGHT.
    ///
    /// # Effect
    /// LSF ignores factors without a weight. Without any weight, the priority of every job is zero, even with LIMIT or
    /// GRACE_PERIOD.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = LIMIT[[JPRIORITY, 9]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]] LIMIT[[JPRIORITY, 9]]
    /// End Queue
    /// ```
    pub A007 "aps-without-weight" {
        family: Aps, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/job_priority_aps", "a factor without a weight has the weight 0 and is ignored"),
        ],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    if priority.parts().any(|it| meaning(it) == Some(ApsValue::Weight)) {
        return;
    }
    findings
        .report(priority.node().trimmed_range(), "`APS_PRIORITY` has no `WEIGHT`")
        .consequence(Item::Line.no_effect().called("the formula").because("its value is zero for every job"))
        .help("add weights: `WEIGHT[[factor, value] ...]`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# weights make the formula
        //- each Queue
        APS_PRIORITY = LIMIT[[FS, 9]] GRACE_PERIOD[[FS, 1h]]
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A007 error `APS_PRIORITY` has no `WEIGHT`
        APS_PRIORITY = LIMIT[[FS, 9]] WEIGHT[[FS, 1]]
    "#]];
}
