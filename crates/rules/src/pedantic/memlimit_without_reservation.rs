use lsflint_lint::{FactFindings, FactsContext, rule};
use lsflint_model::State;

use crate::requirement::reserved::{level_of, levels_are_complete, reserves_memory};

rule! {
    /// Finds memory limits of queues and application profiles in clusters where none of them reserves memory.
    ///
    /// # Effect
    /// LSF kills jobs that exceed MEMLIMIT, but does not reserve memory for them. It may dispatch more jobs to a host
    /// than fit into its memory.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 8000000
    /// End Queue
    /// //- lsb.applications
    /// Begin Application
    /// NAME = sim
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 8000000
    /// RES_REQ    = rusage[mem=8000]
    /// End Queue
    /// ```
    ///
    /// Jobs can request their own reservation. A queue with RESRSV_LIMIT expects that and is not reported. If any queue
    /// or application profile reserves memory, nothing is reported: its jobs need not be those of the other queues.
    ///
    /// # Notes
    /// Based on reports of hosts that ran out of memory although all jobs had limits.
    pub W108 "memlimit-without-reservation" {
        family: Pedantic, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/usage_string", "Usage string")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let Some(section) = level_of(context.kind()) else { return };
    let view = context.cluster;
    let limits = view.all_with(context.kind(), section, &["MEMLIMIT"]).filter(|it| !it.has("RESRSV_LIMIT"));
    let limits = limits.filter_map(|it| it.field("MEMLIMIT")).filter(|it| it.state() != State::Unset);
    let mut limits = limits.peekable();
    if limits.peek().is_none() || !levels_are_complete(view) || reserves_memory(view) {
        return;
    }
    for limit in limits {
        findings
            .report(limit.name_place(), "`MEMLIMIT` without a memory reservation")
            .effect("LSF may dispatch more jobs to a host than fit into its memory")
            .help("add `rusage[mem=...]` to `RES_REQ`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Application sim

        //# a limit keeps nothing free
        //- Queue night
        MEMLIMIT = 8000000
        ^^^^^^^^ W108 info `MEMLIMIT` without a memory reservation
        //- Queue day
        MEMLIMIT = 8000000
        ^^^^^^^^ W108 info `MEMLIMIT` without a memory reservation
        RES_REQ = select[mem>5] rusage[lic=1]
        //- Queue jobs
        MEMLIMIT = 8000000
        RESRSV_LIMIT = [mem=100,8000]

        //# a reservation of any queue does
        //- Queue night: MEMLIMIT = 8000000
        //- Queue day: RES_REQ = rusage[mem=8000]
        //#
        //- Queue night: MEMLIMIT = 8000000
        //- Queue day: RES_REQ = {{ requirement }}
        //#
        //- without lsb.applications
        //- Queue night: MEMLIMIT = 8000000
    "#]];
}
