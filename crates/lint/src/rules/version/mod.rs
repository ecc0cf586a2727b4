//! Family V: versions, dialects, deprecation.

use crate::rule::Rule;

mod deprecated_parameter;
mod host_pattern_version;
mod named;
mod needs_newer_version;
mod not_in_dialect;
mod obsolete_section;
mod removed_parameter;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &deprecated_parameter::RULE,
    &obsolete_section::RULE,
    &removed_parameter::RULE,
    &needs_newer_version::RULE,
    &host_pattern_version::RULE,
    &not_in_dialect::RULE,
];
