use lsflint_lint::{FactFindings, FactsContext, rule};
use lsflint_model::{Entity, FieldRef};
use lsflint_spec::{Direction, FileKind, builtin_resource};
use rustc_hash::FxHashMap;

use crate::policy::cluster::priority;

rule! {
    /// Finds queues whose jobs are suspended at a lower load than the jobs of a lower-priority queue on the same hosts.
    ///
    /// # Effect
    /// When the load of a host increases, it reaches the threshold of the higher-priority queue first. LSF suspends the
    /// jobs of that queue while less important jobs continue to run.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 80
    /// r1m        = 0.7/2.0
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// PRIORITY   = 10
    /// r1m        = 0.7/4.0
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 80
    /// r1m        = 0.7/4.0
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// PRIORITY   = 10
    /// r1m        = 0.7/2.0
    /// End Queue
    /// ```
    ///
    /// Some sites do this deliberately for queues whose jobs must not disturb a host, so the rule is off unless
    /// selected. The rule compares queues with the same HOSTS, and only built-in load indices.
    pub W113 "suspended-before-lower-queue" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [
            ibm("topic=thresholds-suspending-conditions", "thresholds of a queue say at which load its jobs are suspended"),
            judgement("the jobs of the more important queue should not be the first to stop"),
        ],
        checks: [Facts(check)],
    }
}

/// A queue with a suspending threshold.
struct Stop<'a> {
    queue: Entity<'a>,
    priority: i64,
    field: FieldRef<'a>,
    /// The suspending threshold; a larger number tolerates more load.
    tolerance: f64,
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let mut groups: FxHashMap<(String, &'static str), Vec<Stop<'_>>> = FxHashMap::default();
    for queue in context.cluster.queues().filter(|it| !it.is_conditional()) {
        let Some(own) = priority(context.cluster, &queue) else { continue };
        let hosts = queue.value("HOSTS").map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
        let hosts = hosts.unwrap_or_else(|| "all".to_owned());
        for field in queue.all_fields() {
            let Some((name, tolerance)) = stop(&field) else { continue };
            let stop = Stop { queue, priority: own.value, field, tolerance };
            groups.entry((hosts.clone(), name)).or_default().push(stop);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|a, b| a.0.cmp(&b.0));
    for ((_, name), mut stops) in groups {
        stops.sort_by_key(|it| it.priority);
        compare(name, &stops, findings);
    }
}

/// The index and the suspending value of a threshold, negated for indices that decrease with load.
fn stop(field: &FieldRef<'_>) -> Option<(&'static str, f64)> {
    let index = builtin_resource(field.param()?.name).filter(|it| it.threshold)?;
    let text = field.known().filter(|_| !field.is_conditional())?;
    let number: f64 = text.split_once('/')?.1.trim().parse().ok()?;
    match index.direction? {
        Direction::Increasing => Some((index.name, number)),
        Direction::Decreasing => Some((index.name, -number)),
    }
}

/// Compares each queue with the most tolerant queue of lower priority. The queues are sorted by priority.
fn compare(name: &str, stops: &[Stop<'_>], findings: &mut FactFindings) {
    let mut tolerant: Option<&Stop<'_>> = None;
    let mut pending: Option<&Stop<'_>> = None;
    for (index, own) in stops.iter().enumerate() {
        if index > 0 && stops[index - 1].priority < own.priority {
            tolerant = most(tolerant, pending);
            pending = None;
        }
        pending = most(pending, Some(own));
        let Some(lower) = tolerant.filter(|it| it.tolerance > own.tolerance) else { continue };
        let place = own.field.place();
        let found = findings
            .report(
                place,
                format!("`{name}` suspends jobs in `{}` before jobs in `{}`", own.queue.name(), lower.queue.name()),
            )
            .effect("LSF suspends higher-priority jobs while lower-priority jobs continue to run")
            .help("set a threshold with a higher load in the higher-priority queue");
        found.related_at(lower.field.place(), format!("threshold of `{}`", lower.queue.name()));
    }
}

fn most<'s, 'a>(a: Option<&'s Stop<'a>>, b: Option<&'s Stop<'a>>) -> Option<&'s Stop<'a>> {
    [a, b].into_iter().flatten().max_by(|a, b| a.tolerance.total_cmp(&b.tolerance))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue low
        PRIORITY = 10
        r1m = 0.7/4.0
        //- Queue other
        PRIORITY = 80
        HOSTS = h9
        r1m = 1/1

        //# the higher priority is suspended later
        //- Queue high
        PRIORITY = 80
        r1m = 0.7/2.0
              ^^^^^^^ W113 info `r1m` suspends jobs in `high` before jobs in `low`
        //#
        //- Queue low
        PRIORITY = 10
        mem = 100/20
        //- Queue high
        PRIORITY = 80
        mem = 100/50
              ^^^^^^ W113 info `mem` suspends jobs in `high` before jobs in `low`
        //#
        //- Queue low
        PRIORITY = 10
        r1m = 0.7/2.0
        //- Queue high
        PRIORITY = 80
        r1m = 0.7/4.0
        //#
        //- Queue low
        PRIORITY = 10
        mem = 100/50
        //- Queue high
        PRIORITY = 80
        mem = 100/20
        //#
        //- Queue low
        PRIORITY = 10
        HOSTS = h1
        r1m = 0.7/4.0
        //- Queue high
        PRIORITY = 80
        r1m = 0.7/2.0
        //#
        //- Queue high
        PRIORITY = 80
        r1m = 0.7
    "#]];
}
