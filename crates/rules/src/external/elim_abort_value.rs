use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::Confidence;

rule! {
    /// Finds an ELIM_ABORT_VALUE of 0, the exit value of every successful program.
    ///
    /// # Effect
    /// LSF does not restart an elim that exits with this value. With 0, an elim that exits normally is not started
    /// again until LIM is restarted.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Parameters
    /// ELIM_ABORT_VALUE = 0
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Parameters
    /// ELIM_ABORT_VALUE = 97
    /// End Parameters
    /// ```
    ///
    /// # Notes
    /// The advice against 0 is inferred.
    pub E256 "elim-abort-value" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            ibm("lsf_admin/load_indices_external", "an elim that exits with ELIM_ABORT_VALUE is not started again"),
            ibm("topic=indices-configuration-modify-external-load", "the same"),
        ],
        checks: [SettingNamed(&["ELIM_ABORT_VALUE"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(word) = context.setting.single_word().filter(|it| it.text().parse() == Ok(0)) else { return };
    findings
        .report(word.range(), "`0` is also the exit value of an elim that ends normally")
        .capped(Confidence::Low)
        .effect("LSF does not restart such an elim until LIM is restarted")
        .help("write a value from 1 to 255 that elims do not otherwise exit with, such as `97`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# zero is an ordinary end
        //- each Parameters of lsf.cluster.c1
        ELIM_ABORT_VALUE = 0
                           ^ E256 info `0` is also the exit value of an elim that ends normally
        ELIM_ABORT_VALUE = 97
    "#]];
}
