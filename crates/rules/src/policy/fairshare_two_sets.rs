use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, Place};
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::policy::cluster::parents;

rule! {
    /// Finds queues that are listed in two sets of cross-queue fairshare, or in their own set.
    ///
    /// # Effect
    /// A queue belongs to one set, either as the queue with FAIRSHARE_QUEUES or as a queue that is listed there. LSF
    /// logs an error for the second set and ignores it.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = normal
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME       = night
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short idle
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = normal
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME       = night
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = idle
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// End Queue
    /// ```
    pub Q006 "fairshare-two-sets" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/fairshare_cross_queue_config", "Cross-queue fairshare")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let sets: Vec<_> = parents(context.cluster).collect();
    let by_name: FxHashMap<String, Entity<'_>> = sets.iter().map(|it| (it.0.name().into_owned(), it.0)).collect();
    let mut seen: FxHashMap<&str, (Entity<'_>, &Place)> = FxHashMap::default();
    for (parent, children) in &sets {
        for child in children {
            let name = child.name.as_str();
            let (message, other, certain) = if *name == *parent.name() {
                (format!("`{name}` lists itself in `FAIRSHARE_QUEUES`"), parent.place(), true)
            } else if let Some(own) = by_name.get(name).filter(|it| it.is_read_with(parent)) {
                // The queue's own set may be the second one.
                (format!("`{name}` has its own fairshare set"), own.place(), false)
            } else {
                match seen.get(name) {
                    // Duplicates in one list are another finding.
                    Some((other, first)) if other.number() != parent.number() && other.is_read_with(parent) => {
                        let message = format!("`{name}` is already in the fairshare set of `{}`", other.name());
                        (message, (*first).clone(), true)
                    }
                    Some(_) => continue,
                    None => {
                        seen.insert(name, (*parent, &child.place));
                        continue;
                    }
                }
            };
            let place = child.place.clone();
            let found = findings
                .report(place, message)
                .consequence(
                    Item::Value
                        .ignored()
                        .called("the queue in the second set")
                        .logged()
                        .possible_unless(certain)
                        .because("a queue can belong to only one set"),
                )
                .help("remove the name from one of the lists");
            found.related_at(other, "first listed here");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one set for each
        //- Queue a
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = c d a
                               ^ Q006 error `a` lists itself in `FAIRSHARE_QUEUES`
        //- Queue b
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = d e f
                           ^ Q006 error `d` is already in the fairshare set of `a`
                               ^ Q006 error `f` has its own fairshare set
                               = effect: LSF may log an error and ignore the queue in the second set because a queue can
                               =   belong to only one set
        //- Queue f
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = g

        //# is silent about separate sets
        //- Queue a
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = b c
        //- Queue d
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = e
    "#]];
}
