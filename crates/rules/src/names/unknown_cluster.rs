use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::{FileKind, ParamSpec};

use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds names of clusters that are not listed in the Cluster section of lsf.shared.
    ///
    /// # Effect
    /// LSF communicates only with clusters in lsf.shared. It may ignore the name: no jobs are sent there, and no hosts
    /// are borrowed or lent.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = far
    /// SNDJOBS_TO = night@wset
    /// End Queue
    /// //- lsf.shared
    /// Begin Cluster
    /// ClusterName Servers
    /// east        (e1 e2)
    /// west        (w1 w2)
    /// End Cluster
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = far
    /// SNDJOBS_TO = night@west
    /// End Queue
    /// //- lsf.shared
    /// Begin Cluster
    /// ClusterName Servers
    /// east        (e1 e2)
    /// west        (w1 w2)
    /// End Cluster
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: LSF starts to send jobs to the cluster.
    pub X403 "unknown-cluster" {
        family: Names, scope: Names, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf.shared", "the section Cluster defines all clusters that communicate"),
        ],
        checks: [SettingOf(has_clusters, check)],
    }
}

fn has_clusters(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::Cluster])
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    for name in undefined(context, &[Referent::Cluster]) {
        let consequence = match context.file.kind() {
            FileKind::LsfCluster => Item::Row.ignored(),
            _ if context.setting.is_named("SNDJOBS_TO") => {
                Item::Value.ignored().called("the entry").so("no jobs are sent there")
            }
            _ => Item::Value.ignored().called("the name").because("it knows only the clusters in lsf.shared"),
        }
        .possible();
        let about = context.file.word_around(name.reference.range());
        name.report(consequence, findings).about(about);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Cluster of lsf.shared
        ClusterName Servers
        orion o1
        vega v1
        lyra l1

        //# remote clusters
        //- each Queue
        SNDJOBS_TO = q@vega r@vgea+2 nowhere
                              ^^^^ X403 error unknown cluster `vgea`
                                     ^^^^^^^ X403 error unknown cluster `nowhere`
                                     = help: define it in the Cluster section of lsf.shared, or correct the name
          RCVJOBS_FROM = allclusters ~vega ~veag
                                            ^^^^ X403 error unknown cluster `veag`
                                        = effect: LSF may ignore the name because it knows only the clusters in
                                        =   lsf.shared
          HOSTS = all@vega h1@vgea
                              ^^^^ X403 error unknown cluster `vgea`
            = fixed: SNDJOBS_TO = q@vega r@vega+2 nowhere
            = fixed: RCVJOBS_FROM = allclusters ~vega ~vega
            = fixed: HOSTS = all@vega h1@vega
        //#
        //- RemoteClusters of lsf.cluster.orion
        CLUSTERNAME EQUIV
        vega Y
        vgea N
        ^^^^ X403 error unknown cluster `vgea`
            = effect: LSF may ignore the row
        //- fixed lsf.cluster.orion
        -vgea N
        +vega N

        //# exports and limits
        //- HostExport of lsb.resources
        PER_HOST = h1
        SLOTS = 2
        DISTRIBUTION = ([nocluster, 1] [vega, 2])
                         ^^^^^^^^^ X403 error unknown cluster `nocluster`
        //- Limit l
        JOBS = 5
        PER_CLUSTER = all ~nowhere
                           ^^^^^^^ X403 error unknown cluster `nowhere`

        //# users of other domains are not clusters
        //- each Queue: USERS = ann@site
        //#
        //- without lsf.shared
        //- each Queue: SNDJOBS_TO = q@vega
    "#]];
}
