use lsflint_lint::{Findings, Item, WindowContext, rule};
use lsflint_spec::{MAX_DAY, MAX_HOUR};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{AstNode, TimePoint};

use crate::time::common::in_words;

/// The number of windows of a list among which one with a day is looked for.
const WINDOWS: usize = 64;

rule! {
    /// Finds `hour:minute` windows that were probably meant as `day:hour`.
    ///
    /// # Effect
    /// Two parts are always hour and minute: `5:19-1:8` opens at 05:19 and closes at 01:08, every day.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 5:19-1:8
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 5:19:00-1:8:00
    /// End Queue
    /// ```
    ///
    /// Reported if all numbers could be days and hours, and either another window of the list has a day or a minute has
    /// a single digit.
    pub T006 "window-looks-like-day" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_admin/time_windows_lsf", "the forms `hour:minute` and `day:hour:minute`"),
        ],
        checks: [TimeWindow(check)],
    }
}

fn check(context: &WindowContext<'_>, findings: &mut Findings) {
    let Some((from, to)) = context.clocks else { return };
    let (Some(opens), Some(closes)) = (context.window.opens(), context.window.closes()) else { return };
    if ![opens, closes].into_iter().all(could_be_day_and_hour) {
        return;
    }
    let with_day = context.list.iter().take(WINDOWS).any(|it| it.opens().is_some_and(|it| it.day().is_some()));
    let odd_minute = [opens, closes].into_iter().any(|it| it.minute().is_some_and(is_odd_minute));
    if with_day || odd_minute {
        let (from, to) = (in_words(from), in_words(to));
        let range = context.window.node().trimmed_range();
        findings
            .report(range, "time window looks like `day:hour`")
            .consequence(
                Item::Value
                    .read_as(format!("{from}-{to}"))
                    .called("the window")
                    .because("two parts are always hour and minute, every day"),
            )
            .help("write `day:hour:minute` at both ends to name days, or two-digit minutes for `hour:minute`");
    }
}

/// Whether the two parts of a time could also be a day and an hour.
fn could_be_day_and_hour(point: TimePoint<'_>) -> bool {
    point.fields() == 2
        && point.clock().is_some_and(|it| it.hour <= MAX_DAY && it.minute.is_some_and(|it| it <= MAX_HOUR))
}

/// Whether a minute has a single digit, which is unusual: `8` instead of `08`.
fn is_odd_minute(minute: Token<'_>) -> bool {
    matches!(minute.raw().as_bytes(), [b'1'..=b'9'])
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# shows how the window is read
        //- each Queue
        RUN_WINDOW = 5:19-1:8
                     ^^^^^^^^ T006 warning time window looks like `day:hour`
        RUN_WINDOW = 5:19-1:20 5:18:30-1:8:30
                     ^^^^^^^^^ T006 warning time window looks like `day:hour`

        //# accepts plain nights
        //- each Queue
        RUN_WINDOW = 1:00-5:00 0:30-7:15
        RUN_WINDOW = 5:19:00-1:8:30 20:00-8:30
    "#]];
}
