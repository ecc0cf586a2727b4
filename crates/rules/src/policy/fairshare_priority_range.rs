use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::{Entity, Knowledge, View};
use lsflint_spec::FileKind;
use rustc_hash::FxHashSet;

use crate::policy::cluster::{Child, children, in_file, priority, relate};

rule! {
    /// Finds queues whose priority lies between those of a set of cross-queue fairshare.
    ///
    /// # Effect
    /// LSF schedules the queues of a set together. A queue outside of it cannot have its turn in between: unless the parent of the set has
    /// `DISPATCH_ORDER = QUEUE`, the order of such a queue and the set is not what the priorities say.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = normal
    /// PRIORITY         = 30
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME       = short
    /// PRIORITY         = 50
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME       = other
    /// PRIORITY         = 45
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = normal
    /// PRIORITY         = 30
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME       = short
    /// PRIORITY         = 50
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME       = other
    /// PRIORITY         = 60
    /// End Queue
    /// ```
    pub Q007 "fairshare-priority-range" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/fairshare_cross_queue_config", "Cross-queue fairshare")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let parents = view.queues().map(|it| (it, children(&it))).filter(|it| !it.1.is_empty());
    let parents: Vec<(Entity<'_>, Vec<Child>)> = parents.collect();
    // In any set the order comes from elsewhere.
    let in_a_set = parents
        .iter()
        .flat_map(|(parent, children)| children.iter().map(|it| it.name.clone()).chain([parent.name().into_owned()]));
    let in_a_set: FxHashSet<String> = in_a_set.collect();
    let sets: Vec<Set<'_>> = parents.iter().filter_map(|(parent, children)| Set::of(view, *parent, children)).collect();
    for queue in view.queues().filter(|it| !sets.is_empty() && !it.is_conditional()) {
        let name = queue.name();
        let Some(own) = priority(view, &queue).filter(|_| !in_a_set.contains(&*name)) else { continue };
        let Some(set) = sets.iter().find(|it| it.lowest < own.value && own.value < it.highest) else { continue };
        let Some(range) = own.place.and_then(|it| in_file(context, &it)) else { continue };
        let parent = set.parent.name();
        let found = findings
            .report(range, format!("`{name}` lies between the priorities of the fairshare set of `{parent}`"))
            .consequence(Item::Line.no_effect().called("the priority of the queue").possible().because(format!(
                "LSF schedules the queues of the set, with priorities from {} to {}, together",
                set.lowest, set.highest
            )))
            .help(format!("choose a priority outside of that range, or set `DISPATCH_ORDER = QUEUE` in `{parent}`"));
        relate(found, context, set.parent.place(), "the parent of the set");
    }
}

/// A set of queues that are scheduled together.
struct Set<'a> {
    parent: Entity<'a>,
    lowest: i64,
    highest: i64,
}

impl<'a> Set<'a> {
    /// The set of a parent, unless it leaves the order to the priorities of the queues.
    fn of(view: View<'a>, parent: Entity<'a>, children: &[Child]) -> Option<Set<'a>> {
        let ordered = parent.fields("DISPATCH_ORDER").iter().any(|it| it.is_on());
        if parent.is_conditional() || ordered || !parent.has("FAIRSHARE") {
            return None;
        }
        let queues = children.iter().filter_map(|it| view.queue(&it.name)).filter(|it| !it.is_conditional());
        let values = queues.chain([parent]).filter_map(|it| Some(priority(view, &it)?.value));
        let values: Vec<i64> = values.collect();
        let (lowest, highest) = (*values.iter().min()?, *values.iter().max()?);
        Some(Set { parent, lowest, highest })
    }
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
                  effect: the priority of the queue may have no effect because LSF schedules the queues of the set, with priorities from 30 to 50, together
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
