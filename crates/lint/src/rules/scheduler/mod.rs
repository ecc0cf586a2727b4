//! What lsb.params, lsb.users, lsb.hosts and lsb.globalpolicies say about each other and about the queues. Codes of several families,
//! from a block of their own: X26x, Q52x, Q53x, P40x, E40x.

use crate::rule::Rule;

mod default_group_without_share;
mod exit_rate_everywhere;
mod global_fairshare_child;
mod global_policies_off;
mod global_resource_shadowed;
mod group_admin_of_all;
mod group_in_two_groups;
mod group_shares_lost;
mod group_shares_unused;
mod locked_exclusive_preemption;
mod partial_sync_of_nothing;
mod preemptable_resource;
mod relaxed_order;
mod restricted_default_queue;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &global_resource_shadowed::RULE,
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
    &group_admin_of_all::RULE,
    &group_in_two_groups::RULE,
];
