use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::{FileKind, ParamSpec};

use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds names of clusters that the Cluster section of lsf.shared does not list.
    ///
    /// # Effect
    /// LSF talks only to clusters of lsf.shared: it ignores the name, no job is sent there, no host is borrowed or lent.
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
    /// Unsafe: jobs begin to go to the cluster.
    pub X403 "unknown-cluster" {
        family: Names, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsf.shared", "the section Cluster"), manual("IBM Spectrum LSF multicluster capability", "")],
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
        };
        name.report(consequence, findings);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const SHARED: (&str, &str) =
        ("lsf.shared", "Begin Cluster\nClusterName Servers\norion o1\nvega v1\nlyra l1\nEnd Cluster\n");

    #[track_caller]
    fn beside(file: &str, text: &str, expected: Expect) {
        check_cluster("X403", &[(file, text), SHARED], expected);
    }

    // covers sndjobs-cluster, XF015
    #[test]
    fn remote_clusters() {
        let queue = "Begin Queue\nQUEUE_NAME = q\nSNDJOBS_TO = q@vega r@vgea+2 nowhere\n\
                     RCVJOBS_FROM = allclusters ~vega ~veag\nHOSTS = all@vega h1@vgea\nEnd Queue\n";
        beside(
            "lsb.queues",
            queue,
            expect![[r#"
                3:23-3:27 error no cluster is named `vgea`
                  effect: LSF ignores the entry, so no jobs are sent there
                  help: did you mean `vega`?
                3:30-3:37 error no cluster is named `nowhere`
                  effect: LSF ignores the entry, so no jobs are sent there
                  help: define it in the Cluster section of lsf.shared, or correct the name
                4:35-4:39 error no cluster is named `veag`
                  effect: LSF ignores the name because it knows only the clusters in lsf.shared
                  help: did you mean `vega`?
                5:21-5:25 error no cluster is named `vgea`
                  effect: LSF ignores the name because it knows only the clusters in lsf.shared
                  help: did you mean `vega`?
            "#]],
        );
        let clusters = "Begin RemoteClusters\nCLUSTERNAME EQUIV\nvega Y\nvgea N\nEnd RemoteClusters\n";
        beside(
            "lsf.cluster.orion",
            clusters,
            expect![[r#"
            4:1-4:5 error no cluster is named `vgea`
              effect: LSF ignores the row
              help: did you mean `vega`?
        "#]],
        );
    }

    // covers LSB-R045
    #[test]
    fn exports_and_limits() {
        let text = "Begin HostExport\nPER_HOST = h1\nSLOTS = 2\nDISTRIBUTION = ([nocluster, 1] [vega, 2])\nEnd HostExport\n\
                    Begin Limit\nNAME = l\nJOBS = 5\nPER_CLUSTER = all ~nowhere\nEnd Limit\n";
        beside(
            "lsb.resources",
            text,
            expect![[r#"
                4:18-4:27 error no cluster is named `nocluster`
                  effect: LSF ignores the name because it knows only the clusters in lsf.shared
                  help: define it in the Cluster section of lsf.shared, or correct the name
                9:20-9:27 error no cluster is named `nowhere`
                  effect: LSF ignores the name because it knows only the clusters in lsf.shared
                  help: define it in the Cluster section of lsf.shared, or correct the name
            "#]],
        );
    }

    #[test]
    fn users_of_other_domains_are_no_clusters() {
        beside("lsb.queues", "Begin Queue\nQUEUE_NAME = q\nUSERS = ann@site\nEnd Queue\n", expect![[""]]);
        check_cluster(
            "X403",
            &[("lsb.queues", "Begin Queue\nQUEUE_NAME = q\nSNDJOBS_TO = q@vega\nEnd Queue\n")],
            expect![[""]],
        );
    }
}
