use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::Confidence;

rule! {
    /// Finds an ELIM_ABORT_VALUE of 0, which is how any program ends that found nothing wrong.
    ///
    /// # Effect
    /// LSF does not start an elim again that ends with this value. With 0 every elim that ends in an ordinary way stays away until LIM is
    /// restarted.
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
    /// That 0 is unwise is our conclusion.
    pub E256 "elim-abort-value" {
        family: External, scope: Cluster, severity: Info,
        sources: [manual("Administering IBM Spectrum LSF", "external load indices on restarts")],
        checks: [SettingNamed(&["ELIM_ABORT_VALUE"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(word) = context.setting.single_word().filter(|it| it.text().parse() == Ok(0)) else { return };
    findings
        .report(word.range(), "an ordinary end of an elim counts as its wish not to be started again")
        .capped(Confidence::Low)
        .effect("LSF does not restart an elim that ended normally until LIM is restarted")
        .help("write a number from 1 to 255 that no elim ends with by accident, for example `97`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# zero is an ordinary end
        //- each Parameters of lsf.cluster.c1
        ELIM_ABORT_VALUE = 0
                           ^ E256 info an ordinary end of an elim counts as its wish not to be started again
        ELIM_ABORT_VALUE = 97
    "#]];
}
