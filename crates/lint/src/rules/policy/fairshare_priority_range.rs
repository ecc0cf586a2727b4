//! Finds queues whose priority lies between those of a set of cross-queue fairshare.
//!
//! # Effect
//! LSF schedules the queues of a set together. A queue outside of it cannot have its turn in between: unless the parent of the set has
//! `DISPATCH_ORDER = QUEUE`, the order of such a queue and the set is not what the priorities say.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME       = normal
//! PRIORITY         = 30
//! FAIRSHARE        = USER_SHARES[[default, 1]]
//! FAIRSHARE_QUEUES = short
//! End Queue
//! Begin Queue
//! QUEUE_NAME       = short
//! PRIORITY         = 50
//! End Queue
//! Begin Queue
//! QUEUE_NAME       = other
//! PRIORITY         = 45
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME       = normal
//! PRIORITY         = 30
//! FAIRSHARE        = USER_SHARES[[default, 1]]
//! FAIRSHARE_QUEUES = short
//! End Queue
//! Begin Queue
//! QUEUE_NAME       = short
//! PRIORITY         = 50
//! End Queue
//! Begin Queue
//! QUEUE_NAME       = other
//! PRIORITY         = 60
//! End Queue
//! ```
//!
//! # Sources
//! [Cross-queue fairshare](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/fairshare_cross_queue_config.html).

use lsflint_syntax::ast::integer;
use rustc_hash::FxHashMap;

use super::fairshare_child_policy::children;
use super::queues::Queue;
use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("Q007", "fairshare-priority-range", Severity::Warning), checks: &[Check::File(check)] };

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if !context.mentions("FAIRSHARE_QUEUES") || context.has_gaps() {
        return;
    }
    let queues = Queue::all_in(context);
    let by_name: FxHashMap<String, &Queue<'_>> =
        queues.iter().filter(|it| it.branch == 0).map(|it| (it.name.text().into_owned(), it)).collect();
    let sets: Vec<Set<'_>> = queues.iter().filter_map(|it| Set::of(it, &by_name)).collect();
    for queue in queues.iter().filter(|it| it.branch == 0) {
        let Some(own) = priority(queue) else { continue };
        let name = queue.name.text();
        // In any set the order comes from elsewhere.
        if sets.iter().any(|it| it.members.iter().any(|member| *member == name)) {
            continue;
        }
        let Some(set) = sets.iter().find(|it| it.lowest < own && own < it.highest) else { continue };
        let Some(value) = queue.value("PRIORITY") else { continue };
        let parent = set.parent.name.text();
        findings
            .report(
                &RULE.meta,
                value.range(),
                format!("`{name}` lies between the priorities of the fairshare set of `{parent}`"),
            )
            .effect(format!(
                "the set has priorities from {} to {} and is scheduled as one: this queue does not get its turn in between",
                set.lowest, set.highest
            ))
            .help(format!("choose a priority outside of that range, or set `DISPATCH_ORDER = QUEUE` in `{parent}`"))
            .related(set.parent.name.range(), "the parent of the set");
    }
}

/// A set of queues that are scheduled together.
struct Set<'q> {
    parent: &'q Queue<'q>,
    members: Vec<String>,
    lowest: i64,
    highest: i64,
}

impl<'q> Set<'q> {
    /// The set of a parent, unless it leaves the order to the priorities of the queues.
    fn of(parent: &'q Queue<'q>, queues: &FxHashMap<String, &Queue<'_>>) -> Option<Set<'q>> {
        let mut members: Vec<String> = children(parent).map(|it| it.text().into_owned()).collect();
        if members.is_empty() || parent.branch != 0 || parent.value("FAIRSHARE").is_none() {
            return None;
        }
        let in_order = |it: lsflint_syntax::Token<'_>| it.text().eq_ignore_ascii_case("QUEUE");
        if parent.value("DISPATCH_ORDER").is_some_and(|it| it.single_word().is_none_or(in_order)) {
            return None;
        }
        members.push(parent.name.text().into_owned());
        let priorities = members.iter().filter_map(|it| priority(queues.get(it)?));
        let (lowest, highest) = (priorities.clone().min()?, priorities.max()?);
        Some(Set { parent, members, lowest, highest })
    }
}

fn priority(queue: &Queue<'_>) -> Option<i64> {
    integer(queue.value("PRIORITY")?.single_word()?)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    /// A set with priorities 30, 40 and 50, and a queue beside it.
    #[track_caller]
    fn check_beside(parent: &str, other: &str, expect: Expect) {
        let text = format!(
            "Begin Queue\nQUEUE_NAME = p\nPRIORITY = 30\nFAIRSHARE = USER_SHARES[[default, 1]]\nFAIRSHARE_QUEUES = a b\n{parent}End Queue\nBegin Queue\nQUEUE_NAME = a\nPRIORITY = 40\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nPRIORITY = 50\nEnd Queue\nBegin Queue\nQUEUE_NAME = c\n{other}\nEnd Queue\n"
        );
        check("Q007", "lsb.queues", &text, expect);
    }

    // covers fairshare-priority-range, R-FS7
    #[test]
    fn reports_a_priority_in_between() {
        check_beside(
            "",
            "PRIORITY = 45",
            expect![[r#"
            17:12-17:14 warning `c` lies between the priorities of the fairshare set of `p`
              effect: the set has priorities from 30 to 50 and is scheduled as one: this queue does not get its turn in between
              help: choose a priority outside of that range, or set `DISPATCH_ORDER = QUEUE` in `p`
              2:14-2:15 the parent of the set
        "#]],
        );
    }

    #[test]
    fn accepts_priorities_outside_and_the_order_of_queues() {
        check_beside("", "PRIORITY = 60", expect![[""]]);
        check_beside("", "PRIORITY = 30", expect![[""]]);
        check_beside("", "DESCRIPTION = none", expect![[""]]);
        check_beside("DISPATCH_ORDER = QUEUE\n", "PRIORITY = 45", expect![[""]]);
        check_beside("APS_PRIORITY = WEIGHT[[FS, 1]]\n", "PRIORITY = 45", expect![[""]]);
    }
}
