use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::{Confidence, FileKind, lists};

rule! {
    /// Finds the local cluster in lists of other clusters.
    ///
    /// # Effect
    /// LSF may ignore the entry: a queue sends jobs only to other clusters, and hosts are lent only to other clusters.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = far
    /// SNDJOBS_TO = night@orion
    /// End Queue
    /// //- lsf.cluster.orion
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = far
    /// SNDJOBS_TO = night@vega
    /// End Queue
    /// //- lsf.cluster.orion
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// End Host
    /// ```
    pub X405 "own-cluster" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_multicluster/queue_enable_mc_lsf", "send-jobs and receive-jobs queues are pairs in two clusters"),
            ibm("lsf_multicluster/export_policy_create_mc_lsf", "hosts are exported to other clusters"),
        ],
        checks: [SettingNamed(lists::NAMES_OF_OTHER_CLUSTERS, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(own) = context.file.cluster.cluster_name() else { return };
    for name in context.names.iter().filter(|it| it.referent == Referent::Cluster && it.text() == own) {
        let queue = context.file.kind() == FileKind::LsbQueues;
        let found = findings.report(name.range(), format!("`{own}` is the local cluster"));
        if queue {
            found
                .consequence(
                    Item::Value
                        .ignored()
                        .called("the entry")
                        .because("jobs are sent only to other clusters")
                        .possible(),
                )
                .about(context.file.word_around(name.range()))
                .help("replace it with another cluster");
        } else {
            found
                .capped(Confidence::Medium)
                .consequence(
                    Item::Value
                        .no_effect()
                        .called("the entry")
                        .possible()
                        .because("hosts are lent only to other clusters"),
                )
                .help("replace it with another cluster");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.orion
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()

        //# others are meant
        //- each Queue
        SNDJOBS_TO = q@vega r@orion
                              ^^^^^ X405 warning `orion` is the local cluster
        //#
        //- HostExport of lsb.resources
        PER_HOST = m1
        SLOTS = 2
        DISTRIBUTION = ([orion, 1] [vega, 2])
                         ^^^^^ X405 warning `orion` is the local cluster
                         = effect: the entry may have no effect because hosts are lent only to other clusters
        //#
        //- without lsf.cluster.orion
        //- each Queue: SNDJOBS_TO = q@vega r@orion
    "#]];
}
