use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_spec::builtin_resource;

use crate::requirement::common::Judge;

rule! {
    /// Finds requirements for single GPUs in a cluster that does not collect their resources.
    ///
    /// # Effect
    /// With LSF_GPU_RESOURCE_IGNORE=Y, LIM does not report the resources of single GPUs, such as `gpu_ut0`, to mbatchd.
    /// A condition on them never holds, and the job pends.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = gpu
    /// RES_REQ    = select[gpu_ut0 < 0.5]
    /// End Queue
    ///
    /// //- lsf.conf
    /// LSF_GPU_RESOURCE_IGNORE=Y
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = gpu
    /// GPU_REQ    = "num=1:mode=shared"
    /// End Queue
    ///
    /// //- lsf.conf
    /// LSF_GPU_RESOURCE_IGNORE=Y
    /// LSB_GPU_NEW_SYNTAX=extend
    /// ```
    pub R471 "gpu-resource-ignored" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.conf", "LSF_GPU_RESOURCE_IGNORE")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    // Most names end in a letter and need no lookup.
    let numbered = |name: &str| name.ends_with(|it: char| it.is_ascii_digit());
    let single = |name: &str| numbered(name) && builtin_resource(name).is_some_and(|it| it.numbered);
    for used in context.names().filter(|it| single(&it.name.text())) {
        let ignored = context.cluster.conf("LSF_GPU_RESOURCE_IGNORE");
        let Some(field) = ignored.field().filter(|_| ignored.yes(false) == Some(true)) else { return };
        findings
            .report(used.name.range(), format!("`{}` is not collected in this cluster", used.name.text()))
            .consequence(
                Judge::of(context).unmet("LIM does not report single GPUs when LSF_GPU_RESOURCE_IGNORE=Y is set"),
            )
            .help("request GPUs with GPU_REQ or `bsub -gpu`")
            .related_at(field.place(), "LSF_GPU_RESOURCE_IGNORE is set here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# single gpus are not reported
        //- lsf.conf: LSF_GPU_RESOURCE_IGNORE=Y
        //- each Queue
        RES_REQ = select[gpu_ut0 < 0.5 && ngpus > 0]
                         ^^^^^^^ R471 warning `gpu_ut0` is not collected in this cluster
        RES_REQ = select[ngpus > 0]
        //#
        //- lsf.conf: LSF_GPU_RESOURCE_IGNORE=N
        //- each Queue: RES_REQ = select[gpu_ut0 < 0.5]
        //#
        //- lsf.conf
        //- each Queue: RES_REQ = select[gpu_ut0 < 0.5]
    "#]];
}
