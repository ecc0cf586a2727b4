use lsflint_lint::{Findings, Item, SettingContext, rule};

rule! {
    /// Finds guaranteed resource pools whose guarantees add up to more than 100 percent.
    ///
    /// # Effect
    /// LSF cannot provide all guarantees at the same time.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// DISTRIBUTION = ([physics, 70%] [biology, 60%])
    /// End GuaranteedResourcePool
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// DISTRIBUTION = ([physics, 40%] [biology, 60%])
    /// End GuaranteedResourcePool
    /// ```
    pub L305 "pool-percentages" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            manual(
                "Configuration overview of guaranteed resource pools (LSF 9.1)",
                "a percentage is that of the guaranteed resources in the pool",
            ),
        ],
        checks: [SettingNamed(&["DISTRIBUTION"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let pool = context.section_spec().is_some_and(|it| it.name == "GuaranteedResourcePool");
    let Some(value) = context.setting.known_value().filter(|_| pool && !context.broken) else { return };
    let text = context.file.text(value.range());
    let sum: u64 = text.match_indices('%').filter_map(|(at, _)| number_before(&text[..at])).sum();
    if sum > 100 {
        findings
            .report(value.range(), format!("guarantees of the pool add up to {sum}%"))
            .consequence(
                Item::Value
                    .ignored()
                    .called("some of the guarantees")
                    .possible()
                    .because("it cannot provide all of them at the same time"),
            )
            .help("distribute at most 100%");
    }
}

/// The whole number at the end of a text.
fn number_before(text: &str) -> Option<u64> {
    let text = text.trim_end();
    let start = text.rfind(|it: char| !it.is_ascii_digit()).map_or(0, |at| at + 1);
    text[start..].parse::<u32>().ok().map(u64::from)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# adds up
        //- each GuaranteedResourcePool
        TYPE = slots
          DISTRIBUTION = ([sla1, 70%] [sla2, 60%])
                          ^^^^^^^^^^^^^^^^^^^^^^^ L305 warning guarantees of the pool add up to 130%
        TYPE = slots
          DISTRIBUTION = ([sla1, 40%] [sla2, 60%])
        TYPE = slots
          DISTRIBUTION = ([sla1, 400] [sla2, 60%])
    "#]];
}
