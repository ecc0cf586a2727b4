//! Family Q: scheduling policies.

use lsflint_lint::Rule;

pub(crate) mod action;
mod backfill_preemptable;
mod backfill_without_reservation;
mod backfill_without_runlimit;
mod binding_beside_affinity;
mod checkpoint_action_without_checkpoint;
mod checkpoint_syntax;
mod chunk_limit_too_long;
mod chunk_size_idle;
pub(crate) mod cluster;
mod command_quotes;
mod compute_unit_type_without_unit;
mod compute_units_not_set_up;
mod container_option;
mod container_pre_exec;
mod data_manager_without_queue;
mod data_transfer_queues;
mod default_group_without_share;
mod default_plugin_not_first;
mod default_queue_of_special_jobs;
mod demand_pair_without_effect;
mod exclusive_not_preempted;
mod exclusive_syntax;
mod exclusive_unit_too_coarse;
mod exec_driver_missing;
mod exit_rate_everywhere;
mod extendable_base_above_runlimit;
mod fairshare_beside_partitions;
mod fairshare_child_policy;
mod fairshare_priority_range;
mod fairshare_syntax;
mod fairshare_two_sets;
mod fairshare_users_disjoint;
mod forwarding_without_effect;
mod global_fairshare_child;
pub(crate) mod global_policies_off;
mod goal_windows_overlap;
pub(crate) mod gpu_options;
pub(crate) mod gpu_requirement;
mod group_shares_lost;
mod group_shares_unused;
mod guarantee_in_no_pool;
mod hosts_across_partitions;
pub(crate) mod interruptible_backfill_needs_backfill;
mod interruptible_requeue;
mod job_control_signal;
mod job_controls;
mod job_starter_user_command;
mod locked_exclusive_preemption;
mod max_requeue_idle;
mod mig_without_restart;
mod partial_sync_of_nothing;
mod percentage_without_run_limit;
mod plugin_not_listed;
mod preemptable_resource;
mod preemption_keeps_resource;
mod preemption_priority;
mod preemption_syntax;
mod preemption_without_partner;
mod rc_hosts_not_flagged;
mod relaxed_order;
mod requeue_exit_values;
mod reserve_syntax;
mod restricted_default_queue;
mod service_class_goal;
mod service_class_name_clash;
mod service_class_without_guarantee;
mod share_policy_for_all;
mod slot_pool_in_partition;
mod slot_pool_queues;
mod slot_pool_without_slots;
mod static_priority;
mod success_requeued;
mod terminate_when_load;
mod terminate_when_preempt;
pub(crate) mod units;
mod unknown_compute_unit_type;
mod user_without_share;
mod warning_time_above_runlimit;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &fairshare_beside_partitions::RULE,
    &fairshare_syntax::RULE,
    &user_without_share::RULE,
    &static_priority::RULE,
    &fairshare_child_policy::RULE,
    &fairshare_two_sets::RULE,
    &fairshare_priority_range::RULE,
    &fairshare_users_disjoint::RULE,
    &slot_pool_queues::RULE,
    &hosts_across_partitions::RULE,
    &slot_pool_without_slots::RULE,
    &preemption_priority::RULE,
    &backfill_preemptable::RULE,
    &preemption_syntax::RULE,
    &preemption_without_partner::RULE,
    &exclusive_not_preempted::RULE,
    &percentage_without_run_limit::RULE,
    &terminate_when_preempt::RULE,
    &backfill_without_runlimit::RULE,
    &interruptible_backfill_needs_backfill::RULE,
    &reserve_syntax::RULE,
    &interruptible_requeue::RULE,
    &backfill_without_reservation::RULE,
    &extendable_base_above_runlimit::RULE,
    &job_controls::RULE,
    &requeue_exit_values::RULE,
    &checkpoint_syntax::RULE,
    &job_control_signal::RULE,
    &job_starter_user_command::RULE,
    &command_quotes::RULE,
    &mig_without_restart::RULE,
    &max_requeue_idle::RULE,
    &terminate_when_load::RULE,
    &checkpoint_action_without_checkpoint::RULE,
    &warning_time_above_runlimit::RULE,
    &binding_beside_affinity::RULE,
    &success_requeued::RULE,
    &exclusive_syntax::RULE,
    &chunk_size_idle::RULE,
    &gpu_requirement::RULE,
    &container_option::RULE,
    &container_pre_exec::RULE,
    &forwarding_without_effect::RULE,
    &data_transfer_queues::RULE,
    &data_manager_without_queue::RULE,
    &unknown_compute_unit_type::RULE,
    &compute_units_not_set_up::RULE,
    &compute_unit_type_without_unit::RULE,
    &exclusive_unit_too_coarse::RULE,
    &chunk_limit_too_long::RULE,
    &exec_driver_missing::RULE,
    &service_class_goal::RULE,
    &goal_windows_overlap::RULE,
    &service_class_without_guarantee::RULE,
    &guarantee_in_no_pool::RULE,
    &service_class_name_clash::RULE,
    &group_shares_lost::RULE,
    &group_shares_unused::RULE,
    &default_group_without_share::RULE,
    &restricted_default_queue::RULE,
    &relaxed_order::RULE,
    &locked_exclusive_preemption::RULE,
    &preemptable_resource::RULE,
    &exit_rate_everywhere::RULE,
    &global_policies_off::RULE,
    &global_fairshare_child::RULE,
    &partial_sync_of_nothing::RULE,
    &rc_hosts_not_flagged::RULE,
    &default_queue_of_special_jobs::RULE,
    &demand_pair_without_effect::RULE,
    &slot_pool_in_partition::RULE,
    &share_policy_for_all::RULE,
    &plugin_not_listed::RULE,
    &preemption_keeps_resource::RULE,
    &default_plugin_not_first::RULE,
];
