use lsflint_lint::{DirectiveContext, Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{AstNode, TimeWindow};

use crate::time::common::{WindowList, lists_of_condition, lists_of_setting};

rule! {
    /// Finds overlapping windows in a list.
    ///
    /// # Effect
    /// LSF combines the windows, so nothing is lost. However, an old guide forbids overlapping windows, and one window
    /// has the same meaning.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = day
    /// RUN_WINDOW = 8:00-14:00 11:00-15:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = day
    /// RUN_WINDOW = 8:00-15:00
    /// End Queue
    /// ```
    ///
    /// A weekly window together with a daily one, as in `5:19:00-1:8:30 20:00-8:30`, is the usual way to set nights and
    /// weekends, and is not reported.
    pub T204 "window-overlap" {
        family: Time, scope: OwnFile, severity: Info,
        sources: [
            ibm("topic=configuration-time-windows", "run windows, dispatch windows and the windows of hosts"),
        ],
        checks: [SettingWith(|it| matches!(it, Grammar::TimeWindows), in_setting), Directive(in_condition)],
    }
}

fn in_setting(context: &SettingContext<'_>, findings: &mut Findings) {
    lists_of_setting(context).iter().for_each(|it| check(it, findings));
}

fn in_condition(context: &DirectiveContext<'_>, findings: &mut Findings) {
    lists_of_condition(context).iter().for_each(|it| check(it, findings));
}

fn check(list: &WindowList<'_>, findings: &mut Findings) {
    // Another rule reports windows that have no effect.
    let redundant = list.redundant();
    // The first window that is open in each part of the week, of those with and of those without a day.
    let mut first: [Vec<Option<usize>>; 2] = [vec![None; list.part_count()], vec![None; list.part_count()]];
    for (at, (window, week)) in list.windows.iter().enumerate().filter(|(at, _)| !redundant[*at]) {
        let first = &mut first[usize::from(has_day(*window))];
        if let Some(earlier) = list.parts(week).filter_map(|it| first[it]).min() {
            let earlier: TimeWindow<'_> = list.windows[earlier].0;
            findings
                .report(window.node().trimmed_range(), "time window overlaps another window of the list")
                .consequence(
                    Item::Value
                        .no_effect()
                        .called("the overlap")
                        .possible()
                        .because("LSF combines the windows of a list")
                        .but("an old guide forbids overlaps"),
                )
                .help(format!("merge the two windows; the list is open {}", list.union))
                .related(earlier.node().trimmed_range(), "other window");
        }
        list.parts(week).for_each(|it| {
            first[it].get_or_insert(at);
        });
    }
}

fn has_day(window: TimeWindow<'_>) -> bool {
    window.opens().is_some_and(|it| it.day().is_some())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports windows of one form
        //- each Queue
        RUN_WINDOW = 8:00-14:00 11:00-15:00
                                ^^^^^^^^^^^ T204 info time window overlaps another window of the list
        RUN_WINDOW = 5:18:00-1:8:00 0:12:00-1:12:00
                                    ^^^^^^^^^^^^^^^ T204 info time window overlaps another window of the list
                                    = help: merge the two windows; the list is open Fri 18:00 to Mon 12:00
        //#
        //- lsb.queues
        #if time(8-12 11-14)
                      ^^^^^ T204 info time window overlaps another window of the list
        #endif

        //# accepts other times and the usual weekend
        //- each Queue
        RUN_WINDOW = 8:00-14:00 18:00-22:00
        RUN_WINDOW = 8:00-14:00 14:00-15:00
        RUN_WINDOW = 5:19:00-1:8:30 20:00-8:30
        RUN_WINDOW = 8:00-18:00 9:00-12:00
        RUN_WINDOW = 8:00-21:00 20:00-9:00
    "#]];
}
