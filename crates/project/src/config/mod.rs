//! `lsflint.toml`: what a site tells us about its clusters.
//!
//! The nearest file upwards of a cluster's folder counts; `--config` names one for everything, `--no-config` none. Unknown keys are
//! errors with a suggestion, and every error shows its line.

mod find;
mod read;

use std::fmt;
use std::path::{Path, PathBuf};

use globset::GlobSet;
use lsflint_lint::{Selection, Severity};
use lsflint_model::{Declared, Surroundings};
use lsflint_spec::Target;
use rustc_hash::FxHashSet;

pub(crate) use find::{Configs, NAME};
pub use read::parse_config;

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

/// What `lsflint.toml` says. The default is that of an empty file.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The folder that patterns are relative to: that of the file.
    pub root: PathBuf,
    /// The file as shown; empty when there is none.
    pub shown: String,
    /// Changes with the text of the file; 0 when there is none.
    pub print: u64,
    /// `target`: the versions or dialect the configuration is for.
    pub target: Option<Target>,
    /// `clusters`: files that belong together, where the folders do not say so.
    pub clusters: Vec<Grouping>,
    /// `select`: only these rules.
    pub select: Selection,
    /// `extend-select`: these besides the default set.
    pub extend_select: Selection,
    /// `ignore`: not these.
    pub ignore: Selection,
    /// `severity`: by rule code.
    pub severity: Vec<(&'static str, Severity)>,
    /// `per-file-ignores`: patterns and the codes that are silent there.
    pub per_file_ignores: Vec<(GlobSet, FxHashSet<&'static str>)>,
    /// `exclude`: files that are not reported on.
    pub exclude: GlobSet,
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
}

impl Config {
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
}

/// One entry of `clusters`.
#[derive(Debug, Clone)]
pub struct Grouping {
    /// The name of the cluster; may be empty.
    pub name: String,
    /// The patterns of its files.
    pub files: GlobSet,
}

impl Config {
    /// Whether `exclude` names a file or a folder it lies in. `path` is absolute.
    pub fn excludes(&self, path: &Path) -> bool {
        !self.exclude.is_empty() && self.below_root(path).ancestors().any(|it| self.exclude.is_match(it))
    }

    /// Whether `per-file-ignores` silences a rule in a file.
    pub fn silences(&self, path: &Path, code: &str) -> bool {
        let below = self.below_root(path);
        self.per_file_ignores.iter().any(|(files, codes)| codes.contains(code) && files.is_match(below))
    }

    /// The entry of `clusters` that a file belongs to; several may have the same file.
    pub(crate) fn groupings_of(&self, path: &Path) -> impl Iterator<Item = usize> {
        let below = self.below_root(path);
        self.clusters.iter().enumerate().filter(move |(_, it)| it.files.is_match(below)).map(|(index, _)| index)
    }

    fn below_root<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
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
