//! Family M: requirements of queue, application profile and job together.

use lsflint_lint::Rule;

mod application_exceeds_queue_reservation;
mod comparison;
mod contradictory_selects;
pub(crate) mod defaults;
mod hosts_ask_for_exclusive_resource;
pub(crate) mod levels;
pub(crate) mod no_host_can_match;
mod outside_resrsv_limit;
pub(crate) mod pairs;
mod queue_alternatives_refuse_profile;
mod queue_requirement_dead;
mod same_key_at_two_levels;
mod tasklimit_and_compound_counts;
mod wanted;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &same_key_at_two_levels::RULE,
    &application_exceeds_queue_reservation::RULE,
    &outside_resrsv_limit::RULE,
    &queue_requirement_dead::RULE,
    &contradictory_selects::RULE,
    &tasklimit_and_compound_counts::RULE,
    &queue_alternatives_refuse_profile::RULE,
    &no_host_can_match::RULE,
    &hosts_ask_for_exclusive_resource::RULE,
];
