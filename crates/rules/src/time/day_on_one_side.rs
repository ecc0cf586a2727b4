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
    use expect_test::expect;

    use crate::testing::check;

    // covers R-TW3, BC-018, window-mixed-form
    #[test]
    fn points_at_the_side_without_a_day() {
        check(
            "T004",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 5:18:30-8:30\nEnd Queue\n",
            expect![[r#"
                3:22-3:26 error `8:30` has no day, but the other side of the window has one
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: write `day:hour:minute` on both sides, or leave the day out on both when the window shall open every day
            "#]],
        );
    }

    #[test]
    fn accepts_a_day_on_both_sides_or_on_none() {
        check(
            "T004",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 5:18:30-1:8:30 20:00-8:30\nEnd Queue\n",
            expect![[""]],
        );
    }
}
