use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::Entity;
use lsflint_spec::{FileKind, lists};
use rustc_hash::FxHashMap;

use crate::limit::levels::{queues_with_tasks, tasks};

rule! {
    /// Finds queues for parallel jobs that reserve no slots, on hosts of a queue for single tasks.
    ///
    /// # Effect
    /// A parallel job starts when enough slots are free at the same time. On busy hosts, jobs of one task take each
    /// slot that becomes free, and a large parallel job may pend indefinitely.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// TASKLIMIT  = 16 64
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = single
    /// TASKLIMIT  = 1
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = parallel
    /// TASKLIMIT    = 16 64
    /// SLOT_RESERVE = MAX_RESERVE_TIME[20]
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = single
    /// TASKLIMIT  = 1
    /// End Queue
    /// ```
    ///
    /// Reserved slots are idle until the job starts, so the rule is off unless selected. It compares queues with the
    /// same HOSTS.
    pub W114 "parallel-queue-without-reservation" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [
            ibm(
                "lsf_admin/reserving_processors",
                "without processor reservation, sequential jobs take the slots that a large parallel job needs",
            ),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues || context.cluster.parameter("ALLOCATION_PLANNER").field().is_some() {
        return;
    }
    let mut single: FxHashMap<String, Entity<'_>> = FxHashMap::default();
    for queue in queues_with_tasks(context.cluster).filter(|it| !it.is_conditional() && takes_only_one_task(it)) {
        single.entry(hosts_of(&queue)).or_insert(queue);
    }
    for queue in queues_with_tasks(context.cluster).filter(|it| !it.is_conditional()) {
        let Some((least, _, limit)) = tasks(&queue).filter(|(least, ..)| *least > 1) else { continue };
        if limit.is_conditional() || reserves(&queue) {
            continue;
        }
        let Some(other) = single.get(&hosts_of(&queue)) else { continue };
        let place = limit.place();
        let found = findings
            .report(
                place,
                format!("jobs of `{}` need {least} slots at the same time, but the queue reserves none", queue.name()),
            )
            .consequence(
                Item::Job.pending().possible().because(format!("jobs of `{}` take each free slot", other.name())),
            )
            .help("set `SLOT_RESERVE = MAX_RESERVE_TIME[n]`");
        found.related_at(other.place(), format!("queue `{}` runs single tasks on the same hosts", other.name()));
    }
}

/// Whether LSF keeps resources of the queue for jobs that wait.
fn reserves(queue: &Entity<'_>) -> bool {
    lists::RESERVING.iter().any(|it| queue.has(it))
}

fn takes_only_one_task(queue: &Entity<'_>) -> bool {
    tasks(queue).is_some_and(|(_, most, limit)| most == 1 && !limit.is_conditional())
}

/// The words of HOSTS, in their order.
fn hosts_of(queue: &Entity<'_>) -> String {
    let hosts = queue.value("HOSTS").map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
    hosts.unwrap_or_else(|| "all".to_owned())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue single: TASKLIMIT = 1

        //# large jobs wait for slots
        //- Queue parallel: TASKLIMIT = 16 64
                                        ^^^^^ W114 info
                                        = jobs of `parallel` need 16 slots at the same time, but the queue reserves none
        //#
        //- Queue parallel
        TASKLIMIT = 16 64
                    ^^^^^ W114 info jobs of `parallel` need 16 slots at the same time, but the queue reserves none
        HOSTS = all
        //#
        //- Queue parallel
        TASKLIMIT = 16 64
        SLOT_RESERVE = MAX_RESERVE_TIME[20]
        //#
        //- Queue parallel
        TASKLIMIT = 16 64
        HOSTS = big
        //#
        //- Queue mixed: TASKLIMIT = 64
        //#
        //- Queue parallel: TASKLIMIT = 16 64
        //- lsb.params
        Begin Parameters
        ALLOCATION_PLANNER = Y
        End Parameters
    "#]];
}
