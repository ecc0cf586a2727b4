use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{Reading, ResourceType, SHIPPED_RESERVED_NAMES};

use crate::external::placement::{Placement, is_definitions};
use crate::parameter::name_characters::is_allowed_name;

rule! {
    /// Finds Boolean resources in lsf.shared that no host has.
    ///
    /// # Effect
    /// Jobs that request the resource stay pending until a host has it.
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
    /// Nothing is reported if hosts can join the cluster, because they may have the resource. The rows that LSF itself
    /// installs are not checked.
    pub E018 "boolean-on-no-host" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            ibm("lsf_admin/select_string", "jobs run only on hosts for which the selection string is true"),
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
        let boolean = view.resources().get(name).is_some_and(|it| {
            it.kind == Some(ResourceType::Boolean) && it.reading == Some(Reading::Static) && !it.builtin
        });
        let shipped = SHIPPED_RESERVED_NAMES.contains(&name);
        // A name that is not allowed is another finding.
        let wrong = context.spec.and_then(|it| it.param("RESOURCENAME")).is_some_and(|it| !is_allowed_name(it, name));
        if wrong || !boolean || shipped || placement.row(name).is_some() || placement.is_listed(name) {
            continue;
        }
        findings
            .report(row.range, format!("no host has Boolean resource `{name}`"))
            .consequence(Item::Job.pending().called("jobs that request it"))
            .help(format!("add `{name}` to RESOURCES of the hosts that have it, or remove the row"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (!ssd)

        //# reports what no host has
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        fpga Boolean () () (x)
        ^^^^ E018 info no host has Boolean resource `fpga`
        ssd Boolean () () (x)
        define_ncpus_cores Boolean () () (x)
        lanes Numeric () N (x)
        //- lsf.conf: A=B

        //# is silent where hosts may bring it
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        fpga Boolean () () (x)
        ssd Boolean () () (x)
        define_ncpus_cores Boolean () () (x)
        lanes Numeric () N (x)
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        fpga Boolean () () (x)
        ssd Boolean () () (x)
        define_ncpus_cores Boolean () () (x)
        lanes Numeric () N (x)
        //- lsf.conf: LSF_DYNAMIC_HOST_WAIT_TIME=60

        //# an invalid name is another finding
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        1fpga Boolean () () (x)
        fp-ga Boolean () () (x)
        //- lsf.conf: A=B
    "#]];
}
