//! Family A: absolute priority scheduling.

use crate::rule::Rule;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[];
