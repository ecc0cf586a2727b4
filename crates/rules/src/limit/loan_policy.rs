use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::Shape;

use crate::parameter::{related, wording};

rule! {
    /// Finds loan policies that name no queue, or keep something back twice.
    ///
    /// # Effect
    /// Without `QUEUES[...]` no job may borrow from the pool. RETAIN and IDLE_BUFFER are two names of one thing.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME          = pool
    /// TYPE          = slots
    /// DISTRIBUTION  = ([physics, 40%])
    /// LOAN_POLICIES = DURATION[10]
    /// End GuaranteedResourcePool
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME          = pool
    /// TYPE          = slots
    /// DISTRIBUTION  = ([physics, 40%])
    /// LOAN_POLICIES = QUEUES[short] DURATION[10]
    /// End GuaranteedResourcePool
    /// ```
    pub L307 "loan-policy" {
        family: Limit, scope: Cluster, severity: Error,
        sources: [ibm("lsb.resources", ""), manual("Administering IBM Spectrum LSF", "guaranteed resource pools")],
        checks: [SettingNamed(&["LOAN_POLICIES"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec.filter(|_| !context.broken && context.setting.has_value()) else { return };
    let Some(value) = context.setting.typed::<Shape<'_>>() else { return };
    let word = |name: &str| value.keywords().find(|it| related::says(*it, name));
    if word("QUEUES").is_none() {
        findings
            .report(context.setting.value_range(), "the loan policy names no queues")
            .capped(spec.confidence)
            .consequence(
                Item::Line
                    .no_effect()
                    .called("the loan policy")
                    .possible_unless(wording::is_sure(spec))
                    .so("no jobs may borrow from the pool"),
            )
            .help("begin with `QUEUES[all]`, or with the queues that may borrow");
    }
    if let (Some(retain), Some(buffer)) = (word("RETAIN"), word("IDLE_BUFFER")) {
        findings
            .report(buffer.range(), "`RETAIN` and `IDLE_BUFFER` exclude each other")
            .capped(spec.confidence)
            .consequence(
                Item::Value
                    .ignored()
                    .called("one of the two")
                    .possible()
                    .because("IDLE_BUFFER is only the older name of RETAIN"),
            )
            .help("keep `RETAIN`")
            .related(retain.range(), "`RETAIN`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads policies
        //- each GuaranteedResourcePool
        TYPE = slots
          DISTRIBUTION = ([s, 5])
          LOAN_POLICIES = DURATION[10]
                          ^^^^^^^^^^^^ L307 warning the loan policy names no queues
        TYPE = slots
          DISTRIBUTION = ([s, 5])
          LOAN_POLICIES = QUEUES[all] RETAIN[10] IDLE_BUFFER[5]
                                                 ^^^^^^^^^^^ L307 warning `RETAIN` and `IDLE_BUFFER` exclude each other
                                        = effect: LSF may ignore one of the two because IDLE_BUFFER is only the older
                                        =   name of RETAIN
                                        = help: keep `RETAIN`
                                        = related 3:29 `RETAIN`
        TYPE = slots
          DISTRIBUTION = ([s, 5])
          LOAN_POLICIES = QUEUES[!short night] DURATION[10] RETAIN[10%]
    "#]];
}
