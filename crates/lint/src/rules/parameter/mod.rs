//! Family P: names and values of parameters.

use crate::rule::Rule;

mod above_related;
mod bad_exit_codes;
mod bad_list;
mod bad_path;
mod bad_percent;
mod bad_size;
mod bad_time;
mod conflicting_parameters;
mod default_above_maximum;
mod duplicate_parameter;
mod list_syntax;
mod missing_required_parameter;
mod name_characters;
mod not_a_number;
mod not_an_integer;
mod not_in_enum;
mod not_y_n;
mod out_of_range;
mod overridden_by_cgroups;
pub(in crate::rules) mod owner;
mod quoted_value;
mod related;
mod requires_other_parameter;
mod reserved_name;
mod reversed_range;
mod same_port;
mod too_many_values;
mod unclosed_quote;
mod value_form;
mod value_too_long;
pub(in crate::rules) mod wording;
mod words_exclude_each_other;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &duplicate_parameter::RULE,
    &not_an_integer::RULE,
    &not_a_number::RULE,
    &not_y_n::RULE,
    &not_in_enum::RULE,
    &bad_list::RULE,
    &bad_path::RULE,
    &bad_time::RULE,
    &bad_exit_codes::RULE,
    &bad_size::RULE,
    &bad_percent::RULE,
    &too_many_values::RULE,
    &list_syntax::RULE,
    &value_form::RULE,
    &value_too_long::RULE,
    &unclosed_quote::RULE,
    &quoted_value::RULE,
    &name_characters::RULE,
    &reserved_name::RULE,
    &out_of_range::RULE,
    &default_above_maximum::RULE,
    &reversed_range::RULE,
    &above_related::RULE,
    &missing_required_parameter::RULE,
    &requires_other_parameter::RULE,
    &conflicting_parameters::RULE,
    &words_exclude_each_other::RULE,
    &overridden_by_cgroups::RULE,
    &same_port::RULE,
];
