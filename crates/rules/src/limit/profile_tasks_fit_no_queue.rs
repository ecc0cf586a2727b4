use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, FieldRef};
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::limit::levels::{Scope, Scopes, tasks};

rule! {
    /// Finds application profiles whose number of tasks is not accepted by any queue.
    ///
    /// # Effect
    /// The number of tasks must be within TASKLIMIT of both the application profile and the queue. LSF rejects every
    /// job of the application profile with "Too many processors requested", or too few.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME      = solver
    /// TASKLIMIT = 8 16
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 4
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME      = solver
    /// TASKLIMIT = 2 4
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 4
    /// End Queue
    /// ```
    ///
    /// If JOB_SIZE_LIST is set, its smallest and largest size are used instead of TASKLIMIT.
    /// For the application profile in DEFAULT_APPLICATION, the queues in DEFAULT_QUEUE are also checked separately,
    /// because jobs without a queue and an application profile use them.
    pub L031 "profile-tasks-fit-no-queue" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/processors_allocated_limiting", "Limiting the number of tasks")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbApplications {
        return;
    }
    let view = context.cluster;
    let Some(scopes) = Scopes::of(view) else { return };
    let mut ranges: FxHashMap<&str, Option<Vec<Range<'_>>>> = FxHashMap::default();
    for profile in view.applications().filter(|it| !it.is_broken()) {
        let Some((least, most, field)) = tasks(&profile) else { continue };
        let place = field.place();
        for scope in scopes.of_profile(&profile) {
            let ranges = ranges.entry(scope.name).or_insert_with(|| ranges_of(scope));
            let Some(ranges) = ranges else { continue };
            if ranges.iter().any(|it| it.least <= most && least <= it.most) {
                continue;
            }
            let Some(nearest) = ranges.iter().max_by_key(|it| it.most) else { continue };
            findings
                .report(place, format!("jobs have {least} to {most} tasks, outside the range of {}", scope.name))
                .consequence(Item::Job.refused().called("jobs of the application profile in these queues"))
                .help("make the range of the application profile overlap with that of a queue")
                .related_at(nearest.field.place(), format!("the limit of queue `{}`", nearest.field.entity().name()));
            break;
        }
    }
}

/// The numbers of tasks that queues accept, with overlapping ranges merged; `None` if a queue accepts any number or is
/// unknown.
fn ranges_of<'a>(scope: &Scope<'a>) -> Option<Vec<Range<'a>>> {
    let range = |queue: &Entity<'a>| tasks(queue).map(|(least, most, field)| Range { least, most, field });
    let mut ranges: Vec<Range<'a>> = scope.queues.iter().map(range).collect::<Option<_>>()?;
    ranges.sort_by_key(|it| it.least);
    ranges.dedup_by(|next, before| {
        let joined = next.least <= before.most;
        if joined && next.most > before.most {
            (before.most, before.field) = (next.most, next.field);
        }
        joined
    });
    Some(ranges)
}

/// The numbers of tasks that a queue accepts.
struct Range<'a> {
    least: i64,
    most: i64,
    field: FieldRef<'a>,
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters
        DEFAULT_APPLICATION = p
        DEFAULT_QUEUE = q0
        //- Queue q0: TASKLIMIT = 4

        //# a queue has to take them
        //- Queue q1: TASKLIMIT = 32 64
        //- each Application
        TASKLIMIT = 8 16
                    ^^^^ L031 warning jobs have 8 to 16 tasks, outside the range of every queue
        //#
        //- Queue q0: PROCLIMIT = 4
        //- each Application
        TASKLIMIT = 8 16
                    ^^^^ L031 warning jobs have 8 to 16 tasks, outside the range of every queue

        //# the default queue counts for the default profile
        //- Queue q1: PRIORITY = 30
        //- each Application
        TASKLIMIT = 8 16
                    ^^^^ L031 warning jobs have 8 to 16 tasks, outside the range of every queue of DEFAULT_QUEUE

        //# is silent where one takes them
        //- each Application
        TASKLIMIT = 1 4
        TASKLIMIT = 16 8
        //#
        //- Queue q0: TASKLIMIT = 16 32
        //- each Application: TASKLIMIT = 8 16
        //#
        //- Queue q0: PRIORITY = 30
        //- Queue q1: TASKLIMIT = 4
        //- each Application: TASKLIMIT = 8 16
        //#
        //- Queue q0: TASKLIMIT = {{ tasks }}
        //- each Application: TASKLIMIT = 8 16
        //#
        //- Queue q0
        TASKLIMIT = 4
        JOB_SIZE_LIST = 32 8
        //- each Application: TASKLIMIT = 8 16

        //# a list of sizes counts instead
        //- each Application
        JOB_SIZE_LIST = 8 16
                        ^^^^ L031 warning jobs have 8 to 16 tasks, outside the range of every queue
    "#]];
}
