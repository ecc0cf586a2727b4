use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{FileKind, lists};

use crate::parameter::related;

rule! {
    /// Finds queues and application profiles with MIG that cannot restart the suspended jobs: neither RERUNNABLE nor a
    /// checkpoint directory is set.
    ///
    /// # Effect
    /// LSF migrates only checkpointable or rerunnable jobs. In this queue, these are the jobs submitted with `bsub -k`
    /// or `bsub -r`, or with an application profile that sets these options. MIG in an application profile is reported
    /// if no queue sets them either.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// MIG        = 30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// RERUNNABLE = yes
    /// MIG        = 30
    /// End Queue
    /// ```
    pub Q307 "mig-without-restart" {
        family: Policy, scope: Cluster, severity: Hint,
        sources: [ibm("lsb.queues", "MIG")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let queue = context.spec.is_some_and(|it| it.name == "Queue");
    let Some(mig) = context.entry("MIG").filter(|it| related::amount(it).is_some_and(|it| it >= 0.0)) else {
        return;
    };
    let (names, needed) = match context.file.kind() {
        FileKind::LsbQueues if queue => (lists::MIGRATION_RESTARTS, "`RERUNNABLE` or `CHKPNT` in the queue"),
        FileKind::LsbApplications => {
            (lists::MIGRATION_RESTARTS_OF_PROFILES, "`RERUNNABLE` or `CHKPNT_DIR`, here or in a queue")
        }
        _ => return,
    };
    let restarts = |it: &Setting<'_>| names.iter().any(|name| it.is_named(name));
    let restart = context.entries.iter().any(|it| restarts(it) && related::is_on(it));
    if restart || related::includes_more(context) || context.file.file.template {
        return;
    }
    // Jobs of an application profile also have what their queue sets.
    let view = context.file.cluster;
    let in_queues = || {
        view.knowledge(FileKind::LsbQueues) != Knowledge::Complete
            || lists::MIGRATION_RESTARTS.iter().any(|it| view.mentions(FileKind::LsbQueues, "Queue", it))
    };
    if !queue && in_queues() {
        return;
    }
    findings
        .report(related::place(&mig), format!("`MIG` requires {needed}"))
        .consequence(
            Item::Line
                .no_effect()
                .called("`MIG`")
                .possible()
                .because("LSF migrates only checkpointable or rerunnable jobs"),
        )
        .help("set `RERUNNABLE = yes` or `CHKPNT`, unless the jobs request it");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants jobs that start again
        //- each Queue
        MIG = 30
        ^^^ Q307 hint `MIG` requires `RERUNNABLE` or `CHKPNT` in the queue
        MIG = 30
        ^^^ Q307 hint `MIG` requires `RERUNNABLE` or `CHKPNT` in the queue
          RERUNNABLE = no

        //# accepts either way
        //- each Queue
        MIG = 30
          RERUNNABLE = yes
        MIG = 30
          CHKPNT = /share/chk 10

        //# profiles
        //- Queue q: RERUNNABLE = {{ rerun }}
        //- each Application: MIG = 30
        //#
        //- Queue q: PRIORITY = 30
        //- each Application
        MIG = 30
        ^^^ Q307 hint `MIG` requires `RERUNNABLE` or `CHKPNT_DIR`, here or in a queue
        MIG = 30
          CHKPNT_DIR = /share/chk
        MIG = 30
          RERUNNABLE = yes
        //#
        //- each Application: MIG = 30
    "#]];
}
