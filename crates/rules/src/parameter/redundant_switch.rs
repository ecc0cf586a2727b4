use lsflint_lint::{Findings, FlatContext, Item, rule};

use crate::parameter::related;

rule! {
    /// Finds a memory enforcement parameter that is redundant because of another one.
    ///
    /// # Effect
    /// With LSB_JOB_MEMLIMIT, LSF adds up the memory of all processes of a job and kills the job if it exceeds its
    /// limit. LSB_MEMLIMIT_ENFORCE then has no further effect: the operating system limit on each process, which it
    /// would enforce, is not set.
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
    // With cgroups, neither parameter has an effect, which another rule reports.
    if on("LSB_RESOURCE_ENFORCE").is_some() {
        return;
    }
    findings
        .report(enforce.name.range(), "`LSB_MEMLIMIT_ENFORCE` is redundant with `LSB_JOB_MEMLIMIT`")
        .consequence(
            Item::Line
                .no_effect()
                .because("LSF enforces the memory limit for the job as a whole, not for each process"),
        )
        .help(
            "keep `LSB_JOB_MEMLIMIT` for one limit per job, or only `LSB_MEMLIMIT_ENFORCE` to limit each process, too",
        )
        .related(job.name.range(), "`LSB_JOB_MEMLIMIT` is set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one switch is enough
        //- lsf.conf
        LSB_JOB_MEMLIMIT=Y
        LSB_MEMLIMIT_ENFORCE=y
        ^^^^^^^^^^^^^^^^^^^^ P307 info `LSB_MEMLIMIT_ENFORCE` is redundant with `LSB_JOB_MEMLIMIT`

        //# is silent about one of them
        //- lsf.conf
        LSB_JOB_MEMLIMIT=n
        LSB_MEMLIMIT_ENFORCE=y
        //#
        //- each lsf.conf: LSB_JOB_MEMLIMIT=y
    "#]];
}
