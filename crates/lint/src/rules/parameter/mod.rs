//! Family P: names and values of parameters.

use crate::rule::Rule;

mod duplicate_parameter;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[&duplicate_parameter::RULE];
