use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::Shape;

use crate::limit::pools::{plain, shares};
use crate::parameter::related;

rule! {
    /// Finds service classes in a guaranteed resource pool that do not have the goal GUARANTEE.
    ///
    /// # Effect
    /// A guaranteed resource pool applies only to service classes with the goal GUARANTEE. LSF may skip the
    /// service class.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// DISTRIBUTION = ([physics, 5])
    /// End GuaranteedResourcePool
    ///
    /// //- lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME     = physics
    /// PRIORITY = 20
    /// GOALS    = [VELOCITY 5 timeWindow ()]
    /// End ServiceClass
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// DISTRIBUTION = ([physics, 5])
    /// End GuaranteedResourcePool
    ///
    /// //- lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME  = physics
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    /// ```
    pub Q510 "service-class-without-guarantee" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.resources", "DISTRIBUTION: guarantees for service classes"),
            ibm("lsf_admin/guar_res_pools_about", "service classes group jobs to which a guarantee applies"),
        ],
        checks: [SettingNamed(&["DISTRIBUTION"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let pool = context.section_spec().is_some_and(|it| it.name == "GuaranteedResourcePool");
    let Some(value) = context.setting.typed::<Shape<'_>>().filter(|_| pool && !context.broken) else { return };
    for share in shares(value) {
        let name = share.name.text();
        let Some(class) = context.file.cluster.find(FileKind::LsbServiceClasses, "ServiceClass", &name) else {
            continue;
        };
        let Some(goals) = plain(&class, "GOALS") else { continue };
        let Some(parse) = goals.parse().filter(|it| it.errors().is_empty()) else { continue };
        let Some(shape) = parse.typed::<Shape<'_>>() else { continue };
        if shape.keywords().any(|it| related::says(it, "GUARANTEE")) {
            continue;
        }
        findings
            .report(share.name.range(), format!("service class `{name}` does not have the goal `GUARANTEE`"))
            .consequence(
                Item::Value.rejected().called("the share").so("the service class gets no guarantee").possible(),
            )
            .about(context.file.brackets_around(share.name.range()))
            .help(format!("write `GOALS = [GUARANTEE]` in service class `{name}`, or remove it from the pool"))
            .related_at(goals.place(), "its goals are set here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# looks at the goals of each class
        //- ServiceClass a: GOALS = [GUARANTEE]
        //- ServiceClass b
        PRIORITY = 1
        GOALS = [VELOCITY 5 timeWindow ()]
        //- each GuaranteedResourcePool
        TYPE = slots
          DISTRIBUTION = ([a, 5] [b, 10%] [c, 1])
                                  ^ Q510 warning service class `b` does not have the goal `GUARANTEE`

        //# what is not in view does not matter
        //- ServiceClass b: GOALS = {{ goals }}
        //- each GuaranteedResourcePool
        TYPE = slots
          DISTRIBUTION = ([a, 5] [b, 10%] [c, 1])
        //#
        //- each GuaranteedResourcePool
        TYPE = slots
          DISTRIBUTION = ([a, 5] [b, 10%] [c, 1])
    "#]];
}
