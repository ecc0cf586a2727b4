use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::Shape;

use crate::parameter::related;

rule! {
    /// Finds loan policies without queues, or with both RETAIN and IDLE_BUFFER.
    ///
    /// # Effect
    /// Without `QUEUES[...]`, no job can borrow from the pool. RETAIN and IDLE_BUFFER are two names for the same
    /// policy.
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
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.resources", "LOAN_POLICIES: QUEUES names the queues that can borrow; RETAIN"),
            ibm("lsf_admin/guar_res_pools_about", "guaranteed resources that are not used can be lent"),
        ],
        checks: [SettingNamed(&["LOAN_POLICIES"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec.filter(|_| !context.broken && context.setting.has_value()) else { return };
    let Some(value) = context.setting.typed::<Shape<'_>>() else { return };
    let word = |name: &str| value.keywords().find(|it| related::says(*it, name));
    if word("QUEUES").is_none() {
        findings
            .report(context.setting.value_range(), "loan policy has no `QUEUES`")
            .capped(spec.confidence)
            .consequence(
                Item::Line.no_effect().called("the loan policy").possible().so("no jobs can borrow from the pool"),
            )
            .help("begin with `QUEUES[all]`, or with the queues that are allowed to borrow");
    }
    if let (Some(retain), Some(buffer)) = (word("RETAIN"), word("IDLE_BUFFER")) {
        findings
            .report(buffer.range(), "`RETAIN` cannot be combined with `IDLE_BUFFER`")
            .capped(spec.confidence)
            .consequence(
                Item::Value
                    .ignored()
                    .called("one of the two")
                    .possible()
                    .because("IDLE_BUFFER is the older name of RETAIN"),
            )
            .help("use only `RETAIN`")
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
                          ^^^^^^^^^^^^ L307 warning loan policy has no `QUEUES`
        TYPE = slots
          DISTRIBUTION = ([s, 5])
          LOAN_POLICIES = QUEUES[all] RETAIN[10] IDLE_BUFFER[5]
                                                 ^^^^^^^^^^^ L307 warning `RETAIN` cannot be combined with `IDLE_BUFFER`
                                        = effect: LSF may ignore one of the two because IDLE_BUFFER is the older name of
                                        =   RETAIN
                                        = help: use only `RETAIN`
                                        = related 3:29 `RETAIN`
        TYPE = slots
          DISTRIBUTION = ([s, 5])
          LOAN_POLICIES = QUEUES[!short night] DURATION[10] RETAIN[10%]
    "#]];
}
