use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::Shape;
use rustc_hash::FxHashSet;

use crate::limit::pools::{Slips, own, plain, shares};
use crate::parameter::related;

rule! {
    /// Finds service classes with the goal GUARANTEE that no pool of lsb.resources serves.
    ///
    /// # Effect
    /// The class exists and guarantees nothing: its jobs are scheduled like all others.
    ///
    /// # Example
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME  = physics
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    ///
    /// Begin ServiceClass
    /// NAME  = biology
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    ///
    /// //- lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// DISTRIBUTION = ([biology, 10%])
    /// End GuaranteedResourcePool
    /// ```
    ///
    /// # Use instead
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME  = physics
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    ///
    /// Begin ServiceClass
    /// NAME  = biology
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    ///
    /// //- lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// DISTRIBUTION = ([biology, 10%] [physics, 20%])
    /// End GuaranteedResourcePool
    /// ```
    pub Q511 "guarantee-in-no-pool" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [manual("Administering IBM Spectrum LSF", "guaranteed resource pools")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbServiceClasses || view.knowledge(FileKind::LsbResources) != Knowledge::Complete {
        return;
    }
    let Some(served) = served(view) else { return };
    let slips = Slips::of(&served, |it| view.find(FileKind::LsbServiceClasses, "ServiceClass", it).is_some());
    for class in own(context, "ServiceClass").filter(|it| !it.name().is_empty() && !it.is_conditional()) {
        let Some(goals) = plain(&class, "GOALS") else { continue };
        let Some(parse) = goals.parse() else { continue };
        let Some(shape) = parse.typed::<Shape<'_>>() else { continue };
        let name = class.name();
        if shape.keywords().any(|it| related::says(it, "GUARANTEE"))
            && !served.contains(&*name)
            && !slips.may_mean(&name)
        {
            findings
                .report(class.place().range, format!("no pool guarantees anything to service class `{name}`"))
                .consequence(
                    Item::Section.no_effect().called("the service class").so("its jobs are scheduled like all others"),
                )
                .help(format!("add `[{name}, ...]` to the DISTRIBUTION of a GuaranteedResourcePool in lsb.resources"));
        }
    }
}

/// The classes that the pools serve; `None` while one of them cannot be read.
fn served(view: View<'_>) -> Option<FxHashSet<String>> {
    let mut names = FxHashSet::default();
    for field in view.all(FileKind::LsbResources, "GuaranteedResourcePool").flat_map(|it| it.fields("DISTRIBUTION")) {
        if field.state() == State::Unset {
            continue;
        }
        let parse = field.parse().filter(|it| it.errors().is_empty())?;
        let shape = parse.typed::<Shape<'_>>()?;
        names.extend(shares(shape).into_iter().map(|it| it.name.text().into_owned()));
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn classes(resources: (&str, &str), expect: Expect) {
        let classes = "Begin ServiceClass\nNAME = a\nGOALS = [GUARANTEE]\nEnd ServiceClass\nBegin ServiceClass\nNAME = b\nPRIORITY = 1\nGOALS = [VELOCITY 5 timeWindow ()]\nEnd ServiceClass\n";
        check_cluster("Q511", &[("lsb.serviceclasses", classes), resources], expect);
    }

    // covers LSB-S011
    #[test]
    fn a_pool_must_name_the_class() {
        classes(
            ("lsb.resources", ""),
            expect![[r#"
                2:8-2:9 warning no pool guarantees anything to service class `a`
                  effect: the service class has no effect, so its jobs are scheduled like all others
                  help: add `[a, ...]` to the DISTRIBUTION of a GuaranteedResourcePool in lsb.resources
            "#]],
        );
        let pool = |share: &str| {
            format!(
                "Begin GuaranteedResourcePool\nNAME = p\nTYPE = slots\nDISTRIBUTION = {share}\nEnd GuaranteedResourcePool\n"
            )
        };
        classes(("lsb.resources", &pool("([a, 5%])")), expect![[""]]);
        classes(("lsb.resources", &pool("{{ shares }}")), expect![[""]]);
    }

    #[test]
    fn a_misspelt_class_is_a_finding_of_the_pool() {
        let class =
            ("lsb.serviceclasses", "Begin ServiceClass\nNAME = physics\nGOALS = [GUARANTEE]\nEnd ServiceClass\n");
        let pool = "Begin GuaranteedResourcePool\nNAME = p\nTYPE = slots\nDISTRIBUTION = ([phisics, 5])\nEnd GuaranteedResourcePool\n";
        check_cluster("Q511", &[class, ("lsb.resources", pool)], expect![[""]]);
    }

    #[test]
    fn pools_may_be_elsewhere() {
        classes(("lsb.hosts", ""), expect![[""]]);
    }
}
