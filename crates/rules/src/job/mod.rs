//! Family J: job scripts.

use lsflint_lint::Rule;

pub(crate) mod common;
mod job_limit_above_queue;
mod job_matches_no_host;
mod job_memory_below_reservation;
mod job_option_value;
mod job_refused_by_queue;
mod job_requirement_rejected;
mod job_requirements_contradict;
mod job_tasks_not_allowed;
mod job_unknown_application;
mod job_unknown_host;
mod job_unknown_queue;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &job_option_value::RULE,
    &job_unknown_queue::RULE,
    &job_unknown_application::RULE,
    &job_unknown_host::RULE,
    &job_limit_above_queue::RULE,
    &job_tasks_not_allowed::RULE,
    &job_refused_by_queue::RULE,
    &job_memory_below_reservation::RULE,
    &job_requirement_rejected::RULE,
    &job_requirements_contradict::RULE,
    &job_matches_no_host::RULE,
];
