use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_spec::{Confidence, ParamSpec, lists};
use lsflint_syntax::ast::Shape;

use crate::parameter::related;

rule! {
    /// Finds parameters of service classes that conflict with the goal.
    ///
    /// # Effect
    /// A service class with the goal GUARANTEE does not use PRIORITY, USER_GROUP and CONTROL_ACTION. A service class
    /// with a time-based goal requires PRIORITY, and does not use ACCESS_CONTROL and AUTO_ATTACH. LSF may reject
    /// the service class.
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
        sources: [
            ibm(
                "lsb.serviceclasses",
                "service classes with guarantee goals cannot have PRIORITY, CONTROL_ACTION or USER_GROUP",
            ),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(goals) = context.entry("GOALS").filter(Setting::has_value) else { return };
    let Some(spec) = context.spec.filter(|it| it.name == "ServiceClass") else { return };
    let Some(value) = goals.typed::<Shape<'_>>() else { return };
    let goal = |word: &str| value.keywords().find(|it| related::says(*it, word));
    let timed = lists::GOALS_OF_TIME.iter().find_map(|it| goal(it));
    // Parameters that have no effect with, or without, a guarantee.
    let conflicting = |guarantee: bool| {
        let is_void = move |it: &&ParamSpec| {
            it.void_conditions().any(|it| goals.is_named(it.param) && it.word == "GUARANTEE" && it.has == guarantee)
        };
        let found = spec.params.iter().filter(is_void).filter_map(|it| context.entry(it.name));
        found.filter(|it| related::is_on(it) && related::are_read_together(&goals, it))
    };
    let report = |setting: &Setting<'_>, what: &str, confidence: Confidence, findings: &mut Findings| {
        let name = setting.display_name();
        findings
            .report(related::place(setting), format!("`{name}` is not allowed with {what}"))
            .consequence(Item::Line.rejected().possible())
            .help("remove the line, or use another goal")
            .capped(confidence)
            .related(goals.value_range(), "the goal is set here");
    };
    match (goal("GUARANTEE"), timed) {
        (Some(_), None) => {
            for setting in conflicting(true) {
                report(&setting, "the goal `GUARANTEE`", Confidence::High, findings);
            }
        }
        (None, Some(timed)) => {
            for setting in conflicting(false) {
                report(&setting, "a time-based goal", Confidence::Medium, findings);
            }
            if context.entry("PRIORITY").is_none() && !related::includes_more(context) {
                findings
                    .report(timed.range(), format!("goal `{}` requires `PRIORITY`", timed.text()))
                    .consequence(Item::Section.rejected().called("the service class").possible())
                    .help("set `PRIORITY`; a higher number means a higher priority");
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
          ^^^^^^^^ Q501 error `PRIORITY` is not allowed with the goal `GUARANTEE`
        GOALS = [VELOCITY 5 timeWindow ()]
                 ^^^^^^^^ Q501 error goal `VELOCITY` requires `PRIORITY`
                 = effect: LSF may reject the service class
                 = help: set `PRIORITY`; a higher number means a higher priority
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow ()]
          AUTO_ATTACH = Y
          ^^^^^^^^^^^ Q501 warning `AUTO_ATTACH` is not allowed with a time-based goal

        //# is silent about documented forms
        //- each ServiceClass
        GOALS = [GUARANTEE]
          ACCESS_CONTROL = QUEUES[normal]
          AUTO_ATTACH = Y
        PRIORITY = 20
          GOALS = [DEADLINE timeWindow (8:00-18:00)]
    "#]];
}
