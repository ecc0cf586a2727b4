use lsflint_lint::{Findings, Item, ServerFilesContext, rule};
use lsflint_model::elim::{FileName, file_name};
use lsflint_spec::{OLD_ELIM, RESERVED_ELIM};

rule! {
    /// Finds obsolete elim file names in LSF_SERVERDIR: `elim.user`, and `elim` without a suffix.
    ///
    /// # Effect
    /// `elim.user` is reserved for configurations of old versions. `elim` without a suffix is the single elim of LSF 4;
    /// newer versions start `elim.NAME`.
    ///
    /// # Example
    /// ```LSF_SERVERDIR
    /// elim.user
    /// ```
    ///
    /// # Use instead
    /// ```LSF_SERVERDIR
    /// elim.site
    /// ```
    ///
    /// Only `lsflint elim plan --servers-dir` checks the directory.
    pub E252 "elim-reserved-file" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/load_indices_external", "`elim.user` is reserved, and elims have the name `elim.NAME`"),
        ],
        checks: [ServerFiles(check)],
    }
}

fn check(context: &ServerFilesContext<'_>, findings: &mut Findings) {
    for (file, range) in context.lines() {
        let (message, consequence) = match file_name(&file.name) {
            FileName::Reserved => (format!("`{RESERVED_ELIM}` is a reserved name"), None),
            FileName::Old => (
                format!("`{OLD_ELIM}` has no suffix"),
                Some(Item::File.ignored().possible().because("it is the single elim of LSF 4")),
            ),
            _ => continue,
        };
        let found = findings.report(range, message).help("rename it after what it measures: `elim.NAME`");
        match consequence {
            Some(it) => found.consequence(it),
            None => found.effect("configurations of old versions use the name"),
        };
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names of the past
        //- LSF_SERVERDIR
        elim
        ^^^^ E252 warning `elim` has no suffix
            = effect: LSF may ignore the file because it is the single elim of LSF 4
        elim.user
        ^^^^^^^^^ E252 warning `elim.user` is a reserved name
        elim.users
        melim
    "#]];
}
