//! The user settings in the editor, from `initializationOptions`, `workspace/configuration` (section `lsflint`) or
//! `workspace/didChangeConfiguration`, which have the same structure.

use std::path::{Path, PathBuf};

use lsflint_lint::Selection;
use lsflint_project::{ConfigSource, Overrides, SessionOptions};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The section of the editor settings for lsflint.
pub(crate) const SECTION: &str = "lsflint";

/// The user settings. Missing and invalid values have defaults; invalid ones are reported once.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// The target version; overrides `target` in lsflint.toml.
    pub(crate) target: Option<String>,
    /// The path of an lsflint.toml to use for all files instead of the nearest one.
    pub(crate) config: Option<String>,
    /// The directory of a cluster: its files are loaded, and job scripts are checked in it, as by `--cluster`.
    pub(crate) cluster: Option<String>,
    /// The preset that all other settings override, instead of `profile` in lsflint.toml.
    pub(crate) profile: Option<String>,
    /// The rules to run, instead of those that lsflint.toml selects.
    pub(crate) select: Option<Vec<String>>,
    /// The rules to run in addition.
    pub(crate) extend_select: Vec<String>,
    /// The rules to disable.
    pub(crate) ignore: Vec<String>,
    /// The maximum number of findings shown per file.
    pub(crate) max_problems: usize,
    /// How findings are shown.
    pub(crate) diagnostics: Diagnostics,
    /// Which inlay hints are shown.
    pub(crate) inlay_hints: InlayHints,
    /// Which code lenses are shown.
    pub(crate) code_lenses: CodeLenses,
}

/// Which inlay hints are shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct InlayHints {
    /// Show the unit of a number.
    pub(crate) units: bool,
    /// Show the merged requirement of a queue or application profile.
    pub(crate) merged_requirements: bool,
    /// Show the number of members of a group.
    pub(crate) group_sizes: bool,
}

/// Which code lenses are shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct CodeLenses {
    /// Show the number of references.
    pub(crate) references: bool,
    /// Show the merged requirement of a queue or application profile.
    pub(crate) merged_requirements: bool,
    /// Show the number of hosts that match a requirement.
    pub(crate) matching_hosts: bool,
    /// Show what changed since the last commit.
    pub(crate) changes: bool,
    /// Show the plan of elims at the tables that decide about it.
    pub(crate) elim_plan: bool,
}

/// How findings are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Diagnostics {
    /// What the message of a finding contains.
    pub(crate) message: MessageForm,
}

/// What the message of a finding contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum MessageForm {
    /// One line: what is wrong. The effect and the help are in hovers and in the related information.
    #[default]
    Short,
    /// Also the effect and the help, one line each.
    Full,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            target: None,
            config: None,
            cluster: None,
            profile: None,
            select: None,
            extend_select: Vec::new(),
            ignore: Vec::new(),
            max_problems: 1000,
            diagnostics: Diagnostics::default(),
            inlay_hints: InlayHints::default(),
            code_lenses: CodeLenses::default(),
        }
    }
}

impl Default for InlayHints {
    fn default() -> InlayHints {
        InlayHints { units: true, merged_requirements: true, group_sizes: true }
    }
}

impl Default for CodeLenses {
    fn default() -> CodeLenses {
        CodeLenses { references: true, merged_requirements: true, matching_hosts: true, changes: true, elim_plan: true }
    }
}

/// Keys in the section that clients use themselves.
const OF_CLIENTS: [&str; 5] = ["trace", "server", "path", "enable", "arguments"];

impl Settings {
    /// Parses the settings; also returns error messages.
    pub(crate) fn read(given: &Value) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut complaints = Vec::new();
        let Some(given) = given.as_object() else { return (settings, complaints) };
        // Some clients nest the section in itself.
        let given = match given.get(SECTION) {
            Some(Value::Object(inner)) => inner,
            _ => given,
        };
        let mut known = Map::new();
        for (key, value) in given {
            if value.is_null() || OF_CLIENTS.contains(&key.as_str()) {
                continue;
            }
            // Parsed separately, so that an invalid value does not affect the others.
            let alone = Value::Object(Map::from_iter([(key.clone(), value.clone())]));
            match (KEYS.contains(&key.as_str()), serde_json::from_value::<Settings>(alone)) {
                (true, Ok(_)) => drop(known.insert(key.clone(), value.clone())),
                (true, Err(error)) => complaints.push(format!("setting `{SECTION}.{key}`: {error}")),
                (false, _) => complaints.push(format!("unknown setting `{SECTION}.{key}`")),
            }
        }
        if let Ok(read) = serde_json::from_value(Value::Object(known)) {
            settings = read;
        }
        (settings, complaints)
    }
}

