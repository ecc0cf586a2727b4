use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_spec::FileKind;

use crate::policy::cluster::{in_file, relate};

rule! {
    /// Finds a second queue that is marked as the transfer queue of LSF Data Manager.
    ///
    /// # Effect
    /// A cluster has one transfer queue. Which of two LSF takes is not documented; the transfer jobs of the other one do not run.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME    = transfer
    /// DATA_TRANSFER = Y
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME    = staging
    /// DATA_TRANSFER = Y
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME    = transfer
    /// DATA_TRANSFER = Y
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME    = staging
    /// End Queue
    /// ```
    pub Q413 "data-transfer-queues" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "DATA_TRANSFER")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let switches = context.cluster.queues().filter_map(|it| it.field("DATA_TRANSFER"));
    let mut marked = switches.filter(|it| it.known().is_some() && it.is_on() && !it.is_conditional());
    let Some(first) = marked.next() else { return };
    for field in marked.filter(|it| it.entity().is_read_with(&first.entity())) {
        let Some(range) = in_file(context, &field.place()) else { continue };
        let found = findings
            .report(range, format!("`{}` is a second transfer queue", field.entity().name()))
            .consequence(
                Item::Line.ignored().possible().because("LSF Data Manager uses only one queue for its transfer jobs"),
            )
            .help(format!("keep the line in one queue of the cluster; `{}` has it already", first.entity().name()));
        relate(found, context, first.place(), "the first one");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one queue is enough
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        DATA_TRANSFER = N
        End Queue
        Begin Queue
        QUEUE_NAME = b
        DATA_TRANSFER = Y
        End Queue
        Begin Queue
        QUEUE_NAME = c
        DATA_TRANSFER = yes
                        ^^^ Q413 error `c` is a second transfer queue
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        DATA_TRANSFER = N
        End Queue
        Begin Queue
        QUEUE_NAME = b
        DATA_TRANSFER = Y
        End Queue
        //#
        //- lsb.queues
        #if time(8:00-9:00)
        Begin Queue
        QUEUE_NAME = a
        DATA_TRANSFER = Y
        End Queue
        #else
        Begin Queue
        QUEUE_NAME = b
        DATA_TRANSFER = Y
        End Queue
        #endif
    "#]];
}
