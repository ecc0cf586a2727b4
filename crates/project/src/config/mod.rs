//! The configuration of lsflint, `lsflint.toml`: its keys, how it is found, and how files are combined.
//!
//! # Which file applies
//!
//! For every LSF file, only the nearest `lsflint.toml` in its directory or a parent directory applies, as with ruff.
//! One further up has an effect only if the nearest one names it in `extend`. `--config` names one file for everything,
//! `--no-config` disables them all. Settings of single files (rules, severities, patterns, `[fmt]`) come from the file
//! nearest to each of them. Settings of a cluster (`target`, `known-*`) come from the file nearest to the configuration
//! directory of the cluster. A directory that an `exclude` further up names stays excluded, regardless of a file inside
//! it.
//!
//! # Precedence
//!
//! From lowest to highest:
//!
//! 1. the defaults, which are the profile `default`;
//! 2. the profile: `--profile`, else `profile` of the nearest file, else of a file it extends;
//! 3. the files named in `extend`, in their order, each after the files that it extends itself;
//! 4. the keys of the nearest file;
//! 5. the flags of the command line or the settings of the editor.
//!
//! A later value replaces an earlier one. Lists called `extend-...`, `allow-parameters` and `known-*` are joined
//! instead; `[severity]` and `[fmt]` are merged entry by entry. `--select` replaces `select`, `extend-select` and
//! `ignore` of files, `--ignore` and `--extend-select` add to them. If both `select` and `ignore` match a rule, the
//! more specific entry wins: `select = ["R"]` with `ignore = ["R6"]` runs R301, and `select = ["R601"]` with `ignore =
//! ["R6"]` runs R601.
//!
//! # Errors
//!
//! Unknown keys are errors with a suggestion. Every error shows its line, and all errors of a file are shown together.

mod assist;
mod draft;
mod init;
mod literal;
mod option;
mod options;
mod patterns;
mod policies;
mod read;
mod reader;
mod schema;
mod values;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Profile, Rules, Selection, Severity, SiteCheck};
use lsflint_model::job::{Esub, Submitter};
use lsflint_model::{Declared, Surroundings};
use lsflint_spec::Target;
use rustc_hash::FxHashSet;

pub use assist::{ConfigCompletion, ConfigCompletionKind, ConfigHover, ConfigSubject, complete_config, hover_config};
pub use draft::{PolicyTest, SitePolicy, TestCluster};
pub use init::{FoundCluster, FoundTree, initial_config};
pub use option::{ConfigOption, Joining, Scope, Shape};
pub use options::{config_options, find_config_option};
pub use patterns::Patterns;
pub(crate) use read::read_config;
pub use schema::config_schema;

use crate::paths::one_line;

/// The name of the configuration file of lsflint.
pub(crate) const NAME: &str = "lsflint.toml";

/// Where the configuration comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ConfigSource {
    /// The nearest `lsflint.toml` in the directory of a file or a parent directory.
    #[default]
    Nearest,
    /// This file, for all files.
    File(PathBuf),
    /// No file.
    Nothing,
}

/// The lowest severity that makes a run fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailOn {
    /// Findings at or above this severity.
    At(Severity),
    /// The run never fails because of findings.
    Never,
}

impl FailOn {
    /// Whether a finding of this severity makes the run fail.
    pub fn fails(self, severity: Severity) -> bool {
        matches!(self, FailOn::At(level) if severity >= level)
    }

    /// The value in lsflint.toml and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            FailOn::At(severity) => severity.as_str(),
            FailOn::Never => "never",
        }
    }
}

