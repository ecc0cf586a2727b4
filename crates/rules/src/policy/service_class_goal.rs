use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_spec::{Confidence, ParamSpec, lists};
use lsflint_syntax::ast::Shape;

use crate::parameter::related;

rule! {
    /// Finds parameters of service classes that do not go with their goal.
    ///
    /// # Effect
    /// A class with the goal GUARANTEE has no PRIORITY, USER_GROUP and CONTROL_ACTION; a class with a goal of time needs PRIORITY, and has no
    /// ACCESS_CONTROL and AUTO_ATTACH. LSF reports the class and ignores what does not belong there.
    ///
    /// # Example
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME     = physics
    /// GOALS    = [GUARANTEE]
    /// PRIORITY = 20
    /// End ServiceClass
    /// ```
    ///
    /// # Use instead
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME           = physics
    /// GOALS          = [GUARANTEE]
    /// ACCESS_CONTROL = QUEUES[normal]
    /// End ServiceClass
    /// ```
    pub Q501 "service-class-goal" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.serviceclasses", "")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(goals) = context.entry("GOALS").filter(Setting::has_value) else { return };
    let Some(spec) = context.spec.filter(|it| it.name == "ServiceClass") else { return };
    let Some(value) = goals.typed::<Shape<'_>>() else { return };
    let goal = |word: &str| value.keywords().find(|it| related::says(*it, word));
    let timed = lists::GOALS_OF_TIME.iter().find_map(|it| goal(it));
    // What has no effect with a guarantee, or with anything else.
    let beside = |guarantee: bool| {
        let is_void = move |it: &&ParamSpec| {
            it.void_conditions().any(|it| goals.is_named(it.param) && it.word == "GUARANTEE" && it.has == guarantee)
        };
        let found = spec.params.iter().filter(is_void).filter_map(|it| context.entry(it.name));
        found.filter(|it| related::is_on(it) && related::are_read_together(&goals, it))
    };
    let report = |setting: &Setting<'_>, what: &str, confidence: Confidence, findings: &mut Findings| {
        let name = setting.display_name();
        findings
            .report(related::place(setting), format!("`{name}` in a service class {what}"))
            .consequence(Item::Line.rejected().possible_unless(confidence == Confidence::High))
            .help("take the line out, or choose another goal")
            .capped(confidence)
            .related(goals.value_range(), "the goal");
    };
    match (goal("GUARANTEE"), timed) {
        (Some(_), None) => {
            for setting in beside(true) {
                report(&setting, "that guarantees resources", Confidence::High, findings);
            }
        }
        (None, Some(timed)) => {
            for setting in beside(false) {
                report(&setting, "with a goal of time", Confidence::Medium, findings);
            }
            if context.entry("PRIORITY").is_none() && !related::includes_more(context) {
                findings
                    .report(timed.range(), "a goal of time without `PRIORITY`")
                    .consequence(Item::Section.rejected().called("the service class"))
                    .help("set `PRIORITY`: higher numbers are served first");
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# goes by the goal
        //- each ServiceClass
        GOALS = [GUARANTEE]
          PRIORITY = 20
          ^^^^^^^^ Q501 error `PRIORITY` in a service class that guarantees resources
        GOALS = [VELOCITY 5 timeWindow ()]
                 ^^^^^^^^ Q501 error a goal of time without `PRIORITY`
                 = effect: LSF rejects the service class
                 = help: set `PRIORITY`: higher numbers are served first
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow ()]
          AUTO_ATTACH = Y
          ^^^^^^^^^^^ Q501 warning `AUTO_ATTACH` in a service class with a goal of time
            = effect: LSF may reject the line

        //# is silent about documented forms
        //- each ServiceClass
        GOALS = [GUARANTEE]
          ACCESS_CONTROL = QUEUES[normal]
          AUTO_ATTACH = Y
        PRIORITY = 20
          GOALS = [DEADLINE timeWindow (8:00-18:00)]
    "#]];
}
