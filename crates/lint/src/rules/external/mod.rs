//! Family E: external resources and elim.

use crate::rule::Rule;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[];
