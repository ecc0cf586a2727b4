//! Family T: time windows and time expressions.

use lsflint_lint::Rule;

mod branch_never_active;
mod branch_setting_overridden;
pub(crate) mod common;
mod condition_always_holds;
mod condition_name_undefined;
mod condition_never_holds;
mod condition_syntax;
mod condition_too_short;
mod day_on_one_side;
mod dispatch_window_idle;
mod empty_window;
mod host_windows_disjoint;
mod looks_like_day;
mod mixed_form;
mod mixed_zones;
mod runlimit_exceeds_window;
mod same_day_wrap;
mod terminate_when_window;
mod window_always_open;
mod window_contained;
mod window_disjoint;
mod window_out_of_range;
mod window_overlap;
mod window_syntax;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &window_syntax::RULE,
    &empty_window::RULE,
    &window_out_of_range::RULE,
    &day_on_one_side::RULE,
    &same_day_wrap::RULE,
    &looks_like_day::RULE,
    &mixed_form::RULE,
    &condition_syntax::RULE,
    &condition_too_short::RULE,
    &mixed_zones::RULE,
    &condition_name_undefined::RULE,
    &window_disjoint::RULE,
    &window_always_open::RULE,
    &window_contained::RULE,
    &window_overlap::RULE,
    &dispatch_window_idle::RULE,
    &condition_never_holds::RULE,
    &condition_always_holds::RULE,
    &branch_never_active::RULE,
    &terminate_when_window::RULE,
    &host_windows_disjoint::RULE,
    &branch_setting_overridden::RULE,
    &runlimit_exceeds_window::RULE,
];
