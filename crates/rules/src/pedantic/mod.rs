//! Family W: style and portability.

use lsflint_lint::Rule;

mod equal_queue_priority;
mod exclusive_requeue_of_parallel_jobs;
mod float_equality;
mod general_before_specific;
mod implied_local_type;
mod memlimit_without_reservation;
mod not_on_number;
mod parallel_queue_without_reservation;
mod resource_alias;
mod select_above_reservation;
mod select_not_first;
mod shared_resource_without_defined;
mod stop_equals_schedule;
mod suspended_before_lower_queue;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &select_not_first::RULE,
    &resource_alias::RULE,
    &shared_resource_without_defined::RULE,
    &general_before_specific::RULE,
    &not_on_number::RULE,
    &float_equality::RULE,
    &implied_local_type::RULE,
    &memlimit_without_reservation::RULE,
    &select_above_reservation::RULE,
    &equal_queue_priority::RULE,
    &exclusive_requeue_of_parallel_jobs::RULE,
    &stop_equals_schedule::RULE,
    &suspended_before_lower_queue::RULE,
    &parallel_queue_without_reservation::RULE,
];