impl Settings {
    /// The options of a session; also returns error messages. `root` is the first workspace folder.
    pub(crate) fn options(&self, root: Option<&Path>) -> (SessionOptions, Vec<String>) {
        let mut complaints = Vec::new();
        let mut selection = |key: &str, codes: &[String]| {
            let (selection, unknown) = lsflint_rules::all().selection_with_unknown(codes.iter().cloned());
            // Policies are known later, and may come and go.
            match unknown.iter().find(|it| !may_be_policy(&it.given)) {
                Some(error) => {
                    complaints.push(format!("setting `{SECTION}.{key}`: {error}"));
                    Selection::default()
                }
                None => selection,
            }
        };
        let mut overrides = Overrides {
            profile: None,
            select: self.select.as_deref().map(|it| selection("select", it)),
            extend_select: selection("extendSelect", &self.extend_select),
            ignore: selection("ignore", &self.ignore),
            user: None,
            unknown: Vec::new(),
        };
        match self.profile.as_deref().filter(|it| !it.is_empty()).map(str::parse).transpose() {
            Ok(profile) => overrides.profile = profile,
            Err(error) => complaints.push(format!("setting `{SECTION}.profile`: {error}")),
        }
        let target = match self.target.as_deref().filter(|it| !it.is_empty()).map(str::parse).transpose() {
            Ok(target) => target,
            Err(error) => {
                complaints.push(format!("setting `{SECTION}.target`: {error}"));
                None
            }
        };
        let in_root = |file: &str| root.map_or_else(|| PathBuf::from(file), |it| it.join(file));
        let config = match self.config.as_deref() {
            Some(file) if !file.is_empty() => ConfigSource::File(in_root(file)),
            _ => ConfigSource::Nearest,
        };
        let cluster = self.cluster.as_deref().filter(|it| !it.is_empty()).map(in_root);
        let environment = std::env::var_os("LSF_ENVDIR").map(PathBuf::from).filter(|it| it.is_absolute());
        (SessionOptions { config, target, cluster, environment, overrides }, complaints)
    }
}

/// Whether a code looks like that of a policy: uppercase, with hyphens.
fn may_be_policy(code: &str) -> bool {
    code.contains('-') && !code.contains(|it: char| it.is_ascii_lowercase())
}

/// The keys of [`Settings`].
const KEYS: [&str; 11] = [
    "target",
    "config",
    "cluster",
    "profile",
    "select",
    "extendSelect",
    "ignore",
    "maxProblems",
    "diagnostics",
    "inlayHints",
    "codeLenses",
];

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(given: &Value, expected: &Settings, complaints: Expect) {
        let (settings, said) = Settings::read(given);
        assert_eq!(settings, *expected);
        complaints.assert_eq(&said.join("\n"));
    }

    #[test]
    fn everything_has_a_default() {
        check(&Value::Null, &Settings::default(), expect![""]);
        check(&json!({"target": null, "trace": {"server": "off"}}), &Settings::default(), expect![""]);
        check(&json!({"inlayHints": {}}), &Settings::default(), expect![""]);
    }

    #[test]
    fn one_wrong_value_costs_no_other() {
        let expected = Settings { max_problems: 7, ..Settings::default() };
        check(
            &json!({"maxProblems": 7, "select": 3, "inlay": {}}),
            &expected,
            expect![[r#"
                unknown setting `lsflint.inlay`
                setting `lsflint.select`: invalid type: integer `3`, expected a sequence"#]],
        );
    }

    #[test]
    fn a_form_of_messages_that_is_not_known() {
        check(
            &json!({"diagnostics": {"message": "long"}}),
            &Settings::default(),
            expect!["setting `lsflint.diagnostics`: unknown variant `long`, expected `short` or `full`"],
        );
    }

    #[test]
    fn a_section_in_itself() {
        let expected = Settings { ignore: vec!["R6".into()], ..Settings::default() };
        check(&json!({"lsflint": {"ignore": ["R6"]}}), &expected, expect![""]);
    }
}
