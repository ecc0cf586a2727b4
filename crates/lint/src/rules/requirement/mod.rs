//! Family R: requirement strings. The pedantic rules about them (W) stand here too.

use crate::rule::Rule;

mod alternative_delay;
mod any_local_on_other_resource;
mod blanks_in_call;
mod boolean_in_arithmetic;
mod colon_in_select;
mod comma_in_select;
mod command_line_option;
mod common;
mod compound_count;
mod compound_separator;
mod compound_with_resizable;
mod constant_condition;
mod count_sum_mismatch;
mod cu_in_compound;
mod cu_with_auto_resize;
mod decreasing_delay;
mod defined_argument;
mod delay_on_first_alternative;
mod division_by_zero;
mod double_quoted_value;
mod duplicate_section;
mod duplicate_select;
mod ego_requirement;
mod empty_operand;
mod empty_requirement;
mod empty_term;
mod equals_before_bracket;
mod equals_with_number;
mod escape_in_string;
mod expression_syntax;
mod facts;
mod float_equality;
mod general_before_specific;
mod identical_branches;
mod implicit_select_not_first;
mod implied_local_type;
mod inf_nan_name;
mod inner_quotes;
mod mismatched_quotes;
mod missing_blank_between_sections;
mod missing_bracket;
mod missing_operator;
mod mixed_and_or_without_parentheses;
mod names;
mod nested_compound;
mod nested_section;
mod not_on_number;
mod number_compared_with_text;
mod open_term_not_last;
mod or_in_compound;
mod repeated_not;
mod resource_alias;
mod resource_name_case;
mod section_keyword_case;
mod section_without_effect;
mod select;
mod select_not_first;
mod shared_resource_without_defined;
mod single_ampersand;
mod status_not_a_bhosts_status;
mod string_misuse;
mod text_outside_braces;
mod unit_suffix_on_unitless_resource;
mod unknown_resource;
mod unknown_section_keyword;
mod unknown_size_unit;
mod unquoted_shared_string;
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
    &unit_suffix_on_unitless_resource::RULE,
    &unknown_size_unit::RULE,
    &select_not_first::RULE,
    &resource_alias::RULE,
    &shared_resource_without_defined::RULE,
    &general_before_specific::RULE,
    &not_on_number::RULE,
    &float_equality::RULE,
    &implied_local_type::RULE,
    &unknown_resource::RULE,
];
