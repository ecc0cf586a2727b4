use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::ApsValue;
use lsflint_syntax::ast::AstNode;

use crate::aps::common::{is_priority, meaning, priority};

rule! {
    /// Finds an APS_PRIORITY without a WEIGHT part.
    ///
    /// # Effect
    /// A factor without weight counts nothing. With none at all every job has the value zero, whatever LIMIT and GRACE_PERIOD say.
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
        sources: [ibm("lsb.queues", "APS_PRIORITY")],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    if priority.parts().any(|it| meaning(it) == Some(ApsValue::Weight)) {
        return;
    }
    findings
        .report(priority.node().trimmed_range(), "no factor has a weight")
        .consequence(Item::Line.no_effect().called("the formula").because("its value is zero for every job"))
        .help("add the weights: `WEIGHT[[factor, value] ...]`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# weights make the formula
        //- each Queue
        APS_PRIORITY = LIMIT[[FS, 9]] GRACE_PERIOD[[FS, 1h]]
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A007 error no factor has a weight
        APS_PRIORITY = LIMIT[[FS, 9]] WEIGHT[[FS, 1]]
    "#]];
}
