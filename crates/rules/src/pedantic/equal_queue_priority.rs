use lsflint_lint::{FactFindings, FactsContext, rule};
use lsflint_model::Entity;
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::policy::cluster::priority;

rule! {
    /// Finds queues with the same PRIORITY.
    ///
    /// # Effect
    /// LSF processes queues in the order of PRIORITY. The order of queues with equal priority depends on the jobs or on
    /// the order in the file, according to the scheduling policy. Moving a section then changes which jobs start first,
    /// and `bjobs -aps` shows an order that differs from the dispatch order.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// PRIORITY   = 30
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = short
    /// PRIORITY   = 30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// PRIORITY   = 30
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = short
    /// PRIORITY   = 35
    /// End Queue
    /// ```
    ///
    /// Equal priorities are often intended, so the rule is off unless selected.
    pub W110 "equal-queue-priority" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [ibm("lsb.queues", "PRIORITY"), ibm("lsf_command_ref/bjobs.aps.1", "bjobs -aps")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let view = context.cluster;
    let mut seen: FxHashMap<i64, Entity<'_>> = FxHashMap::default();
    for queue in view.queues() {
        let Some(own) = priority(view, &queue) else { continue };
        let Some(place) = own.place else { continue };
        let other = *seen.entry(own.value).or_insert(queue);
        if other.name() == queue.name() || !other.is_read_with(&queue) {
            continue;
        }
        let (name, other_name) = (queue.name(), other.name());
        let found = findings
            .report(place, format!("`{name}` has the same priority as `{other_name}`"))
            .effect("the order of the queues in the file may decide which jobs LSF dispatches first")
            .help("set a different `PRIORITY` for each queue");
        if let Some(place) = priority(view, &other).and_then(|it| it.place) {
            found.related_at(place, format!("priority of `{other_name}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the other queue
        //- Queue a: PRIORITY = 30
        //- Queue b: PRIORITY = 40
        //- Queue c
        PRIORITY = 30
                   ^^ W110 info `c` has the same priority as `a`
        //#
        //- Queue a: PRIORITY = 30
        //- Queue b: PRIORITY = 40
        //- Queue c: PRIORITY = 31
    "#]];
}
