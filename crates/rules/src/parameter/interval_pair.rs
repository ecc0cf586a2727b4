use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Confidence;

rule! {
    /// Finds a JOB_SCHEDULING_INTERVAL whose second number is below the first.
    ///
    /// # Effect
    /// The first number is the minimum time between two scheduling sessions. The second number is the maximum time that
    /// a session may take before LSF starts the next one. LSF cannot honor a second number that is below the first.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// JOB_SCHEDULING_INTERVAL = 60 45
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// JOB_SCHEDULING_INTERVAL = 500ms 45
    /// End Parameters
    /// ```
    pub P216 "interval-pair" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [ibm("lsb.params", "JOB_SCHEDULING_INTERVAL")],
        checks: [SettingNamed(&["JOB_SCHEDULING_INTERVAL"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range()).to_ascii_lowercase();
    // `500 ms` and `500ms` are the same.
    let joined = text.replace(" ms", "ms");
    let numbers: Vec<f64> = joined.split_ascii_whitespace().filter_map(seconds).collect();
    if let [minimum, maximum] = numbers[..]
        && maximum < minimum
    {
        findings
            .report(value.range(), "the second number of `JOB_SCHEDULING_INTERVAL` is below the first")
            .capped(Confidence::Medium)
            .consequence(
                Item::Value
                    .no_effect()
                    .possible()
                    .called("the second number")
                    .because("the next session cannot start before the minimum time has passed"),
            )
            .help("write the minimum first, then a longer time in seconds, such as `1 45`");
    }
}

fn seconds(word: &str) -> Option<f64> {
    match word.strip_suffix("ms") {
        Some(number) => number.parse::<f64>().ok().map(|it| it / 1000.0),
        None => word.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the cycle is longer than the pause
        //- each Parameters
        JOB_SCHEDULING_INTERVAL = 60 45
                                  ^^^^^ P216 warning the second number of `JOB_SCHEDULING_INTERVAL` is below the first
        JOB_SCHEDULING_INTERVAL = 500ms 45
        JOB_SCHEDULING_INTERVAL = 500 ms 45
        JOB_SCHEDULING_INTERVAL = 1 45
        JOB_SCHEDULING_INTERVAL = 60
    "#]];
}
