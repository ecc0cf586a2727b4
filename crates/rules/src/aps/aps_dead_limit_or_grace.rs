use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{APS_FACTORS, ApsValue, aps_factor};
use lsflint_syntax::ast::ApsPriority;

use crate::aps::common::{is_priority, is_weighted, meaning, priority};

rule! {
    /// Finds a LIMIT or GRACE_PERIOD for a factor without a weight.
    ///
    /// # Effect
    /// A factor without a weight does not contribute to the priority, so its limit or grace period has no effect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]] LIMIT[[MEM, 9]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [MEM, 2]] LIMIT[[MEM, 9]]
    /// End Queue
    /// ```
    ///
    /// RSRC and WORK have the weight 1 if one of their sub-factors has a weight.
    pub A102 "aps-dead-limit-or-grace" {
        family: Aps, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "APS_PRIORITY")],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    // Another rule reports a formula without any weight.
    if !priority.parts().any(|it| meaning(it) == Some(ApsValue::Weight)) {
        return;
    }
    for part in priority.parts().filter(|it| meaning(*it).is_some_and(|it| it != ApsValue::Weight)) {
        for factor in part.pairs().filter_map(|it| it.factor()) {
            let name = factor.text().to_ascii_uppercase();
            // Unknown factors and ADMIN are other findings.
            if !aps_factor(&name).is_some_and(|it| it.configurable) || contributes(priority, &name) {
                continue;
            }
            let word = part.keyword().map(|it| it.text().into_owned()).unwrap_or_default();
            findings
                .report(factor.range(), format!("`{word}` for factor `{name}`, which has no weight"))
                .consequence(Item::Value.no_effect().because("LSF does not use a factor without a weight"))
                .help(format!("add a weight for `{name}`, or remove the pair"));
        }
    }
}

/// Whether a factor has a weight, or is the parent of a factor that has one.
fn contributes(priority: ApsPriority<'_>, name: &str) -> bool {
    let children = APS_FACTORS.iter().filter(|it| it.parent == name).map(|it| it.name);
    is_weighted(priority, name) || children.into_iter().any(|it| is_weighted(priority, it))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# what does not count needs no limit
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1]] LIMIT[[MEM, 9]] GRACE_PERIOD[[WORK, 1h]]
                                              ^^^ A102 warning `LIMIT` for factor `MEM`, which has no weight
                                                                     ^^^^ A102 warning
                                        = `GRACE_PERIOD` for factor `WORK`, which has no weight

        //# parents count through their children
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 1] [WORK, 2]] LIMIT[[RSRC, 9] [WORK, 4]] GRACE_PERIOD[[MEM, 1h]]
        APS_PRIORITY = LIMIT[[MEM, 9]]

        //# ADMIN cannot be configured, which is another finding
        //- each Queue: APS_PRIORITY = WEIGHT[[FS, 10]] GRACE_PERIOD[[ADMIN, 10m]]
    "#]];
}
