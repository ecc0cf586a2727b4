use lsflint_lint::{Findings, Item, ServerFilesContext, rule};
use lsflint_model::elim::{FileName, file_name};

rule! {
    /// Finds files in LSF_SERVERDIR that are named like elims and cannot be one: without permission to run, source text, settings, notes.
    ///
    /// # Effect
    /// LSF tries to start them, fails, and tries again every 90 seconds. When the file was meant to be an elim, its resources have no value.
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
    /// Only `lsflint elim plan --servers-dir` looks into the folder.
    pub E253 "elim-no-program" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            manual("Administering IBM Spectrum LSF", "external load indices: every file whose name matches is started, and restarted when it ends"),
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
                let message = format!("`{name}` looks like no program, and is started like any elim");
                (message, no_effect.possible(), "keep it somewhere else")
            }
            FileName::Elim if file.executable == Some(false) => {
                let message = format!("`{name}` has no permission to be run");
                (message, no_effect, "give it, or keep the file somewhere else")
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
        ^^^^^^ E253 warning `elim.c` looks like no program, and is started like any elim
        elim.lic.conf
        ^^^^^^^^^^^^^ E253 warning `elim.lic.conf` looks like no program, and is started like any elim
        -elim.disk
         ^^^^^^^^^ E253 warning `elim.disk` has no permission to be run
            = effect: the file has no effect because LSF cannot start it and keeps trying
            = help: give it, or keep the file somewhere else
        -lim

        //# one finding per file
        //- LSF_SERVERDIR
        -elim.lic.bak
        -elim.user
        -elim
    "#]];
}
