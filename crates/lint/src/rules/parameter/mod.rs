//! Family P: names and values of parameters.

use crate::rule::Rule;

mod bad_list;
mod bad_path;
mod duplicate_parameter;
mod not_a_number;
mod not_an_integer;
mod not_in_enum;
mod not_y_n;
pub(in crate::rules) mod owner;
pub(in crate::rules) mod wording;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &duplicate_parameter::RULE,
    &not_an_integer::RULE,
    &not_a_number::RULE,
    &not_y_n::RULE,
    &not_in_enum::RULE,
    &bad_list::RULE,
    &bad_path::RULE,
];
