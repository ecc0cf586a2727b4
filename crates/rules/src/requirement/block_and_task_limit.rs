use lsflint_lint::{Findings, Item, Part, SectionContext, rule};
use lsflint_syntax::ast::resreq::{Shape, SpanKind, SpanSection};
use lsflint_syntax::ast::{AstNode, TaskLimit};

use crate::requirement::content::{known_setting, requirement, sections_in};

rule! {
    /// Finds a `span[block=n]` where n does not divide the default of TASKLIMIT in the same section.
    ///
    /// # Effect
    /// A job that does not specify a number of tasks gets the default of TASKLIMIT. If the default is not a multiple of
    /// the block size, LSF rejects the job.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// TASKLIMIT  = 6 12
    /// RES_REQ    = span[block=4]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// TASKLIMIT  = 8 12
    /// RES_REQ    = span[block=4]
    /// End Queue
    /// ```
    ///
    /// The default is the first of two numbers and the second of three. A single number is the maximum and sets no
    /// default.
    pub R417 "block-and-task-limit" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "lsf_admin/job_priority_aps",
                "LSF checks that the default value of TASKLIMIT is a multiple of a block",
            ),
            ibm("lsf_admin/span_string", "block: tasks are allocated in blocks of this size"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if !context.requires(Part::SPAN) {
        return;
    }
    let Some((_, requirement)) = requirement(context) else { return };
    let Some(Shape::Simple(simple)) = requirement.shape() else { return };
    let Some(setting) = known_setting(context, "TASKLIMIT") else { return };
    let Some(limit) = setting.typed::<TaskLimit<'_>>() else { return };
    let Some(default) = limit.default().or_else(|| limit.minimum()) else { return };
    for item in sections_in::<SpanSection<'_>>(simple).filter_map(|it| it.find(SpanKind::Block)) {
        let (Some(block), Some(tasks)) = (item.value().and_then(|it| it.as_i64()), default.integer()) else { continue };
        if block < 1 || tasks % block == 0 {
            continue;
        }
        findings
            .report(
                item.node().trimmed_range(),
                format!("default of {tasks} tasks is not a multiple of block size {block}"),
            )
            .consequence(Item::Job.refused().called("jobs that do not specify a number of tasks"))
            .help(format!(
                "set the default of TASKLIMIT to {} or {}, or change the block size",
                tasks - tasks % block,
                tasks - tasks % block + block
            ))
            .related(default.range(), "the default number of tasks");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the default is a multiple of the block
        //- each Queue
        RES_REQ = span[block=4]
                       ^^^^^^^ R417 error default of 6 tasks is not a multiple of block size 4
          TASKLIMIT = 6 12
        RES_REQ = span[block=4]
                       ^^^^^^^ R417 error default of 6 tasks is not a multiple of block size 4
          TASKLIMIT = 1 6 12

        //# minimum and maximum need not be
        //- each Queue
        RES_REQ = span[block=4]
          TASKLIMIT = 8 13
        RES_REQ = span[block=4]
          TASKLIMIT = 1 8 13
        RES_REQ = span[block=4]
          TASKLIMIT = 13
        RES_REQ = span[ptile=4]
          TASKLIMIT = 6 12
        RES_REQ = 1*{span[block=4]} + 5*{span[block=4]}
          TASKLIMIT = 6 12
    "#]];
}
