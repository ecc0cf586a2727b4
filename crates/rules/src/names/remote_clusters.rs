use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Knowledge, Referent, Resolution};
use lsflint_spec::{FileKind, lists};

use crate::names::undefined::names_in;

rule! {
    /// Finds queues that forward jobs to a cluster, or take jobs from one, that RemoteClusters of lsf.cluster leaves out.
    ///
    /// # Effect
    /// With a RemoteClusters section LSF talks to the clusters in it and to no other: no job goes there or comes from there.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = far
    /// SNDJOBS_TO = night@vega
    /// End Queue
    /// //- lsf.cluster.orion
    /// Begin RemoteClusters
    /// CLUSTERNAME EQUIV
    /// lyra        Y
    /// End RemoteClusters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = far
    /// SNDJOBS_TO = night@vega
    /// End Queue
    /// //- lsf.cluster.orion
    /// Begin RemoteClusters
    /// CLUSTERNAME EQUIV
    /// lyra        Y
    /// vega        Y
    /// End RemoteClusters
    /// ```
    pub X404 "cluster-not-in-remote-clusters" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.cluster", "the section RemoteClusters")],
        checks: [SettingNamed(lists::FORWARDING, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    if view.knowledge(FileKind::LsfCluster) != Knowledge::Complete {
        return;
    }
    let rows: Vec<_> = view.all(FileKind::LsfCluster, "RemoteClusters").collect();
    let Some(first) = rows.first() else { return };
    for name in names_in(context).iter().filter(|it| it.referent == Referent::Cluster && !it.is_excluded()) {
        let text = name.text();
        let listed = rows.iter().any(|it| it.value("CLUSTERNAME").is_none_or(|it| it == text));
        // A cluster that lsf.shared does not know is another finding, the own cluster, too.
        let unknown = matches!(view.resolve(Referent::Cluster, &text), Resolution::Missing(Knowledge::Complete));
        if listed || unknown || view.cluster_name() == Some(&*text) {
            continue;
        }
        findings
            .report(name.range(), format!("RemoteClusters of lsf.cluster leaves out `{text}`"))
            .consequence(
                Item::Value.ignored().called("the cluster").so("no jobs are sent there or received from there"),
            )
            .help(format!("add a row for `{text}` to RemoteClusters"))
            .related_at(first.place(), "the clusters that LSF talks to");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# forwards to known clusters
        //- lsf.cluster.orion
        Begin RemoteClusters
        CLUSTERNAME EQUIV
        lyra Y
        End RemoteClusters
        //- each Queue
        SNDJOBS_TO = q@vega r@lyra q@orion
                       ^^^^ X404 warning RemoteClusters of lsf.cluster leaves out `vega`
          RCVJOBS_FROM = vega
                         ^^^^ X404 warning RemoteClusters of lsf.cluster leaves out `vega`
        //#
        //- lsf.cluster.orion
        //- each Queue
        SNDJOBS_TO = q@vega r@lyra q@orion
          RCVJOBS_FROM = vega
    "#]];
}
