use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{Reading, ResourceType};

use crate::external::placement::{Placement, is_definitions};

rule! {
    /// Finds static numeric and string resources in lsf.shared that have no value on any host.
    ///
    /// # Effect
    /// No host has the resource: requirements that compare it match no host, and jobs that reserve it stay pending.
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
    /// Nothing is reported unless lsf.shared and lsf.cluster are completely loaded, or if hosts can join the cluster,
    /// because they may provide the value.
    pub E017 "resource-without-value" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/host_section_configure",
                "static resources have their value as `name=value` in RESOURCES, or in ResourceMap",
            ),
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
        // A row without a value is another finding.
        if !valued || placement.row(name).is_some() || placement.has_value_on_host(name) {
            continue;
        }
        findings
            .report(row.range, format!("static resource `{name}` has no value on any host"))
            .consequence(Item::Job.pending().called("jobs that request it").because("no host has the resource"))
            .help(format!("add `{name}=VALUE` to RESOURCES of a host, or map it as `VALUE@[hosts]`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (lanes room=A)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        boards 4@[m1]

        //# reports what no host has
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lanes Numeric () N (x)
        ^^^^^ E017 warning static resource `lanes` has no value on any host
        rack String () () (x)
        ^^^^ E017 warning static resource `rack` has no value on any host
        boards Numeric () N (x)
        room String () () (x)
        ssd Boolean () () (x)
        scratch Numeric 60 N (x)
        //- lsf.conf: A=B

        //# is silent where the value may be elsewhere
        //- without lsf.cluster.c1
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lanes Numeric () N (x)
        rack String () () (x)
        boards Numeric () N (x)
        room String () () (x)
        ssd Boolean () () (x)
        scratch Numeric 60 N (x)
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lanes Numeric () N (x)
        rack String () () (x)
        boards Numeric () N (x)
        room String () () (x)
        ssd Boolean () () (x)
        scratch Numeric 60 N (x)
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lanes Numeric () N (x)
        rack String () () (x)
        boards Numeric () N (x)
        room String () () (x)
        ssd Boolean () () (x)
        scratch Numeric 60 N (x)
        //- lsf.conf: LSF_DYNAMIC_HOST_WAIT_TIME=60
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lanes Numeric () N (x)
        rack String () () (x)
        boards Numeric () N (x)
        room String () () (x)
        ssd Boolean () () (x)
        scratch Numeric 60 N (x)
        //- lsf.conf: A=B
        //- lsf.licensescheduler
    "#]];
}
