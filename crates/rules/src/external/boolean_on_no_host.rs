use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{Reading, ResourceType, SHIPPED_RESERVED_NAMES};

use crate::external::placement::{Placement, is_definitions};

rule! {
    /// Finds Boolean resources of lsf.shared that no host has.
    ///
    /// # Effect
    /// Jobs that ask for the resource pend until a host brings it.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// fpga         Boolean ()       ()         (FPGA board)
    /// End Resource
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      ()
    /// End Host
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// fpga         Boolean ()       ()         (FPGA board)
    /// End Resource
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (fpga)
    /// End Host
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// Nothing is said where hosts may join the cluster: they may bring it. The rows that LSF installs itself are left alone.
    ///
    /// # Notes
    /// Our conclusion from how hosts get Boolean resources.
    pub E018 "boolean-on-no-host" {
        family: External, scope: Cluster, severity: Info,
        sources: [],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if !is_definitions(context) || context.file.cluster.resources().knowledge != Knowledge::Complete {
        return;
    }
    let view = context.file.cluster;
    let Some(placement) = Placement::of(view).filter(|it| it.complete) else { return };
    for row in context.rows {
        let name = row.name;
        let boolean = view.resources().get(name).is_some_and(|it| {
            it.kind == Some(ResourceType::Boolean) && it.reading == Some(Reading::Static) && !it.builtin
        });
        let shipped = SHIPPED_RESERVED_NAMES.contains(&name);
        if !boolean || shipped || placement.row(name).is_some() || placement.is_listed(name) {
            continue;
        }
        findings
            .report(row.range, format!("no host has the Boolean resource `{name}`"))
            .consequence(Item::Job.pending().called("jobs that request it"))
            .help(format!("write `{name}` among the RESOURCES of the hosts that have it, or take the row out"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    const SHARED: &str = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nfpga Boolean () () (x)\nssd Boolean () () (x)\ndefine_ncpus_cores Boolean () () (x)\nlanes Numeric () N (x)\nEnd Resource\n";
    const CLUSTER: &str = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (!ssd)\nEnd Host\n";

    // covers XF010
    #[test]
    fn reports_what_no_host_has() {
        check_cluster(
            "E018",
            &[("lsf.shared", SHARED), ("lsf.cluster.c1", CLUSTER), ("lsf.conf", "A=B\n")],
            expect![[r#"
                3:1-3:5 info no host has the Boolean resource `fpga`
                  effect: LSF never dispatches jobs that request it
                  help: write `fpga` among the RESOURCES of the hosts that have it, or take the row out
            "#]],
        );
    }

    #[test]
    fn is_silent_where_hosts_may_bring_it() {
        check_cluster("E018", &[("lsf.shared", SHARED), ("lsf.cluster.c1", CLUSTER)], expect![[""]]);
        let conf = ("lsf.conf", "LSF_DYNAMIC_HOST_WAIT_TIME=60\n");
        check_cluster("E018", &[("lsf.shared", SHARED), ("lsf.cluster.c1", CLUSTER), conf], expect![[""]]);
    }
}