/// The settings of one `lsflint.toml` and the files it extends. The default is that of an empty file.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The directory of the file.
    pub root: PathBuf,
    /// The path as shown in messages; empty if there is no file.
    pub shown: String,
    /// A hash of the text of the file and of those it extends; 0 if there is no file.
    pub print: u64,
    /// The absolute paths of the file and of those it extends.
    pub files: Vec<PathBuf>,
    /// The keys that take effect, with their values and places, in the order of the option table.
    pub said: Vec<Said>,
    /// `profile`: the preset that all other settings override.
    pub profile: Option<&'static Profile>,
    /// `target`: the version, version range or dialect that the configuration is for.
    pub target: Option<Target>,
    /// `clusters`: files that form a cluster although the directories do not show it.
    pub clusters: Vec<Grouping>,
    /// `select`: the rules to run instead of the default set.
    pub select: Selection,
    /// `extend-select`: the rules to run in addition to the default set.
    pub extend_select: Selection,
    /// `ignore` and `extend-ignore`: the rules to disable.
    pub ignore: Selection,
    /// `severity`: severities by rule code.
    pub severity: Vec<(&'static str, Severity)>,
    /// `fail-on`: the lowest severity that makes a run fail.
    pub fail_on: Option<FailOn>,
    /// `per-file-ignores`: patterns, and the codes of the rules that are disabled in the files they match.
    pub per_file_ignores: Vec<(Patterns, FxHashSet<&'static str>)>,
    /// `exclude`: files whose findings are not reported.
    pub exclude: Patterns,
    /// `baseline`: the absolute path of the file with findings that are not reported.
    pub baseline: Option<PathBuf>,
    /// `job-scripts`: files to check as job scripts when a directory is checked. Without it, those with `#BSUB` near
    /// their start.
    pub job_scripts: Option<Patterns>,
    /// `allow-parameters`: site-specific parameters, not reported as unknown.
    pub allow_parameters: Vec<String>,
    /// `known-hosts`: hosts that exist although no loaded file defines them.
    pub known_hosts: Vec<String>,
    /// `known-users`: user names that exist.
    pub known_users: Vec<String>,
    /// `known-groups`: user groups and host groups that exist although no loaded file defines them.
    pub known_groups: Vec<String>,
    /// `known-resources`: resources that exist although no loaded file defines them.
    pub known_resources: Vec<String>,
    /// `user`: the user who submits the jobs of scripts.
    pub user: Option<String>,
    /// `esub`: the effects of esub programs.
    pub esubs: Vec<Esub>,
    /// `policy`: the policies of the site, by code.
    pub policies: Vec<SitePolicy>,
    /// `[fmt]`: options of the formatter.
    pub format: lsflint_fmt::Options,
    /// Values of `extend-...` lists, which remain when the extended list is replaced.
    added: Added,
}

/// Values of the `extend-...` lists.
#[derive(Debug, Clone, Default)]
struct Added {
    ignore: Selection,
    exclude: Patterns,
    per_file_ignores: Vec<(Patterns, FxHashSet<&'static str>)>,
}

impl Config {
    /// The settings of an empty file in a directory. `shown` is also empty if there is no file.
    pub(crate) fn empty(root: &Path, shown: &str) -> Config {
        Config { root: root.to_owned(), shown: shown.to_owned(), ..Config::default() }
    }

    /// The rules that the settings may name: the built-in ones and the policies.
    pub fn rules(&self) -> Rules {
        lsflint_rules::all().with_site(self.policies.iter().map(|it| it.policy.rule()))
    }

    /// The names that `known-*` declares.
    pub fn surroundings(&self) -> Surroundings {
        Surroundings {
            resources: self.known_resources.clone(),
            names: Declared {
                hosts: self.known_hosts.iter().cloned().collect(),
                users: self.known_users.iter().cloned().collect(),
                groups: self.known_groups.iter().cloned().collect(),
            },
            submitter: Submitter { user: self.user.clone(), esubs: self.esubs.clone() },
            ..Surroundings::default()
        }
    }

    /// Whether `exclude` matches a file or one of its parent directories. `path` is absolute.
    pub fn excludes(&self, path: &Path) -> bool {
        !self.exclude.is_empty() && path.ancestors().any(|it| self.exclude.is_match(it))
    }

    /// Whether `per-file-ignores` disables a rule in a file.
    pub fn silences(&self, path: &Path, code: &str) -> bool {
        self.per_file_ignores.iter().any(|(files, codes)| codes.contains(code) && files.is_match(path))
    }

    /// The entries of `clusters` that a file belongs to; entries may share files.
    pub(crate) fn groupings_of(&self, path: &Path) -> impl Iterator<Item = usize> {
        self.clusters.iter().enumerate().filter(move |(_, it)| it.files.is_match(path)).map(|(index, _)| index)
    }

    /// Where `baseline` is set, for messages: `lsflint.toml:3`.
    pub fn place_of_baseline(&self) -> String {
        let said = self.said.iter().find(|it| it.option.name == "baseline");
        said.map_or_else(|| self.shown.clone(), |it| format!("{}:{}", it.file, it.line))
    }

    /// The cluster-wide keys whose values differ from those in the file that applies to the cluster.
    pub(crate) fn differs_about_clusters(&self, of_cluster: &Config) -> Vec<&'static str> {
        let said = |name: &str| self.said.iter().any(|it| it.option.name == name);
        let mut found = Vec::new();
        let mut compare = |name, same: bool| found.extend((!same && said(name)).then_some(name));
        compare("target", self.target == of_cluster.target);
        compare("known-hosts", self.known_hosts == of_cluster.known_hosts);
        compare("known-users", self.known_users == of_cluster.known_users);
        compare("known-groups", self.known_groups == of_cluster.known_groups);
        compare("known-resources", self.known_resources == of_cluster.known_resources);
        compare("user", self.user == of_cluster.user);
        compare("esub", self.esubs == of_cluster.esubs);
        found
    }
}

/// One key of an lsflint.toml with its value and place, for `--show-settings`.
#[derive(Debug, Clone)]
pub struct Said {
    /// The option.
    pub option: &'static ConfigOption,
    /// The full key: `severity.X101`, `fmt.align`, `clusters.0.name`.
    pub key: String,
    /// The value as written, on one line.
    pub value: String,
    /// The path of the file as shown in messages.
    pub file: Arc<str>,
    /// The line of the value, 1-based.
    pub line: usize,
}

/// One entry of `clusters`.
#[derive(Debug, Clone, Default)]
pub struct Grouping {
    /// The directory of the lsflint.toml with this entry.
    pub root: PathBuf,
    /// The name of the cluster; empty if not set.
    pub name: String,
    /// The patterns of its files.
    pub files: Patterns,
}

/// The errors of a broken `lsflint.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The path as shown in messages.
    pub path: String,
    /// The errors, in the order of the file.
    pub problems: Vec<ConfigProblem>,
}

