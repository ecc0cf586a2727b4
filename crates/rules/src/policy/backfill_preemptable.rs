use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_syntax::ast::Preemption;

use crate::parameter::related;

rule! {
    /// Finds preemptable queues with BACKFILL if PREEMPT_JOBTYPE does not allow the combination.
    ///
    /// # Effect
    /// A backfill queue cannot be preemptable. LSF does not preempt jobs that were started by backfill.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// RUNLIMIT   = 30 240
    /// PREEMPTION = PREEMPTABLE
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME   = wide
    /// PRIORITY     = 60
    /// PREEMPTION   = PREEMPTIVE
    /// SLOT_RESERVE = MAX_RESERVE_TIME[10]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// RUNLIMIT   = 30 240
    /// PREEMPTION = PREEMPTABLE
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME   = wide
    /// PRIORITY     = 60
    /// PREEMPTION   = PREEMPTIVE
    /// SLOT_RESERVE = MAX_RESERVE_TIME[10]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// PREEMPT_JOBTYPE = BACKFILL
    /// End Parameters
    /// ```
    ///
    /// The rule reports nothing if lsb.params is not available.
    pub Q102 "backfill-preemptable" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "BACKFILL"),
            ibm("lsb.params", "PREEMPT_JOBTYPE"),
            ibm("lsf_admin/backfill", "backfill scheduling"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.cluster.switches().backfill_preemptable != Some(false) {
        return;
    }
    let Some(backfill) = related::find(context.entries, "BACKFILL").filter(|it| is_yes(it)) else { return };
    let Some(preemption) = related::find(context.entries, "PREEMPTION") else { return };
    let Some(parts) = preemption.typed::<Preemption<'_>>().filter(|_| related::are_read_together(backfill, preemption))
    else {
        return;
    };
    let Some(keyword) = parts.parts().filter(|it| it.is_preemptable()).find_map(|it| it.keyword()) else { return };
    findings
        .report(keyword.range(), "`PREEMPTABLE` conflicts with `BACKFILL=Y`")
        .consequence(
            Item::Value
                .no_effect()
                .called("`PREEMPTABLE`")
                .possible()
                .because("LSF does not preempt jobs that were started by backfill"),
        )
        .help("set `PREEMPT_JOBTYPE = BACKFILL` in `lsb.params`, or remove one of the two settings")
        .related(backfill.value_range(), "backfill is enabled here");
}

fn is_yes(setting: &Setting<'_>) -> bool {
    setting.single_word().is_some_and(|it| lsflint_spec::yes_no(&it.text()) == Some(true))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters

        //# looks into lsb.params
        //- each Queue
        BACKFILL = Y
          PREEMPTION = PREEMPTIVE[low] PREEMPTABLE
                                       ^^^^^^^^^^^ Q102 error `PREEMPTABLE` conflicts with `BACKFILL=Y`
        //#
        //- Parameters: PREEMPT_JOBTYPE = EXCLUSIVE
        //- each Queue
        BACKFILL = Y
          PREEMPTION = PREEMPTIVE[low] PREEMPTABLE
                                       ^^^^^^^^^^^ Q102 error `PREEMPTABLE` conflicts with `BACKFILL=Y`
        //#
        //- Parameters: PREEMPT_JOBTYPE = EXCLUSIVE BACKFILL
        //- each Queue
        BACKFILL = Y
          PREEMPTION = PREEMPTIVE[low] PREEMPTABLE
        //#
        //- Parameters
        #if time(8:00-18:00)
        PREEMPT_JOBTYPE = BACKFILL
        #endif
        //- each Queue
        BACKFILL = Y
          PREEMPTION = PREEMPTIVE[low] PREEMPTABLE

        //# is silent without lsb.params and for preemptive queues
        //- without lsb.params
        //- each Queue
        BACKFILL = Y
          PREEMPTION = PREEMPTIVE[low] PREEMPTABLE
        //#
        //- each Queue
        BACKFILL = Y
          PREEMPTION = PREEMPTIVE[low]
    "#]];
}
