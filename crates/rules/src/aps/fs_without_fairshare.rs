use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{APS_FACTORS, ApsValue};
use lsflint_syntax::ast::ApsPair;

use crate::aps::common::{of_queue, pairs};

rule! {
    /// Finds the FS factor in a queue without FAIRSHARE.
    ///
    /// # Effect
    /// FS is the dynamic user priority, which LSF calculates only for fairshare queues. LSF ignores the factor in
    /// other queues.
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
        // Parameters of other files are checked by another rule.
        let missing = needs.iter().find(|it| !it.contains(':') && context.entry(it).is_none());
        let Some(missing) = missing.filter(|_| !context.file.has_gaps()) else { continue };
        findings
            .report(factor.range(), format!("factor `{text}` requires `{missing}`, which is not set in the queue"))
            .consequence(Item::Value.ignored().called("the factor"))
            // The value of a job says so itself.
            .as_parsed()
            .help(format!("set `{missing}` in this queue, or remove the pair"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# fairshare gives the value
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1] [MEM, 2]]
                               ^^ A201 warning factor `FS` requires `FAIRSHARE`, which is not set in the queue

        //# a queue with fairshare
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1]]
          FAIRSHARE = USER_SHARES[[default, 1]]
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [APP, 2]]
    "#]];
}
