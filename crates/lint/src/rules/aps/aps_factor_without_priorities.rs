//! Notes the factors APP, USER and UG where no profile, user or group has a PRIORITY.
//!
//! # Effect
//! The value is the same for every job: the factor changes no order.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = WEIGHT[[APP, 2] [PROC, 1]]
//! End Queue
//!
//! //- lsb.applications
//! Begin Application
//! NAME = solver
//! End Application
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = WEIGHT[[APP, 2] [PROC, 1]]
//! End Queue
//!
//! //- lsb.applications
//! Begin Application
//! NAME     = solver
//! PRIORITY = 50
//! End Application
//! ```
//!
//! # Sources
//! [Absolute priority scheduling](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/job_priority_behavior.html): where the values of the
//! factors come from.

use lsflint_model::Knowledge;
use lsflint_spec::{ApsValue, aps_factor};
use lsflint_syntax::ast::ApsPair;

use super::common::{of_queue, pairs, source};
use crate::context::SectionContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("A208", "aps-factor-without-priorities", Severity::Info),
    checks: &[Check::Section(check)],
};

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((_, priority)) = of_queue(context) else { return };
    let view = context.file.cluster;
    for factor in pairs(priority, ApsValue::Weight).filter_map(ApsPair::factor) {
        let Some(known) = aps_factor(&factor.text().to_ascii_uppercase()) else { continue };
        let Some((kind, section)) = source(known) else { continue };
        // A queue without PRIORITY has a default; the others have none.
        if kind == context.file.kind() || view.knowledge(kind) != Knowledge::Complete {
            continue;
        }
        if view.all(kind, section.name).any(|it| it.has("PRIORITY")) {
            continue;
        }
        let (name, file) = (section.name, kind.name());
        findings
            .report(
                &RULE.meta,
                factor.range(),
                format!("`{}`, but section {name} of {file} sets no PRIORITY", known.name),
            )
            .effect("the factor is the same for every job and changes no order")
            .help(format!("set PRIORITY in {file}, or remove the pair"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::rules::aps::common::queue;
    use crate::testing::check_cluster;

    #[track_caller]
    fn check(factor: &str, other: (&str, &str), expect: Expect) {
        let text = queue(&format!("APS_PRIORITY = WEIGHT[[{factor}, 2]]"));
        check_cluster("A208", &[("lsb.queues", &text), other], expect);
    }

    const NO_PRIORITIES: (&str, &str) = (
        "lsb.users",
        "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\na (u1)\nEnd UserGroup\n\nBegin User\nUSER_NAME MAX_JOBS\nu1 5\nEnd User\n",
    );

    // covers AP129, AP-029, AP-030, AP-031
    #[test]
    fn somebody_should_have_a_priority() {
        check(
            "APP",
            ("lsb.applications", "Begin Application\nNAME = a\nEnd Application\n"),
            expect![[r#"
                3:24-3:27 info `APP`, but section Application of lsb.applications sets no PRIORITY
                  effect: the factor is the same for every job and changes no order
                  help: set PRIORITY in lsb.applications, or remove the pair
            "#]],
        );
        check(
            "USER",
            NO_PRIORITIES,
            expect![[r#"
                3:24-3:28 info `USER`, but section User of lsb.users sets no PRIORITY
                  effect: the factor is the same for every job and changes no order
                  help: set PRIORITY in lsb.users, or remove the pair
            "#]],
        );
        check(
            "UG",
            NO_PRIORITIES,
            expect![[r#"
                3:24-3:26 info `UG`, but section UserGroup of lsb.users sets no PRIORITY
                  effect: the factor is the same for every job and changes no order
                  help: set PRIORITY in lsb.users, or remove the pair
            "#]],
        );
    }

    #[test]
    fn one_priority_is_enough() {
        let users = "Begin User\nUSER_NAME PRIORITY\nu1 5\nu2 -\nEnd User\n\nBegin UserGroup\nGROUP_NAME GROUP_MEMBER PRIORITY\na (u1) 7\nEnd UserGroup\n";
        check("USER", ("lsb.users", users), expect![[""]]);
        check("UG", ("lsb.users", users), expect![""]);
        check("APP", ("lsb.users", users), expect![[""]]);
        check(
            "APP",
            ("lsb.applications", "Begin Application\nNAME = a\nPRIORITY = {{ p }}\nEnd Application\n"),
            expect![[""]],
        );
    }
}
