use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, SHIPPED_RESERVED_NAMES};
use lsflint_syntax::ast::{HostResource, HostResources};

use crate::external::placement::is_host_resources;

rule! {
    /// Finds hosts with more than one `define_ncpus_*` resource.
    ///
    /// # Effect
    /// `define_ncpus_procs`, `define_ncpus_cores` and `define_ncpus_threads` override EGO_DEFINE_NCPUS on a host. With
    /// two of them, which one takes effect, and so the number of CPUs of the host, is not documented.
    ///
    /// # Example
    /// ```lsf.cluster.west
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// node1    !     !    1      (define_ncpus_procs define_ncpus_threads)
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.west
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// node1    !     !    1      (define_ncpus_threads)
    /// End Host
    /// ```
    pub E117 "two-cpu-definitions" {
        family: External, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.conf", "EGO_DEFINE_NCPUS")],
        checks: [SettingWith(is_host_resources, check)],
    }
}

/// The common prefix of the three names.
const DEFINES_CPUS: &str = "define_ncpus_";

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(resources) = context.setting.typed::<HostResources<'_>>() else { return };
    let name = |it: &HostResource<'_>| it.name().map(|it| it.text().into_owned()).unwrap_or_default();
    let defines = |it: &HostResource<'_>| {
        let name = name(it);
        name.starts_with(DEFINES_CPUS) && SHIPPED_RESERVED_NAMES.contains(&&*name)
    };
    let mut found = resources.items().filter(defines);
    let Some(first) = found.next() else { return };
    // A duplicate of one of them is another finding.
    for other in found.filter(|it| name(it) != name(&first)) {
        findings
            .report(other.range(), format!("`{}` cannot be combined with `{}`", name(&other), name(&first)))
            .capped(Confidence::Medium)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the resource")
                    .possible()
                    .because("which of the two definitions takes effect is not documented"),
            )
            .help("remove one of them")
            .related(first.range(), "first definition");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one definition for each host
        //- each Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (define_ncpus_procs ssd define_ncpus_threads)
                                           ^^^^^^^^^^^^^^^^^^^^ E117 warning
                                        = `define_ncpus_threads` cannot be combined with `define_ncpus_procs`
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (define_ncpus_cores ssd define_ncpus_cores)
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (define_ncpus_threads ssd)
    "#]];
}
