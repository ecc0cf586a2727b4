//! Family R: requirement strings.

use lsflint_lint::Rule;

mod affinity_alljobs_without_exclusive;
mod affinity_level;
mod affinity_old_unit;
mod affinity_without_hosts;
mod alternative_delay;
mod any_local_on_other_resource;
mod blanks_in_call;
mod block_and_task_limit;
mod boolean_in_arithmetic;
mod colon_in_select;
mod comma_in_select;
mod command_line_option;
pub(crate) mod common;
mod compound_count;
mod compound_separator;
mod compound_with_resizable;
mod constant_condition;
pub(crate) mod content;
mod count_sum_mismatch;
mod cu_conflict;
mod cu_excl_without_exclusive;
mod cu_in_compound;
mod cu_with_auto_resize;
mod decreasing_delay;
mod defined_argument;
mod delay_on_first_alternative;
mod division_by_zero;
mod double_quoted_value;
mod duplicate_section;
mod duplicate_select;
mod duration_below_interval;
mod duration_decay_shape;
mod duration_of_limited_resource;
mod duration_on_static_resource;
mod ego_requirement;
mod empty_operand;
mod empty_requirement;
mod empty_term;
mod empty_value_word;
mod equals_before_bracket;
mod equals_with_number;
mod escape_in_string;
mod expression_syntax;
pub(crate) mod facts;
mod gpu_resource_ignored;
mod gpu_words_not_enabled;
mod gpu_words_without_gpus;
mod gtile_in_rusage;
mod identical_branches;
mod implicit_select_not_first;
mod inf_nan_name;
mod inner_quotes;
mod item_separator;
mod item_syntax;
mod item_value;
mod mismatched_quotes;
mod missing_blank_between_sections;
mod missing_bracket;
mod missing_operator;
mod mixed_and_or_without_parentheses;
mod multi_phase_lengths;
mod ncpus_means_slots;
mod nested_compound;
mod nested_section;
mod number_compared_with_text;
mod open_term_not_last;
mod or_in_compound;
mod order_expression;
mod order_is_default;
mod order_key_not_sortable;
mod order_later_keys;
mod order_sign;
mod ptile_default;
mod ptile_name_twice;
mod ptile_types_and_models;
mod ptile_without_same;
mod repeated_item;
mod repeated_not;
mod reservation_method_suffix;
pub(crate) mod reserved;
mod resource_name_case;
mod rusage_alternatives_in_queue;
mod rusage_amount;
mod rusage_duplicate_resource;
mod rusage_empty_item;
mod rusage_item_syntax;
mod rusage_non_consumable;
mod same_dynamic_resource;
mod section_keyword_case;
mod section_without_effect;
pub(crate) mod servers;
mod single_ampersand;
mod slots_never_configured;
mod span_cancelled_in_queue;
mod span_items_combined;
mod status_not_a_bhosts_status;
mod strict_syntax_not_set;
mod string_misuse;
mod suspicious_magnitude;
mod task_requirement;
mod task_text_ignored;
mod text_outside_braces;
mod tmp_unit_not_enabled;
mod unit_suffix_on_unitless_resource;
mod unit_suffix_version;
mod unknown_item_keyword;
mod unknown_section_keyword;
mod unknown_size_unit;
mod unquoted_bang;
mod unquoted_shared_string;
mod unsupported_by_command;
mod ut_out_of_range;
mod value_needs_quotes;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &unknown_section_keyword::RULE,
    &missing_bracket::RULE,
    &equals_before_bracket::RULE,
    &missing_blank_between_sections::RULE,
    &implicit_select_not_first::RULE,
    &duplicate_select::RULE,
    &inner_quotes::RULE,
    &empty_operand::RULE,
    &expression_syntax::RULE,
    &mismatched_quotes::RULE,
    &nested_section::RULE,
    &duplicate_section::RULE,
    &section_without_effect::RULE,
    &command_line_option::RULE,
    &empty_requirement::RULE,
    &ego_requirement::RULE,
    &task_requirement::RULE,
    &empty_value_word::RULE,
    &unsupported_by_command::RULE,
    &task_text_ignored::RULE,
    &boolean_in_arithmetic::RULE,
    &string_misuse::RULE,
    &ut_out_of_range::RULE,
    &unquoted_shared_string::RULE,
    &status_not_a_bhosts_status::RULE,
    &any_local_on_other_resource::RULE,
    &defined_argument::RULE,
    &constant_condition::RULE,
    &mixed_and_or_without_parentheses::RULE,
    &resource_name_case::RULE,
    &value_needs_quotes::RULE,
    &equals_with_number::RULE,
    &division_by_zero::RULE,
    &inf_nan_name::RULE,
    &number_compared_with_text::RULE,
    &section_keyword_case::RULE,
    &blanks_in_call::RULE,
    &repeated_not::RULE,
    &colon_in_select::RULE,
    &escape_in_string::RULE,
    &missing_operator::RULE,
    &comma_in_select::RULE,
    &single_ampersand::RULE,
    &double_quoted_value::RULE,
    &strict_syntax_not_set::RULE,
    &rusage_duplicate_resource::RULE,
    &rusage_non_consumable::RULE,
    &duration_decay_shape::RULE,
    &multi_phase_lengths::RULE,
    &reservation_method_suffix::RULE,
    &rusage_item_syntax::RULE,
    &rusage_empty_item::RULE,
    &rusage_amount::RULE,
    &gpu_words_without_gpus::RULE,
    &gtile_in_rusage::RULE,
    &gpu_words_not_enabled::RULE,
    &duration_on_static_resource::RULE,
    &duration_below_interval::RULE,
    &rusage_alternatives_in_queue::RULE,
    &item_separator::RULE,
    &order_sign::RULE,
    &order_key_not_sortable::RULE,
    &order_expression::RULE,
    &repeated_item::RULE,
    &order_later_keys::RULE,
    &order_is_default::RULE,
    &unknown_item_keyword::RULE,
    &item_syntax::RULE,
    &item_value::RULE,
    &span_cancelled_in_queue::RULE,
    &unquoted_bang::RULE,
    &span_items_combined::RULE,
    &ptile_without_same::RULE,
    &ptile_default::RULE,
    &ptile_name_twice::RULE,
    &block_and_task_limit::RULE,
    &same_dynamic_resource::RULE,
    &cu_conflict::RULE,
    &cu_excl_without_exclusive::RULE,
    &affinity_level::RULE,
    &affinity_old_unit::RULE,
    &affinity_alljobs_without_exclusive::RULE,
    &ptile_types_and_models::RULE,
    &affinity_without_hosts::RULE,
    &gpu_resource_ignored::RULE,
    &ncpus_means_slots::RULE,
    &duration_of_limited_resource::RULE,
    &slots_never_configured::RULE,
    &count_sum_mismatch::RULE,
    &or_in_compound::RULE,
    &cu_in_compound::RULE,
    &open_term_not_last::RULE,
    &compound_with_resizable::RULE,
    &delay_on_first_alternative::RULE,
    &compound_count::RULE,
    &compound_separator::RULE,
    &nested_compound::RULE,
    &text_outside_braces::RULE,
    &alternative_delay::RULE,
    &decreasing_delay::RULE,
    &identical_branches::RULE,
    &empty_term::RULE,
    &cu_with_auto_resize::RULE,
    &suspicious_magnitude::RULE,
    &unit_suffix_on_unitless_resource::RULE,
    &tmp_unit_not_enabled::RULE,
    &unknown_size_unit::RULE,
    &unit_suffix_version::RULE,
];
