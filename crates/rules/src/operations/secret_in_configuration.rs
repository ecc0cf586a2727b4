use lsflint_lint::{Findings, FlatContext, Item, rule};
use lsflint_spec::{FileKind, Grammar, ParamSpec};

rule! {
    /// Finds keys and passwords in lsf.conf.
    ///
    /// # Effect
    /// LSF reads them only from lsf.sudoers, which only root can read, and ignores the line. Every user can read
    /// lsf.conf, and it is often under version control, so the key is no longer secret.
    ///
    /// The other parameters of lsf.sudoers are reported as `parameter-in-wrong-file`.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_EAUTH_KEY=do_not_tell
    /// ```
    ///
    /// # Use instead
    /// ```lsf.sudoers
    /// LSF_EAUTH_KEY=do_not_tell
    /// ```
    pub Z001 "secret-in-configuration" {
        family: Operations, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.sudoers", "the file is owned by root and readable only by root"),
        ],
        checks: [Flat(check)],
    }
}

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfConf {
        return;
    }
    let Some(sudoers) = FileKind::LsfSudoers.spec().sections.first() else { return };
    for setting in context.entries.iter().filter(|it| it.spec.is_none()) {
        let name = setting.name.text();
        let Some(spec) = sudoers.param(&name).filter(|it| it.name == name && is_secret(it)) else { continue };
        findings
            .report(setting.name.range(), format!("`{}` belongs in `lsf.sudoers`", spec.name))
            .consequence(Item::Line.ignored().so("it only exposes the secret to every user"))
            .help("move it to `lsf.sudoers`, which only root can read, and change the secret");
    }
}

/// Whether a parameter of lsf.sudoers is a key or a password. Only these are free text there.
pub(crate) fn is_secret(spec: &ParamSpec) -> bool {
    spec.grammar == Grammar::Text
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# accounts are not secrets
        //- lsf.conf
        LSF_EAUTH_KEY=do_not_tell
        ^^^^^^^^^^^^^ Z001 warning `LSF_EAUTH_KEY` belongs in `lsf.sudoers`
        LSF_EAUTH_USER=lsfadmin
        LSF_STARTUP_USERS="all_admins"

        //# is silent in the right file
        //- lsf.sudoers: LSF_EAUTH_KEY=do_not_tell
        //#
        //- lsf.conf
        LSF_AUTH=eauth
        # LSF_EAUTH_KEY=do_not_tell
    "#]];
}
