use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::ApsValue;
use lsflint_syntax::ast::ApsPair;

use crate::aps::common::{of_queue, pairs};

rule! {
    /// Finds the QPRIORITY factor in a queue that orders only its own jobs.
    ///
    /// # Effect
    /// All jobs in the queue have the same queue priority. The factor adds the same number to each job and does not
    /// change their order. It is useful in a group of queues.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]]
    /// QUEUE_GROUP  = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    /// ```
    pub A205 "aps-constant-queue-priority" {
        family: Aps, scope: Cluster, severity: Info,
        sources: [ibm("topic=scheduling-configuring-aps-across-multiple-queues", "Absolute priority across queues")],
        checks: [Section(check)],
    }
}

/// The factor that has the same value for all jobs in a queue.
const QUEUE_PRIORITY: &str = "QPRIORITY";

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((_, priority)) = of_queue(context) else { return };
    if context.entry("QUEUE_GROUP").is_some() || context.file.has_gaps() {
        return;
    }
    for factor in pairs(priority, ApsValue::Weight).filter_map(ApsPair::factor) {
        if factor.text().eq_ignore_ascii_case(QUEUE_PRIORITY) {
            findings
                .report(factor.range(), format!("`{QUEUE_PRIORITY}` is used without `QUEUE_GROUP`"))
                .consequence(
                    Item::Value.no_effect().called("the factor").because("all jobs in the queue have the same value"),
                )
                .help("remove the pair, or list the queues that share the formula in `QUEUE_GROUP`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one queue has one priority
        //- each Queue
        APS_PRIORITY = WEIGHT[[QPRIORITY, 10] [MEM, 1]]
                               ^^^^^^^^^ A205 info `QPRIORITY` is used without `QUEUE_GROUP`
        APS_PRIORITY = WEIGHT[[QPRIORITY, 10]]
          QUEUE_GROUP = short
    "#]];
}
