//! Family E: external resources and elims.

use lsflint_lint::Rule;

mod architecture_twice;
mod boolean_mapped;
mod boolean_on_no_host;
mod builtin_mapped;
mod builtin_on_host;
mod builtin_redefined;
mod confusing_name;
mod consumable_grows;
mod cpu_factor_outlier;
mod default_mapping;
mod dynamic_without_map;
mod elim_abort_value;
mod elim_alias;
mod elim_copy;
mod elim_line_syntax;
mod elim_missing;
mod elim_name_twice;
mod elim_no_program;
mod elim_not_expected;
mod elim_parameters_unused;
mod elim_reserved_file;
mod elim_static_resource;
mod elim_unknown_resource;
mod elim_value;
mod elim_word_too_long;
mod exclusive_unasked;
mod exclusive_with_value;
mod global_resource_shadowed;
mod gpu_resource_defined;
mod host_resource_value;
mod host_resources_syntax;
mod increasing_without_number;
mod interval_too_short;
mod local_resource_not_added;
mod local_resources_syntax;
pub(crate) mod location_syntax;
mod management_host_excluded;
mod map_of_undefined_resource;
mod names_differ_in_case;
mod number_like_name;
pub(crate) mod placement;
mod preemptable_not_shared;
mod release_of_own_value;
mod resource_definition;
mod resource_in_host_and_map;
mod resource_in_two_rows;
pub(crate) mod resource_row;
mod resource_twice_on_host;
mod resource_without_value;
mod two_cpu_definitions;
mod unknown_global_resource;
mod windows_types;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &dynamic_without_map::RULE,
    &map_of_undefined_resource::RULE,
    &builtin_redefined::RULE,
    &resource_definition::RULE,
    &increasing_without_number::RULE,
    &interval_too_short::RULE,
    &number_like_name::RULE,
    &confusing_name::RULE,
    &names_differ_in_case::RULE,
    &exclusive_with_value::RULE,
    &resource_twice_on_host::RULE,
    &architecture_twice::RULE,
    &resource_without_value::RULE,
    &boolean_on_no_host::RULE,
    &release_of_own_value::RULE,
    &cpu_factor_outlier::RULE,
    &consumable_grows::RULE,
    &location_syntax::RULE,
    &default_mapping::RULE,
    &host_resources_syntax::RULE,
    &local_resources_syntax::RULE,
    &resource_in_two_rows::RULE,
    &builtin_mapped::RULE,
    &boolean_mapped::RULE,
    &resource_in_host_and_map::RULE,
    &management_host_excluded::RULE,
    &local_resource_not_added::RULE,
    &preemptable_not_shared::RULE,
    &builtin_on_host::RULE,
    &exclusive_unasked::RULE,
    &host_resource_value::RULE,
    &two_cpu_definitions::RULE,
    &windows_types::RULE,
    &elim_line_syntax::RULE,
    &elim_unknown_resource::RULE,
    &elim_alias::RULE,
    &elim_value::RULE,
    &elim_static_resource::RULE,
    &elim_name_twice::RULE,
    &elim_not_expected::RULE,
    &elim_word_too_long::RULE,
    &elim_copy::RULE,
    &elim_reserved_file::RULE,
    &elim_no_program::RULE,
    &elim_missing::RULE,
    &elim_parameters_unused::RULE,
    &elim_abort_value::RULE,
    &global_resource_shadowed::RULE,
    &gpu_resource_defined::RULE,
    &unknown_global_resource::RULE,
];
