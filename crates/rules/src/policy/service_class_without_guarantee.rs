use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::Shape;

use crate::limit::pools::{plain, shares};
use crate::parameter::related;

rule! {
    /// Finds service classes that share a guaranteed resource pool although their goal is another one.
    ///
    /// # Effect
    /// A pool guarantees resources only to classes with the goal GUARANTEE. LSF reports the class and leaves it out.
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
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.resources", ""), manual("Administering IBM Spectrum LSF", "guaranteed resource pools")],
        checks: [SettingNamed(&["DISTRIBUTION"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let pool = context.section.and_then(|it| it.spec).is_some_and(|it| it.name == "GuaranteedResourcePool");
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
            .report(share.name.range(), format!("service class `{name}` has no goal `GUARANTEE`"))
            .consequence(Item::Value.rejected().called("the share").so("the service class gets no guarantee"))
            .help(format!("write `GOALS = [GUARANTEE]` in service class `{name}`, or take it out of the pool"))
            .related_at(goals.place(), "its goals");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    const POOL: (&str, &str) = (
        "lsb.resources",
        "Begin GuaranteedResourcePool\nNAME = p\nTYPE = slots\nDISTRIBUTION = ([a, 5] [b, 10%] [c, 1])\nEnd GuaranteedResourcePool\n",
    );

    // covers LSB-R034
    #[test]
    fn looks_at_the_goals_of_each_class() {
        let classes = "Begin ServiceClass\nNAME = a\nGOALS = [GUARANTEE]\nEnd ServiceClass\nBegin ServiceClass\nNAME = b\nPRIORITY = 1\nGOALS = [VELOCITY 5 timeWindow ()]\nEnd ServiceClass\n";
        check_cluster(
            "Q510",
            &[POOL, ("lsb.serviceclasses", classes)],
            expect![[r#"
                4:25-4:26 error service class `b` has no goal `GUARANTEE`
                  effect: LSF rejects the share, so the service class gets no guarantee
                  help: write `GOALS = [GUARANTEE]` in service class `b`, or take it out of the pool
                  lsb.serviceclasses:8:9-8:35 its goals
            "#]],
        );
    }

    #[test]
    fn what_cannot_be_seen_is_no_matter() {
        let classes = "Begin ServiceClass\nNAME = b\nGOALS = {{ goals }}\nEnd ServiceClass\n";
        check_cluster("Q510", &[POOL, ("lsb.serviceclasses", classes)], expect![[""]]);
        check_cluster("Q510", &[POOL], expect![[""]]);
    }
}
