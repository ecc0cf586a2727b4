//! Family J: job scripts.

use lsflint_lint::Rule;

mod command_repeated_requirement;
pub(crate) mod common;
mod job_array_too_large;
mod job_carriage_return;
mod job_conflicting_options;
mod job_exceeds_slots;
mod job_fits_no_host;
mod job_foreign_directive;
mod job_host_outside_queue;
mod job_limit_above_queue;
mod job_matches_no_host;
mod job_memory_below_reservation;
mod job_missing_argument;
mod job_misspelled_directive;
mod job_open_quote;
mod job_option_value;
mod job_option_version;
mod job_outside_windows;
mod job_priority_too_high;
mod job_refused_by_esub;
mod job_refused_by_queue;
mod job_requirement_rejected;
mod job_requirements_contradict;
mod job_run_limit_exceeds_window;
mod job_stray_word;
mod job_tasks_not_allowed;
mod job_unknown_application;
mod job_unknown_host;
mod job_unknown_option;
mod job_unknown_queue;
mod job_unknown_service_class;
mod job_unknown_user_group;
mod job_user_not_allowed;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &job_option_value::RULE,
    &job_unknown_option::RULE,
    &job_missing_argument::RULE,
    &job_stray_word::RULE,
    &job_conflicting_options::RULE,
    &job_open_quote::RULE,
    &job_carriage_return::RULE,
    &job_foreign_directive::RULE,
    &job_option_version::RULE,
    &job_misspelled_directive::RULE,
    &command_repeated_requirement::RULE,
    &job_unknown_queue::RULE,
    &job_unknown_application::RULE,
    &job_unknown_host::RULE,
    &job_unknown_user_group::RULE,
    &job_unknown_service_class::RULE,
    &job_host_outside_queue::RULE,
    &job_limit_above_queue::RULE,
    &job_tasks_not_allowed::RULE,
    &job_refused_by_queue::RULE,
    &job_memory_below_reservation::RULE,
    &job_array_too_large::RULE,
    &job_priority_too_high::RULE,
    &job_user_not_allowed::RULE,
    &job_refused_by_esub::RULE,
    &job_outside_windows::RULE,
    &job_run_limit_exceeds_window::RULE,
    &job_requirement_rejected::RULE,
    &job_requirements_contradict::RULE,
    &job_matches_no_host::RULE,
    &job_fits_no_host::RULE,
    &job_exceeds_slots::RULE,
];
