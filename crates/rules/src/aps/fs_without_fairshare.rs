use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{APS_FACTORS, ApsValue};
use lsflint_syntax::ast::ApsPair;

use crate::aps::common::{of_queue, pairs};

rule! {
    /// Finds the factor FS in a queue without FAIRSHARE.
    ///
    /// # Effect
    /// FS is the dynamic priority that fairshare gives the user. Without fairshare nobody has one, and LSF ignores the factor.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[FS, 10] [JPRIORITY, 1]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// FAIRSHARE    = USER_SHARES[[default, 1]]
    /// APS_PRIORITY = WEIGHT[[FS, 10] [JPRIORITY, 1]]
    /// End Queue
    /// ```
    pub A201 "fs-without-fairshare" {
        family: Aps, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/job_priority_behavior", "Absolute priority scheduling")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((_, priority)) = of_queue(context) else { return };
    for factor in pairs(priority, ApsValue::Weight).filter_map(ApsPair::factor) {
        let text = factor.text().to_ascii_uppercase();
        let needs = APS_FACTORS.iter().find(|it| it.name == text).map_or(&[][..], |it| it.needs);
        // What other files must set is another matter.
        let missing = needs.iter().find(|it| !it.contains(':') && context.entry(it).is_none());
        let Some(missing) = missing.filter(|_| !context.file.has_gaps()) else { continue };
        findings
            .report(factor.range(), format!("`{text}` in a queue without {missing}"))
            .consequence(Item::Value.ignored().called("the factor"))
            .help(format!("set {missing} in this queue, or remove the pair"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::aps::common::queue;
    use crate::testing::check;

    // covers AP120, AP-017, aps-fs-without-fairshare
    #[test]
    fn fairshare_gives_the_value() {
        check(
            "A201",
            "lsb.queues",
            &queue("APS_PRIORITY = WEIGHT[[FS, 1] [MEM, 2]]"),
            expect![[r#"
            3:24-3:26 warning `FS` in a queue without FAIRSHARE
              effect: LSF ignores the factor
              help: set FAIRSHARE in this queue, or remove the pair
        "#]],
        );
    }

    #[test]
    fn a_queue_with_fairshare() {
        check(
            "A201",
            "lsb.queues",
            &queue("APS_PRIORITY = WEIGHT[[FS, 1]]\nFAIRSHARE = USER_SHARES[[default, 1]]"),
            expect![[""]],
        );
        check("A201", "lsb.queues", &queue("APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [APP, 2]]"), expect![[""]]);
    }
}
