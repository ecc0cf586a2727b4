//! What lsb.params, lsb.users, lsb.hosts and lsb.globalpolicies say about each other and about the queues. Codes of several families,
//! from a block of their own: X26x, Q52x, Q53x, P40x, E40x.

use crate::rule::Rule;

mod default_group_without_share;
mod group_admin_of_all;
mod group_in_two_groups;
mod group_shares_lost;
mod group_shares_unused;
mod restricted_default_queue;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &group_shares_lost::RULE,
    &group_shares_unused::RULE,
    &default_group_without_share::RULE,
    &restricted_default_queue::RULE,
    &group_admin_of_all::RULE,
    &group_in_two_groups::RULE,
];
