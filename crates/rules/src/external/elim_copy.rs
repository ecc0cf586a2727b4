use lsflint_lint::{Findings, Item, ServerFilesContext, rule};
use lsflint_model::elim::{FileName, file_name};

rule! {
    /// Finds copies of elims that lie in LSF_SERVERDIR: `elim.lic.bak`, `elim.lic.old`, `elim.lic~`.
    ///
    /// # Effect
    /// LSF starts every file there whose name begins with `elim.`. The copy runs beside the original and reports the same resources; the
    /// latest value wins, so values jump between the two.
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
    /// Only `lsflint elim plan --servers-dir` looks into the folder.
    pub E251 "elim-copy" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            manual("Administering IBM Spectrum LSF", "external load indices: copies must not match the pattern of the names"),
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
            .report(range, format!("`{}` looks like a copy, and is started like any elim", file.name))
            .consequence(lost)
            .help(format!("move it out of LSF_SERVERDIR, or name it `{parked}`"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_server_dir;

    // covers ELM002, EL-036
    #[test]
    fn copies_run_too() {
        check_server_dir(
            "E251",
            &["elim.lic", "elim.lic.bak", "elim.backup", "elim.x~", "lim.old"],
            &[],
            expect![[r#"
                2:1-2:13 warning `elim.lic.bak` looks like a copy, and is started like any elim
                  effect: LSF may ignore values of the original because the copy reports the same resources and the latest value wins
                  help: move it out of LSF_SERVERDIR, or name it `elim_lic.bak`
                3:1-3:12 warning `elim.backup` looks like a copy, and is started like any elim
                  effect: LSF may ignore values of the original because the copy reports the same resources and the latest value wins
                  help: move it out of LSF_SERVERDIR, or name it `elim_backup`
                4:1-4:8 warning `elim.x~` looks like a copy, and is started like any elim
                  effect: LSF may ignore values of the original because the copy reports the same resources and the latest value wins
                  help: move it out of LSF_SERVERDIR, or name it `elim_x~`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_other_names() {
        check_server_dir("E251", &["elim.lic", "elim_lic.bak", "lim", "elim.gpu.ext"], &[], expect![[""]]);
    }
}
