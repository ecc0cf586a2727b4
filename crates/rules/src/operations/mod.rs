//! Family Z: security and operations.

use lsflint_lint::Rule;

pub(crate) mod eauth_not_in_use;
mod open_address_range;
mod root_administrator;
mod root_commands;
pub(crate) mod secret_in_configuration;
mod temporary_path;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &secret_in_configuration::RULE,
    &temporary_path::RULE,
    &open_address_range::RULE,
    &root_administrator::RULE,
    &eauth_not_in_use::RULE,
    &root_commands::RULE,
];
