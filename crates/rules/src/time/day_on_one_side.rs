use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::TimeError;

use crate::time::common::window_words;

rule! {
    /// Finds time windows with a day on one side only.
    ///
    /// # Effect
    /// LSF cannot tell which day is meant and drops the window. The others of the list stay; when none is left, the parameter is ignored.
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
    /// Write the day on both sides, or on none when the window shall open every day.
    pub T004 "window-day-on-one-side" {
        family: Time, scope: OwnFile, severity: Error,
        sources: [ibm("lsf_admin/time_windows_lsf", "")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[window_words(
    TimeError::DayOnOneSide,
    "`{text}` has no day, but the other side of the window has one",
    "write `day:hour:minute` on both sides, or leave the day out on both when the window shall open every day",
)];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the side without a day
        //- each Queue
        RUN_WINDOW = 5:18:30-8:30
                             ^^^^ T004 error `8:30` has no day, but the other side of the window has one

        //# accepts a day on both sides or on none
        //- each Queue
        RUN_WINDOW = 5:18:30-1:8:30 20:00-8:30
    "#]];
}
