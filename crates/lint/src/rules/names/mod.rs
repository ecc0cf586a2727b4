//! Family X: names that files define, and lists of names.

use crate::rule::Rule;

mod definition;
mod duplicate_name;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[&duplicate_name::RULE];
