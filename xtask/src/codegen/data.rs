//! The data files as Rust values. Unknown keys are errors that name the file and the parameter.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::after_change::AfterChange;
use super::bsub::Bsub;
use super::connector::Connector;
use super::displays::Displays;
use super::enforcement::Enforcements;
use super::lists::Lists;
use super::messages::{self, Messages};
use super::output::Outputs;
use super::shape::{self, Shape};
use super::table_data::{Aps, Common, Requirement, Resources, Versions};
use super::zones::Zones;

/// The kinds of files in the order of `FileKind`: base name and variant.
pub(super) const KINDS: [(&str, &str); 23] = [
    ("ego.conf", "EgoConf"),
    ("hosts", "Hosts"),
    ("install.config", "InstallConfig"),
    ("lsb.applications", "LsbApplications"),
    ("lsb.globalpolicies", "LsbGlobalPolicies"),
    ("lsb.hosts", "LsbHosts"),
    ("lsb.modules", "LsbModules"),
    ("lsb.params", "LsbParams"),
    ("lsb.queues", "LsbQueues"),
    ("lsb.reasons", "LsbReasons"),
    ("lsb.resources", "LsbResources"),
    ("lsb.serviceclasses", "LsbServiceClasses"),
    ("lsb.threshold", "LsbThreshold"),
    ("lsb.users", "LsbUsers"),
    ("lsf.cluster", "LsfCluster"),
    ("lsf.conf", "LsfConf"),
    ("lsf.datamanager", "LsfDataManager"),
    ("lsf.licensescheduler", "LsfLicenseScheduler"),
    ("lsf.shared", "LsfShared"),
    ("lsf.sudoers", "LsfSudoers"),
    ("lsf.task", "LsfTask"),
    ("lsf.usermapping", "LsfUserMapping"),
    ("server.config", "ServerConfig"),
];

/// All facts.
pub(super) struct Facts {
    /// The files in the order of [`KINDS`].
    pub(super) files: Vec<File>,
    /// Patterns used by several parameters.
    pub(super) shapes: Vec<NamedShape>,
    pub(super) resources: Resources,
    pub(super) versions: Versions,
    pub(super) aps: Aps,
    pub(super) requirement: Requirement,
    pub(super) common: Common,
    pub(super) messages: Vec<Messages>,
    pub(super) outputs: Outputs,
    pub(super) displays: Displays,
    pub(super) bsub: Bsub,
    pub(super) lists: Lists,
    pub(super) zones: Zones,
    pub(super) connector: Connector,
    pub(super) enforcement: Enforcements,
    pub(super) after_change: AfterChange,
}

