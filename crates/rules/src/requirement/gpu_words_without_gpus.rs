use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::GPU_RESOURCE;
use lsflint_syntax::ast::resreq::{RusageSection, UsageItem, UsageKind};

use crate::requirement::content::sections;

rule! {
    /// Finds GPU keywords in `rusage` (`gmodel`, `gmem`, `glink` ...) in a group that does not reserve GPUs.
    ///
    /// # Effect
    /// The keywords select among the GPUs that `ngpus_physical` reserves in the same group. Without `ngpus_physical`
    /// they have no effect, and the job runs without its own GPU.
    ///
    /// # Example
    /// ```resreq
    /// rusage[gmem=8G]
    /// rusage[ngpus_physical=1, gmem=8G]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[ngpus_physical=1:gmem=8G]
    /// ```
    pub R309 "gpu-words-without-gpus" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_release_notes/lsf_relnotes_gpu10.1.0.6", "GPU requirements in `rusage`")],
        checks: [RequirementPart(Part::USAGE_GPU, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for alternative in sections::<RusageSection<'_>>(context).flat_map(RusageSection::alternatives) {
        let elsewhere = alternative.items().find(|it| is_gpu(*it));
        for group in alternative.groups().filter(|it| !it.resources().any(is_gpu)) {
            let Some(word) = group.find(UsageKind::Gpu).and_then(UsageItem::name) else { continue };
            let name = word.text();
            let found =
                findings.report(word.range(), format!("`{name}` without `{GPU_RESOURCE}` in its group")).consequence(
                    Item::String.no_effect().called(format!("`{name}`")).because("the group does not reserve GPUs"),
                );
            match elsewhere.and_then(UsageItem::name) {
                Some(gpus) => {
                    found
                        .help("join the two with a colon; a comma starts a new group")
                        .related(gpus.range(), "GPUs are reserved in another group");
                }
                None => {
                    found.help(format!("write `{GPU_RESOURCE}=1:{name}=...`"));
                }
            }
        }
    }
}

fn is_gpu(item: UsageItem<'_>) -> bool {
    item.name().is_some_and(|it| it.text() == GPU_RESOURCE)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# gpu words describe reserved gpus
        //- resreq
        rusage[gmem=8G]
               ^^^^ R309 warning `gmem` without `ngpus_physical` in its group
        rusage[ngpus_physical=1, gmem=8G]
                                 ^^^^ R309 warning `gmem` without `ngpus_physical` in its group

        //# one group is enough
        //- resreq
        rusage[ngpus_physical=1:gmodel=K80#12G:gmem=8G:glink=yes, mem=5]
        rusage[ngpus_excl_p=1,mem=16384]
    "#]];
}
