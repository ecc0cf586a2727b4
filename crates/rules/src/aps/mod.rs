//! Family A: absolute priority scheduling.

use lsflint_lint::Rule;

mod aps_admin_not_allowed;
mod aps_conflict;
mod aps_constant_queue_priority;
mod aps_dead_limit_or_grace;
mod aps_duplicate;
mod aps_factor_version;
mod aps_factor_without_priorities;
mod aps_grace_without_unit;
mod aps_large_number;
mod aps_letter_case;
mod aps_parent_without_factors;
mod aps_reservation_behind_alternative;
mod aps_syntax;
mod aps_unknown_factor;
mod aps_unknown_part;
mod aps_value;
mod aps_without_weight;
pub(crate) mod common;
mod fs_without_fairshare;
mod jpriority_without_max_user_priority;
mod queue_group_child_conflict;
pub(crate) mod queue_group_without_aps;
mod service_class_beside_aps;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &aps_syntax::RULE,
    &aps_unknown_part::RULE,
    &aps_unknown_factor::RULE,
    &aps_duplicate::RULE,
    &aps_admin_not_allowed::RULE,
    &aps_letter_case::RULE,
    &aps_without_weight::RULE,
    &aps_value::RULE,
    &aps_dead_limit_or_grace::RULE,
    &aps_parent_without_factors::RULE,
    &aps_grace_without_unit::RULE,
    &aps_factor_version::RULE,
    &aps_large_number::RULE,
    &fs_without_fairshare::RULE,
    &aps_conflict::RULE,
    &queue_group_child_conflict::RULE,
    &queue_group_without_aps::RULE,
    &aps_constant_queue_priority::RULE,
    &aps_reservation_behind_alternative::RULE,
    &jpriority_without_max_user_priority::RULE,
    &aps_factor_without_priorities::RULE,
    &service_class_beside_aps::RULE,
];
