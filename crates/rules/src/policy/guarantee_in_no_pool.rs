use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::Shape;
use rustc_hash::FxHashSet;

use crate::limit::pools::{Slips, plain, shares};
use crate::parameter::related;

rule! {
    /// Finds service classes with the goal GUARANTEE that are in no guaranteed resource pool in lsb.resources.
    ///
    /// # Effect
    /// The service class has no guaranteed resources. LSF schedules its jobs like all other jobs.
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
        sources: [
            manual(
                "Configuration overview of guaranteed resource pools (LSF 9.1)",
                "a service class only holds jobs: the guarantee is complete with a pool",
            ),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbServiceClasses || view.knowledge(FileKind::LsbResources) != Knowledge::Complete {
        return;
    }
    let Some(served) = served(view) else { return };
    let slips = Slips::of(&served, |it| view.find(FileKind::LsbServiceClasses, "ServiceClass", it).is_some());
    for class in context.all("ServiceClass").filter(|it| !it.name().is_empty() && !it.is_conditional()) {
        let Some(goals) = plain(&class, "GOALS") else { continue };
        let Some(parse) = goals.parse() else { continue };
        let Some(shape) = parse.typed::<Shape<'_>>() else { continue };
        let name = class.name();
        if shape.keywords().any(|it| related::says(it, "GUARANTEE"))
            && !served.contains(&*name)
            && !slips.may_mean(&name)
        {
            findings
                .report(class.place(), format!("no resource pool lists service class `{name}`"))
                .consequence(
                    Item::Section.no_effect().called("the service class").so("its jobs are scheduled like all others"),
                )
                .help(format!(
                    "add `[{name}, ...]` to `DISTRIBUTION` of a `GuaranteedResourcePool` in `lsb.resources`"
                ));
        }
    }
}

/// The service classes in the pools; `None` if one of the pools is invalid.
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
    crate::testing::fixture![[r#"
        //- ServiceClass b
        PRIORITY = 1
        GOALS = [VELOCITY 5 timeWindow ()]

        //# a pool must name the class
        //- ServiceClass of lsb.serviceclasses
        NAME = a
               ^ Q511 warning no resource pool lists service class `a`
        GOALS = [GUARANTEE]
        //- lsb.resources
        //#
        //- ServiceClass a: GOALS = [GUARANTEE]
        //- GuaranteedResourcePool p
        TYPE = slots
        DISTRIBUTION = ([a, 5%])
        //#
        //- ServiceClass a: GOALS = [GUARANTEE]
        //- GuaranteedResourcePool p
        TYPE = slots
        DISTRIBUTION = {{ shares }}

        //# a misspelt class is a finding of the pool
        //- without lsb.serviceclasses
        //- ServiceClass physics: GOALS = [GUARANTEE]
        //- GuaranteedResourcePool p
        TYPE = slots
        DISTRIBUTION = ([phisics, 5])

        //# pools may be elsewhere
        //- ServiceClass a: GOALS = [GUARANTEE]
        //- lsb.hosts
    "#]];
}
