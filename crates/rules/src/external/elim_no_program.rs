use lsflint_lint::{Findings, Item, ServerFilesContext, rule};
use lsflint_model::elim::{FileName, file_name};

rule! {
    /// Finds files in LSF_SERVERDIR that are named like elims but cannot run: no execute permission, source text,
    /// settings, notes.
    ///
    /// # Effect
    /// LSF tries to start the file, fails, and tries again every 90 seconds. If it should be an elim, its resources
    /// have no value.
    ///
    /// # Example
    /// ```LSF_SERVERDIR
    /// elim.lic
    /// elim.lic.conf
    /// ```
    ///
    /// # Use instead
    /// ```LSF_SERVERDIR
    /// elim.lic
    /// lic.conf
    /// ```
    ///
    /// Only `lsflint elim plan --servers-dir` checks the directory.
    pub E253 "elim-no-program" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/load_indices_external",
                "LSF starts each file with a name of the pattern, and starts it again when it ends, once in 90 seconds",
            ),
        ],
        checks: [ServerFiles(check)],
    }
}

fn check(context: &ServerFilesContext<'_>, findings: &mut Findings) {
    for (file, range) in context.lines() {
        let name = &file.name;
        let no_effect = Item::File.no_effect().because("LSF cannot start it and keeps trying");
        let (message, consequence, help) = match file_name(name) {
            FileName::NoProgram => {
                let message = format!("`{name}` does not look like a program, but LSF starts it as an elim");
                (message, no_effect.possible(), "move it to another directory")
            }
            FileName::Elim if file.executable == Some(false) => {
                let message = format!("`{name}` is not executable");
                (message, no_effect, "make it executable, or move it to another directory")
            }
            _ => continue,
        };
        findings.report(range, message).consequence(consequence).help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# files that cannot run
        //- LSF_SERVERDIR
        elim.lic
        elim.c
        ^^^^^^ E253 warning `elim.c` does not look like a program, but LSF starts it as an elim
        elim.lic.conf
        ^^^^^^^^^^^^^ E253 warning `elim.lic.conf` does not look like a program, but LSF starts it as an elim
        -elim.disk
         ^^^^^^^^^ E253 warning `elim.disk` is not executable
            = effect: the file has no effect because LSF cannot start it and keeps trying
            = help: make it executable, or move it to another directory
        -lim

        //# one finding per file
        //- LSF_SERVERDIR
        -elim.lic.bak
        -elim.user
        -elim
    "#]];
}
