use lsflint_lint::{Findings, FlatContext, Item, rule};

use crate::parameter::related;

rule! {
    /// Finds switches of memory enforcement that do nothing because cgroups enforce the limits.
    ///
    /// # Effect
    /// With the word `memory` in LSB_RESOURCE_ENFORCE the kernel enforces memory limits, and LSF no longer looks at the older switches: a
    /// per-process limit that was meant becomes a limit of the job.
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
        family: Parameter,
        scope: OwnFile,
        severity: Warning,
        sources: [ibm("lsf.conf", "LSB_RESOURCE_ENFORCE")],
        checks: [Flat(check)],
    }
}

/// What the kernel takes over.
const OVERRIDDEN: &[&str] = &["LSB_JOB_MEMLIMIT", "LSB_MEMLIMIT_ENFORCE", "LSB_MEMLIMIT_ENF_CONTROL"];

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    let Some(enforce) = related::find(context.entries, "LSB_RESOURCE_ENFORCE") else { return };
    let memory = enforce.known_value().and_then(|it| it.words().find(|it| it.text().eq_ignore_ascii_case("memory")));
    let Some(memory) = memory else { return };
    for name in OVERRIDDEN {
        let Some(dead) = related::find(context.entries, name).filter(|it| related::is_on(it)) else { continue };
        findings
            .report(dead.name.range(), format!("`{name}` has no effect beside `LSB_RESOURCE_ENFORCE`"))
            .consequence(Item::Line.ignored().because("the kernel enforces memory limits through cgroups"))
            .help("remove the line")
            .related(memory.range(), "memory is enforced here");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers CNF007
    #[test]
    fn reports_the_older_switches() {
        check(
            "P305",
            "lsf.conf",
            "LSB_RESOURCE_ENFORCE=\"cpu memory\"\nLSB_JOB_MEMLIMIT=y\nLSB_MEMLIMIT_ENFORCE=n\n",
            expect![[r#"
                2:1-2:17 warning `LSB_JOB_MEMLIMIT` has no effect beside `LSB_RESOURCE_ENFORCE`
                  effect: LSF ignores the line because the kernel enforces memory limits through cgroups
                  help: remove the line
                  1:27-1:33 memory is enforced here
            "#]],
        );
    }

    #[test]
    fn is_silent_when_memory_is_not_enforced() {
        check("P305", "lsf.conf", "LSB_RESOURCE_ENFORCE=\"cpu\"\nLSB_JOB_MEMLIMIT=y\n", expect![[""]]);
    }
}
