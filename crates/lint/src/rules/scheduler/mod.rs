//! What lsb.params, lsb.users, lsb.hosts and lsb.globalpolicies say about each other and about the queues. Codes of several families,
//! from a block of their own: X26x, Q52x, Q53x, P40x, E40x.

use crate::rule::Rule;

mod affinity_without_hosts;
mod default_group_without_share;
mod duration_of_limited_resource;
mod egroup_in_coarse_unit;
mod egroup_interval_unused;
mod exclusion_without_effect;
mod exit_rate_everywhere;
mod global_fairshare_child;
mod global_policies_off;
mod global_resource_shadowed;
mod gpu_resource_defined;
mod gpu_resource_ignored;
mod group_admin_of_all;
mod group_in_two_groups;
mod group_shares_lost;
mod group_shares_unused;
mod ipv6_not_enabled;
mod locked_exclusive_preemption;
mod ncpus_means_slots;
mod other_threshold_file;
mod partial_sync_of_nothing;
mod preemptable_resource;
mod priority_without_factor;
mod rc_hosts_not_flagged;
mod relaxed_order;
mod restricted_default_queue;
mod slots_never_configured;
mod user_rows;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &global_resource_shadowed::RULE,
    &gpu_resource_defined::RULE,
    &user_rows::RULE,
    &egroup_interval_unused::RULE,
    &ipv6_not_enabled::RULE,
    &other_threshold_file::RULE,
    &priority_without_factor::RULE,
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
    &affinity_without_hosts::RULE,
    &gpu_resource_ignored::RULE,
    &ncpus_means_slots::RULE,
    &duration_of_limited_resource::RULE,
    &slots_never_configured::RULE,
    &group_admin_of_all::RULE,
    &group_in_two_groups::RULE,
    &exclusion_without_effect::RULE,
    &egroup_in_coarse_unit::RULE,
];
