use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_spec::PHASED_RESOURCES;
use lsflint_syntax::ast::resreq::{ResReq, RusageSection, UsageItem};

use crate::requirement::content::{requirement, sections_in};

rule! {
    /// Finds queues and application profiles with a memory limit but no memory reservation.
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
    /// Jobs can request their own reservation. A queue with RESRSV_LIMIT for `mem` expects that and is not reported.
    ///
    /// # Notes
    /// Based on reports of hosts that ran out of memory although all jobs had limits.
    pub W108 "memlimit-without-reservation" {
        family: Pedantic, scope: OwnFile, severity: Info,
        sources: [ibm("lsf_admin/usage_string", "Usage string")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(limit) = context.entry("MEMLIMIT").filter(|it| it.has_value()) else { return };
    let judged = match (context.entry("RES_REQ"), requirement(context)) {
        (None, _) => !context.file.has_gaps(),
        (Some(_), Some((_, requirement))) => !reserves_memory(requirement),
        (Some(_), None) => false,
    };
    let own = context.entry("RESRSV_LIMIT").is_some_and(|it| it.has_value());
    if judged && !own {
        findings
            .report(limit.name.range(), "`MEMLIMIT` without a memory reservation")
            .effect("LSF may dispatch more jobs to a host than fit into its memory")
            .help("add `rusage[mem=...]` to `RES_REQ`");
    }
}

fn reserves_memory(requirement: ResReq<'_>) -> bool {
    let items = requirement.simples().flat_map(sections_in::<RusageSection<'_>>).flat_map(RusageSection::items);
    items.filter_map(UsageItem::name).any(|it| PHASED_RESOURCES.contains(&&*it.text()))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a limit keeps nothing free
        //- each Queue
        MEMLIMIT = 8000000
        ^^^^^^^^ W108 info `MEMLIMIT` without a memory reservation
        MEMLIMIT = 8000000
        ^^^^^^^^ W108 info `MEMLIMIT` without a memory reservation
          RES_REQ = select[mem>5] rusage[lic=1]

        //# a reservation does
        //- each Queue
        MEMLIMIT = 8000000
          RES_REQ = rusage[mem=8000]
        MEMLIMIT = 8000000
          RES_REQ = {{ requirement }}
        MEMLIMIT = 8000000
          RESRSV_LIMIT = [mem=100,8000]
    "#]];
}
