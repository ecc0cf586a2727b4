use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::APS_FACTORS;
use lsflint_syntax::ast::{ApsPair, ApsPart};

use crate::aps::common::{is_priority, line_ignored, priority};

rule! {
    /// Finds the factor ADMIN in APS_PRIORITY, which only `bmod` can set.
    ///
    /// # Effect
    /// LSF ignores the line: the queue works without absolute priority.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [ADMIN, 2]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
    /// End Queue
    /// ```
    ///
    /// An administrator lifts one job with `bmod -aps "admin=value"`; the value is added to what the formula gives.
    pub A005 "aps-admin-not-allowed" {
        family: Aps, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "APS_PRIORITY"),
            ibm("lsf_admin/job_priority_aps_modify", "modifying the priority of jobs"),
        ],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    for factor in priority.parts().flat_map(ApsPart::pairs).filter_map(ApsPair::factor) {
        let text = factor.text();
        if APS_FACTORS.iter().any(|it| !it.configurable && it.name.eq_ignore_ascii_case(&text)) {
            findings
                .report(factor.range(), format!("`{text}` cannot be configured"))
                .consequence(line_ignored())
                .help("remove the pair; administrators lift single jobs with `bmod -aps \"admin=value\"`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# admin is for bmod
        //- each Queue
        APS_PRIORITY = WEIGHT[[ADMIN, 2] [FS, 1]]
                               ^^^^^ A005 error `ADMIN` cannot be configured
        APS_PRIORITY = WEIGHT[[FS, 1]]
    "#]];
}
