//! What the rules of the family share: how times read in words, and what a broken window costs.

use lsflint_spec::DAY_NAMES;
use lsflint_syntax::ast::ClockTime;

/// `Monday 08:30`, `08:30`.
pub(super) fn in_words(time: ClockTime) -> String {
    let clock = format!("{:02}:{:02}", time.hour, time.minute.unwrap_or(0));
    match time.day.and_then(|it| DAY_NAMES.get(it as usize)) {
        Some(day) => format!("{day} {clock}"),
        None => clock,
    }
}

/// What happens to a window that LSF cannot read.
pub(super) const DROPPED: &str =
    "LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited";

/// What happens to the branch of a condition that LSF cannot read.
pub(super) const CONDITION_FALSE: &str =
    "LSF cannot read the condition and takes it as false: the lines of this branch are never read";
