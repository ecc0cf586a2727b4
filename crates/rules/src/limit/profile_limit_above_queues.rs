use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_spec::{FileKind, Grammar, ParamSpec};
use rustc_hash::FxHashMap;

use crate::limit::levels::{Ceiling, Scope, Scopes, ceiling};

rule! {
    /// Finds limits of a profile that are above those of all queues.
    ///
    /// # Effect
    /// The maximum of the queue is the hard limit: it ends the job first, so the limit of the profile never counts.
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
    /// For the profile of DEFAULT_APPLICATION the queues of DEFAULT_QUEUE are looked at on their own: jobs that name neither go there.
    pub L131 "profile-limit-above-queues" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            manual("Administering IBM Spectrum LSF", "application profiles in Administering Platform LSF 7.3, page 381: limits of profiles may not exceed those of the queue"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbApplications {
        return;
    }
    let view = context.cluster;
    let Some(scopes) = Scopes::of(view) else { return };
    let limits: Vec<&str> = limits().collect();
    // The highest limit of all queues is the same for every profile.
    let mut highest: FxHashMap<(&str, &str), Option<Highest>> = FxHashMap::default();
    for profile in view.applications().filter(|it| !it.is_broken()) {
        for name in &limits {
            let Ceiling::At(own, field) = ceiling(&profile, name) else { continue };
            let place = field.place();
            if *place.file != *context.file.path {
                continue;
            }
            for scope in scopes.of_profile(&profile) {
                let highest = highest.entry((scope.name, *name)).or_insert_with(|| Highest::of(scope, name));
                let Some(highest) = highest.as_ref().filter(|it| it.amount < own) else { continue };
                findings
                    .report(place.range, format!("`{name}` is above that of {}", scope.name))
                    .consequence(
                        Item::Line
                            .no_effect()
                            .called("the limit")
                            .possible_unless(scope.is_all)
                            .because("the limit of the queue is reached first"),
                    )
                    .help(format!("lower it to that of `{}`, or raise the limit of a queue", highest.queue))
                    .related_at(highest.place.clone(), format!("the highest one, of `{}`", highest.queue));
                break;
            }
        }
    }
}

/// Limits that queues have, too, and with a maximum that jobs cannot exceed.
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
    /// `None` where a queue has no limit, or one that is not known.
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
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    #[track_caller]
    fn check_profile(line: &str, queues: &[&str], expect: Expect) {
        let profile = format!("Begin Application\nNAME = p\n{line}\nEnd Application\n");
        let queue =
            |(number, lines): (usize, &&str)| format!("Begin Queue\nQUEUE_NAME = q{number}\n{lines}\nEnd Queue\n");
        let queues: String = queues.iter().enumerate().map(queue).collect();
        let params = "Begin Parameters\nDEFAULT_APPLICATION = p\nDEFAULT_QUEUE = q0\nEnd Parameters\n";
        check_cluster(
            "L131",
            &[("lsb.applications", &profile), ("lsb.queues", &queues), ("lsb.params", params)],
            expect,
        );
    }

    // covers app-limit-above-queue
    #[test]
    fn the_highest_queue_counts() {
        check_profile(
            "RUNLIMIT = 120",
            &["RUNLIMIT = 60", "RUNLIMIT = 10 1:30"],
            expect![[r#"
                3:12-3:15 warning `RUNLIMIT` is above that of every queue
                  effect: the limit has no effect because the limit of the queue is reached first
                  help: lower it to that of `q1`, or raise the limit of a queue
                  lsb.queues:7:12-7:19 the highest one, of `q1`
            "#]],
        );
        check_profile(
            "MEMLIMIT = 8000000",
            &["MEMLIMIT = 1000 4000000"],
            expect![[r#"
                3:12-3:19 warning `MEMLIMIT` is above that of every queue
                  effect: the limit has no effect because the limit of the queue is reached first
                  help: lower it to that of `q0`, or raise the limit of a queue
                  lsb.queues:3:12-3:24 the highest one, of `q0`
            "#]],
        );
        check_profile(
            "CORELIMIT = 10",
            &["CORELIMIT = 0"],
            expect![[r#"
                3:13-3:15 warning `CORELIMIT` is above that of every queue
                  effect: the limit has no effect because the limit of the queue is reached first
                  help: lower it to that of `q0`, or raise the limit of a queue
                  lsb.queues:3:13-3:14 the highest one, of `q0`
            "#]],
        );
        check_profile(
            "PROCESSLIMIT = 50",
            &["PROCESSLIMIT = 10"],
            expect![[r#"
                3:16-3:18 warning `PROCESSLIMIT` is above that of every queue
                  effect: the limit has no effect because the limit of the queue is reached first
                  help: lower it to that of `q0`, or raise the limit of a queue
                  lsb.queues:3:16-3:18 the highest one, of `q0`
            "#]],
        );
    }

    #[test]
    fn the_default_queue_counts_for_the_default_profile() {
        check_profile(
            "RUNLIMIT = 120",
            &["RUNLIMIT = 60", "PRIORITY = 30"],
            expect![[r#"
                3:12-3:15 warning `RUNLIMIT` is above that of every queue of DEFAULT_QUEUE
                  effect: the limit may have no effect because the limit of the queue is reached first
                  help: lower it to that of `q0`, or raise the limit of a queue
                  lsb.queues:3:12-3:14 the highest one, of `q0`
            "#]],
        );
    }

    #[test]
    fn is_silent_where_a_queue_allows_it() {
        check_profile("RUNLIMIT = 60", &["RUNLIMIT = 1:00"], expect![[""]]);
        check_profile("RUNLIMIT = 120", &["PRIORITY = 30", "RUNLIMIT = 60"], expect![[""]]);
        check_profile("RUNLIMIT = 120", &["RUNLIMIT = 60/hostA"], expect![[""]]);
        check_profile("RUNLIMIT = 120", &["#if time(8:00-9:00)\nRUNLIMIT = 60\n#endif"], expect![[""]]);
        check_profile("RUNLIMIT = {{ limit }}", &["RUNLIMIT = 60"], expect![[""]]);
        check_profile("PEND_TIME_LIMIT = 120", &["PEND_TIME_LIMIT = 60"], expect![[""]]);
    }
}
