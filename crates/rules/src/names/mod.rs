//! Family X: names across files.

use lsflint_lint::Rule;

mod address_instead_of_name;
mod addresses_apart;
mod administrator_excluded;
mod all_with_names;
mod client_host;
mod cluster_list;
mod cluster_name_mismatch;
mod cluster_without_servers;
mod compute_unit_level;
mod compute_unit_words;
mod data_host_is_management_host;
mod duplicate_name;
mod each_member_of_all;
mod egroup_in_coarse_unit;
mod egroup_with_members;
mod empty_group;
mod exclusion_without_effect;
mod exported_host_group;
pub(crate) mod group;
mod group_admin_of_all;
mod group_admin_word;
mod group_before_definition;
mod group_in_two_groups;
mod host_address;
mod host_group_cycle;
mod host_in_two_partitions;
mod host_in_two_units;
mod host_list_words;
mod host_name_clash;
mod host_name_range;
mod host_not_used_by_batch;
mod license_server_names;
pub(crate) mod list;
mod master_list;
mod misspelled_list_word;
mod mixed_host_name_forms;
mod name_clash;
mod name_listed_twice;
mod no_host_left;
mod no_user_left;
mod own_cluster;
mod remote_clusters;
mod share_for_non_member;
pub(crate) mod task_lists;
pub(crate) mod undefined;
mod unknown_application;
mod unknown_cluster;
mod unknown_cluster_server;
mod unknown_fairshare_policy;
mod unknown_host;
mod unknown_host_type;
mod unknown_license_project;
mod unknown_queue;
mod unknown_resource;
mod unknown_service_class;
mod unknown_user_group;
mod user_exclusion_without_effect;
mod user_group_cycle;
mod user_mapping;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &unknown_resource::RULE,
    &unknown_host_type::RULE,
    &unknown_host::RULE,
    &client_host::RULE,
    &mixed_host_name_forms::RULE,
    &no_host_left::RULE,
    &host_group_cycle::RULE,
    &host_list_words::RULE,
    &empty_group::RULE,
    &group_before_definition::RULE,
    &egroup_with_members::RULE,
    &compute_unit_level::RULE,
    &host_in_two_units::RULE,
    &compute_unit_words::RULE,
    &host_in_two_partitions::RULE,
    &host_name_range::RULE,
    &unknown_user_group::RULE,
    &user_group_cycle::RULE,
    &share_for_non_member::RULE,
    &no_user_left::RULE,
    &all_with_names::RULE,
    &each_member_of_all::RULE,
    &administrator_excluded::RULE,
    &group_admin_of_all::RULE,
    &group_in_two_groups::RULE,
    &exclusion_without_effect::RULE,
    &egroup_in_coarse_unit::RULE,
    &unknown_queue::RULE,
    &duplicate_name::RULE,
    &unknown_application::RULE,
    &name_listed_twice::RULE,
    &name_clash::RULE,
    &unknown_service_class::RULE,
    &unknown_fairshare_policy::RULE,
    &host_name_clash::RULE,
    &cluster_name_mismatch::RULE,
    &master_list::RULE,
    &unknown_cluster::RULE,
    &remote_clusters::RULE,
    &own_cluster::RULE,
    &cluster_without_servers::RULE,
    &cluster_list::RULE,
    &task_lists::RULE,
    &addresses_apart::RULE,
    &host_not_used_by_batch::RULE,
    &misspelled_list_word::RULE,
    &host_address::RULE,
    &user_mapping::RULE,
    &data_host_is_management_host::RULE,
    &address_instead_of_name::RULE,
    &group_admin_word::RULE,
    &user_exclusion_without_effect::RULE,
    &exported_host_group::RULE,
    &unknown_cluster_server::RULE,
    &license_server_names::RULE,
    &unknown_license_project::RULE,
];
