use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind};

rule! {
    /// Finds a PERFORMANCE_THRESHOLD_FILE that is not the lsb.threshold of this configuration.
    ///
    /// # Effect
    /// LSF reads the file that the parameter names and ignores this lsb.threshold.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// PERFORMANCE_THRESHOLD_FILE = /other/place/energy.conf
    /// End Parameters
    ///
    /// //- lsb.threshold
    /// Begin Min_Energy
    /// THRESHOLD_RUNTIME_VAR = 10
    /// End Min_Energy
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// PERFORMANCE_THRESHOLD_FILE = /opt/lsf/conf/lsbatch/lab/configdir/lsb.threshold
    /// End Parameters
    ///
    /// //- lsb.threshold
    /// Begin Min_Energy
    /// THRESHOLD_RUNTIME_VAR = 10
    /// End Min_Energy
    /// ```
    pub P403 "other-threshold-file" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsb.threshold", "the file of the thresholds"),
        ],
        checks: [SettingNamed(&["PERFORMANCE_THRESHOLD_FILE"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range()).trim_matches(['"', '\'']);
    if text.contains(['$', '%']) {
        return;
    }
    let sections = FileKind::LsbThreshold.spec().sections;
    let Some(record) = sections.iter().find_map(|it| view.all(FileKind::LsbThreshold, it.name).next()) else { return };
    let place = record.place();
    // The configuration may be checked in a directory other than its installation directory, so only the last two
    // components are compared.
    if ends(text).zip(ends(&place.file)).all(|(named, seen)| named == seen) {
        return;
    }
    findings
        .report(value.range(), "`PERFORMANCE_THRESHOLD_FILE` is not the lsb.threshold of this configuration")
        .capped(Confidence::Medium)
        .consequence(Item::File.ignored().called("this lsb.threshold").possible())
        .help("write the path of the lsb.threshold to use, or remove the line")
        .related_at(place, "this file is not read");
}

/// The last two components of a path, last one first.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    path.rsplit('/').filter(|it| !it.is_empty() && *it != ".").take(2)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the file is the one in view
        //- Min_Energy of configdir/lsb.threshold: THRESHOLD_RUNTIME_VAR = 10
        //- each Parameters
        PERFORMANCE_THRESHOLD_FILE = /conf/lsbatch/c1/configdir/lsb.threshold
        PERFORMANCE_THRESHOLD_FILE = /other/lsb.threshold
                                     ^^^^^^^^^^^^^^^^^^^^ P403 warning
                                     = `PERFORMANCE_THRESHOLD_FILE` is not the lsb.threshold of this configuration
        PERFORMANCE_THRESHOLD_FILE = $LSF_ENVDIR/lsb.threshold
    "#]];
}
