use lsflint_lint::{Findings, Item, WindowContext, rule};
use lsflint_syntax::ast::AstNode;

use crate::time::common::never_read;

rule! {
    /// Finds time windows that open and close at the same time.
    ///
    /// # Effect
    /// The effect of such a window is undocumented. In the open-source parsers of the format, the window never opens,
    /// so no job runs.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 0:00-0:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// Omit the parameter if the time is not to be restricted.
    pub T002 "empty-window" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_admin/time_windows_lsf", "windows have an opening and a closing time"),
            volclava("lsf/intlib/window.c", "addWindow", "equal times make a window that never opens"),
        ],
        checks: [TimeWindow(check)],
    }
}

fn check(context: &WindowContext<'_>, findings: &mut Findings) {
    let Some((opens, closes)) = context.clocks else { return };
    let same_minute = opens.minute.unwrap_or(0) == closes.minute.unwrap_or(0);
    if opens.day == closes.day && opens.hour == closes.hour && same_minute {
        let outcome = match context.in_condition {
            true => never_read(),
            false => Item::Job.pending().called("the jobs"),
        };
        findings
            .report(context.window.node().trimmed_range(), "time window opens and closes at the same time")
            .consequence(outcome.possible().because("it is undocumented whether such a window ever opens"))
            .help("remove the window if the time is not to be restricted, or write two different times");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports equal times
        //- each Queue
        RUN_WINDOW = 0-0:00 1:8:00-1:8:00
                     ^^^^^^ T002 warning time window opens and closes at the same time
                            ^^^^^^^^^^^^^ T002 warning time window opens and closes at the same time
          #if time(9:00-9:00)
                   ^^^^^^^^^ T002 warning time window opens and closes at the same time
                   = effect: LSF may ignore the lines of this branch because it is undocumented whether such a window
                   =   ever opens
          UJOB_LIMIT = 1
          #endif

        //# accepts the same time on another day
        //- each Queue: RUN_WINDOW = 5:8:00-1:8:00 8:00-8:01
    "#]];
}
