use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Knowledge, Place, Referent, Resolution, View};
use lsflint_spec::{FileKind, lists};
use rustc_hash::FxHashSet;

rule! {
    /// Finds queues that send jobs to, or receive jobs from, a cluster that is not in RemoteClusters of lsf.cluster.
    ///
    /// # Effect
    /// With a RemoteClusters section, LSF communicates only with the clusters in it. No jobs are sent to other clusters
    /// or received from them.
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
    let Some(remote) = view.once_with_places("rows of RemoteClusters", FileKind::LsfCluster, Remote::of) else {
        return;
    };
    let Some(Remote { first, names: Some(names) }) = (*remote).as_ref() else { return };
    for name in context.names.iter().filter(|it| it.referent == Referent::Cluster && !it.is_excluded()) {
        let text = name.text();
        let listed = names.contains(&*text);
        // A cluster that lsf.shared does not list is another finding, and so is the local cluster.
        let unknown = matches!(view.resolve(Referent::Cluster, &text), Resolution::Missing(Knowledge::Complete));
        if listed || unknown || view.cluster_name() == Some(&*text) {
            continue;
        }
        findings
            .report(name.range(), format!("cluster `{text}` is not listed in `RemoteClusters` of lsf.cluster"))
            .consequence(
                Item::Value.ignored().called("the cluster").so("no jobs are sent there or received from there"),
            )
            .about(context.file.word_around(name.range()))
            .help(format!("add a row for `{text}` to `RemoteClusters`"))
            .related_at(first.clone(), "the clusters that LSF communicates with");
    }
}

/// The rows of RemoteClusters.
struct Remote {
    /// The first one.
    first: Place,
    /// The clusters in all of them; `None` if one of them is not known.
    names: Option<FxHashSet<String>>,
}

impl Remote {
    fn of(view: View<'_>) -> Option<Remote> {
        let rows = || view.all(FileKind::LsfCluster, "RemoteClusters");
        let first = rows().next()?.place();
        Some(Remote { first, names: rows().map(|it| Some(it.value("CLUSTERNAME")?.into_owned())).collect() })
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# forwards to known clusters
        //- RemoteClusters of lsf.cluster.orion
        CLUSTERNAME EQUIV
        lyra Y
        //- each Queue
        SNDJOBS_TO = q@vega r@lyra q@orion
                       ^^^^ X404 warning cluster `vega` is not listed in `RemoteClusters` of lsf.cluster
          RCVJOBS_FROM = vega
                         ^^^^ X404 warning cluster `vega` is not listed in `RemoteClusters` of lsf.cluster
        //#
        //- lsf.cluster.orion
        //- each Queue
        SNDJOBS_TO = q@vega r@lyra q@orion
          RCVJOBS_FROM = vega
    "#]];
}
