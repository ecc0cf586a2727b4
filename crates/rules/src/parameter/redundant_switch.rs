use lsflint_lint::{Findings, FlatContext, Item, rule};

use crate::parameter::related;

rule! {
    /// Finds a switch of memory enforcement that adds nothing to the one beside it.
    ///
    /// # Effect
    /// With LSB_JOB_MEMLIMIT LSF counts the memory of a job as a whole and kills it above its limit. LSB_MEMLIMIT_ENFORCE is of no further
    /// use then: the limit of the operating system on each process, which it would keep, is not set.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSB_JOB_MEMLIMIT=y
    /// LSB_MEMLIMIT_ENFORCE=y
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSB_JOB_MEMLIMIT=y
    /// ```
    pub P307 "redundant-switch" {
        family: Parameter, scope: OwnFile, severity: Info, tags: [Unnecessary],
        sources: [ibm("lsf.conf", "LSB_JOB_MEMLIMIT")],
        checks: [Flat(check)],
    }
}

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    let on = |name: &str| related::find(context.entries, name).filter(|it| related::is_on(it) && it.has_value());
    let (Some(job), Some(enforce)) = (on("LSB_JOB_MEMLIMIT"), on("LSB_MEMLIMIT_ENFORCE")) else { return };
    // Beside cgroups neither of them counts; that is another finding.
    if on("LSB_RESOURCE_ENFORCE").is_some() {
        return;
    }
    findings
        .report(enforce.name.range(), "`LSB_MEMLIMIT_ENFORCE` adds nothing to `LSB_JOB_MEMLIMIT`")
        .consequence(
            Item::Line
                .no_effect()
                .because("LSF enforces the memory limit for the job as a whole, not for each process"),
        )
        .help("keep `LSB_JOB_MEMLIMIT` for one limit per job; keep `LSB_MEMLIMIT_ENFORCE` alone for limits per process, too")
        .related(job.name.range(), "set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one switch is enough
        //- lsf.conf
        LSB_JOB_MEMLIMIT=Y
        LSB_MEMLIMIT_ENFORCE=y
        ^^^^^^^^^^^^^^^^^^^^ P307 info `LSB_MEMLIMIT_ENFORCE` adds nothing to `LSB_JOB_MEMLIMIT`

        //# is silent about one of them
        //- lsf.conf
        LSB_JOB_MEMLIMIT=n
        LSB_MEMLIMIT_ENFORCE=y
        //#
        //- each lsf.conf
        LSB_JOB_MEMLIMIT=y
    "#]];
}
