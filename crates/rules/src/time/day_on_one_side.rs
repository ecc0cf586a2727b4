use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::TimeError;

use crate::time::common::window_words;

rule! {
    /// Finds time windows with a day at only one end.
    ///
    /// # Effect
    /// LSF cannot determine the day and ignores the window. The other windows of the list remain; if none is left, LSF
    /// ignores the parameter.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 5:18:30-8:30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 5:18:30-1:8:30
    /// End Queue
    /// ```
    ///
    /// Write the day at both ends, or omit it at both ends if the window opens every day.
    pub T004 "window-day-on-one-side" {
        family: Time, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf_admin/time_windows_lsf", "either both times have a day, or none"),
            volclava("lsf/lib/lib.conf.c", "validWindow", "`Ambiguous time`: the window is refused"),
            volclava(
                "lsf/lib/lib.conf.c",
                "parsewindow",
                "a window that cannot be read is ignored with the message `Bad time expression`; without any window, \
                 there is none",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[window_words(
    TimeError::DayOnOneSide,
    "`{text}` has no day, but the other end of the window does",
    "write `day:hour:minute` at both ends, or omit the day at both ends for a window that opens every day",
)];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the side without a day
        //- each Queue
        RUN_WINDOW = 5:18:30-8:30
                             ^^^^ T004 error `8:30` has no day, but the other end of the window does

        //# accepts a day on both sides or on none
        //- each Queue: RUN_WINDOW = 5:18:30-1:8:30 20:00-8:30
    "#]];
}
