use lsflint_lint::{Findings, WindowContext, rule};
use lsflint_syntax::ast::{AstNode, ClockTime};

use crate::time::common::in_words;

rule! {
    /// Finds time windows that close earlier on the same day than they open.
    ///
    /// # Effect
    /// According to the documentation, such a window wraps around the whole week: it is open almost all the time. The
    /// open-source parsers reject it.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 1:18:00-1:8:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 1:18:00-2:8:00
    /// End Queue
    /// ```
    pub T005 "window-same-day-wrap" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_admin/time_windows_lsf", "a window whose closing time is before the opening time wraps around"),
            volclava(
                "lsf/intlib/window.c",
                "addWindow",
                "`Ambiguous time`: a window that closes earlier on the same day is refused",
            ),
        ],
        checks: [TimeWindow(check)],
    }
}

fn check(context: &WindowContext<'_>, findings: &mut Findings) {
    let Some((opens, closes)) = context.clocks else { return };
    let minute = |it: ClockTime| (it.hour, it.minute);
    if opens.day.is_some() && opens.day == closes.day && minute(opens) > minute(closes) {
        let (from, to) = (in_words(opens), in_words(closes));
        let range = context.window.node().trimmed_range();
        findings
            .report(range, format!("time window from {from} to {to} closes a week later"))
            .effect("LSF keeps the window open for almost the whole week; open-source parsers reject it")
            .help("write the day on which it closes, or omit both days if it opens every day");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# shows how the window is read
        //- each Queue
        RUN_WINDOW = 1:18:00-1:8:00
                     ^^^^^^^^^^^^^^ T005 warning time window from Monday 18:00 to Monday 08:00 closes a week later

        //# accepts nights and weekends
        //- each Queue: RUN_WINDOW = 18:00-8:00 5:18:00-1:8:00 1:8:00-1:9:00
    "#]];
}
