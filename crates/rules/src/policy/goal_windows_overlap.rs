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
    pub Q502 "goal-windows-overlap" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.serviceclasses", "")],
        checks: [SettingNamed(&["GOALS"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.typed::<Shape<'_>>().filter(|_| !context.broken) else { return };
    let mut before: Vec<(TextRange, Week)> = Vec::new();
    for (range, week) in windows(value, context) {
        // Windows that cannot be evaluated are skipped.
        let Some(week) = week else { continue };
        if let Some((other, both)) = before
            .iter()
            .map(|(other, earlier)| (other, earlier.intersection(&week)))
            .find(|(_, both)| !both.is_never())
        {
            findings
                .report(range, format!("time window overlaps another one of the service class: {both}"))
                .consequence(
                    Item::Section
                        .rejected()
                        .called("the service class")
                        .possible()
                        .because("only one goal can be active at a time"),
                )
                .help("begin one time window when the other one ends")
                .related(*other, "the other time window");
        }
        before.push((range, week));
    }
}

/// The time windows of all goals. `timeWindow()` is the whole week; a goal without the keyword has no window.
fn windows(value: Shape<'_>, context: &SettingContext<'_>) -> Vec<(TextRange, Option<Week>)> {
    let reader = context.file.weeks();
    let read: Vec<(TextRange, Option<Week>)> = value
        .windows()
        .map(|it| (it.node().trimmed_range(), reader.window(it).filter(|it| it.zone.is_none()).map(|it| it.week)))
        .collect();
    let mut found = Vec::new();
    let mut words = value.keywords().filter(|it| related::says(*it, "timeWindow")).peekable();
    while let Some(word) = words.next() {
        let end = words.peek().map_or(value.node().range().end(), |it| it.range().start());
        let from = found.len();
        let own = |range: &TextRange| word.range().end() <= range.start() && range.end() <= end;
        found.extend(read.iter().filter(|it| own(&it.0)).cloned());
        if found.len() == from {
            found.push((word.range(), Some(Week::always())));
        }
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
