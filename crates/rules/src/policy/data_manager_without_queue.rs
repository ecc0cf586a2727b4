use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::Knowledge;
use lsflint_spec::FileKind;

rule! {
    /// Finds a cluster with LSF Data Manager but without a transfer queue.
    ///
    /// # Effect
    /// The data manager submits transfer jobs to the queue with DATA_TRANSFER=Y. Without one, it cannot stage files.
    ///
    /// # Example
    /// ```lsf.datamanager
    /// Begin Parameters
    /// ADMINS       = lsfadmin
    /// STAGING_AREA = /data/staging
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsf.datamanager
    /// Begin Parameters
    /// ADMINS       = lsfadmin
    /// STAGING_AREA = /data/staging
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME    = transfer
    /// DATA_TRANSFER = Y
    /// End Queue
    /// ```
    pub Q414 "data-manager-without-queue" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsb.queues", "DATA_TRANSFER: the queue of the transfer jobs of the data manager")],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsfDataManager || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let sections = context.sections();
    let section = sections.iter().find(|it| it.spec.is_some_and(|it| it.name == "Parameters"));
    let Some(range) = section.map(|it| it.begin_range()) else { return };
    if view.mentions(FileKind::LsbQueues, "Queue", "DATA_TRANSFER") {
        return;
    }
    findings
        .report(range, "no queue has `DATA_TRANSFER`")
        .consequence(Item::File.no_effect().possible().because("the data manager has no queue for transfer jobs"))
        .help("add a queue with `DATA_TRANSFER = Y` to `lsb.queues`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a queue is needed
        //- Queue normal
        //- lsf.datamanager
        Begin Parameters
        ^^^^^^^^^^^^^^^^ Q414 info no queue has `DATA_TRANSFER`
        ADMINS = lsfadmin
        End Parameters
        //#
        //- Queue normal
        //- Queue transfer: DATA_TRANSFER = Y
        //- lsf.datamanager
        Begin Parameters
        ADMINS = lsfadmin
        End Parameters
        //#
        //- lsf.datamanager
        Begin Parameters
        ADMINS = lsfadmin
        End Parameters
    "#]];
}
