use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind};

rule! {
    /// Finds lsrcp in LSF_REMOTE_COPY_CMD.
    ///
    /// # Effect
    /// LSF runs the command when lsrcp could not copy a file by way of RES. With lsrcp again, the copy fails again.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_CONFDIR=/lsf/conf
    /// LSF_REMOTE_COPY_CMD="lsrcp -a"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_CONFDIR=/lsf/conf
    /// LSF_REMOTE_COPY_CMD="scp -B -o StrictHostKeyChecking=no"
    /// ```
    pub P340 "copy-command-of-lsf" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf.conf.lsf_remote_copy_cmd.5", "the command must not be lsrcp, or a script that calls it"),
        ],
        checks: [SettingNamed(&["LSF_REMOTE_COPY_CMD"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value() else { return };
    if context.broken || context.file.kind() != FileKind::LsfConf {
        return;
    }
    let text = context.file.text(value.range()).trim().trim_start_matches(['"', '\'']);
    let program = text.split_ascii_whitespace().next().unwrap_or_default().trim_end_matches(['"', '\'']);
    if program.rsplit('/').next() != Some("lsrcp") {
        return;
    }
    findings
        .report(value.range(), "the command for failed copies is `lsrcp` itself")
        .capped(Confidence::High)
        .consequence(Item::Value.no_effect().possible().because("it is used when `lsrcp` could not copy the file"))
        .help("use another program, for example `scp`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the program counts
        //- each lsf.conf
        LSF_REMOTE_COPY_CMD="lsrcp -a"
                             ^^^^^^^^ P340 warning the command for failed copies is `lsrcp` itself
        LSF_REMOTE_COPY_CMD=/opt/lsf/bin/lsrcp
                            ^^^^^^^^^^^^^^^^^^ P340 warning the command for failed copies is `lsrcp` itself
        LSF_REMOTE_COPY_CMD="scp -B"
    "#]];
}
