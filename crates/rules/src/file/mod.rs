//! Family F: files, sections, tables and directives.

use lsflint_lint::Rule;

mod blank_before_directive;
mod broken_suppression;
mod byte_order_mark;
mod comment_looks_like_directive;
mod content_outside_section;
mod continuation_into_comment;
mod continuation_swallows_line;
mod crlf_line_endings;
mod directive_not_balanced;
mod directive_without_condition;
mod duplicate_single_section;
mod elif_without_else;
mod empty_cell;
mod empty_section;
mod end_name_mismatch;
mod header_duplicate_column;
mod header_missing_required_column;
mod header_unknown_column;
mod include_not_found;
mod include_position;
mod include_without_path;
mod lone_parenthesis_in_row;
mod lookalike_character;
mod missing_section;
mod misspelled_directive;
mod nul_byte;
mod old_and_new_column;
mod overlong_word;
mod row_length;
mod section_in_wrong_file;
mod section_not_closed;
mod section_order;
mod section_without_name;
pub(crate) mod suppression_without_reason;
mod text_after_directive;
mod text_after_parenthesis_in_row;
mod time_expression_in_unsupported_file;
mod too_many_rows;
mod trailing_blank_after_continuation;
mod unbalanced_quotes;
mod unclosed_parenthesis_in_row;
mod unknown_section;
mod unused_suppression;
mod wrong_layout;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &unbalanced_quotes::RULE,
    &trailing_blank_after_continuation::RULE,
    &continuation_into_comment::RULE,
    &crlf_line_endings::RULE,
    &byte_order_mark::RULE,
    &nul_byte::RULE,
    &lookalike_character::RULE,
    &continuation_swallows_line::RULE,
    &overlong_word::RULE,
    &unused_suppression::RULE,
    &suppression_without_reason::RULE,
    &broken_suppression::RULE,
    &section_without_name::RULE,
    &unknown_section::RULE,
    &section_not_closed::RULE,
    &end_name_mismatch::RULE,
    &content_outside_section::RULE,
    &duplicate_single_section::RULE,
    &empty_section::RULE,
    &section_in_wrong_file::RULE,
    &wrong_layout::RULE,
    &missing_section::RULE,
    &section_order::RULE,
    &header_unknown_column::RULE,
    &header_missing_required_column::RULE,
    &header_duplicate_column::RULE,
    &row_length::RULE,
    &unclosed_parenthesis_in_row::RULE,
    &empty_cell::RULE,
    &text_after_parenthesis_in_row::RULE,
    &old_and_new_column::RULE,
    &too_many_rows::RULE,
    &lone_parenthesis_in_row::RULE,
    &directive_not_balanced::RULE,
    &comment_looks_like_directive::RULE,
    &include_not_found::RULE,
    &include_position::RULE,
    &time_expression_in_unsupported_file::RULE,
    &elif_without_else::RULE,
    &include_without_path::RULE,
    &blank_before_directive::RULE,
    &directive_without_condition::RULE,
    &text_after_directive::RULE,
    &misspelled_directive::RULE,
];
