use lsflint_lint::{Applicability, Findings, Fix, Item, WindowContext, rule};
use lsflint_syntax::ast::{AstNode, TimePoint};

rule! {
    /// Finds time windows whose two times have different forms.
    ///
    /// # Effect
    /// The documentation requires the same form at both ends. The open-source parsers read `8-17:30` as 08:00 to 17:30;
    /// it is undocumented whether every version of LSF does.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 8-17:30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 8:00-17:30
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Safe: a full hour has the same meaning with and without minutes.
    pub T007 "window-mixed-form" {
        family: Time, scope: OwnFile, severity: Warning, fix: Safe,
        sources: [
            ibm("lsf_admin/time_windows_lsf", "both times have the same form"),
            volclava("lsf/lib/lib.conf.c", "parse_time", "a time without minutes is a full hour"),
        ],
        checks: [TimeWindow(check)],
    }
}

fn check(context: &WindowContext<'_>, findings: &mut Findings) {
    let window = context.window;
    let (Some(opens), Some(closes)) = (window.opens(), window.closes()) else { return };
    let hour: TimePoint<'_> = match (opens.fields(), closes.fields()) {
        (1, 2) => opens,
        (2, 1) => closes,
        _ => return,
    };
    let Some(token) = hour.hour() else { return };
    let full = format!("{}:00", token.text());
    findings
        .report(window.node().trimmed_range(), "only one end of the time window has minutes")
        .consequence(
            Item::Value
                .rejected()
                .called("the window")
                .possible()
                .because("the documentation requires the same form at both ends"),
        )
        .help(format!("write `{full}`"))
        .fix(Fix::replace(Applicability::Safe, format!("write `{full}`"), token.range(), full));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports an hour next to a minute
        //- each Queue
        RUN_WINDOW = 8-17:30
                     ^^^^^^^ T007 warning only one end of the time window has minutes
            = fixed: RUN_WINDOW = 8:00-17:30

        //# accepts equal forms
        //- each Queue: RUN_WINDOW = 8-17 8:00-17:30
    "#]];
}
