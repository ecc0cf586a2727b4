//! Finds APS_PRIORITY beside another policy that orders the same jobs.
//!
//! # Effect
//! DISPATCH_ORDER=QUEUE and queue-based fairshare (SLOT_POOL, SLOT_SHARE) cannot work with absolute priority: LSF refuses the combination.
//! FAIRSHARE_QUEUES it ignores.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME       = night
//! APS_PRIORITY     = WEIGHT[[JPRIORITY, 1]]
//! FAIRSHARE        = USER_SHARES[[default, 1]]
//! FAIRSHARE_QUEUES = short long
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
//! FAIRSHARE    = USER_SHARES[[default, 1]]
//! QUEUE_GROUP  = short, long
//! End Queue
//! ```
//!
//! # Sources
//! [Absolute priority scheduling](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/job_priority_behavior.html).

use super::common::{are_read_together, of_queue};
use crate::context::{SectionContext, Setting};
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("A202", "aps-conflict", Severity::Error), checks: &[Check::Section(check)] };

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((aps, _)) = of_queue(context) else { return };
    let beside = |name: &str| context.entry(name).filter(|it| it.has_value() && are_read_together(aps, *it));
    if let Some(order) = beside("DISPATCH_ORDER").filter(by_queue) {
        findings
            .report(&RULE.meta, order.value_range(), "DISPATCH_ORDER=QUEUE in a queue with APS_PRIORITY")
            .effect("both order the same jobs: LSF does not support the combination")
            .help("remove one of the two")
            .related(aps.name.range(), "absolute priority");
    }
    if let Some(queues) = beside("FAIRSHARE_QUEUES") {
        findings
            .report(&RULE.meta, queues.name.range(), "FAIRSHARE_QUEUES in a queue with APS_PRIORITY")
            .severity(Severity::Warning)
            .effect("LSF ignores FAIRSHARE_QUEUES")
            .help("name the queues that share the formula in QUEUE_GROUP")
            .related(aps.name.range(), "absolute priority");
    }
    if let Some(pool) = beside("SLOT_POOL").or_else(|| beside("SLOT_SHARE")) {
        findings
            .report(&RULE.meta, pool.name.range(), format!("{} in a queue with APS_PRIORITY", pool.display_name()))
            .effect("queue-based fairshare and absolute priority do not work together")
            .help("remove one of the two policies")
            .related(aps.name.range(), "absolute priority");
    }
}

fn by_queue(setting: &Setting<'_>) -> bool {
    setting.single_word().is_some_and(|it| it.text().eq_ignore_ascii_case("QUEUE"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::rules::aps::common::queue;
    use crate::testing::check;

    #[track_caller]
    fn check_line(line: &str, expect: expect_test::Expect) {
        check("A202", "lsb.queues", &queue(&format!("APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]\n{line}")), expect);
    }

    // covers AP121, AP-052, users-pain 79, aps-cross-queue
    #[test]
    fn the_order_of_queues() {
        check_line(
            "DISPATCH_ORDER = QUEUE",
            expect![[r#"
            4:18-4:23 error DISPATCH_ORDER=QUEUE in a queue with APS_PRIORITY
              effect: both order the same jobs: LSF does not support the combination
              help: remove one of the two
              3:1-3:13 absolute priority
        "#]],
        );
    }

    // covers AP122, AP-052, users-pain 50, aps-cross-queue
    #[test]
    fn fairshare_across_queues() {
        check_line(
            "FAIRSHARE_QUEUES = short long",
            expect![[r#"
            4:1-4:17 warning FAIRSHARE_QUEUES in a queue with APS_PRIORITY
              effect: LSF ignores FAIRSHARE_QUEUES
              help: name the queues that share the formula in QUEUE_GROUP
              3:1-3:13 absolute priority
        "#]],
        );
    }

    // covers AP123
    #[test]
    fn fairshare_of_queues() {
        check_line(
            "SLOT_POOL = pool1\nSLOT_SHARE = 50",
            expect![[r#"
            4:1-4:10 error SLOT_POOL in a queue with APS_PRIORITY
              effect: queue-based fairshare and absolute priority do not work together
              help: remove one of the two policies
              3:1-3:13 absolute priority
        "#]],
        );
    }

    #[test]
    fn fairshare_of_users_is_fine() {
        check_line("FAIRSHARE = USER_SHARES[[default, 1]]\nQUEUE_GROUP = short", expect![[""]]);
        check("A202", "lsb.queues", &queue("DISPATCH_ORDER = QUEUE\nSLOT_POOL = a"), expect![[""]]);
    }
}
