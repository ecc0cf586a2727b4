use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{Reading, ResourceType};

use crate::external::placement::{Placement, is_definitions};

rule! {
    /// Finds static numbers and strings of lsf.shared that have no value anywhere.
    ///
    /// # Effect
    /// No host has the resource: requirements that compare it match no host, and jobs that reserve it pend.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lanes        Numeric ()       N          (emulator lanes)
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
    /// lanes        Numeric ()       N          (emulator lanes)
    /// End Resource
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (lanes=16)
    /// End Host
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// Nothing is said unless lsf.shared and lsf.cluster are loaded as a whole, and where hosts may join the cluster: they may bring the
    /// value.
    pub E017 "resource-without-value" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            manual("Administering IBM Spectrum LSF", "values stand in ResourceMap (`16@[m1]`) or among the RESOURCES of a host (`lanes=16`)"),
        ],
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
        let valued = view.resources().get(name).is_some_and(|it| {
            let kind = matches!(it.kind, Some(ResourceType::Numeric | ResourceType::String));
            kind && it.reading == Some(Reading::Static) && !it.builtin
        });
        // A row without a value has a finding of its own.
        if !valued || placement.row(name).is_some() || placement.has_value_on_host(name) {
            continue;
        }
        findings
            .report(row.range, format!("the static resource `{name}` has no value anywhere"))
            .consequence(Item::Job.pending().called("jobs that request it").because("no host has it"))
            .help(format!("write `{name}=VALUE` among the RESOURCES of a host, or map it as `VALUE@[hosts]`"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    const SHARED: &str = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nlanes Numeric () N (x)\nrack String () () (x)\nboards Numeric () N (x)\nroom String () () (x)\nssd Boolean () () (x)\nscratch Numeric 60 N (x)\nEnd Resource\n";
    const CLUSTER: &str = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (lanes room=A)\nEnd Host\nBegin ResourceMap\nRESOURCENAME LOCATION\nboards 4@[m1]\nEnd ResourceMap\n";

    // covers XF009
    #[test]
    fn reports_what_no_host_has() {
        check_cluster(
            "E017",
            &[("lsf.shared", SHARED), ("lsf.cluster.c1", CLUSTER), ("lsf.conf", "A=B\n")],
            expect![[r#"
                3:1-3:6 warning the static resource `lanes` has no value anywhere
                  effect: LSF never dispatches jobs that request it because no host has it
                  help: write `lanes=VALUE` among the RESOURCES of a host, or map it as `VALUE@[hosts]`
                4:1-4:5 warning the static resource `rack` has no value anywhere
                  effect: LSF never dispatches jobs that request it because no host has it
                  help: write `rack=VALUE` among the RESOURCES of a host, or map it as `VALUE@[hosts]`
            "#]],
        );
    }

    #[test]
    fn is_silent_where_the_value_may_be_elsewhere() {
        check_cluster("E017", &[("lsf.shared", SHARED)], expect![[""]]);
        check_cluster("E017", &[("lsf.shared", SHARED), ("lsf.cluster.c1", CLUSTER)], expect![[""]]);
        let conf = ("lsf.conf", "LSF_DYNAMIC_HOST_WAIT_TIME=60\n");
        check_cluster("E017", &[("lsf.shared", SHARED), ("lsf.cluster.c1", CLUSTER), conf], expect![[""]]);
        let license = ("lsf.licensescheduler", "");
        let conf = ("lsf.conf", "A=B\n");
        check_cluster("E017", &[("lsf.shared", SHARED), ("lsf.cluster.c1", CLUSTER), conf, license], expect![[""]]);
    }
}
