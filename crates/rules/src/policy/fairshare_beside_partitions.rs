use lsflint_lint::{FactFindings, FactsContext, Item, Severity, rule};
use lsflint_model::{Entity, FieldRef};
use lsflint_spec::FileKind;

rule! {
    /// Finds fairshare queues in a cluster with host partitions.
    ///
    /// # Effect
    /// A cluster can use queue-level or host partition fairshare, but not both. LSF logs an error and uses only one of
    /// them.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// FAIRSHARE  = USER_SHARES[[default, 1]]
    /// End Queue
    /// //- lsb.hosts
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// HOSTS      = part1
    /// End Queue
    /// //- lsb.hosts
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// ```
    ///
    /// The rule reports only the first queue with FAIRSHARE.
    pub Q001 "queue-and-host-partition-fairshare" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/fairshare_about_lsf", "the two kinds exclude each other")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let view = context.cluster;
    let surely = |it: &Entity<'_>| !it.is_broken() && !it.is_conditional();
    let mut partitions = view.all(FileKind::LsbHosts, "HostPartition").filter(surely);
    let Some(partition) = partitions.find(|it| it.has("HPART_NAME")) else { return };
    let fields = view.queues_with(&["FAIRSHARE"]).filter(surely).filter_map(|it| it.field("FAIRSHARE"));
    let queues: Vec<FieldRef<'_>> = fields.filter(|it| it.known().is_some()).collect();
    // A line in an `#if` conflicts only while LSF reads its branch.
    let always = queues.iter().find(|it| !it.is_conditional());
    let Some(first) = always.or(queues.first()) else { return };
    let place = first.place();
    let others = match queues.len() - 1 {
        0 => String::new(),
        1 => " and one other queue".to_owned(),
        others => format!(" and {others} other queues"),
    };
    let (queue, name) = (first.entity().name(), partition.name());
    let ignored = Item::Line
        .ignored()
        .or("the host partitions")
        .because("queue-level and host partition fairshare cannot be combined");
    let finding = findings
        .report(place, format!("`FAIRSHARE` in `{queue}`{others} conflicts with host partition `{name}`"))
        .consequence(ignored.possible_unless(always.is_some()))
        .help("remove `FAIRSHARE` from `lsb.queues`, or the `HostPartition` sections from `lsb.hosts`")
        .related_at(partition.place(), "the host partition is defined here");
    if always.is_none() {
        finding.severity(Severity::Warning);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- HostPartition of lsb.hosts
        HPART_NAME = p1
        HOSTS = hostA
        USER_SHARES = [default, 1]

        //# one kind of fairshare
        //- Queue a: PRIORITY = 30
        //- Queue b
        FAIRSHARE = USER_SHARES[[default, 1]]
                    ^^^^^^^^^^^^^^^^^^^^^^^^^ Q001 error
                    = `FAIRSHARE` in `b` and one other queue conflicts with host partition `p1`
        //- Queue c: FAIRSHARE = USER_SHARES[[default, 1]]
        //#
        //- Queue a: PRIORITY = 30
        //- Queue b: DESCRIPTION = USER_SHARES[[default, 1]]
        //- Queue c: DESCRIPTION = USER_SHARES[[default, 1]]
        //#
        //- without lsb.hosts
        //- Queue a: PRIORITY = 30
        //- Queue b: FAIRSHARE = USER_SHARES[[default, 1]]
        //- Queue c: FAIRSHARE = USER_SHARES[[default, 1]]
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !

        //# while a branch is active
        //- Queue b
        #if time(8:00-18:00)
        FAIRSHARE = USER_SHARES[[default, 1]]
                    ^^^^^^^^^^^^^^^^^^^^^^^^^ Q001 warning `FAIRSHARE` in `b` conflicts with host partition `p1`
        #endif

        //# an if may keep them apart
        //- Queue a: PRIORITY = 30
        //- Queue b: FAIRSHARE = USER_SHARES[[default, 1]]
        //- Queue c: FAIRSHARE = USER_SHARES[[default, 1]]
        //- lsb.hosts
        #if time(8:00-18:00)
        Begin HostPartition
        HPART_NAME = p1
        HOSTS = hostA
        USER_SHARES = [default, 1]
        End HostPartition
        #endif
    "#]];
}
