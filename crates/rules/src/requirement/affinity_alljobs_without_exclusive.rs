use lsflint_lint::{Findings, Item, Part, SectionContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::Token;
use lsflint_syntax::ast::Exclusive;
use lsflint_syntax::ast::resreq::{AffinityOption, AffinityOptionKind, AffinitySection, AffinityUnit, ResReq};

use crate::requirement::content::requirement;
use crate::requirement::cu_excl_without_exclusive::exclusive;

rule! {
    /// Finds queues whose jobs request processor units for themselves, `exclusive=(...,alljobs)`, although the queue
    /// does not allow exclusive jobs.
    ///
    /// # Effect
    /// LSF rejects the jobs of the queue.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = pinned
    /// RES_REQ    = affinity[core(2,exclusive=(socket,alljobs))]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = pinned
    /// EXCLUSIVE  = Y
    /// RES_REQ    = affinity[core(2,exclusive=(socket,alljobs))]
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// Error 598 of the batch library.
    pub R423 "affinity-alljobs-without-exclusive" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/affinity_res_req_string", "affinity string")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsbQueues || !context.requires(Part::AFFINITY) {
        return;
    }
    let Some(scope) = requirement(context).and_then(|it| all_jobs(it.1)) else { return };
    let Some(exclusive) = exclusive(context) else { return };
    let word = exclusive.and_then(|it| it.typed::<Exclusive<'_>>()).and_then(Exclusive::keyword);
    // Another rule reports a word that is neither.
    if exclusive.is_some() && word.is_none_or(|it| !it.text().eq_ignore_ascii_case("N")) {
        return;
    }
    let found = findings
        .report(scope.range(), format!("`{}` in a queue without EXCLUSIVE", scope.text()))
        .consequence(Item::Job.refused().called("jobs of the queue"))
        .help("write `EXCLUSIVE = Y`, or `injob` instead of `alljobs`");
    if let Some(setting) = exclusive {
        found.related(setting.value_range(), "exclusive jobs are not allowed");
    }
}

fn all_jobs(requirement: ResReq<'_>) -> Option<Token<'_>> {
    let units = requirement.sections::<AffinitySection<'_>>().filter_map(AffinitySection::unit);
    let options = units.flat_map(AffinityUnit::options).filter(|it| it.kind() == Some(AffinityOptionKind::Exclusive));
    options.flat_map(AffinityOption::arguments).find(|it| it.text() == "alljobs")
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the queue must allow exclusive jobs
        //- each Queue
        RES_REQ = affinity[core(2,exclusive=(core,injob|alljobs))]
                                                        ^^^^^^^ R423 error `alljobs` in a queue without EXCLUSIVE
        EXCLUSIVE = N
          RES_REQ = affinity[core(2,exclusive=(core,alljobs))]
                                                    ^^^^^^^ R423 error `alljobs` in a queue without EXCLUSIVE
                                        = related 1:13 exclusive jobs are not allowed

        //# a queue that does
        //- each Queue
        EXCLUSIVE = Y
          RES_REQ = affinity[core(2,exclusive=(core,alljobs))]
        EXCLUSIVE = CU[rack]
          RES_REQ = affinity[core(2,exclusive=(core,alljobs))]
        RES_REQ = affinity[core(2,exclusive=(core,injob))]
    "#]];
}
