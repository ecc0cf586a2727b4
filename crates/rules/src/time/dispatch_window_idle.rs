use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::time::common::run_and_dispatch;

rule! {
    /// Finds dispatch windows that are open whenever the run window is open.
    ///
    /// # Effect
    /// `DISPATCH_WINDOW` has no effect: LSF does not dispatch jobs outside `RUN_WINDOW` anyway.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-6:00
    /// DISPATCH_WINDOW = 18:00-8:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-6:00
    /// DISPATCH_WINDOW = 18:00-4:00
    /// End Queue
    /// ```
    pub T205 "dispatch-window-idle" {
        family: Time, scope: OwnFile, severity: Info,
        sources: [
            ibm("topic=configuration-time-windows", "run windows, dispatch windows and the windows of hosts"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    for (run, dispatch) in run_and_dispatch(context) {
        // Another rule reports windows that are always open. A window in a branch may replace a narrower one.
        if !run.week.is_within(&dispatch.week) || dispatch.week.is_always() || dispatch.setting.branch != 0 {
            continue;
        }
        findings
            .report(dispatch.setting.value_range(), "`DISPATCH_WINDOW` is open whenever `RUN_WINDOW` is")
            .consequence(
                Item::Line
                    .no_effect()
                    .called("`DISPATCH_WINDOW`")
                    .because(format!("LSF does not dispatch jobs outside `RUN_WINDOW` ({}) anyway", run.week)),
            )
            .help("close it earlier than `RUN_WINDOW`, or remove the line")
            .related(run.setting.value_range(), "`RUN_WINDOW` is set here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the wider and the equal window
        //- each Queue
        RUN_WINDOW = 20:00-6:00
          DISPATCH_WINDOW = 18:00-8:00
                            ^^^^^^^^^^ T205 info `DISPATCH_WINDOW` is open whenever `RUN_WINDOW` is
        RUN_WINDOW = 20:00-6:00
          DISPATCH_WINDOW = 20-6
                            ^^^^ T205 info `DISPATCH_WINDOW` is open whenever `RUN_WINDOW` is

        //# accepts the narrower one
        //- each Queue
        RUN_WINDOW = 20:00-6:00
          DISPATCH_WINDOW = 18:00-5:00
        DISPATCH_WINDOW = 18:00-5:00
        DISPATCH_WINDOW = 18:00-5:00
          RUN_WINDOW = 20:00-6:00
          #if time(6:0:00-1:0:00)
          DISPATCH_WINDOW = 18:00-8:00
          #endif
    "#]];
}