/// What is wrong with a part of an `lsflint.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConfigProblemKind {
    /// The text is not TOML.
    Syntax,
    /// There is no such key.
    UnknownKey,
    /// A table has no value for a key that it needs.
    MissingKey,
    /// There is no rule with such a code or name.
    UnknownRule,
    /// The value does not suit its key.
    Value,
    /// The file is for another version of lsflint.
    Version,
    /// A file that this one extends cannot be read.
    Extend,
}

impl ConfigProblemKind {
    /// The code that editors show.
    pub fn code(self) -> &'static str {
        match self {
            ConfigProblemKind::Syntax => "invalid-toml",
            ConfigProblemKind::UnknownKey => "unknown-key",
            ConfigProblemKind::MissingKey => "missing-key",
            ConfigProblemKind::UnknownRule => "unknown-rule",
            ConfigProblemKind::Value => "invalid-value",
            ConfigProblemKind::Version => "other-version",
            ConfigProblemKind::Extend => "invalid-extend",
        }
    }
}

/// One error in an `lsflint.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigProblem {
    /// What is wrong.
    pub kind: ConfigProblemKind,
    /// The message, with a hint how to correct it.
    pub message: String,
    /// The line, 1-based.
    pub line: usize,
    /// The column, 1-based, in characters.
    pub column: usize,
    /// The width of the marked range in characters, at least 1.
    pub width: usize,
    /// The text of the line.
    pub excerpt: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, it) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            let gutter = " ".repeat(it.line.to_string().len());
            let blanks = " ".repeat(it.column - 1);
            let carets = "^".repeat(it.width);
            writeln!(f, "{}:{}:{}: {}", one_line(&self.path), it.line, it.column, it.message)?;
            writeln!(f, "{gutter} |")?;
            writeln!(f, "{} | {}", it.line, it.excerpt)?;
            write!(f, "{gutter} | {blanks}{carets}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigError {}
