use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{SpanKind, SpanSection};

use crate::requirement::content::sections;

rule! {
    /// Finds `span[hosts=-1]` in a queue, where there is no `span` to cancel.
    ///
    /// # Effect
    /// `hosts=-1` cancels the `span` section of the queue or application profile. There is no level below the queue, so
    /// it has no effect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// RES_REQ    = span[hosts=-1]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// RES_REQ    = span[ptile=4]
    /// End Queue
    /// ```
    ///
    /// Jobs that need not run on one host can cancel the `span` section themselves: `bsub -R "span[hosts=-1]"`.
    pub R411 "span-cancelled-in-queue" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/span_string", "Span string")],
        checks: [RequirementPart(Part::SPAN, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.setting.is_none_or(|it| it.file.kind() != FileKind::LsbQueues) {
        return;
    }
    for item in sections::<SpanSection<'_>>(context).filter_map(|it| it.find(SpanKind::Hosts)) {
        if item.value().is_some_and(|it| it.as_i64() == Some(-1)) {
            findings
                .report(item.node().trimmed_range(), "`hosts=-1` in a queue has nothing to cancel")
                .consequence(Item::String.no_effect().called("`hosts=-1`").because("there is no level below the queue"))
                .help("remove it, or write `hosts=1` or `ptile=...`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a queue has nothing to take back
        //- each Queue
        RES_REQ = span[hosts=-1]
                       ^^^^^^^^ R411 warning `hosts=-1` in a queue has nothing to cancel

        //# profiles and jobs have
        //- resreq: span[hosts=-1]
        //- each Application: RES_REQ = span[hosts=-1]
        //- each Queue: RES_REQ = span[hosts=1]
    "#]];
}
