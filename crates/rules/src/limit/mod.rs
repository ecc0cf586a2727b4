//! Family L: limits and thresholds.

use lsflint_lint::Rule;

pub(crate) mod consumers;
mod export_without_swap;
mod host_in_two_pools;
mod host_of_absolute_limit;
mod host_spec_differs;
mod job_size_twice;
pub(crate) mod levels;
mod license_pool;
mod limit_above_slots;
mod limit_below_task_minimum;
mod limit_incomplete;
mod limit_never_reached;
mod limit_of_jobs_only;
mod limit_with_unit;
mod limit_without_reservation;
mod limit_zero;
mod loan_policy;
mod memlimit_below_reservation;
pub(crate) mod memory;
pub(crate) mod number_for_consumers;
mod percent_needs_per_host;
mod pool_percentages;
mod pool_selects_by_load;
mod pool_too_small;
pub(crate) mod pools;
mod profile_limit_above_queues;
mod profile_tasks_fit_no_queue;
mod repeated_slot_limit;
mod reservation_method;
mod resource_not_countable;
mod runlimit_below_cpulimit;
mod runlimit_with_seconds;
mod shared_export_without_hosts;
pub(crate) mod slots;
mod tasklimit_order;
mod tasks_above_slots;
mod tasks_need_more_hosts;
mod threshold_negative;
mod threshold_not_an_index;
mod threshold_pair_for_lim;
mod threshold_reversed;
mod threshold_syntax;
mod tiny_memlimit;
mod tmp_limit_unit;
mod user_limit_above_queue_limit;
mod user_rows;
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
    &host_of_absolute_limit::RULE,
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
    &resource_not_countable::RULE,
    &limit_without_reservation::RULE,
    &repeated_slot_limit::RULE,
    &tmp_limit_unit::RULE,
    &pool_too_small::RULE,
    &host_in_two_pools::RULE,
    &pool_selects_by_load::RULE,
    &limit_never_reached::RULE,
    &user_rows::RULE,
    &number_for_consumers::RULE,
    &tasks_need_more_hosts::RULE,
];
