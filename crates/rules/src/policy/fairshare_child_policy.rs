use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::Entity;
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::policy::cluster::{Child, parents};

rule! {
    /// Finds FAIRSHARE in a queue that is listed in FAIRSHARE_QUEUES of another queue.
    ///
    /// # Effect
    /// For cross-queue fairshare, LSF uses only the shares of the queue with FAIRSHARE_QUEUES and ignores FAIRSHARE in
    /// the other queues.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = normal
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME       = short
    /// FAIRSHARE        = USER_SHARES[[physics, 10] [others, 1]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = normal
    /// FAIRSHARE        = USER_SHARES[[physics, 10] [others, 1]]
    /// FAIRSHARE_QUEUES = short
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME       = short
    /// End Queue
    /// ```
    pub Q005 "fairshare-child-policy" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/fairshare_cross_queue_config", "Cross-queue fairshare")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let mut parent_of: FxHashMap<String, (Entity<'_>, Child)> = FxHashMap::default();
    for (parent, children) in parents(context.cluster) {
        for child in children.into_iter().filter(|it| it.name != parent.name()) {
            parent_of.entry(child.name.clone()).or_insert((parent, child));
        }
    }
    if parent_of.is_empty() {
        return;
    }
    for queue in context.cluster.queues_with(&["FAIRSHARE"]) {
        let Some((parent, child)) = parent_of.get(&*queue.name()) else { continue };
        // A queue with its own set is in two sets, which is another finding.
        if queue.has("FAIRSHARE_QUEUES") || !queue.is_read_with(parent) {
            continue;
        }
        let Some(fairshare) = queue.field("FAIRSHARE").filter(|it| it.known().is_some()) else { continue };
        let place = fairshare.place();
        let name = parent.name();
        let found = findings
            .report(place, format!("`FAIRSHARE` in a queue that uses the shares of `{name}`"))
            .consequence(Item::Line.ignored().because(format!("the shares of `{name}` apply to all queues of the set")))
            .help("remove the line, or remove the queue from `FAIRSHARE_QUEUES`");
        found.related_at(child.place.clone(), format!("listed by `{name}` here"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the parent decides
        //- Queue c
        FAIRSHARE = USER_SHARES[[default, 1]]
                    ^^^^^^^^^^^^^^^^^^^^^^^^^ Q005 warning `FAIRSHARE` in a queue that uses the shares of `p`
        //- Queue p
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = b c
        //- Queue b

        //# other queues have their own
        //- Queue p
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = b
        //- Queue d: FAIRSHARE = USER_SHARES[[default, 1]]
    "#]];
}
