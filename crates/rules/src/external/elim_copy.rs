use lsflint_lint::{Findings, Item, ServerFilesContext, rule};
use lsflint_model::elim::{FileName, file_name};

rule! {
    /// Finds copies of elims in LSF_SERVERDIR: `elim.lic.bak`, `elim.lic.old`, `elim.lic~`.
    ///
    /// # Effect
    /// LSF starts every file there whose name begins with `elim.`. The copy runs in addition to the original and
    /// reports the same resources. The latest value wins, so the values alternate between the two.
    ///
    /// # Example
    /// ```LSF_SERVERDIR
    /// elim.lic
    /// elim.lic.bak
    /// ```
    ///
    /// # Use instead
    /// ```LSF_SERVERDIR
    /// elim.lic
    /// elim_lic.bak
    /// ```
    ///
    /// Only `lsflint elim plan --servers-dir` checks the directory.
    pub E251 "elim-copy" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/load_indices_external",
                "LSF starts each file with a name of the pattern; copies are moved away or get another name",
            ),
        ],
        checks: [ServerFiles(check)],
    }
}

fn check(context: &ServerFilesContext<'_>, findings: &mut Findings) {
    for (file, range) in context.lines().filter(|it| file_name(&it.0.name) == FileName::Copy) {
        let lost = Item::Value.ignored().called("values of the original").possible();
        let lost = lost.because("the copy reports the same resources and the latest value wins");
        let parked = file.name.replacen('.', "_", 1);
        findings
            .report(range, format!("`{}` looks like a copy, but LSF starts it as an elim", file.name))
            .consequence(lost)
            .help(format!("move it out of LSF_SERVERDIR, or rename it to `{parked}`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# copies run too
        //- LSF_SERVERDIR
        elim.lic
        elim.lic.bak
        ^^^^^^^^^^^^ E251 warning `elim.lic.bak` looks like a copy, but LSF starts it as an elim
        elim.backup
        ^^^^^^^^^^^ E251 warning `elim.backup` looks like a copy, but LSF starts it as an elim
        elim.x~
        ^^^^^^^ E251 warning `elim.x~` looks like a copy, but LSF starts it as an elim
        lim.old

        //# is silent about other names
        //- LSF_SERVERDIR
        elim.lic
        elim_lic.bak
        lim
        elim.gpu.ext
    "#]];
}
