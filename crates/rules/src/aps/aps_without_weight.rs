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
    use expect_test::expect;

    use crate::aps::common::queue;
    use crate::testing::check;

    // covers AP131
    #[test]
    fn weights_make_the_formula() {
        check(
            "A007",
            "lsb.queues",
            &queue("APS_PRIORITY = LIMIT[[FS, 9]] GRACE_PERIOD[[FS, 1h]]"),
            expect![[r#"
                3:16-3:53 error no factor has a weight
                  effect: the formula has no effect because its value is zero for every job
                  help: add the weights: `WEIGHT[[factor, value] ...]`
            "#]],
        );
        check("A007", "lsb.queues", &queue("APS_PRIORITY = LIMIT[[FS, 9]] WEIGHT[[FS, 1]]"), expect![[""]]);
    }
}
