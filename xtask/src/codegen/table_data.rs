//! The data files that do not belong to a single file of LSF: resources, versions, APS, requirement strings and others.

use serde::Deserialize;

use super::data::{ParamData, yes};

/// `builtin-resources.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Resources {
    pub(super) names: ResourceNames,
    pub(super) resource: Vec<Resource>,
    pub(super) status: Vec<Status>,
}

/// Restrictions of names of resources.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResourceNames {
    pub(super) reserved: Vec<String>,
    pub(super) reserved_but_shipped_as_boolean: Vec<String>,
    pub(super) discouraged: Vec<String>,
    pub(super) forbidden_prefixes: Vec<String>,
    pub(super) size_undocumented: Vec<String>,
    pub(super) undefinable: Vec<String>,
    pub(super) predefined_types: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Resource {
    pub(super) name: String,
    #[serde(default)]
    pub(super) alias: String,
    pub(super) r#type: String,
    pub(super) reading: String,
    #[serde(default)]
    pub(super) direction: String,
    #[serde(default)]
    pub(super) unit: String,
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    /// The interval between updates in seconds, if documented.
    pub(super) interval: Option<u32>,
    #[serde(default)]
    pub(super) consumable: bool,
    #[serde(default)]
    pub(super) order: bool,
    #[serde(default)]
    pub(super) defined: bool,
    #[serde(default)]
    pub(super) threshold: bool,
    #[serde(default)]
    pub(super) size_units: bool,
    /// The namespace of its values.
    #[serde(default)]
    pub(super) names: String,
    pub(super) summary: String,
    #[serde(default)]
    pub(super) since: String,
    #[serde(default)]
    pub(super) numbered: bool,
    pub(super) confidence: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Status {
    pub(super) name: String,
    pub(super) batch: bool,
    pub(super) summary: String,
    pub(super) confidence: String,
}

/// `versions.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Versions {
    /// The version of the manual.
    pub(super) manual: String,
    pub(super) target: Vec<TargetRow>,
    pub(super) switch: Vec<Switch>,
    pub(super) keywords: Vec<Keywords>,
}

/// The keywords that a program knows in a section.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keywords {
    pub(super) dialect: String,
    /// `file:Section`.
    pub(super) section: String,
    pub(super) source: String,
    pub(super) names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TargetRow {
    pub(super) name: String,
    pub(super) dialect: String,
    pub(super) version: String,
    pub(super) summary: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Switch {
    pub(super) name: String,
    pub(super) since: String,
    #[serde(default)]
    pub(super) dialects: Vec<String>,
    pub(super) summary: String,
    pub(super) source: String,
    pub(super) confidence: String,
}

/// `aps.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Aps {
    pub(super) largest: f64,
    pub(super) part: Vec<ApsPart>,
    pub(super) factor: Vec<ApsFactor>,
    pub(super) spelling: Vec<Spelling>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApsPart {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) summary: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApsFactor {
    pub(super) name: String,
    #[serde(default)]
    pub(super) parent: String,
    #[serde(default)]
    pub(super) since: String,
    pub(super) configurable: bool,
    pub(super) summary: String,
    pub(super) data: String,
    /// `file:Section`.
    #[serde(default)]
    pub(super) section: String,
    #[serde(default)]
    pub(super) resource: String,
    #[serde(default)]
    pub(super) needs: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spelling {
    pub(super) wrong: String,
    pub(super) right: String,
}

/// `requirement.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Requirement {
    pub(super) lists: RequirementLists,
    pub(super) section: Vec<RequirementSection>,
    pub(super) consumer: Vec<Consumer>,
    pub(super) empty_word: Vec<EmptyWord>,
    pub(super) gpu_option: Vec<GpuOption>,
    pub(super) spelling: Vec<RequirementSpelling>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequirementLists {
    pub(super) size_units: Vec<String>,
    pub(super) time_units: Vec<String>,
    pub(super) methods: Vec<String>,
    pub(super) phased: Vec<String>,
    pub(super) selection_words: Vec<String>,
    pub(super) functions: Vec<String>,
    pub(super) default_select: String,
    pub(super) default_order: String,
    pub(super) gpu_resource: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequirementSection {
    pub(super) name: String,
    pub(super) summary: String,
    pub(super) form: String,
    /// Whether several `-R` options may each contain one.
    pub(super) multiple: bool,
    /// Whether it is allowed in compound and alternative requirements.
    pub(super) compound: bool,
    pub(super) source: String,
    #[serde(default)]
    pub(super) since: String,
    #[serde(default)]
    pub(super) keyword: Vec<RequirementKeyword>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequirementKeyword {
    pub(super) name: String,
    pub(super) place: String,
    pub(super) value: String,
    pub(super) form: String,
    #[serde(default)]
    pub(super) values: Vec<String>,
    pub(super) min: Option<f64>,
    #[serde(default)]
    pub(super) alias_of: String,
    #[serde(default)]
    pub(super) conflicts: Vec<String>,
    #[serde(default = "yes")]
    pub(super) compound: bool,
    #[serde(default)]
    pub(super) since: String,
    pub(super) summary: String,
    pub(super) confidence: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Consumer {
    pub(super) name: String,
    pub(super) sections: Vec<String>,
    /// Whether it takes several `-R` options.
    #[serde(default)]
    pub(super) several: bool,
    /// Whether `rusage` may have alternatives.
    #[serde(default = "yes")]
    pub(super) usage_alternatives: bool,
    /// Whether it takes compound and alternative requirements.
    #[serde(default = "yes")]
    pub(super) compound: bool,
    #[serde(default)]
    pub(super) source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GpuOption {
    pub(super) name: String,
    pub(super) form: String,
    pub(super) summary: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EmptyWord {
    pub(super) word: String,
    pub(super) reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequirementSpelling {
    pub(super) section: String,
    pub(super) wrong: String,
    pub(super) right: String,
    pub(super) note: String,
}

/// `common.toml`: facts that do not belong to a single file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Common {
    pub(super) template_endings: Vec<String>,
    pub(super) not_read: Vec<String>,
    pub(super) directive: Vec<ParamData>,
    pub(super) plugin: Vec<Plugin>,
    pub(super) container_runtime: Vec<ContainerRuntime>,
    pub(super) job_action: Vec<JobAction>,
}

/// A container runtime of CONTAINER.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ContainerRuntime {
    pub(super) name: String,
    #[serde(default)]
    pub(super) driver: bool,
    #[serde(default)]
    pub(super) skips_pre_post: bool,
    pub(super) source: String,
    pub(super) confidence: String,
}

/// A job control.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JobAction {
    pub(super) name: String,
    /// A parameter of lsb.applications.
    pub(super) parameter: String,
    pub(super) commands: Vec<String>,
    pub(super) source: String,
}

/// A plug-in of lsb.modules with the features that require it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plugin {
    pub(super) name: String,
    /// `file:PARAMETER`.
    #[serde(default)]
    pub(super) params: Vec<String>,
    /// `file:Section`.
    #[serde(default)]
    pub(super) sections: Vec<String>,
    /// Sections of requirement strings.
    #[serde(default)]
    pub(super) requirements: Vec<String>,
}
