use lsflint_lint::{Findings, Item, WindowContext, rule};
use lsflint_spec::CONDITION_INTERVAL_MINUTES;
use lsflint_syntax::ast::{AstNode, ClockTime};

rule! {
    /// Finds windows of `#if` that may open and close between two evaluations.
    ///
    /// # Effect
    /// mbatchd evaluates the conditions every 10 minutes after it starts. A shorter window may be missed.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(8:00-8:05)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(8:00-8:30)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    pub T102 "condition-window-too-short" {
        family: Time, scope: OwnFile, severity: Info,
        sources: [
            ibm("lsb.params", "time expressions are evaluated every ten minutes, from the start of mbatchd"),
        ],
        checks: [TimeWindow(check)],
    }
}

fn check(context: &WindowContext<'_>, findings: &mut Findings) {
    let Some((opens, closes)) = context.clocks.filter(|_| context.in_condition) else { return };
    let minute = |it: ClockTime| it.hour * 60 + it.minute.unwrap_or(0);
    let length = minute(closes).checked_sub(minute(opens)).filter(|_| opens.day == closes.day);
    if length.is_some_and(|it| 0 < it && it < CONDITION_INTERVAL_MINUTES) {
        let range = context.window.node().trimmed_range();
        findings
            .report(range, "time window is shorter than the evaluation interval")
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the window")
                    .possible()
                    .because(format!("mbatchd evaluates conditions only every {CONDITION_INTERVAL_MINUTES} minutes")),
            )
            .help(format!("extend it to at least {CONDITION_INTERVAL_MINUTES} minutes"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports five minutes
        //- lsb.queues
        #if time(8:00-8:05)
                 ^^^^^^^^^ T102 info time window is shorter than the evaluation interval
        #endif

        //# accepts ten minutes and nights
        //- lsb.queues
        #if time(8:00-8:10 23:58-0:30)
        #endif
    "#]];
}
