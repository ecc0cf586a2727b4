//! Family L: limits and load thresholds.

use crate::rule::Rule;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[];
