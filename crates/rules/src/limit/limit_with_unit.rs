use lsflint_lint::size::Unit;
use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar};
use lsflint_syntax::ast::Amount;

rule! {
    /// Finds memory and file size limits with a unit suffix: `MEMLIMIT = 5G`.
    ///
    /// # Effect
    /// Units are documented for command options (`bsub -M 5G`), not for these parameters. A version that does not
    /// support them ignores the line, and no limit applies.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 5G
    /// End Queue
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=KB
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 5242880
    /// End Queue
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=KB
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a limit that LSF may currently ignore. Offered only if the unit for limits is known from
    /// lsf.conf.
    pub L103 "limit-with-unit" {
        family: Limit, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [
            ibm("lsf.conf", "LSF_UNIT_FOR_LIMITS"),
            volclava("lsbatch/lib/lsb.conf.c", "my_atoi", "a number followed by a unit is refused"),
        ],
        checks: [SettingWith(is_size, check)],
    }
}

fn is_size(grammar: &Grammar) -> bool {
    matches!(grammar, Grammar::Size | Grammar::LimitPair)
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(node) = setting.known_value().and_then(|it| it.content()) else { return };
    let judged = setting.spec.is_some_and(|it| it.confidence != Confidence::Low);
    if context.broken || !judged {
        return;
    }
    for amount in Amount::all_in(node) {
        let Some(unit_token) = amount.unit() else { continue };
        let (name, unit_text) = (setting.display_name(), unit_token.text());
        let found = findings
            .report(amount.range(), format!("undocumented unit `{unit_text}` in `{name}`"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Line
                    .ignored()
                    .possible()
                    .because("units are documented only for command options")
                    .so("no limit applies"),
            )
            .help("write a number without a unit, in KB or in the unit of `LSF_UNIT_FOR_LIMITS`");
        if let Some(plain) = plain(context, amount) {
            let title = format!("write `{plain}`");
            found.help(title.clone()).fix(Fix::replace(Applicability::Unsafe, title, amount.range(), plain));
        }
    }
}

/// The amount in the unit for limits, if the unit is known and the result is a whole number.
fn plain(context: &SettingContext<'_>, amount: Amount<'_>) -> Option<String> {
    let base = Unit::of_limits(context.file.cluster.switches())?;
    let number = amount.value()? * Unit::of(&amount.unit()?.text())?.megabytes() / base.megabytes();
    (number >= 1.0 && number.fract() == 0.0 && number < 1e15).then(|| format!("{number}"))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# converts when the unit is known
        //- each Queue
        MEMLIMIT = 500M 1.5G
                   ^^^^ L103 warning undocumented unit `M` in `MEMLIMIT`
                   = help: write a number without a unit, in KB or in the unit of `LSF_UNIT_FOR_LIMITS`
                        ^^^^ L103 warning undocumented unit `G` in `MEMLIMIT`
          SWAPLIMIT = 8GB
                      ^^^ L103 warning undocumented unit `GB` in `SWAPLIMIT`
        //#
        //- lsf.conf: LSF_LIM_PORT=7869
        //- each Queue
        MEMLIMIT = 500M 1.5G
                   ^^^^ L103 warning undocumented unit `M` in `MEMLIMIT`
                        ^^^^ L103 warning undocumented unit `G` in `MEMLIMIT`
          SWAPLIMIT = 8GB
                      ^^^ L103 warning undocumented unit `GB` in `SWAPLIMIT`
            = fixed: MEMLIMIT = 512000 1572864
            = fixed: SWAPLIMIT = 8388608
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB
        //- each Queue
        MEMLIMIT = 500M 1.5G
                   ^^^^ L103 warning undocumented unit `M` in `MEMLIMIT`
                        ^^^^ L103 warning undocumented unit `G` in `MEMLIMIT`
          SWAPLIMIT = 8GB
                      ^^^ L103 warning undocumented unit `GB` in `SWAPLIMIT`
            = fixed: SWAPLIMIT = 8

        //# is silent about plain numbers
        //- each Queue: MEMLIMIT = 500 1500
    "#]];
}
