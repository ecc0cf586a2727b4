use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, Knowledge, View};
use lsflint_spec::FileKind;
use rustc_hash::FxHashSet;

use crate::policy::cluster::{Child, parents, priority};

rule! {
    /// Finds queues whose priority is between the priorities of a set of cross-queue fairshare queues.
    ///
    /// # Effect
    /// LSF schedules the queues of a set together, and cannot schedule another queue in between. Unless the parent
    /// queue sets `DISPATCH_ORDER = QUEUE`, the order of the queue and the set does not follow the priorities.
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

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let parents: Vec<(Entity<'_>, Vec<Child>)> = parents(view).collect();
    // The order of a queue in any set is determined by the set.
    let in_a_set = parents
        .iter()
        .flat_map(|(parent, children)| children.iter().map(|it| it.name.clone()).chain([parent.name().into_owned()]));
    let in_a_set: FxHashSet<String> = in_a_set.collect();
    let sets: Vec<Set<'_>> = parents.iter().filter_map(|(parent, children)| Set::of(view, *parent, children)).collect();
    if sets.is_empty() {
        return;
    }
    for queue in view.queues().filter(|it| !it.is_conditional()) {
        let name = queue.name();
        let Some(own) = priority(view, &queue).filter(|_| !in_a_set.contains(&*name)) else { continue };
        let Some(set) = sets.iter().find(|it| it.lowest < own.value && own.value < it.highest) else { continue };
        let Some(place) = own.place else { continue };
        let parent = set.parent.name();
        let found = findings
            .report(place, format!("priority of `{name}` is within the fairshare set of `{parent}`"))
            .consequence(Item::Line.no_effect().called("the priority of the queue").possible().because(format!(
                "LSF schedules the queues of the set, with priorities from {} to {}, together",
                set.lowest, set.highest
            )))
            .help(format!("set a priority outside this range, or set `DISPATCH_ORDER = QUEUE` in `{parent}`"));
        found.related_at(set.parent.place(), "parent queue of the set");
    }
}

/// A set of queues that are scheduled together.
struct Set<'a> {
    parent: Entity<'a>,
    lowest: i64,
    highest: i64,
}

impl<'a> Set<'a> {
    /// The set of a parent queue, unless its order follows the priorities of the queues.
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
    crate::testing::fixture![[r#"
        //- Queue p
        PRIORITY = 30
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = a b
        //- Queue a: PRIORITY = 40
        //- Queue b: PRIORITY = 50
        //- Queue c: PRIORITY = 45

        //# reports a priority in between
        //- Queue c
        PRIORITY = 45
                   ^^ Q007 warning priority of `c` is within the fairshare set of `p`

        //# accepts priorities outside and the order of queues
        //- Queue c: PRIORITY = 60
        //#
        //- Queue c: PRIORITY = 30
        //#
        //- Queue c: DESCRIPTION = none
        //#
        //- Queue p
        PRIORITY = 30
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = a b
        DISPATCH_ORDER = QUEUE
        //#
        //- Queue p
        PRIORITY = 30
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = a b
        APS_PRIORITY = WEIGHT[[FS, 1]]
    "#]];
}
