use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::APS_FACTORS;
use lsflint_syntax::ast::{ApsPair, ApsPart};

use crate::aps::common::{is_priority, line_ignored, priority};

rule! {
    /// Finds the ADMIN factor in APS_PRIORITY. Only `bmod` can set it.
    ///
    /// # Effect
    /// LSF may ignore the line; then the queue does not use absolute priority scheduling.
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
    /// To raise the priority of a single job, an administrator runs `bmod -aps "admin=value"`. LSF adds the value to
    /// the calculated priority.
    pub A005 "aps-admin-not-allowed" {
        family: Aps, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "lsf_admin/job_priority_aps",
                "ADMIN: no weight, limit or grace period can be configured; it is set with `bmod -aps`",
            ),
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
                .report(factor.range(), format!("factor `{text}` cannot be configured"))
                .consequence(line_ignored())
                .help("remove the pair; use `bmod -aps \"admin=value\"` to adjust single jobs");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# admin is for bmod
        //- each Queue
        APS_PRIORITY = WEIGHT[[ADMIN, 2] [FS, 1]]
                               ^^^^^ A005 error factor `ADMIN` cannot be configured
        APS_PRIORITY = WEIGHT[[FS, 1]]
    "#]];
}
