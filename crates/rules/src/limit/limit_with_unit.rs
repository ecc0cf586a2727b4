use lsflint_lint::size::Unit;
use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar};
use lsflint_syntax::ast::Amount;

rule! {
    /// Finds limits on memory and files with a unit of their own: `MEMLIMIT = 5G`.
    ///
    /// # Effect
    /// Units are documented for options of commands (`bsub -M 5G`), not for these parameters. A version that does not read them ignores the
    /// line, and there is no limit.
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
    /// Unsafe: where LSF ignores the line today, the limit becomes active. Attached when the unit of limits is known from lsf.conf.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such a value.
    pub L103 "limit-with-unit" {
        family: Limit, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsf.conf", "LSF_UNIT_FOR_LIMITS")],
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
            .report(amount.range(), format!("`{name}` has the unit `{unit_text}`"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Line
                    .ignored()
                    .possible()
                    .because("units are documented only for options of commands")
                    .so("there is no limit"),
            )
            .help("write a plain number in KB, or in the unit of LSF_UNIT_FOR_LIMITS");
        if let Some(plain) = plain(context, amount) {
            let title = format!("write `{plain}`");
            found.help(title.clone()).fix(Fix::replace(Applicability::Unsafe, title, amount.range(), plain));
        }
    }
}

/// The amount in the unit of limits, if that is known and the number comes out whole.
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
                   ^^^^ L103 warning `MEMLIMIT` has the unit `M`
                   = help: write a plain number in KB, or in the unit of LSF_UNIT_FOR_LIMITS
                        ^^^^ L103 warning `MEMLIMIT` has the unit `G`
          SWAPLIMIT = 8GB
                      ^^^ L103 warning `SWAPLIMIT` has the unit `GB`
        //#
        //- lsf.conf
        LSF_LIM_PORT=7869
        //- each Queue
        MEMLIMIT = 500M 1.5G
                   ^^^^ L103 warning `MEMLIMIT` has the unit `M`
                        ^^^^ L103 warning `MEMLIMIT` has the unit `G`
          SWAPLIMIT = 8GB
                      ^^^ L103 warning `SWAPLIMIT` has the unit `GB`
            = fixed: MEMLIMIT = 512000 1572864
            = fixed: SWAPLIMIT = 8388608
        //#
        //- lsf.conf
        LSF_UNIT_FOR_LIMITS=GB
        //- each Queue
        MEMLIMIT = 500M 1.5G
                   ^^^^ L103 warning `MEMLIMIT` has the unit `M`
                        ^^^^ L103 warning `MEMLIMIT` has the unit `G`
          SWAPLIMIT = 8GB
                      ^^^ L103 warning `SWAPLIMIT` has the unit `GB`
            = fixed: SWAPLIMIT = 8

        //# is silent about plain numbers
        //- each Queue
        MEMLIMIT = 500 1500
    "#]];
}
