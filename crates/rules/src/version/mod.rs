//! Family V: versions of LSF.

use lsflint_lint::Rule;

mod changed_default;
mod deprecated_parameter;
mod directive_version;
mod host_pattern_version;
mod name_length_version;
pub(crate) mod named;
mod needs_newer_version;
mod not_in_dialect;
mod obsolete_section;
mod removed_parameter;
mod requirement_version;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &deprecated_parameter::RULE,
    &obsolete_section::RULE,
    &removed_parameter::RULE,
    &changed_default::RULE,
    &needs_newer_version::RULE,
    &requirement_version::RULE,
    &directive_version::RULE,
    &name_length_version::RULE,
    &host_pattern_version::RULE,
    &not_in_dialect::RULE,
];
