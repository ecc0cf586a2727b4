use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::{Entity, FieldRef};
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::limit::levels::{Scope, Scopes, tasks};

rule! {
    /// Finds profiles whose jobs have another number of tasks than any queue takes.
    ///
    /// # Effect
    /// The number of tasks has to lie within TASKLIMIT of the profile and of the queue. LSF rejects every job of the profile: "Too many
    /// processors requested", or too few.
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
    /// Where JOB_SIZE_LIST is set, its smallest and largest size count instead of TASKLIMIT.
    /// For the profile of DEFAULT_APPLICATION the queues of DEFAULT_QUEUE are looked at on their own: jobs that name neither go there.
    pub L031 "profile-tasks-fit-no-queue" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/processors_allocated_limiting", "Limiting the number of tasks")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbApplications {
        return;
    }
    let view = context.cluster;
    let Some(scopes) = Scopes::of(view) else { return };
    let mut ranges: FxHashMap<&str, Option<Vec<Range<'_>>>> = FxHashMap::default();
    for profile in view.applications().filter(|it| !it.is_broken()) {
        let Some((least, most, field)) = tasks(&profile) else { continue };
        let place = field.place();
        if *place.file != *context.file.path {
            continue;
        }
        for scope in scopes.of_profile(&profile) {
            let ranges = ranges.entry(scope.name).or_insert_with(|| ranges_of(scope));
            let Some(ranges) = ranges else { continue };
            if ranges.iter().any(|it| it.least <= most && least <= it.most) {
                continue;
            }
            let Some(nearest) = ranges.iter().max_by_key(|it| it.most) else { continue };
            findings
                .report(place.range, format!("jobs have {least} to {most} tasks, which {} refuses", scope.name))
                .consequence(Item::Job.refused().called("jobs of the application profile in these queues"))
                .help("let the range of the profile and that of a queue overlap")
                .related_at(nearest.field.place(), format!("of `{}`", nearest.field.entity().name()));
            break;
        }
    }
}

/// The numbers of tasks that queues take, those that overlap as one; `None` where one of them takes any or cannot be seen.
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

/// The numbers of tasks that a queue takes.
struct Range<'a> {
    least: i64,
    most: i64,
    field: FieldRef<'a>,
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.params
        Begin Parameters
        DEFAULT_APPLICATION = p
        DEFAULT_QUEUE = q0
        End Parameters
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q0
        TASKLIMIT = 4
        End Queue

        //# a queue has to take them
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q0
        TASKLIMIT = 4
        End Queue
        Begin Queue
        QUEUE_NAME = q1
        TASKLIMIT = 32 64
        End Queue
        //- each Application
        TASKLIMIT = 8 16
                    ^^^^ L031 warning jobs have 8 to 16 tasks, which every queue refuses
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q0
        PROCLIMIT = 4
        End Queue
        //- each Application
        TASKLIMIT = 8 16
                    ^^^^ L031 warning jobs have 8 to 16 tasks, which every queue refuses

        //# the default queue counts for the default profile
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q0
        TASKLIMIT = 4
        End Queue
        Begin Queue
        QUEUE_NAME = q1
        PRIORITY = 30
        End Queue
        //- each Application
        TASKLIMIT = 8 16
                    ^^^^ L031 warning jobs have 8 to 16 tasks, which every queue of DEFAULT_QUEUE refuses

        //# is silent where one takes them
        //- each Application
        TASKLIMIT = 1 4
        TASKLIMIT = 16 8
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q0
        TASKLIMIT = 16 32
        End Queue
        //- each Application
        TASKLIMIT = 8 16
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q0
        PRIORITY = 30
        End Queue
        Begin Queue
        QUEUE_NAME = q1
        TASKLIMIT = 4
        End Queue
        //- each Application
        TASKLIMIT = 8 16
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q0
        TASKLIMIT = {{ tasks }}
        End Queue
        //- each Application
        TASKLIMIT = 8 16
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q0
        TASKLIMIT = 4
        JOB_SIZE_LIST = 32 8
        End Queue
        //- each Application
        TASKLIMIT = 8 16

        //# a list of sizes counts instead
        //- each Application
        JOB_SIZE_LIST = 8 16
                        ^^^^ L031 warning jobs have 8 to 16 tasks, which every queue refuses
    "#]];
}
