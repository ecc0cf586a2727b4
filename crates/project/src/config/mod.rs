//! `lsflint.toml`: what a site tells us about its clusters.
//!
//! # Which file counts
//!
//! For every file of LSF the nearest `lsflint.toml` upwards counts, and that one alone, as with ruff: one further up has no say unless
//! the nearest one names it in `extend`. `--config` names one for everything, `--no-config` none. What is said about single files
//! (rules, severities, patterns, the form of `lsflint fmt`) comes from the file nearest to each of them. What is said about a cluster
//! (`target`, `known-*`) can only be said once: it comes from the file nearest to the configuration folder of the cluster.
//! A folder that an `exclude` further up names is left out whatever a file inside it says.
//!
//! # What wins
//!
//! From the weakest to the strongest:
//!
//! 1. the defaults, which are the profile `default`;
//! 2. the profile: `--profile`, else `profile` of the nearest file, else of a file it extends;
//! 3. the files named in `extend`, in their order, each on top of what it extends itself;
//! 4. the keys of the nearest file;
//! 5. the flags of the command line, or the settings of the editor.
//!
//! A key that is said again replaces what was said before. Lists called `extend-...`, `allow-parameters` and `known-*` add up instead;
//! `[severity]` and `[fmt]` do so entry by entry. `--select` replaces `select`, `extend-select` and `ignore` of files, `--ignore` and
//! `--extend-select` add to them. Of `select` and `ignore` the more specific entry wins: `select = ["R"]` with `ignore = ["R6"]` runs
//! R301, and `select = ["R601"]` with `ignore = ["R6"]` runs R601.
//!
//! # Mistakes
//!
//! Unknown keys are errors with a suggestion, every error shows its line, and all of a file are shown at once.

mod init;
mod option;
mod options;
mod patterns;
mod read;
mod reader;
mod schema;
mod values;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Profile, Selection, Severity};
use lsflint_model::{Declared, Surroundings};
use lsflint_spec::Target;
use rustc_hash::FxHashSet;

pub use init::initial_config;
pub use option::{ConfigOption, Joining, Scope, Shape};
pub use options::{config_options, find_config_option};
pub use patterns::Patterns;
pub(crate) use read::read_config;
pub use schema::config_schema;

/// The name of our own configuration.
pub(crate) const NAME: &str = "lsflint.toml";

/// Where the configuration comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ConfigSource {
    /// The nearest `lsflint.toml` upwards.
    #[default]
    Nearest,
    /// This file, for everything.
    File(PathBuf),
    /// None.
    Nothing,
}

/// The mildest finding that makes a run fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailOn {
    /// Findings at or above this severity.
    At(Severity),
    /// No finding.
    Never,
}

impl FailOn {
    /// Whether a finding of this severity makes the run fail.
    pub fn fails(self, severity: Severity) -> bool {
        matches!(self, FailOn::At(level) if severity >= level)
    }

    /// The word in lsflint.toml and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            FailOn::At(severity) => severity.as_str(),
            FailOn::Never => "never",
        }
    }
}

