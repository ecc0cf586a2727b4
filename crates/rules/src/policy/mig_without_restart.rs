use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_spec::lists;

use crate::parameter::related;

rule! {
    /// Finds queues that migrate suspended jobs, but cannot start them again.
    ///
    /// # Effect
    /// Only jobs that can be checkpointed or rerun are migrated. In this queue those are the ones submitted with `bsub -k` or `bsub -r`, or
    /// with an application profile that says so.
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
    let Some(mig) = context.entry("MIG").filter(|it| queue && related::amount(it).is_some_and(|it| it >= 0.0)) else {
        return;
    };
    let restarts = |it: &Setting<'_>| lists::MIGRATION_RESTARTS.iter().any(|name| it.is_named(name));
    let restart = context.entries.iter().any(|it| restarts(it) && related::is_on(it));
    if restart || related::includes_more(context) || context.file.file.template {
        return;
    }
    findings
        .report(related::place(&mig), "`MIG` in a queue without `RERUNNABLE` and `CHKPNT`")
        .consequence(
            Item::Line
                .no_effect()
                .called("`MIG`")
                .possible()
                .because("LSF migrates only jobs that can be checkpointed or rerun"),
        )
        .help("set `RERUNNABLE = yes` or `CHKPNT`, unless the jobs bring it");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants jobs that start again
        //- each Queue
        MIG = 30
        ^^^ Q307 hint `MIG` in a queue without `RERUNNABLE` and `CHKPNT`
        MIG = 30
        ^^^ Q307 hint `MIG` in a queue without `RERUNNABLE` and `CHKPNT`
          RERUNNABLE = no

        //# accepts either way
        //- each Queue
        MIG = 30
          RERUNNABLE = yes
        MIG = 30
          CHKPNT = /share/chk 10
    "#]];
}
