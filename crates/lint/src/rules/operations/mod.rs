//! Family Z: security and operations.

use crate::rule::Rule;

mod open_address_range;
mod root_administrator;
pub(in crate::rules) mod secret_in_configuration;
mod temporary_path;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] =
    &[&secret_in_configuration::RULE, &temporary_path::RULE, &open_address_range::RULE, &root_administrator::RULE];
