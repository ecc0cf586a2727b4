//! Limits of lsb.resources, guaranteed pools and service classes: what several files say about them together. Codes L32x and Q51x.

use crate::rule::Rule;

pub(in crate::rules) mod common;
mod guarantee_in_no_pool;
mod resource_not_countable;
mod service_class_name_clash;
mod service_class_without_guarantee;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &resource_not_countable::RULE,
    &service_class_without_guarantee::RULE,
    &guarantee_in_no_pool::RULE,
    &service_class_name_clash::RULE,
];