/// What `lsflint.toml` says. The default is that of an empty file.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The folder of the file.
    pub root: PathBuf,
    /// The file as shown; empty when there is none.
    pub shown: String,
    /// Changes with the text of the file and of those it extends; 0 when there is none.
    pub print: u64,
    /// The file and those it extends, absolute.
    pub files: Vec<PathBuf>,
    /// What was said and where, in the order of the keys, without what was replaced.
    pub said: Vec<Said>,
    /// `profile`: what everything else goes on top of.
    pub profile: Option<&'static Profile>,
    /// `target`: the versions or dialect the configuration is for.
    pub target: Option<Target>,
    /// `clusters`: files that belong together, where the folders do not say so.
    pub clusters: Vec<Grouping>,
    /// `select`: only these rules.
    pub select: Selection,
    /// `extend-select`: these besides the default set.
    pub extend_select: Selection,
    /// `ignore` and `extend-ignore`: not these.
    pub ignore: Selection,
    /// `severity`: by rule code.
    pub severity: Vec<(&'static str, Severity)>,
    /// `fail-on`: the mildest finding that makes a run fail.
    pub fail_on: Option<FailOn>,
    /// `per-file-ignores`: patterns and the codes that are silent there.
    pub per_file_ignores: Vec<(Patterns, FxHashSet<&'static str>)>,
    /// `exclude`: files that are not reported on.
    pub exclude: Patterns,
    /// `job-scripts`: files in folders that are checked as scripts that submit jobs.
    pub job_scripts: Patterns,
    /// `allow-parameters`: names that are known to the site and not to us.
    pub allow_parameters: Vec<String>,
    /// `known-hosts`: hosts that no file in view defines.
    pub known_hosts: Vec<String>,
    /// `known-users`: login names.
    pub known_users: Vec<String>,
    /// `known-groups`: user and host groups that no file in view defines.
    pub known_groups: Vec<String>,
    /// `known-resources`: resources that no file in view defines.
    pub known_resources: Vec<String>,
    /// `[fmt]`.
    pub format: lsflint_fmt::Options,
    /// What `extend-...` added: it stays when the list it extends is replaced.
    added: Added,
}

/// What `extend-...` lists brought.
#[derive(Debug, Clone, Default)]
struct Added {
    ignore: Selection,
    exclude: Patterns,
    per_file_ignores: Vec<(Patterns, FxHashSet<&'static str>)>,
}

impl Config {
    /// What an empty file in a folder says. Without any file, `shown` is empty, too.
    pub(crate) fn empty(root: &Path, shown: &str) -> Config {
        Config { root: root.to_owned(), shown: shown.to_owned(), ..Config::default() }
    }

    /// The names that the site knows and no file defines.
    pub fn surroundings(&self) -> Surroundings {
        Surroundings {
            resources: self.known_resources.clone(),
            names: Declared {
                hosts: self.known_hosts.iter().cloned().collect(),
                users: self.known_users.iter().cloned().collect(),
                groups: self.known_groups.iter().cloned().collect(),
            },
            ..Surroundings::default()
        }
    }

    /// Whether `exclude` names a file or a folder it lies in. `path` is absolute.
    pub fn excludes(&self, path: &Path) -> bool {
        !self.exclude.is_empty() && path.ancestors().any(|it| self.exclude.is_match(it))
    }

    /// Whether `per-file-ignores` silences a rule in a file.
    pub fn silences(&self, path: &Path, code: &str) -> bool {
        self.per_file_ignores.iter().any(|(files, codes)| codes.contains(code) && files.is_match(path))
    }

    /// The entries of `clusters` that a file belongs to; several may have the same file.
    pub(crate) fn groupings_of(&self, path: &Path) -> impl Iterator<Item = usize> {
        self.clusters.iter().enumerate().filter(move |(_, it)| it.files.is_match(path)).map(|(index, _)| index)
    }

    /// The keys about clusters that this file says otherwise than the one of the cluster does.
    pub(crate) fn differs_about_clusters(&self, of_cluster: &Config) -> Vec<&'static str> {
        let said = |name: &str| self.said.iter().any(|it| it.option.name == name);
        let mut found = Vec::new();
        let mut compare = |name, same: bool| found.extend((!same && said(name)).then_some(name));
        compare("target", self.target == of_cluster.target);
        compare("known-hosts", self.known_hosts == of_cluster.known_hosts);
        compare("known-users", self.known_users == of_cluster.known_users);
        compare("known-groups", self.known_groups == of_cluster.known_groups);
        compare("known-resources", self.known_resources == of_cluster.known_resources);
        found
    }
}

/// One key of an lsflint.toml: what is written and where, for `--show-settings`.
#[derive(Debug, Clone)]
pub struct Said {
    /// The option.
    pub option: &'static ConfigOption,
    /// The key with everything in front of it: `severity.X101`, `fmt.align`, `clusters.0.name`.
    pub key: String,
    /// The value as it is written, on one line.
    pub value: String,
    /// The file as shown.
    pub file: Arc<str>,
    /// The line of the value, from 1.
    pub line: usize,
}

/// One entry of `clusters`.
#[derive(Debug, Clone, Default)]
pub struct Grouping {
    /// The folder of the lsflint.toml that says so.
    pub root: PathBuf,
    /// The name of the cluster; may be empty.
    pub name: String,
    /// The patterns of its files.
    pub files: Patterns,
}

/// A broken `lsflint.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The file as shown.
    pub path: String,
    /// Everything that is wrong, in the order of the file.
    pub problems: Vec<ConfigProblem>,
}

/// One mistake in `lsflint.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigProblem {
    /// What is wrong and what to write.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// How many characters of the line are meant, at least one.
    pub width: usize,
    /// The line.
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
            writeln!(f, "{}:{}:{}: {}", self.path, it.line, it.column, it.message)?;
            writeln!(f, "{gutter} |")?;
            writeln!(f, "{} | {}", it.line, it.excerpt)?;
            write!(f, "{gutter} | {blanks}{carets}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigError {}
