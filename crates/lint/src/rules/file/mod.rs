//! Family F: lines, sections, tables, directives, suppressions.

use crate::rule::Rule;

mod end_name_mismatch;
pub(crate) mod unused_suppression;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[&unused_suppression::RULE, &end_name_mismatch::RULE];
