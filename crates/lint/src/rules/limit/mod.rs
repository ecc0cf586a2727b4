//! Family L: limits and load thresholds.

use crate::rule::Rule;

mod consumers;
mod export_without_swap;
mod host_spec_differs;
mod job_size_twice;
pub(in crate::rules) mod levels;
mod license_pool;
mod limit_above_slots;
mod limit_below_task_minimum;
mod limit_incomplete;
mod limit_of_jobs_only;
mod limit_with_unit;
mod limit_zero;
mod loan_policy;
mod memlimit_below_reservation;
mod percent_needs_per_host;
mod pool_percentages;
mod profile_limit_above_queues;
mod profile_tasks_fit_no_queue;
mod reservation_method;
mod runlimit_below_cpulimit;
mod runlimit_with_seconds;
mod shared_export_without_hosts;
mod slots;
mod stop_equals_schedule;
mod tasklimit_order;
mod tasks_above_slots;
mod threshold_negative;
mod threshold_not_an_index;
mod threshold_pair_for_lim;
mod threshold_reversed;
mod threshold_syntax;
mod tiny_memlimit;
mod user_limit_above_queue_limit;
mod ut_as_percent;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &limit_zero::RULE,
    &user_limit_above_queue_limit::RULE,
    &tasklimit_order::RULE,
    &limit_below_task_minimum::RULE,
    &job_size_twice::RULE,
    &profile_tasks_fit_no_queue::RULE,
    &limit_above_slots::RULE,
    &tasks_above_slots::RULE,
    &memlimit_below_reservation::RULE,
    &runlimit_with_seconds::RULE,
    &limit_with_unit::RULE,
    &host_spec_differs::RULE,
    &tiny_memlimit::RULE,
    &runlimit_below_cpulimit::RULE,
    &profile_limit_above_queues::RULE,
    &threshold_reversed::RULE,
    &threshold_not_an_index::RULE,
    &ut_as_percent::RULE,
    &threshold_negative::RULE,
    &threshold_syntax::RULE,
    &threshold_pair_for_lim::RULE,
    &limit_incomplete::RULE,
    &percent_needs_per_host::RULE,
    &limit_of_jobs_only::RULE,
    &pool_percentages::RULE,
    &reservation_method::RULE,
    &loan_policy::RULE,
    &license_pool::RULE,
    &export_without_swap::RULE,
    &shared_export_without_hosts::RULE,
    &stop_equals_schedule::RULE,
];
