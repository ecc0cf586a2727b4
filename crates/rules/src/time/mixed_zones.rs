use lsflint_lint::{Findings, WindowContext, rule};
use lsflint_syntax::ast::{AstNode, TimeWindow};

rule! {
    /// Finds conditions that mix time zones.
    ///
    /// # Effect
    /// LSF reads each window in its own time zone. If daylight saving time begins or ends on different days, the
    /// windows shift relative to each other.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(8:00-18:00 EDT 20:00-22:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(8:00-18:00 EDT 20:00-22:00 EDT)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    pub T103 "condition-mixes-zones" {
        family: Time, scope: OwnFile, severity: Info,
        sources: [
            ibm("lsb.params", "a time expression may have a time zone; otherwise it has the zone of the system"),
        ],
        checks: [TimeWindow(check)],
    }
}

fn check(context: &WindowContext<'_>, findings: &mut Findings) {
    let [first, others @ ..] = context.list else { return };
    // One finding per list, at the first window that differs.
    let is_last = others.last().is_some_and(|it| it.node().start() == context.window.node().start());
    if !context.in_condition || !is_last {
        return;
    }
    let zone = |it: &TimeWindow<'_>| it.zone().map(|it| it.text().to_ascii_uppercase());
    let usual = zone(first);
    if let Some(other) = others.iter().find(|it| zone(it) != usual) {
        findings
            .report(other.node().trimmed_range(), "time window is in a different time zone than the first one")
            .effect("LSF reads each window in its own time zone, or in that of the management host if it names none")
            .help("write the same time zone after every window, or after none")
            .related(first.node().trimmed_range(), "first window");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports a window without the zone of the first
        //- lsb.queues
        #if time(8:00-18:00 EDT 20:00-22:00)
                                ^^^^^^^^^^^ T103 info time window is in a different time zone than the first one
        #endif

        //# accepts one zone throughout
        //- lsb.queues
        #if time(5:16:30-1:8:30 EDT 20:00-8:30 EDT)
        #endif
    "#]];
}
