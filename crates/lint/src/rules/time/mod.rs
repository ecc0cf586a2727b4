//! Family T: time windows and the time expressions of `#if`.

use crate::rule::Rule;

mod common;
mod condition_syntax;
mod condition_too_short;
mod day_on_one_side;
mod empty_window;
mod looks_like_day;
mod mixed_form;
mod mixed_zones;
mod same_day_wrap;
mod window_out_of_range;
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
];
