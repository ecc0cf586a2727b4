use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_spec::FileKind;

rule! {
    /// Finds more than one transfer queue for LSF Data Manager.
    ///
    /// # Effect
    /// A cluster has one transfer queue. Which of several LSF uses is not documented; transfer jobs of the others do
    /// not run.
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
        sources: [
            ibm("lsb.queues", "DATA_TRANSFER: only one queue in a cluster can be a data transfer queue"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let switches = context.cluster.queues_with(&["DATA_TRANSFER"]).filter_map(|it| it.field("DATA_TRANSFER"));
    let mut marked = switches.filter(|it| it.known().is_some() && it.is_on() && !it.is_conditional());
    let Some(first) = marked.next() else { return };
    for field in marked.filter(|it| it.entity().is_read_with(&first.entity())) {
        let place = field.place();
        let found = findings
            .report(place, format!("duplicate transfer queue `{}`", field.entity().name()))
            .consequence(
                Item::Line.ignored().possible().because("LSF Data Manager uses only one queue for transfer jobs"),
            )
            .help(format!("set `DATA_TRANSFER` in one queue only; `{}` already sets it", first.entity().name()));
        found.related_at(first.place(), "first set here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one queue is enough
        //- Queue a: DATA_TRANSFER = N
        //- Queue b: DATA_TRANSFER = Y
        //- Queue c
        DATA_TRANSFER = yes
                        ^^^ Q413 error duplicate transfer queue `c`
        //#
        //- Queue a: DATA_TRANSFER = N
        //- Queue b: DATA_TRANSFER = Y
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
