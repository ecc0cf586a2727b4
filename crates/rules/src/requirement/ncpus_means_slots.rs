use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};

rule! {
    /// Finds conditions on `ncpus` in a cluster that schedules parallel jobs by slots.
    ///
    /// # Effect
    /// With PARALLEL_SCHED_BY_SLOT=Y the word `ncpus` in a requirement means the job slots of a host and not its
    /// processors. A host of 64 processors and 32 slots does not satisfy `ncpus >= 64`.
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
        .report(used.name.range(), "`ncpus` means job slots here, not processors")
        .consequence(Item::String.read_as("maxslots").called("`ncpus`").because("PARALLEL_SCHED_BY_SLOT=Y is set"))
        .help("write `maxslots` or `slots` to say so")
        .related_at(field.place(), "switched on here");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn queue(select: &str, params: &str, expect: Expect) {
        let queue = format!("Begin Queue\nQUEUE_NAME = q\nRES_REQ = select[{select}]\nEnd Queue\n");
        let params = format!("Begin Parameters\nPARALLEL_SCHED_BY_SLOT = {params}\nEnd Parameters\n");
        check_cluster("R472", &[("lsb.queues", &queue), ("lsb.params", &params)], expect);
    }

    // covers XF043
    #[test]
    fn slots_go_by_another_name() {
        queue(
            "ncpus >= 64",
            "Y",
            expect![[r#"
                3:18-3:23 info `ncpus` means job slots here, not processors
                  effect: LSF reads `ncpus` as `maxslots` because PARALLEL_SCHED_BY_SLOT=Y is set
                  help: write `maxslots` or `slots` to say so
                  lsb.params:2:26-2:27 switched on here
            "#]],
        );
        queue("ncpus >= 64", "N", expect![[""]]);
        queue("slots >= 32", "Y", expect![[""]]);
    }
}
