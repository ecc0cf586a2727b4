//! Family C: files of the resource connector.

use lsflint_lint::Rule;

mod attribute_form;
mod json_syntax;
mod repeated_name;
mod unknown_attribute;
mod unknown_key;
mod unknown_name;
mod wrong_value;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &json_syntax::RULE,
    &unknown_key::RULE,
    &wrong_value::RULE,
    &repeated_name::RULE,
    &unknown_attribute::RULE,
    &attribute_form::RULE,
    &unknown_name::RULE,
];
