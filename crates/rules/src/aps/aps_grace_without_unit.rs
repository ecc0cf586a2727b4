use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, rule};
use lsflint_spec::ApsValue;
use lsflint_syntax::TextRange;

use crate::aps::common::{is_priority, pairs, priority};

rule! {
    /// Finds a grace period without a unit.
    ///
    /// # Effect
    /// None: LSF reads the number as hours. Most other times in LSF are minutes or seconds, so the value is easy to
    /// misread.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 600]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 600s]]
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Safe: the fix adds the unit `h` that LSF assumes.
    pub A104 "aps-grace-without-unit" {
        family: Aps, scope: Cluster, severity: Hint, fix: Safe,
        sources: [ibm("lsb.queues", "APS_PRIORITY")],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    for pair in pairs(priority, ApsValue::GracePeriod).filter(|it| it.unit().is_none()) {
        let Some(value) = pair.value().filter(|_| pair.number().is_some_and(|it| it > 0.0)) else { continue };
        let end = TextRange::empty(value.range().end());
        findings
            .report(value.range(), format!("grace period `{}` without a unit", value.text()))
            .consequence(Item::Value.read_as(format!("{}h", value.text())))
            .help(format!("write `{}h`, or use `s` or `m` if another unit is intended", value.text()))
            .fix(Fix::replace(Applicability::Safe, "add the unit `h`", end, "h"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a bare number is hours
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 600]]
                                                           ^^^ A104 hint grace period `600` without a unit
            = fixed: APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 600h]]
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 10m]]
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 6]]
                                                           ^ A104 hint grace period `6` without a unit
            = fixed: APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 6h]]
    "#]];
}
