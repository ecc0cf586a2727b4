use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{ParamSpec, SlotScope};
use lsflint_syntax::ast::{TaskLimit, integer};

use crate::parameter::related;

rule! {
    /// Finds queues whose jobs need more tasks than the slot limit allows: the minimum of TASKLIMIT is above QJOB_LIMIT
    /// or UJOB_LIMIT.
    ///
    /// # Effect
    /// Every job in the queue needs at least the minimum, and no job ever gets that many slots. All jobs stay pending.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// QJOB_LIMIT = 8
    /// TASKLIMIT  = 16 64
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// QJOB_LIMIT = 256
    /// TASKLIMIT  = 16 64
    /// End Queue
    /// ```
    pub L004 "limit-below-task-minimum" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "the limits apply to slots, and a job with eight tasks uses eight")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.spec else { return };
    let Some(tasks) = spec.names_of("TASKLIMIT").find_map(|it| context.entry(it)) else { return };
    let minimum = tasks.typed::<TaskLimit<'_>>().and_then(|it| it.minimum());
    let Some((minimum, needed)) = minimum.and_then(|it| Some((it, it.integer()?))) else { return };
    let of_a_job = |it: &&ParamSpec| matches!(it.slots_of, Some(SlotScope::Queue | SlotScope::User));
    for name in spec.params.iter().filter(of_a_job).map(|it| it.name) {
        let Some(limit) = context.entry(name) else { continue };
        let Some(slots) = limit.single_word().and_then(integer).filter(|it| (1..needed).contains(it)) else { continue };
        if !related::are_read_together(&tasks, &limit) {
            continue;
        }
        let tasks_name = tasks.display_name();
        findings
            .report(
                limit.value_range(),
                format!("`{name}` is {slots}, but jobs of the queue need at least {needed} tasks"),
            )
            .consequence(Item::Job.pending().called("jobs of the queue"))
            .help(format!("raise `{name}` or lower the minimum of `{tasks_name}`"))
            .related(minimum.range(), "the minimum");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares slots with tasks
        //- each Queue
        QJOB_LIMIT = 8
                     ^ L004 warning `QJOB_LIMIT` is 8, but jobs of the queue need at least 16 tasks
          UJOB_LIMIT = 16
          TASKLIMIT = 16 64

        //# a single value is the maximum
        //- each Queue
        QJOB_LIMIT = 8
          TASKLIMIT = 64
    "#]];
}
