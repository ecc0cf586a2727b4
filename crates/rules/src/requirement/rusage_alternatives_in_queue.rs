use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::SyntaxKind::OR_OR;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::RusageSection;

use crate::requirement::content::sections;

rule! {
    /// Finds alternatives (`||`) in the `rusage` section of a queue.
    ///
    /// # Effect
    /// LSF rejects jobs with a compound or alternative requirement in such a queue at submission.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[lic_a=1 || lic_b=1]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[lic_a=1]
    /// End Queue
    /// ```
    ///
    /// Ignore this finding if no job of the queue has such a requirement.
    pub R314 "rusage-alternatives-in-queue" {
        family: Requirement, scope: Cluster, severity: Info,
        sources: [
            manual("lsbatch.h, LSBE_COMPOUND_QUEUE_RUSAGE_OR (403)", "`||` in `rusage` of a queue conflicts with compound"),
        ],
        checks: [RequirementPart(Part::RUSAGE, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.setting.is_none_or(|it| it.file.kind() != FileKind::LsbQueues) {
        return;
    }
    let operator = sections::<RusageSection<'_>>(context).find_map(|it| it.node().token(OR_OR));
    let Some(operator) = operator else { return };
    findings
        .report(operator.range(), "`||` in the `rusage` section of a queue")
        .consequence(Item::Job.refused().called("jobs of the queue with a compound or alternative requirement"))
        .help("if jobs need such requirements, set the alternatives in jobs or application profiles");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a queue narrows what jobs may ask
        //- each Queue
        RES_REQ = rusage[a=1 || b=1]
                             ^^ R314 info `||` in the `rusage` section of a queue

        //# jobs and profiles may choose
        //- resreq: rusage[a=1 || b=1]
        //- each Application: RES_REQ = rusage[a=1 || b=1]
    "#]];
}
