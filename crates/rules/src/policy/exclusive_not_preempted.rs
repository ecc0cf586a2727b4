use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::{Lookup, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{Exclusive, Preemption};

use crate::parameter::related;

rule! {
    /// Finds PREEMPTION in a queue of exclusive jobs if PREEMPT_JOBTYPE does not include exclusive jobs.
    ///
    /// # Effect
    /// An exclusive job (`bsub -x`) neither preempts other jobs nor is preempted. Preemption applies only to the other
    /// jobs in the queue.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// PRIORITY   = 70
    /// EXCLUSIVE  = Y
    /// PREEMPTION = PREEMPTIVE
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// PRIORITY   = 30
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// PRIORITY   = 70
    /// EXCLUSIVE  = Y
    /// PREEMPTION = PREEMPTIVE
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// PRIORITY   = 30
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE   = normal
    /// PREEMPT_JOBTYPE = EXCLUSIVE
    /// End Parameters
    /// ```
    ///
    /// This is often intended, so the severity is `info`.
    pub Q131 "exclusive-not-preempted" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/preemptive_sched_lsf_modify", "PREEMPT_JOBTYPE")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsbQueues {
        return;
    }
    let (Some(exclusive), Some(preemption)) = (context.entry("EXCLUSIVE"), context.entry("PREEMPTION")) else { return };
    let gives_hosts = exclusive.typed::<Exclusive<'_>>().and_then(Exclusive::keyword);
    let gives_hosts = gives_hosts.is_some_and(|it| lsflint_spec::yes_no(&it.text()) != Some(false));
    let Some(parts) = preemption.typed::<Preemption<'_>>().filter(|_| gives_hosts) else { return };
    if parts.parts().next().is_none() || takes_part(context.file.cluster) != Some(false) {
        return;
    }
    if !related::are_read_together(&exclusive, &preemption) {
        return;
    }
    findings
        .report(preemption.value_range(), "`PREEMPTION` does not apply to exclusive jobs")
        .consequence(
            Item::Job.ignored().called("exclusive jobs when it preempts").so("they neither preempt nor are preempted"),
        )
        .help("add `EXCLUSIVE` to `PREEMPT_JOBTYPE` in `lsb.params` if preemption should apply to them")
        .related(exclusive.value_range(), "exclusive jobs are enabled here");
}

/// Whether preemption applies to exclusive jobs; `None` if unknown.
fn takes_part(view: View<'_>) -> Option<bool> {
    match view.parameter("PREEMPT_JOBTYPE") {
        Lookup::Unknown => None,
        Lookup::Absent => Some(false),
        Lookup::Set(field) => {
            let words = field.known()?;
            let mut words = words.trim_matches(['"', '\'']).split_ascii_whitespace();
            Some(words.any(|it| it.eq_ignore_ascii_case("EXCLUSIVE")))
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# preempt jobtype decides
        //- Parameters
        //- each Queue
        EXCLUSIVE = Y
          PREEMPTION = PREEMPTABLE
                       ^^^^^^^^^^^ Q131 info `PREEMPTION` does not apply to exclusive jobs
        EXCLUSIVE = n
          PREEMPTION = PREEMPTABLE
        EXCLUSIVE = Y
        //#
        //- Parameters: PREEMPT_JOBTYPE = BACKFILL
        //- each Queue
        EXCLUSIVE = CU[rack]
          PREEMPTION = PREEMPTIVE
                       ^^^^^^^^^^ Q131 info `PREEMPTION` does not apply to exclusive jobs
        //#
        //- Parameters: PREEMPT_JOBTYPE = BACKFILL EXCLUSIVE
        //- each Queue
        EXCLUSIVE = Y
          PREEMPTION = PREEMPTABLE
        //#
        //- Parameters: PREEMPT_JOBTYPE = {{ types }}
        //- each Queue
        EXCLUSIVE = Y
          PREEMPTION = PREEMPTABLE
    "#]];
}