/// A kind of configuration file.
pub(super) struct File {
    pub(super) head: FileHead,
    pub(super) sections: Vec<Section>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileHead {
    pub(super) name: String,
    pub(super) summary: String,
    pub(super) source: String,
    pub(super) directory: String,
    pub(super) lexer: String,
    pub(super) names_complete: bool,
    #[serde(default)]
    pub(super) case_sensitive_names: bool,
    #[serde(default)]
    pub(super) row_quotes_unknown: bool,
    #[serde(default)]
    pub(super) installer_only: bool,
    #[serde(default)]
    pub(super) identity_section: String,
    #[serde(default)]
    pub(super) required_sections: Vec<String>,
    #[serde(default)]
    pub(super) expected_sections: Vec<String>,
    #[serde(default)]
    pub(super) empty_values: Vec<String>,
    #[serde(default)]
    pub(super) notes: Vec<String>,
    pub(super) recognition: Recognition,
    pub(super) directives: Directives,
    /// Environment variables that override settings of the file.
    #[serde(default)]
    pub(super) environment: Vec<Environment>,
    #[serde(default)]
    section: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recognition {
    pub(super) names: Vec<String>,
    #[serde(default)]
    pub(super) prefixes: Vec<String>,
    #[serde(default)]
    pub(super) line_start: String,
    #[serde(default)]
    pub(super) usual_starts: Vec<String>,
    #[serde(default)]
    pub(super) sections: Vec<String>,
}

impl Recognition {
    /// The names that only LSF uses. `hosts` and `server.config` belong to other programs, too.
    pub(super) fn own_names(&self) -> impl Iterator<Item = &String> {
        self.names.iter().filter(|it| self.line_start.is_empty() && it.contains('.'))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Directives {
    pub(super) conditionals: bool,
    pub(super) define: bool,
    pub(super) include: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Environment {
    pub(super) name: String,
    pub(super) summary: String,
    #[serde(default)]
    pub(super) source: String,
    pub(super) confidence: String,
}

/// A section of a file.
pub(super) struct Section {
    pub(super) head: SectionHead,
    /// Sorted by uppercase name.
    pub(super) params: Vec<Param>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectionHead {
    pub(super) name: String,
    #[serde(default)]
    pub(super) aliases: Vec<String>,
    pub(super) layout: String,
    pub(super) repeats: bool,
    #[serde(default)]
    pub(super) second_ignored: bool,
    pub(super) required: Vec<String>,
    #[serde(default)]
    pub(super) usual: Vec<String>,
    #[serde(default)]
    pub(super) frequent: Vec<String>,
    pub(super) required_because: Option<Reason>,
    #[serde(default)]
    pub(super) must_follow: String,
    pub(super) defines: Option<Definition>,
    #[serde(default)]
    pub(super) load_index_names: bool,
    #[serde(default)]
    pub(super) max_rows: usize,
    #[serde(default)]
    pub(super) obsolete: String,
    pub(super) summary: String,
    #[serde(default)]
    param: Vec<toml::Table>,
}

/// What a page says that makes a fact true; `source` is that of the parameter or file when absent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reason {
    pub(super) text: String,
    #[serde(default)]
    pub(super) source: String,
}

/// The name that a section, or each of its rows, defines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Definition {
    pub(super) key: String,
    pub(super) what: String,
    pub(super) second_dropped: bool,
    pub(super) repeats_with: Option<String>,
}

/// A parameter or column.
pub(super) struct Param {
    pub(super) data: ParamData,
    /// The parsed `shape`, if any.
    pub(super) shape: Option<Shape>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ParamData {
    pub(super) name: String,
    pub(super) kind: String,
    #[serde(default)]
    pub(super) grammar: String,
    #[serde(default)]
    pub(super) namespace: String,
    #[serde(default)]
    pub(super) shape: String,
    #[serde(default)]
    pub(super) form: String,
    #[serde(default)]
    pub(super) values: Vec<String>,
    #[serde(default)]
    pub(super) literals: Vec<String>,
    #[serde(default)]
    pub(super) case_sensitive: bool,
    pub(super) min: Option<f64>,
    #[serde(default)]
    pub(super) min_exclusive: bool,
    pub(super) max: Option<f64>,
    #[serde(default)]
    pub(super) max_exclusive: bool,
    pub(super) max_percent: Option<f64>,
    #[serde(default)]
    pub(super) clamped: bool,
    pub(super) max_length: Option<u32>,
    pub(super) max_items: Option<u32>,
    pub(super) min_length: Option<u32>,
    pub(super) name_characters: Option<String>,
    #[serde(default)]
    pub(super) forbidden_characters: String,
    #[serde(default)]
    pub(super) no_leading_digit: bool,
    #[serde(default)]
    pub(super) reserved: Vec<String>,
    #[serde(default)]
    pub(super) alone: Vec<String>,
    #[serde(default)]
    pub(super) rivals: Vec<String>,
    #[serde(default)]
    pub(super) absolute: bool,
    #[serde(default)]
    pub(super) loss: String,
    #[serde(default)]
    pub(super) not_above: Vec<String>,
    #[serde(default)]
    pub(super) above_effect: String,
    #[serde(default)]
    pub(super) distinct_from: Vec<String>,
    #[serde(default)]
    pub(super) useful_with: Vec<String>,
    #[serde(default)]
    pub(super) void_with: Vec<String>,
    #[serde(default)]
    pub(super) only_with: Vec<String>,
    #[serde(default)]
    pub(super) same_limit: String,
    #[serde(default)]
    pub(super) slots_of: String,
    #[serde(default)]
    pub(super) unit: String,
    #[serde(default)]
    pub(super) default: String,
    #[serde(default)]
    pub(super) aliases: Vec<String>,
    #[serde(default)]
    pub(super) status: String,
    pub(super) status_because: Option<Reason>,
    #[serde(default)]
    pub(super) replaced_by: String,
    #[serde(default)]
    pub(super) since: String,
    #[serde(default)]
    pub(super) default_since: String,
    #[serde(default)]
    pub(super) default_before: String,
    #[serde(default)]
    pub(super) deprecated_since: String,
    #[serde(default)]
    pub(super) removed_since: String,
    #[serde(default)]
    pub(super) only_in: Vec<String>,
    #[serde(default)]
    pub(super) requires: Vec<String>,
    #[serde(default)]
    pub(super) requires_any: Vec<String>,
    pub(super) requires_because: Option<Reason>,
    #[serde(default)]
    pub(super) conflicts: Vec<String>,
    #[serde(default)]
    pub(super) references: Vec<String>,
    #[serde(default)]
    pub(super) affected_by: Vec<String>,
    #[serde(default)]
    pub(super) overrides: Vec<String>,
    #[serde(default)]
    pub(super) example: String,
    #[serde(default)]
    pub(super) summary: String,
    #[serde(default)]
    pub(super) notes: Vec<String>,
    #[serde(default)]
    pub(super) source: String,
    pub(super) confidence: String,
    #[serde(default = "yes")]
    pub(super) name_verified: bool,
    /// Values the shape must accept; checked here, not emitted.
    #[serde(default)]
    pub(super) examples: Vec<String>,
    /// Values the shape must reject; checked here, not emitted.
    #[serde(default)]
    pub(super) refused: Vec<String>,
}

pub(super) fn yes() -> bool {
    true
}

/// A named pattern, referenced as `$name`.
pub(super) struct NamedShape {
    pub(super) data: NamedShapeData,
    pub(super) shape: Shape,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedShapeData {
    pub(super) name: String,
    pub(super) pattern: String,
    #[serde(default)]
    pub(super) examples: Vec<String>,
    #[serde(default)]
    pub(super) refused: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeFile {
    shape: Vec<NamedShapeData>,
}

/// Reads all data files of the folder.
pub(super) fn load(folder: &Path) -> anyhow::Result<Facts> {
    let mut shapes: Vec<NamedShape> = Vec::new();
    for data in read::<ShapeFile>(folder, "shapes.toml")?.shape {
        let known: Vec<&str> = shapes.iter().map(|it| it.data.name.as_str()).collect();
        let shape =
            shape::parse(&data.pattern, &known).with_context(|| format!("shapes.toml: shape `{}`", data.name))?;
        shapes.push(NamedShape { data, shape });
    }
    let known: Vec<&str> = shapes.iter().map(|it| it.data.name.as_str()).collect();
    let files = KINDS.iter().map(|(name, _)| file(folder, name, &known)).collect::<anyhow::Result<_>>()?;
    Ok(Facts {
        files,
        shapes,
        resources: read(folder, "builtin-resources.toml")?,
        versions: read(folder, "versions.toml")?,
        aps: read(folder, "aps.toml")?,
        requirement: read(folder, "requirement.toml")?,
        common: read(folder, "common.toml")?,
        messages: messages::FILES.into_iter().map(|it| read(folder, it)).collect::<anyhow::Result<_>>()?,
        outputs: read(folder, "output.toml")?,
        displays: read(folder, "displays.toml")?,
        bsub: read(folder, "bsub.toml")?,
        lists: read(folder, "lists.toml")?,
        zones: read(folder, "zones.toml")?,
        connector: read(folder, "connector.toml")?,
        enforcement: read(folder, "enforcement.toml")?,
        after_change: read(folder, "after-change.toml")?,
    })
}

fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> anyhow::Result<T> {
    let path = folder.join(name);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| name.to_owned())
}

fn file(folder: &Path, name: &str, shapes: &[&str]) -> anyhow::Result<File> {
    let mut head: FileHead = read(folder, &format!("{name}.toml"))?;
    if head.name != name {
        bail!("{name}.toml: `name` must be the name of the file, not `{}`", head.name);
    }
    let sections = std::mem::take(&mut head.section)
        .into_iter()
        .map(|table| section(name, table, shapes))
        .collect::<anyhow::Result<_>>()?;
    Ok(File { head, sections })
}

fn section(file: &str, table: toml::Table, shapes: &[&str]) -> anyhow::Result<Section> {
    let label = label(&table);
    let mut head: SectionHead =
        toml::Value::Table(table).try_into().with_context(|| format!("{file}.toml: section `{label}`"))?;
    let mut params = std::mem::take(&mut head.param)
        .into_iter()
        .map(|table| param(file, &head.name, table, shapes))
        .collect::<anyhow::Result<Vec<_>>>()?;
    params.sort_by_key(|it| it.data.name.to_ascii_uppercase());
    Ok(Section { head, params })
}

fn param(file: &str, section: &str, table: toml::Table, shapes: &[&str]) -> anyhow::Result<Param> {
    let place = format!("{file}.toml: section `{section}`, parameter `{}`", label(&table));
    let data: ParamData = toml::Value::Table(table).try_into().with_context(|| place.clone())?;
    let shape = match data.shape.as_str() {
        "" => None,
        pattern => Some(shape::parse(pattern, shapes).with_context(|| place)?),
    };
    Ok(Param { data, shape })
}

fn label(table: &toml::Table) -> String {
    table.get("name").and_then(|it| it.as_str()).unwrap_or("?").to_owned()
}
