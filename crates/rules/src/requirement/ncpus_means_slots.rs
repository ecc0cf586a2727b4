use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};

rule! {
    /// Finds conditions on `ncpus` in a cluster that schedules parallel jobs by slots.
    ///
    /// # Effect
    /// With PARALLEL_SCHED_BY_SLOT=Y, `ncpus` in a requirement means the job slots of a host, not its processors. A
    /// host with 64 processors and 32 slots does not satisfy `ncpus >= 64`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = wide
    /// RES_REQ    = select[ncpus >= 64]
    /// End Queue
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// PARALLEL_SCHED_BY_SLOT = Y
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = wide
    /// RES_REQ    = select[maxslots >= 32]
    /// End Queue
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// PARALLEL_SCHED_BY_SLOT = Y
    /// End Parameters
    /// ```
    pub R472 "ncpus-means-slots" {
        family: Requirement, scope: Cluster, severity: Info,
        sources: [ibm("lsb.params", "PARALLEL_SCHED_BY_SLOT")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(used) = context.names().find(|it| it.name.text() == "ncpus") else { return };
    let slots = context.cluster.parameter("PARALLEL_SCHED_BY_SLOT");
    let Some(field) = slots.field().filter(|_| slots.yes(false) == Some(true)) else { return };
    findings
        .report(used.name.range(), "`ncpus` means job slots in this cluster, not processors")
        .consequence(Item::String.read_as("maxslots").called("`ncpus`").because("PARALLEL_SCHED_BY_SLOT=Y is set"))
        .help("write `maxslots` or `slots` to make this explicit")
        .related_at(field.place(), "PARALLEL_SCHED_BY_SLOT is set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# slots go by another name
        //- Parameters: PARALLEL_SCHED_BY_SLOT = Y
        //- each Queue
        RES_REQ = select[ncpus >= 64]
                         ^^^^^ R472 info `ncpus` means job slots in this cluster, not processors
        RES_REQ = select[slots >= 32]
        //#
        //- Parameters: PARALLEL_SCHED_BY_SLOT = N
        //- each Queue: RES_REQ = select[ncpus >= 64]
    "#]];
}
