//! Finds the factor ADMIN in APS_PRIORITY, which only `bmod` can set.
//!
//! # Effect
//! LSF ignores the line: the queue works without absolute priority.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [ADMIN, 2]]
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
//! End Queue
//! ```
//!
//! An administrator lifts one job with `bmod -aps "admin=value"`; the value is added to what the formula gives.
//!
//! # Sources
//! [lsb.queues](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html), APS_PRIORITY;
//! [modifying the priority of jobs](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/job_priority_aps_modify.html).

use lsflint_spec::APS_FACTORS;
use lsflint_syntax::ast::{ApsPair, ApsPart};

use super::common::{IGNORED, is_priority, priority};
use crate::context::SettingContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("A005", "aps-admin-not-allowed", Severity::Error),
    checks: &[Check::SettingOf(is_priority, check)],
};

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    for factor in priority.parts().flat_map(ApsPart::pairs).filter_map(ApsPair::factor) {
        let text = factor.text();
        if APS_FACTORS.iter().any(|it| !it.configurable && it.name.eq_ignore_ascii_case(&text)) {
            findings
                .report(&RULE.meta, factor.range(), format!("`{text}` cannot be configured"))
                .effect(IGNORED)
                .help("remove the pair; administrators lift single jobs with `bmod -aps \"admin=value\"`");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::rules::aps::common::queue;
    use crate::testing::check;

    // covers AP108, AP-032, aps-admin-factor
    #[test]
    fn admin_is_for_bmod() {
        check(
            "A005",
            "lsb.queues",
            &queue("APS_PRIORITY = WEIGHT[[ADMIN, 2] [FS, 1]]"),
            expect![[r#"
            3:24-3:29 error `ADMIN` cannot be configured
              effect: LSF ignores the line: the queue works without absolute priority
              help: remove the pair; administrators lift single jobs with `bmod -aps "admin=value"`
        "#]],
        );
        check("A005", "lsb.queues", &queue("APS_PRIORITY = WEIGHT[[FS, 1]]"), expect![[""]]);
    }
}
