//! Family P: names and values of parameters.

use lsflint_lint::Rule;

mod above_related;
mod address_out_of_range;
mod bad_exit_codes;
mod bad_list;
mod bad_path;
mod bad_percent;
mod bad_size;
mod bad_time;
mod blank_around_equals;
mod compute_unit_types;
mod conf_of_another_product;
mod conflicting_parameters;
mod copy_command_of_lsf;
mod default_above_maximum;
mod doubled_equals;
mod duplicate_parameter;
mod egroup_interval_unused;
pub(crate) mod elsewhere;
mod empty_value;
mod environment_list;
mod interval_pair;
mod ipv6_not_enabled;
mod list_syntax;
mod missing_equals;
mod missing_name;
mod missing_required_parameter;
pub(crate) mod name_characters;
mod name_repeats_word;
mod name_without_cluster;
mod not_a_number;
mod not_an_integer;
mod not_in_enum;
mod not_y_n;
mod other_threshold_file;
mod out_of_range;
mod overridden_by_cgroups;
mod overridden_by_ego;
pub(crate) mod owner;
mod parameter_case;
mod parameter_in_wrong_file;
mod port_range_too_small;
mod priority_without_factor;
mod priority_without_range;
mod quoted_value;
mod redundant_switch;
pub(crate) mod related;
mod repeated_keyword;
mod requires_other_parameter;
mod reserved_name;
mod reversed_range;
mod same_port;
mod setting_of_unused_feature;
mod shell_syntax;
mod switch_without_off;
mod switched_off_by_value;
mod text_after_parenthesis;
mod text_after_quote;
mod text_before_equals;
mod too_many_values;
mod unclosed_parenthesis;
mod unclosed_quote;
mod unit_differs_between_clusters;
pub(crate) mod unknown_name;
mod unknown_parameter;
mod unknown_right;
mod unquoted_blanks;
mod value_form;
mod value_too_long;
mod value_too_short;
pub(crate) mod wording;
mod words_exclude_each_other;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &unknown_parameter::RULE,
    &parameter_in_wrong_file::RULE,
    &duplicate_parameter::RULE,
    &missing_equals::RULE,
    &empty_value::RULE,
    &parameter_case::RULE,
    &text_before_equals::RULE,
    &text_after_parenthesis::RULE,
    &unclosed_parenthesis::RULE,
    &blank_around_equals::RULE,
    &unquoted_blanks::RULE,
    &text_after_quote::RULE,
    &shell_syntax::RULE,
    &missing_name::RULE,
    &doubled_equals::RULE,
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
    &value_too_short::RULE,
    &compute_unit_types::RULE,
    &unknown_right::RULE,
    &name_characters::RULE,
    &reserved_name::RULE,
    &name_without_cluster::RULE,
    &environment_list::RULE,
    &switch_without_off::RULE,
    &out_of_range::RULE,
    &default_above_maximum::RULE,
    &reversed_range::RULE,
    &above_related::RULE,
    &priority_without_range::RULE,
    &interval_pair::RULE,
    &address_out_of_range::RULE,
    &port_range_too_small::RULE,
    &repeated_keyword::RULE,
    &missing_required_parameter::RULE,
    &requires_other_parameter::RULE,
    &conflicting_parameters::RULE,
    &words_exclude_each_other::RULE,
    &overridden_by_cgroups::RULE,
    &same_port::RULE,
    &redundant_switch::RULE,
    &setting_of_unused_feature::RULE,
    &switched_off_by_value::RULE,
    &copy_command_of_lsf::RULE,
    &conf_of_another_product::RULE,
    &egroup_interval_unused::RULE,
    &ipv6_not_enabled::RULE,
    &other_threshold_file::RULE,
    &priority_without_factor::RULE,
    &name_repeats_word::RULE,
    &overridden_by_ego::RULE,
    &unit_differs_between_clusters::RULE,
];
