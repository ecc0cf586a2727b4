use lsflint_lint::{FileContext, Findings, rule};
use lsflint_model::{Entity, FieldRef};
use lsflint_spec::{Direction, FileKind, builtin_resource};
use rustc_hash::FxHashMap;

use crate::policy::cluster::{in_file, priority, relate};

rule! {
    /// Finds queues whose jobs are suspended at less load than those of a queue with lower priority on the same hosts.
    ///
    /// # Effect
    /// When the load of a host rises, the threshold of the queue with the higher priority is reached first. Its jobs are suspended while
    /// the less important ones go on.
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
    /// Sites do this on purpose, for queues of jobs that must not disturb a host, so the rule is off unless selected. Queues are compared
    /// when their HOSTS are the same, and so are the indices that LSF measures itself.
    pub W113 "suspended-before-lower-queue" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [manual("Administering IBM Spectrum LSF", "suspending jobs and on load thresholds")],
        checks: [Facts(check)],
    }
}

/// A queue with a threshold that suspends.
struct Stop<'a> {
    queue: Entity<'a>,
    priority: i64,
    field: FieldRef<'a>,
    /// The number, so that more is always more patient.
    patience: f64,
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let mut groups: FxHashMap<(String, &'static str), Vec<Stop<'_>>> = FxHashMap::default();
    for queue in context.cluster.queues().filter(|it| !it.is_conditional()) {
        let Some(own) = priority(context.cluster, &queue) else { continue };
        let hosts = queue.value("HOSTS").map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
        let hosts = hosts.unwrap_or_else(|| "all".to_owned());
        for field in queue.all_fields() {
            let Some((name, patience)) = stop(&field) else { continue };
            let stop = Stop { queue, priority: own.value, field, patience };
            groups.entry((hosts.clone(), name)).or_default().push(stop);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|a, b| a.0.cmp(&b.0));
    for ((_, name), mut stops) in groups {
        stops.sort_by_key(|it| it.priority);
        compare(context, name, &stops, findings);
    }
}

/// The index and the second number of a threshold, turned round for indices of which less is more load.
fn stop(field: &FieldRef<'_>) -> Option<(&'static str, f64)> {
    let index = builtin_resource(field.param()?.name).filter(|it| it.threshold)?;
    let text = field.known().filter(|_| !field.is_conditional())?;
    let number: f64 = text.split_once('/')?.1.trim().parse().ok()?;
    match index.direction? {
        Direction::Increasing => Some((index.name, number)),
        Direction::Decreasing => Some((index.name, -number)),
    }
}

/// Each queue against the most patient one of lower priority. The queues stand in the order of their priority.
fn compare(context: &FileContext<'_>, name: &str, stops: &[Stop<'_>], findings: &mut Findings) {
    let mut patient: Option<&Stop<'_>> = None;
    let mut pending: Option<&Stop<'_>> = None;
    for (index, own) in stops.iter().enumerate() {
        if index > 0 && stops[index - 1].priority < own.priority {
            patient = most(patient, pending);
            pending = None;
        }
        pending = most(pending, Some(own));
        let Some(lower) = patient.filter(|it| it.patience > own.patience) else { continue };
        let Some(range) = in_file(context, &own.field.place()) else { continue };
        let found = findings
            .report(
                range,
                format!("`{name}` suspends jobs of `{}` before those of `{}`", own.queue.name(), lower.queue.name()),
            )
            .effect("jobs of the higher priority are suspended while those of the lower one go on")
            .help("give the queue of higher priority the threshold that is reached later");
        relate(found, context, lower.field.place(), format!("the threshold of `{}`", lower.queue.name()));
    }
}

fn most<'s, 'a>(a: Option<&'s Stop<'a>>, b: Option<&'s Stop<'a>>) -> Option<&'s Stop<'a>> {
    [a, b].into_iter().flatten().max_by(|a, b| a.patience.total_cmp(&b.patience))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the higher priority is suspended later
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = low
        PRIORITY = 10
        r1m = 0.7/4.0
        End Queue
        Begin Queue
        QUEUE_NAME = high
        PRIORITY = 80
        r1m = 0.7/2.0
              ^^^^^^^ W113 info `r1m` suspends jobs of `high` before those of `low`
        End Queue
        Begin Queue
        QUEUE_NAME = other
        PRIORITY = 80
        HOSTS = h9
        r1m = 1/1
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = low
        PRIORITY = 10
        mem = 100/20
        End Queue
        Begin Queue
        QUEUE_NAME = high
        PRIORITY = 80
        mem = 100/50
              ^^^^^^ W113 info `mem` suspends jobs of `high` before those of `low`
        End Queue
        Begin Queue
        QUEUE_NAME = other
        PRIORITY = 80
        HOSTS = h9
        r1m = 1/1
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = low
        PRIORITY = 10
        r1m = 0.7/2.0
        End Queue
        Begin Queue
        QUEUE_NAME = high
        PRIORITY = 80
        r1m = 0.7/4.0
        End Queue
        Begin Queue
        QUEUE_NAME = other
        PRIORITY = 80
        HOSTS = h9
        r1m = 1/1
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = low
        PRIORITY = 10
        mem = 100/50
        End Queue
        Begin Queue
        QUEUE_NAME = high
        PRIORITY = 80
        mem = 100/20
        End Queue
        Begin Queue
        QUEUE_NAME = other
        PRIORITY = 80
        HOSTS = h9
        r1m = 1/1
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = low
        PRIORITY = 10
        HOSTS = h1
        r1m = 0.7/4.0
        End Queue
        Begin Queue
        QUEUE_NAME = high
        PRIORITY = 80
        r1m = 0.7/2.0
        End Queue
        Begin Queue
        QUEUE_NAME = other
        PRIORITY = 80
        HOSTS = h9
        r1m = 1/1
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = low
        PRIORITY = 10
        r1m = 0.7/4.0
        End Queue
        Begin Queue
        QUEUE_NAME = high
        PRIORITY = 80
        r1m = 0.7
        End Queue
        Begin Queue
        QUEUE_NAME = other
        PRIORITY = 80
        HOSTS = h9
        r1m = 1/1
        End Queue
    "#]];
}
