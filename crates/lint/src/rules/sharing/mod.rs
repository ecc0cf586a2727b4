//! Limits of lsb.resources, guaranteed pools and service classes: what several files say about them together. Codes L32x and Q51x.

use crate::rule::Rule;

pub(in crate::rules) mod common;
mod guarantee_in_no_pool;
mod host_in_two_pools;
mod limit_never_reached;
mod limit_without_reservation;
mod pool_selects_by_load;
mod pool_too_small;
mod repeated_slot_limit;
mod resource_not_countable;
mod service_class_name_clash;
mod service_class_without_guarantee;
mod tmp_limit_unit;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &resource_not_countable::RULE,
    &limit_without_reservation::RULE,
    &repeated_slot_limit::RULE,
    &tmp_limit_unit::RULE,
    &pool_too_small::RULE,
    &host_in_two_pools::RULE,
    &pool_selects_by_load::RULE,
    &limit_never_reached::RULE,
    &service_class_without_guarantee::RULE,
    &guarantee_in_no_pool::RULE,
    &service_class_name_clash::RULE,
];
