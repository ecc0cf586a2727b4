use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_spec::FileKind;

rule! {
    /// Finds global resources in lsb.globalpolicies with the name of a resource in lsf.shared.
    ///
    /// # Effect
    /// The cluster uses its own resource and ignores the global one.
    ///
    /// # Example
    /// ```lsb.globalpolicies
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// licA         Numeric ()       N          (tokens)
    /// End Resource
    ///
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// licA         Numeric ()       N          (tokens)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsb.globalpolicies
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// global_licA  Numeric ()       N          (tokens)
    /// End Resource
    ///
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// licA         Numeric ()       N          (tokens)
    /// End Resource
    /// ```
    pub E401 "global-resource-shadowed" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_resource_sharing/lsf_global_resource_config",
                "a global resource with the name of a local one of the GPD cluster is ignored with a message",
            ),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbGlobalPolicies {
        return;
    }
    for row in context.all("Resource").filter(|it| !it.is_broken()) {
        let Some(field) = row.field("RESOURCENAME") else { continue };
        let Some(name) = field.known() else { continue };
        let Some(local) = context.cluster.find(FileKind::LsfShared, "Resource", &name) else { continue };
        let ignored = Item::Row.ignored().called("the global resource");
        let ignored = ignored.because("the cluster has its own resource with this name");
        findings
            .report(field.place(), format!("resource `{name}` is already defined in lsf.shared"))
            .consequence(if local.is_conditional() { ignored.possible() } else { ignored })
            .help("rename the global resource")
            .related_at(local.place(), "the resource of the cluster");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the cluster wins
        //- Resource of lsb.globalpolicies
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lic Numeric () N (x)
        ^^^ E401 warning resource `lic` is already defined in lsf.shared
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lic Numeric () N (x)
        //#
        //- Resource of lsb.globalpolicies
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lic Numeric () N (x)
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        other Numeric () N (x)
    "#]];
}
