use lsflint_lint::{Findings, FlatContext, Item, rule};
use lsflint_spec::ParamSpec;

use crate::parameter::related;

rule! {
    /// Finds memory enforcement parameters that have no effect because cgroups enforce the limits.
    ///
    /// # Effect
    /// With `memory` in LSB_RESOURCE_ENFORCE, the kernel enforces memory limits and LSF ignores the older parameters: a
    /// limit that was meant for each process applies to the whole job.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSB_RESOURCE_ENFORCE="memory"
    /// LSB_JOB_MEMLIMIT=y
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSB_RESOURCE_ENFORCE="memory"
    /// ```
    pub P305 "overridden-by-cgroups" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [ibm("lsf.conf", "LSB_RESOURCE_ENFORCE")],
        checks: [Flat(check)],
    }
}

/// The parameter whose words override others.
pub(crate) const PARAMETER: &str = "LSB_RESOURCE_ENFORCE";

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    let Some(enforce) = related::find(context.entries, PARAMETER) else { return };
    let (Some(value), Some(section)) = (enforce.known_value(), context.file.kind().spec().sections.first()) else {
        return;
    };
    let overriding = |spec: &ParamSpec| {
        let mut words = spec.void_conditions().filter(|it| it.has && enforce.is_named(it.param)).map(|it| it.word);
        words.find_map(|word| value.words().find(|it| related::says(*it, word)))
    };
    for (param, memory) in section.params.iter().filter_map(|it| Some((it, overriding(it)?))) {
        let name = param.name;
        let Some(overridden) = related::find(context.entries, name).filter(|it| related::is_on(it)) else { continue };
        findings
            .report(overridden.name.range(), format!("`{name}` is overridden by `LSB_RESOURCE_ENFORCE`"))
            .consequence(Item::Line.ignored().because("the kernel enforces memory limits through cgroups"))
            .help("remove the line")
            .related(memory.range(), "memory enforcement is enabled here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the older switches
        //- lsf.conf
        LSB_RESOURCE_ENFORCE="cpu memory"
        LSB_JOB_MEMLIMIT=y
        ^^^^^^^^^^^^^^^^ P305 warning `LSB_JOB_MEMLIMIT` is overridden by `LSB_RESOURCE_ENFORCE`
        LSB_MEMLIMIT_ENFORCE=n

        //# is silent when memory is not enforced
        //- lsf.conf
        LSB_RESOURCE_ENFORCE="cpu"
        LSB_JOB_MEMLIMIT=y
    "#]];
}
