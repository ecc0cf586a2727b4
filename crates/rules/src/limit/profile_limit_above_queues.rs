use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_spec::{FileKind, Grammar, ParamSpec};
use rustc_hash::FxHashMap;

use crate::limit::levels::{Ceiling, Scope, Scopes, ceiling};

rule! {
    /// Finds limits of an application profile that are above those of all queues.
    ///
    /// # Effect
    /// The maximum of the queue is the hard limit and ends the job first, so the limit of the application profile is
    /// never reached.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME     = fluent
    /// RUNLIMIT = 120
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 60
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME     = fluent
    /// RUNLIMIT = 60
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 60
    /// End Queue
    /// ```
    ///
    /// For the application profile in DEFAULT_APPLICATION, the queues in DEFAULT_QUEUE are also checked separately,
    /// because jobs without a queue and an application profile use them.
    pub L131 "profile-limit-above-queues" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [manual("Administering Platform LSF 7.3, page 381", "limits must not exceed those of the queue")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbApplications {
        return;
    }
    let view = context.cluster;
    let Some(scopes) = Scopes::of(view) else { return };
    let limits: Vec<&str> = limits().collect();
    // The highest limit of all queues is the same for every application profile.
    let mut highest: FxHashMap<(&str, &str), Option<Highest>> = FxHashMap::default();
    for profile in view.applications().filter(|it| !it.is_broken()) {
        for name in &limits {
            let Ceiling::At(own, field) = ceiling(&profile, name) else { continue };
            let place = field.place();
            for scope in scopes.of_profile(&profile) {
                let highest = highest.entry((scope.name, *name)).or_insert_with(|| Highest::of(scope, name));
                let Some(highest) = highest.as_ref().filter(|it| it.amount < own) else { continue };
                findings
                    .report(place, format!("`{name}` is above the limit of {}", scope.name))
                    .consequence(
                        Item::Line
                            .no_effect()
                            .called("the limit")
                            .possible_unless(scope.is_all)
                            .because("the limit of the queue is reached first"),
                    )
                    .help(format!("lower it to the limit of `{}`, or raise the limit of a queue", highest.queue))
                    .related_at(highest.place.clone(), format!("the highest limit, in queue `{}`", highest.queue));
                break;
            }
        }
    }
}

/// Limits that queues also have, with a maximum that jobs cannot exceed.
fn limits() -> impl Iterator<Item = &'static str> {
    let of = |kind, section| lsflint_spec::section(kind, section).map_or(&[][..], |it| it.params);
    let hard = |it: &&ParamSpec| matches!(it.grammar, Grammar::LimitPair | Grammar::RunLimit | Grammar::Size);
    let profile =
        |it: &&ParamSpec| lsflint_spec::find_param(FileKind::LsbApplications, "Application", it.name).is_some();
    of(FileKind::LsbQueues, "Queue").iter().filter(hard).filter(profile).map(|it| it.name)
}

/// The highest limit of some queues.
struct Highest {
    amount: i64,
    queue: String,
    place: lsflint_model::Place,
}

impl Highest {
    /// `None` if a queue has no limit, or an unknown one.
    fn of(scope: &Scope<'_>, name: &str) -> Option<Highest> {
        let mut highest: Option<Highest> = None;
        for queue in &scope.queues {
            let Ceiling::At(amount, field) = ceiling(queue, name) else { return None };
            if highest.as_ref().is_none_or(|it| it.amount < amount) {
                highest = Some(Highest { amount, queue: queue.name().into_owned(), place: field.place() });
            }
        }
        highest
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters
        DEFAULT_APPLICATION = p
        DEFAULT_QUEUE = q0

        //# the highest queue counts
        //- Queue q0: RUNLIMIT = 60
        //- Queue q1: RUNLIMIT = 10 1:30
        //- each Application
        RUNLIMIT = 120
                   ^^^ L131 warning `RUNLIMIT` is above the limit of every queue
        //#
        //- Queue q0: MEMLIMIT = 1000 4000000
        //- each Application
        MEMLIMIT = 8000000
                   ^^^^^^^ L131 warning `MEMLIMIT` is above the limit of every queue
        //#
        //- Queue q0: CORELIMIT = 0
        //- each Application
        CORELIMIT = 10
                    ^^ L131 warning `CORELIMIT` is above the limit of every queue
        //#
        //- Queue q0: PROCESSLIMIT = 10
        //- each Application
        PROCESSLIMIT = 50
                       ^^ L131 warning `PROCESSLIMIT` is above the limit of every queue

        //# the default queue counts for the default profile
        //- Queue q0: RUNLIMIT = 60
        //- Queue q1: PRIORITY = 30
        //- each Application
        RUNLIMIT = 120
                   ^^^ L131 warning `RUNLIMIT` is above the limit of every queue of DEFAULT_QUEUE
                   = effect: the limit may have no effect because the limit of the queue is reached first

        //# is silent where a queue allows it
        //- Queue q0: RUNLIMIT = 1:00
        //- each Application: RUNLIMIT = 60
        //#
        //- Queue q0: PRIORITY = 30
        //- Queue q1: RUNLIMIT = 60
        //- each Application: RUNLIMIT = 120
        //#
        //- Queue q0: RUNLIMIT = 60/hostA
        //- each Application: RUNLIMIT = 120
        //#
        //- Queue q0
        #if time(8:00-9:00)
        RUNLIMIT = 60
        #endif
        //- each Application: RUNLIMIT = 120
        //#
        //- Queue q0: RUNLIMIT = 60
        //- each Application: RUNLIMIT = {{ limit }}
        //#
        //- Queue q0: PEND_TIME_LIMIT = 60
        //- each Application: PEND_TIME_LIMIT = 120
    "#]];
}
