use lsflint_lint::{FactFindings, FactsContext, Item, Severity, rule};
use lsflint_model::{FieldRef, Knowledge, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{ExitCode, ExitValues};

rule! {
    /// Finds exit values that mean success in an application profile but requeue the job in a queue.
    ///
    /// # Effect
    /// Requeueing takes precedence. A successful job runs again repeatedly.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME                = solver
    /// SUCCESS_EXIT_VALUES = 5 7
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = night
    /// REQUEUE_EXIT_VALUES = 5 99
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME                = solver
    /// SUCCESS_EXIT_VALUES = 5 7
    /// REQUEUE_EXIT_VALUES = 99
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = night
    /// REQUEUE_EXIT_VALUES = 5 99
    /// End Queue
    /// ```
    ///
    /// REQUEUE_EXIT_VALUES in the application profile overrides the value in the queue. If only some of the queues
    /// requeue the value, the severity is `info`.
    pub Q331 "success-requeued" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/app_profile_exit_values", "Exit values of application profiles")],
        checks: [Facts(check)],
    }
}

const REQUEUE: &str = "REQUEUE_EXIT_VALUES";
const SUCCESS: &str = "SUCCESS_EXIT_VALUES";
/// The number of exit values.
const CODES: usize = 256;

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbApplications || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let (requeued, queues) = requeued(view);
    if requeued.iter().all(|it| it.0 == 0) {
        return;
    }
    for profile in view.applications_with(&[SUCCESS]).filter(|it| it.fields(REQUEUE).is_empty()) {
        let Some(success) = profile.field(SUCCESS).filter(|it| it.known().is_some()) else { continue };
        let Some(parse) = success.parse().filter(|it| it.errors().is_empty()) else { continue };
        let values = parse.typed::<ExitValues<'_>>();
        let plain = |it: &ExitCode<'_>| it.tilde().is_none() && !it.is_all();
        for code in values.into_iter().flat_map(ExitValues::codes).filter(plain) {
            let place = success.place_of(code.token().range());
            let Some(number) = code.number().and_then(|it| usize::try_from(it).ok()).filter(|it| *it < CODES) else {
                continue;
            };
            let (count, Some(first)) = requeued[number] else { continue };
            let queue = first.entity().name();
            let (severity, message) = if count == queues {
                (Severity::Warning, format!("exit value `{number}` means success, but every queue requeues it"))
            } else {
                (Severity::Info, format!("exit value `{number}` means success, but queue `{queue}` requeues it"))
            };
            findings
                .report(place, message)
                .severity(severity)
                .consequence(
                    Item::Job
                        .ignored()
                        .called("the success of such jobs")
                        .because("requeueing takes precedence")
                        .so("they run again"),
                )
                .help(format!("remove `{number}` from one of the lists, or set `{REQUEUE}` in the application profile"))
                .related_at(first.place(), format!("exit values of `{queue}`"));
        }
    }
}

/// For each exit value, the number of queues that requeue it and the list of the first such queue; and the number of
/// queues.
fn requeued(view: View<'_>) -> (Vec<(usize, Option<FieldRef<'_>>)>, usize) {
    let mut requeued: Vec<(usize, Option<FieldRef<'_>>)> = vec![(0, None); CODES];
    for queue in view.queues_with(&[REQUEUE]) {
        let Some(field) = queue.field(REQUEUE).filter(|it| !it.is_conditional()) else { continue };
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let Some(values) = parse.typed::<ExitValues<'_>>() else { continue };
        for number in codes(values) {
            requeued[number].0 += 1;
            requeued[number].1.get_or_insert(field);
        }
    }
    (requeued, view.queues().count())
}

/// The exit values of a list, including those in EXCLUDE( ), which requeue the job to another host.
fn codes(values: ExitValues<'_>) -> impl Iterator<Item = usize> {
    let mut listed = [false; CODES];
    for inside in [false, true] {
        let mut here = [false; CODES];
        let codes = || values.codes().filter(|it| it.in_exclude() == inside);
        if codes().any(|it| it.is_all()) {
            // 0 always means success.
            here[1..].fill(true);
        }
        for code in codes() {
            if let Some(entry) = code.number().and_then(|it| here.get_mut(usize::try_from(it).ok()?)) {
                *entry = code.tilde().is_none();
            }
        }
        listed.iter_mut().zip(here).for_each(|(all, here)| *all |= here);
    }
    (0..CODES).filter(move |it| listed[*it])
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# every queue weighs more than one
        //- Queue q0: REQUEUE_EXIT_VALUES = all ~1
        //- Queue q1: REQUEUE_EXIT_VALUES = 99 EXCLUDE(5)
        //- each Application
        SUCCESS_EXIT_VALUES = 1 5
                                ^ Q331 warning exit value `5` means success, but every queue requeues it
        //#
        //- Queue q0: REQUEUE_EXIT_VALUES = 99 EXCLUDE(5)
        //- Queue q1: PRIORITY = 5
        //- each Application
        SUCCESS_EXIT_VALUES = 5
                              ^ Q331 info exit value `5` means success, but queue `q0` requeues it

        //# is silent about lists that do not meet
        //- Queue q0: REQUEUE_EXIT_VALUES = 99
        //- Queue q1: REQUEUE_EXIT_VALUES = all ~5
        //- each Application: SUCCESS_EXIT_VALUES = 0 5
        //#
        //- Queue q0: REQUEUE_EXIT_VALUES = 5
        //- each Application
        SUCCESS_EXIT_VALUES = 5
          REQUEUE_EXIT_VALUES = 9
    "#]];
}
