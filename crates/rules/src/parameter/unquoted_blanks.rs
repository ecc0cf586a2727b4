use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Severity, rule};
use lsflint_spec::lists;
use lsflint_syntax::{StructureError, TextRange};

rule! {
    /// Finds values of several words without double quotes in lsf.conf, ego.conf and the files of the installer.
    ///
    /// # Effect
    /// In lsf.conf this is a syntax error: LSF rejects the whole file, and no daemon or command starts. The installer
    /// may read only the first word.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_SERVER_HOSTS=hosta hostb
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_SERVER_HOSTS="hosta hostb"
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a file that LSF currently rejects.
    ///
    /// # Notes
    /// Single quotes do not group words there. The manual page of LSB_BSUB_ERR_RETRY writes the value without quotes;
    /// the finding is a warning there.
    pub P011 "unquoted-blanks" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.initenv.c",
                "parseLine",
                "a second value on the line is a syntax error; only double quotes join words to one value",
            ),
            ibm("lsf.conf", "a value with spaces is enclosed in quotation marks"),
            ibm(
                "lsf_config_ref/install.config",
                "a value that contains multiple strings separated by spaces must be enclosed in quotation marks",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::UnquotedSecondWord) {
        return;
    }
    let value = context.setting.and_then(|it| it.value);
    let whole = value.map(|it| TextRange::new(it.node().range().start(), context.error.range.end()));
    let installer = context.file.kind().spec().installer_only;
    if installer && whole.is_some_and(|it| context.file.text(it).starts_with('\'')) {
        // The pages say "quotation marks" without naming them.
        return;
    }
    let finding = findings.report(context.error.range, "value of several words without double quotes");
    let spec = context.setting.and_then(|it| it.spec);
    if spec.is_some_and(|it| lists::UNQUOTED_IN_MANUAL.contains(&it.name)) {
        finding.severity(Severity::Warning);
    }
    match installer {
        true => finding.effect("the installer may read only the first word"),
        false => finding.consequence(Item::File.rejected().so("no daemon or command starts")),
    };
    let Some(whole) = whole else { return };
    let inner = context.file.text(whole).trim_matches('\'');
    finding.help(format!("write `\"{inner}\"`"));
    if !inner.contains(['"', '\n']) {
        let fix = Fix::replace(Applicability::Unsafe, "add double quotes", whole, format!("\"{inner}\""));
        finding.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# several words
        //- lsf.conf
        LSF_SERVER_HOSTS=a b c
                           ^^^ P011 error value of several words without double quotes
        LSF_MASTER_LIST='a b'
                           ^^ P011 error value of several words without double quotes
        LSF_TOP="a b" # c
        //- fixed lsf.conf
        -LSF_SERVER_HOSTS=a b c
        -LSF_MASTER_LIST='a b'
        +LSF_SERVER_HOSTS="a b c"
        +LSF_MASTER_LIST="a b"

        //# files of the installer
        //- install.config
        LSF_TOP="/usr/share/lsf"
        LSF_ADMINS=lsfadmin user1
                            ^^^^^ P011 error value of several words without double quotes
                            = effect: the installer may read only the first word
        LSF_CLUSTER_NAME=cluster1
        LSF_MASTER_LIST='hosta hostb'
        //- fixed install.config
        -LSF_ADMINS=lsfadmin user1
        +LSF_ADMINS="lsfadmin user1"

        //# writes the quotes
        //- each lsf.conf
        LSF_SERVER_HOSTS=a b c # x
                           ^^^ P011 error value of several words without double quotes
            = fixed: LSF_SERVER_HOSTS="a b c" # x
        LSF_MASTER_LIST='a b'
                           ^^ P011 error value of several words without double quotes
            = fixed: LSF_MASTER_LIST="a b"

        //# the manual page writes no quotes
        //- lsf.conf
        LSB_BSUB_ERR_RETRY=RETRY_CNT[3] ERR_TYPE[BAD_XDR]
                                        ^^^^^^^^^^^^^^^^^ P011 warning value of several words without double quotes
        //- fixed lsf.conf
        -LSB_BSUB_ERR_RETRY=RETRY_CNT[3] ERR_TYPE[BAD_XDR]
        +LSB_BSUB_ERR_RETRY="RETRY_CNT[3] ERR_TYPE[BAD_XDR]"
    "#]];
}
