use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::aps::common::is_priority;

rule! {
    /// Finds QUEUE_GROUP in a queue without APS_PRIORITY.
    ///
    /// # Effect
    /// The queues of the group share the formula of this queue. Without a formula, LSF may ignore the group.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// QUEUE_GROUP = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// QUEUE_GROUP  = short
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]]
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    /// ```
    pub A204 "queue-group-without-aps" {
        family: Aps, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "topic=scheduling-configuring-aps-across-multiple-queues",
                "QUEUE_GROUP is set in a queue with APS_PRIORITY",
            ),
        ],
        checks: [Section(check)],
    }
}

/// The parameter that needs a formula.
pub(crate) const PARAMETER: &str = "QUEUE_GROUP";

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(group) = context.entry(PARAMETER).filter(|it| it.has_value()) else { return };
    let formula = context.entries.iter().any(|it| it.spec.is_some_and(is_priority));
    if formula || context.file.has_gaps() {
        return;
    }
    findings
        .report(group.name.range(), "`QUEUE_GROUP` requires `APS_PRIORITY`, which is not set in the queue")
        .consequence(Item::Line.ignored().called("the group").because("there is no formula to share").possible())
        .help("set `APS_PRIORITY` in this queue, or remove the line");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a group shares a formula
        //- each Queue
        QUEUE_GROUP = short
        ^^^^^^^^^^^ A204 warning `QUEUE_GROUP` requires `APS_PRIORITY`, which is not set in the queue
        QUEUE_GROUP = short
          APS_PRIORITY = WEIGHT[[MEM, 1]]
    "#]];
}
