use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::FileKind;

use crate::parameter::related;

rule! {
    /// Finds queues and application profiles with MAX_JOB_REQUEUE but without REQUEUE_EXIT_VALUES.
    ///
    /// # Effect
    /// LSF requeues jobs by their exit value. Without REQUEUE_EXIT_VALUES in the queue, it requeues only jobs with exit
    /// values from `bsub -Q` or from their application profile. MAX_JOB_REQUEUE in an application profile is reported
    /// if no queue sets REQUEUE_EXIT_VALUES either.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME      = normal
    /// MAX_JOB_REQUEUE = 3
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = normal
    /// REQUEUE_EXIT_VALUES = 99
    /// MAX_JOB_REQUEUE     = 3
    /// End Queue
    /// ```
    pub Q308 "max-requeue-idle" {
        family: Policy, scope: Cluster, severity: Hint,
        sources: [ibm("lsb.queues", "MAX_JOB_REQUEUE")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let place = match context.file.kind() {
        FileKind::LsbQueues => "in the queue",
        FileKind::LsbApplications => "in the application profile or a queue",
        _ => return,
    };
    let Some(max) = context.entry("MAX_JOB_REQUEUE").filter(|it| related::amount(it).is_some_and(|it| it > 0.0)) else {
        return;
    };
    let values = |it: &lsflint_lint::Setting<'_>| it.is_named("REQUEUE_EXIT_VALUES") && related::is_on(it);
    if context.entries.iter().any(values) || related::includes_more(context) || context.file.file.template {
        return;
    }
    // Jobs of an application profile also have what their queue sets.
    let view = context.file.cluster;
    let in_queues = || {
        view.knowledge(FileKind::LsbQueues) != Knowledge::Complete
            || view.mentions(FileKind::LsbQueues, "Queue", "REQUEUE_EXIT_VALUES")
    };
    if context.file.kind() == FileKind::LsbApplications && in_queues() {
        return;
    }
    findings
        .report(
            related::place(&max),
            format!("`MAX_JOB_REQUEUE` requires `REQUEUE_EXIT_VALUES`, which is not set {place}"),
        )
        .consequence(
            Item::Line
                .no_effect()
                .called("`MAX_JOB_REQUEUE`")
                .possible()
                .because("LSF requeues only jobs that set their own exit values"),
        )
        .help("set `REQUEUE_EXIT_VALUES`, or remove the line");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants exit values
        //- each Queue
        MAX_JOB_REQUEUE = 3
        ^^^^^^^^^^^^^^^ Q308 hint `MAX_JOB_REQUEUE` requires `REQUEUE_EXIT_VALUES`, which is not set in the queue

        //# accepts exit values
        //- each Queue
        MAX_JOB_REQUEUE = 3
          REQUEUE_EXIT_VALUES = 99
        MAX_JOB_REQUEUE = {{ n }}

        //# profiles
        //- Queue q: REQUEUE_EXIT_VALUES = 99
        //- each Application: MAX_JOB_REQUEUE = 3
        //#
        //- Queue q: PRIORITY = 30
        //- each Application
        MAX_JOB_REQUEUE = 3
        ^^^^^^^^^^^^^^^ Q308 hint
            = `MAX_JOB_REQUEUE` requires `REQUEUE_EXIT_VALUES`, which is not set in the application profile or a queue
        MAX_JOB_REQUEUE = 3
          REQUEUE_EXIT_VALUES = 99
        //#
        //- each Application: MAX_JOB_REQUEUE = 3
    "#]];
}
