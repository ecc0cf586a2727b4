use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::week::Week;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{AstNode, Shape};

use crate::parameter::related;

rule! {
    /// Finds goals of a service class with overlapping time windows.
    ///
    /// # Effect
    /// Only one goal of a service class can be active at a time, so the time windows must not overlap. LSF reports the
    /// service class as invalid.
    ///
    /// # Example
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME     = physics
    /// PRIORITY = 20
    /// GOALS    = [VELOCITY 30 timeWindow (8:00-14:00)] [VELOCITY 10 timeWindow (11:00-20:00)]
    /// End ServiceClass
    /// ```
    ///
    /// # Use instead
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME     = physics
    /// PRIORITY = 20
    /// GOALS    = [VELOCITY 30 timeWindow (8:00-14:00)] [VELOCITY 10 timeWindow (14:00-20:00)]
    /// End ServiceClass
    /// ```
    ///
    /// # Notes
    /// The manual also shows one goal for the weekend and for all nights: `(5:18:00-1:8:30 20:00-8:30)`. Windows of one
    /// goal are not compared if one has days and the other does not.
    pub Q502 "goal-windows-overlap" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.serviceclasses", "GOALS: only one goal is active at a time, so time windows must not overlap"),
        ],
        checks: [SettingNamed(&["GOALS"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.typed::<Shape<'_>>().filter(|_| !context.broken) else { return };
    let mut before: Vec<Open> = Vec::new();
    for window in windows(value, context) {
        if let Some((other, both)) = before
            .iter()
            .filter(|it| it.goal != window.goal || it.has_day == window.has_day)
            .map(|it| (it.range, it.week.intersection(&window.week)))
            .find(|(_, both)| !both.is_never())
        {
            findings
                .report(window.range, format!("time window overlaps another one of the service class: {both}"))
                .consequence(
                    Item::Section
                        .rejected()
                        .called("the service class")
                        .possible()
                        .because("only one goal can be active at a time"),
                )
                .help("begin one time window when the other one ends")
                .related(other, "the other time window");
        }
        before.push(window);
    }
}

/// A time window of a goal.
struct Open {
    /// Number of the goal.
    goal: usize,
    range: TextRange,
    week: Week,
    /// Whether the window is for a day of the week, not for all days.
    has_day: bool,
}

/// The time windows of all goals that can be evaluated. `timeWindow()` is the whole week; a goal without the keyword
/// has no window.
fn windows(value: Shape<'_>, context: &SettingContext<'_>) -> Vec<Open> {
    let reader = context.file.weeks();
    let mut found = Vec::new();
    let mut words = value.keywords().filter(|it| related::says(*it, "timeWindow")).peekable();
    let mut written = value.windows().peekable();
    let mut goal = 0;
    while let Some(word) = words.next() {
        let end = words.peek().map_or(value.node().range().end(), |it| it.range().start());
        while written.next_if(|it| it.node().range().start() < word.range().end()).is_some() {}
        let mut is_empty = true;
        while let Some(window) = written.next_if(|it| it.node().range().start() < end) {
            is_empty = false;
            let range = window.node().trimmed_range();
            let has_day = window.opens().is_some_and(|it| it.day().is_some());
            let week = reader.window(window).filter(|it| it.zone.is_none()).map(|it| it.week);
            found.extend(week.map(|week| Open { goal, range, week, has_day }));
        }
        if is_empty {
            found.push(Open { goal, range: word.range(), week: Week::always(), has_day: false });
        }
        goal += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports times with two goals
        //- each ServiceClass
        PRIORITY = 1
          GOALS = [DEADLINE timeWindow (8:00-14:00 11:00-15:00)]
                                                   ^^^^^^^^^^^ Q502 error
                                        = time window overlaps another one of the service class: every day 11:00-14:00
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow (18:00-9:00)] [DEADLINE timeWindow (8:00-18:00)]
                                                                             ^^^^^^^^^^ Q502 error
                                        = time window overlaps another one of the service class: every day 08:00-09:00
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow ()] [DEADLINE timeWindow (8:00-18:00)]
                                                                   ^^^^^^^^^^ Q502 error
                                        = time window overlaps another one of the service class: every day 08:00-18:00

        PRIORITY = 1
          GOALS = [DEADLINE timeWindow (5:18:00-1:8:30)] [VELOCITY 5 timeWindow (20:00-8:30)]
                                                                                 ^^^^^^^^^^ Q502 error
                                        = time window overlaps another one of the service class: Fri-Sun 20:00-08:30

        //# accepts one goal for weekends and nights
        //- each ServiceClass
        PRIORITY = 1
          GOALS = [DEADLINE timeWindow (5:18:00-1:8:30 20:00-8:30)]

        //# accepts goals one after the other
        //- each ServiceClass
        PRIORITY = 1
          GOALS = [DEADLINE timeWindow (8:00-14:00 18:00-22:00)]
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow (18:00-8:00)] [DEADLINE timeWindow (8:00-18:00)]
        PRIORITY = 1
          GOALS = [GUARANTEE]
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow ()]
    "#]];
}
