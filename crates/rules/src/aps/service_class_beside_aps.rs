use std::cell::OnceCell;

use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::aps::{Formula, Weight};
use lsflint_model::{Entity, State, View};
use lsflint_spec::{FileKind, aps_factor, lists};
use lsflint_syntax::SyntaxKind::{KEYWORD, NAME};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{Section, Shape};

use crate::parameter::related::says;

rule! {
    /// Finds service classes that do not work with queues that use APS_PRIORITY.
    ///
    /// # Effect
    /// A time-based goal (DEADLINE, VELOCITY, THROUGHPUT) orders jobs itself and does not work with absolute priority
    /// scheduling. A guarantee goal works, but a queue whose formula has a weight for FS rejects the jobs of the
    /// service class.
    ///
    /// # Example
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME     = physics
    /// PRIORITY = 20
    /// GOALS    = [VELOCITY 5 timeWindow ()]
    /// End ServiceClass
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[PROC, 1]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME  = physics
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[PROC, 1]]
    /// End Queue
    /// ```
    pub A209 "service-class-beside-aps" {
        family: Aps, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/job_priority_behavior", "Absolute priority scheduling")],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbServiceClasses {
        return;
    }
    let view = context.cluster;
    let first = OnceCell::new();
    let classes = context.sections().into_iter().filter(|it| it.spec.is_some_and(|it| it.name == "ServiceClass"));
    for class in classes.map(|it| it.section) {
        let goal = shape(class, "GOALS")
            .and_then(|it| it.keywords().find(|word| lists::GOALS_OF_TIME.iter().any(|goal| says(*word, goal))));
        if let Some(goal) = goal {
            // Looking for such a queue takes time, and most clusters have none.
            if let Some(queue) = first.get_or_init(|| view.queues_with(&["APS_PRIORITY"]).find(has_formula)) {
                time(goal, *queue, findings);
            }
        } else if let Some(access) = shape(class, "ACCESS_CONTROL") {
            for name in queues_of(access) {
                fairshare(name, view, findings);
            }
        }
    }
}

fn time(goal: Token<'_>, queue: Entity<'_>, findings: &mut Findings) {
    // The goal works in other queues.
    let no_goal = Item::Value.no_effect().called("the goal").possible();
    let no_goal = no_goal.because("it does not apply in queues with absolute priority scheduling");
    findings
        .report(goal.range(), format!("goal `{}` conflicts with queues that use `APS_PRIORITY`", goal.text()))
        .consequence(no_goal)
        .help("use `GOALS=[GUARANTEE]`, or do not submit jobs of the class to those queues")
        .related_at(queue.place(), format!("`{}` uses `APS_PRIORITY`", queue.name()));
}

fn fairshare(name: Token<'_>, view: View<'_>, findings: &mut Findings) {
    let Some(queue) = view.queue(&name.text()).filter(has_formula) else { return };
    let Some(fs) = aps_factor("FS") else { return };
    let formula = queue.value("APS_PRIORITY").and_then(|it| Formula::parse(&it).ok());
    if formula.is_none_or(|it| it.term(fs.name).is_none_or(|it| it.weight == Weight::Unset)) {
        return;
    }
    findings
        .report(name.range(), format!("`APS_PRIORITY` of `{}` has a weight for `FS`", name.text()))
        .consequence(Item::Job.refused().called("jobs of service classes in this queue"))
        .help("remove the queue from the list, or remove `FS` from its `APS_PRIORITY`")
        .related_at(queue.place(), "the queue is defined here");
}

/// Whether a queue certainly has a formula.
fn has_formula(queue: &Entity<'_>) -> bool {
    let field = queue.field("APS_PRIORITY");
    !queue.is_conditional() && field.is_some_and(|it| it.state() == State::Known && !it.is_conditional())
}

/// The value of a line, parsed by its form.
fn shape<'a>(class: Section<'a>, key: &str) -> Option<Shape<'a>> {
    let entry = class.unconditional_entries().filter(|it| it.key().is_some_and(|it| says(it, key))).last()?;
    entry.value().filter(|it| it.is_known())?.typed()
}

/// The names after QUEUES.
fn queues_of<'a>(access: Shape<'a>) -> impl Iterator<Item = Token<'a>> {
    let mut of_queues = false;
    access.tokens().filter(move |it| {
        if it.kind() == KEYWORD {
            of_queues = says(*it, "QUEUES");
        }
        of_queues && it.kind() == NAME
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue day
        //- Queue night
        FAIRSHARE = USER_SHARES[[default, 1]]
        APS_PRIORITY = WEIGHT[[FS, 1]]

        //# goals of time
        //- Queue night: APS_PRIORITY = WEIGHT[[PROC, 1]]
        //- each ServiceClass
        PRIORITY = 1
          GOALS = [DEADLINE timeWindow (8:00-14:00)]
                   ^^^^^^^^ A209 warning goal `DEADLINE` conflicts with queues that use `APS_PRIORITY`
        //#
        //- each ServiceClass
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow ()] [THROUGHPUT 3 timeWindow ()]
                   ^^^^^^^^ A209 warning goal `VELOCITY` conflicts with queues that use `APS_PRIORITY`

        //# guarantees and fairshare
        //- each ServiceClass
        GOALS = [GUARANTEE]
          ACCESS_CONTROL = USERS[night] QUEUES[day night]
                                                   ^^^^^ A209 warning `APS_PRIORITY` of `night` has a weight for `FS`
                                        = effect: LSF rejects jobs of service classes in this queue at submission
                                        = help: remove the queue from the list, or remove `FS` from its `APS_PRIORITY`
                                        = related Queue night the queue is defined here

        //# what works together
        //- Queue night: PRIORITY = 3
        //- each ServiceClass
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow ()]
        //#
        //- Queue night: APS_PRIORITY = WEIGHT[[PROC, 1]]
        //- each ServiceClass
        GOALS = [GUARANTEE]
        GOALS = [GUARANTEE]
          ACCESS_CONTROL = QUEUES[day night]
        //#
        //- each ServiceClass
        GOALS = [GUARANTEE]
          ACCESS_CONTROL = USERS[night]
        //#
        //- Queue night
        #if time(8:00-9:00)
        APS_PRIORITY = WEIGHT[[PROC, 1]]
        #endif
        //- each ServiceClass
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow ()]
    "#]];
}
