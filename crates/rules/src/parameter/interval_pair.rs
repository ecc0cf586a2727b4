use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Confidence;

rule! {
    /// Finds a JOB_SCHEDULING_INTERVAL whose longest cycle is shorter than its pause.
    ///
    /// # Effect
    /// The first number is the least time between two scheduling sessions, the second one the longest time that a session may take before
    /// LSF begins the next one. A second number below the first one cannot be kept.
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
    if let [pause, cycle] = numbers[..]
        && cycle < pause
    {
        findings
            .report(value.range(), "the longest cycle is shorter than the pause between two cycles")
            .capped(Confidence::Medium)
            .consequence(
                Item::Value
                    .no_effect()
                    .possible()
                    .called("the second number")
                    .because("the next cycle cannot begin before the pause is over"),
            )
            .help("write the pause first, then a longer time in seconds, such as `1 45`");
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
                                  ^^^^^ P216 warning the longest cycle is shorter than the pause between two cycles
        JOB_SCHEDULING_INTERVAL = 500ms 45
        JOB_SCHEDULING_INTERVAL = 500 ms 45
        JOB_SCHEDULING_INTERVAL = 1 45
        JOB_SCHEDULING_INTERVAL = 60
    "#]];
}
