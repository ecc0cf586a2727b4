use lsflint_lint::{Findings, Item, WindowContext, rule};
use lsflint_syntax::ast::AstNode;

use crate::time::common::never_read;

rule! {
    /// Finds time windows that open and close at the same time.
    ///
    /// # Effect
    /// No page says what LSF does with such a window. The open-source readers of the format make a window that never opens, so nothing runs.
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
    /// Leave the parameter out when the time shall not be limited.
    ///
    /// # Notes
    /// The effect was observed in two open-source readers.
    pub T002 "empty-window" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [ibm("lsf_admin/time_windows_lsf", "")],
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
            .report(context.window.node().trimmed_range(), "this time window closes when it opens")
            .consequence(outcome.possible().because("it is not documented whether such a window ever opens"))
            .help("leave the window out when the time shall not be limited, else write two different times");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports equal times
        //- each Queue
        RUN_WINDOW = 0-0:00 1:8:00-1:8:00
                     ^^^^^^ T002 warning this time window closes when it opens
                            ^^^^^^^^^^^^^ T002 warning this time window closes when it opens
          #if time(9:00-9:00)
                   ^^^^^^^^^ T002 warning this time window closes when it opens
                   = effect: LSF may ignore the lines of this branch because it is not documented whether such a window
                   =   ever opens
          UJOB_LIMIT = 1
          #endif

        //# accepts the same time on another day
        //- each Queue
        RUN_WINDOW = 5:8:00-1:8:00 8:00-8:01
    "#]];
}
