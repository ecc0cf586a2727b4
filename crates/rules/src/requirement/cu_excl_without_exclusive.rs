use lsflint_lint::{Findings, Item, Part, SectionContext, Setting, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::resreq::{CuItem, CuKind, CuSection, ResReq};
use lsflint_syntax::ast::{AstNode, Exclusive};

use crate::requirement::content::{known_setting, requirement};

rule! {
    /// Finds queues whose jobs request whole compute units, `cu[excl]`, although the queue does not allow exclusive
    /// compute units.
    ///
    /// # Effect
    /// LSF accepts `excl` only in a queue with EXCLUSIVE=CU[...], and rejects the jobs of any other queue.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// EXCLUSIVE  = Y
    /// RES_REQ    = cu[type=rack:excl]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// EXCLUSIVE  = CU[rack]
    /// RES_REQ    = cu[type=rack:excl]
    /// End Queue
    /// ```
    pub R420 "cu-excl-without-exclusive" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/exclusive_scheduling_lsf", "Exclusive scheduling"),
            manual("lsbatch.h, LSBE_CU_EXCLUSIVE (399)", "the queue does not accept jobs with exclusive compute units"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsbQueues || !context.requires(Part::CU) {
        return;
    }
    let Some(excl) = requirement(context).and_then(|it| exclusive_unit(it.1)) else { return };
    let Some(exclusive) = exclusive(context) else { return };
    let gives_units = exclusive.is_some_and(|it| it.typed::<Exclusive<'_>>().is_some_and(Exclusive::is_compute_unit));
    if gives_units {
        return;
    }
    let found = findings
        .report(excl.node().trimmed_range(), "`excl` in a queue without `EXCLUSIVE=CU[...]`")
        .consequence(Item::Job.refused().called("jobs of the queue"))
        .help("write `EXCLUSIVE = CU[...]` with the compute unit type, or remove `excl`");
    if let Some(setting) = exclusive {
        found.related(setting.value_range(), "does not allow exclusive compute units");
    }
}

fn exclusive_unit(requirement: ResReq<'_>) -> Option<CuItem<'_>> {
    requirement.sections::<CuSection<'_>>().find_map(|it| it.find(CuKind::Excl))
}

/// EXCLUSIVE of a queue: `Some(None)` when it is certainly not set, `None` when that is not known.
pub(crate) fn exclusive<'a>(context: &SectionContext<'a>) -> Option<Option<Setting<'a>>> {
    match known_setting(context, "EXCLUSIVE") {
        Some(setting) => Some(Some(setting)),
        None if context.entry("EXCLUSIVE").is_some() || context.file.has_gaps() => None,
        None => Some(None),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the queue must give compute units
        //- each Queue
        RES_REQ = cu[excl]
                     ^^^^ R420 error `excl` in a queue without `EXCLUSIVE=CU[...]`
        RES_REQ = cu[type=rack:excl]
                               ^^^^ R420 error `excl` in a queue without `EXCLUSIVE=CU[...]`
          EXCLUSIVE = Y

        //# a queue that gives them
        //- each Queue
        RES_REQ = cu[excl]
          EXCLUSIVE = CU[rack]
        RES_REQ = cu[excl]
          EXCLUSIVE = cu
        RES_REQ = cu[excl]
          EXCLUSIVE = {{ exclusive }}
        RES_REQ = cu[type=rack]
    "#]];
}
