use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_spec::{Confidence, FileKind, builtin_resource};

rule! {
    /// Finds GPU resources that are defined in lsf.shared although LIM detects GPUs automatically.
    ///
    /// # Effect
    /// With LSF_GPU_AUTOCONFIG=Y, LIM detects the GPUs of a host and defines their resources. Definitions for the
    /// former elim.gpu conflict with them, and it is not certain which values jobs see.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// ngpus        Numeric 60       N          (GPUs)
    /// End Resource
    ///
    /// //- lsf.conf
    /// LSF_GPU_AUTOCONFIG=Y
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// licA         Numeric ()       N          (tokens)
    /// End Resource
    ///
    /// //- lsf.conf
    /// LSF_GPU_AUTOCONFIG=Y
    /// ```
    pub E402 "gpu-resource-defined" {
        family: External, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.conf", "LSF_GPU_AUTOCONFIG")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsfShared {
        return;
    }
    let detected = context.cluster.conf("LSF_GPU_AUTOCONFIG");
    // The default value is not a decision of the administrator.
    let Some(field) = detected.field().filter(|_| detected.yes(false) == Some(true)) else { return };
    let of_gpus = |name: &str| builtin_resource(name).is_some_and(|it| it.numbered || it.unit == "GPUs");
    for row in context.all("Resource").filter(|it| !it.is_broken() && of_gpus(&it.name())) {
        findings
            .report(row.place(), format!("GPU resource `{}` is already detected by LIM", row.name()))
            .capped(Confidence::Medium)
            .consequence(
                Item::Row.ignored().possible().because("LIM itself reports the resource with LSF_GPU_AUTOCONFIG=Y"),
            )
            .help("remove this row, its row in ResourceMap, and its elim")
            .related_at(field.place(), "enabled here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# lim finds them
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        ngpus Numeric 60 N (x)
        ^^^^^ E402 warning GPU resource `ngpus` is already detected by LIM
        gpu_ut0 Numeric 60 Y (x)
        ^^^^^^^ E402 warning GPU resource `gpu_ut0` is already detected by LIM
        lic Numeric () N (x)
        //- lsf.conf: LSF_GPU_AUTOCONFIG=Y
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        ngpus Numeric 60 N (x)
        gpu_ut0 Numeric 60 Y (x)
        lic Numeric () N (x)
        //- lsf.conf: LSF_GPU_AUTOCONFIG=N
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        ngpus Numeric 60 N (x)
        gpu_ut0 Numeric 60 Y (x)
        lic Numeric () N (x)
        //- lsf.conf
    "#]];
}
