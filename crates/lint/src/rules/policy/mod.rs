//! Family Q: scheduling policies inside one section.

use crate::rule::Rule;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[];
