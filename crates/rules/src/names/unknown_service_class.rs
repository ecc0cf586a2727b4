use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::ParamSpec;

use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds names of service classes that are not defined in lsb.serviceclasses.
    ///
    /// # Effect
    /// LSF ignores the share: nothing in the pool is reserved for the intended service class.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// HOSTS        = all
    /// DISTRIBUTION = ([physcis, 20])
    /// End GuaranteedResourcePool
    /// //- lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME  = physics
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// HOSTS        = all
    /// DISTRIBUTION = ([physics, 20])
    /// End GuaranteedResourcePool
    /// //- lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME  = physics
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a guarantee that LSF currently ignores.
    pub X306 "unknown-service-class" {
        family: Names, scope: Names, severity: Warning, fix: Unsafe,
        sources: [
            manual(
                "Configuration overview of guaranteed resource pools (LSF 9.1)",
                "each service class of a pool is configured in lsb.serviceclasses with the goal GUARANTEE",
            ),
        ],
        checks: [SettingOf(has_classes, check)],
    }
}

fn has_classes(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::ServiceClass])
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    for name in undefined(context, &[Referent::ServiceClass]) {
        let ignored = Item::Value.ignored().called("the share").possible();
        name.report(ignored.so("nothing in the pool is reserved for it"), findings);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# classes of a pool
        //- ServiceClass sla1: GOALS = [GUARANTEE]
        //- each GuaranteedResourcePool
        TYPE = slots
          HOSTS = all
          DISTRIBUTION = ([slaX, 5] [sla1, 25%])
                           ^^^^ X306 warning unknown service class `slaX`
            = fixed: DISTRIBUTION = ([sla1, 5] [sla1, 25%])
        //#
        //- each GuaranteedResourcePool
        TYPE = slots
          HOSTS = all
          DISTRIBUTION = ([slaX, 5] [sla1, 25%])
    "#]];
}
