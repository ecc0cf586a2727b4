//! What files are judged by: an lsflint.toml with the command line on top of it.

use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Profile, Registry, Selection, Settings};
use lsflint_spec::Target;
use rustc_hash::FxHashSet;

use crate::buffers::Buffers;
use crate::config::{Config, ConfigSource, Configs, FailOn};
use crate::error::Problem;
use crate::paths::Paths;

/// The selection of the command line.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Takes the place of `profile` of lsflint.toml.
    pub profile: Option<&'static Profile>,
    /// Replaces `select`, `extend-select` and `ignore` of lsflint.toml.
    pub select: Option<Selection>,
    /// Comes to what is selected otherwise.
    pub extend_select: Selection,
    /// Comes to what is ignored otherwise.
    pub ignore: Selection,
}

/// An lsflint.toml with the command line on top of it: what files are judged by.
pub struct Judge {
    /// What lsflint.toml says.
    pub config: Arc<Config>,
    /// The settings that follow.
    pub settings: Arc<Settings>,
    /// The mildest finding that makes the run fail.
    pub fail_on: FailOn,
    pub(crate) registry: Registry,
    /// The codes of the rules that run.
    pub(crate) rules: Arc<FxHashSet<&'static str>>,
}

impl Judge {
    fn new(config: &Arc<Config>, overrides: &Overrides) -> Judge {
        Judge::with_settings(config, overrides.settings(config))
    }

    pub(crate) fn with_settings(config: &Arc<Config>, settings: Settings) -> Judge {
        let settings = Arc::new(settings);
        let fail_on = config.fail_on.unwrap_or(FailOn::At(settings.profile.fail_on));
        let rules =
            lsflint_rules::all().iter().filter(|it| settings.enables(&it.meta)).map(|it| it.meta.code).collect();
        let registry = Registry::new(lsflint_rules::all(), &settings);
        Judge { config: config.clone(), registry, rules: Arc::new(rules), settings, fail_on }
    }

    /// What the configuration is for, as far as lsflint.toml and the profile say so.
    pub fn target(&self) -> Option<Target> {
        self.config.target.or_else(|| self.settings.profile.target?.parse().ok())
    }
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").field("config", &self.config.shown).finish_non_exhaustive()
    }
}

/// One judge per lsflint.toml.
pub(crate) struct Judges<'r> {
    overrides: &'r Overrides,
    known: Vec<Arc<Judge>>,
}

impl<'r> Judges<'r> {
    pub(crate) fn new(overrides: &'r Overrides) -> Judges<'r> {
        Judges { overrides, known: Vec::new() }
    }

    pub(crate) fn of(&mut self, config: &Arc<Config>) -> Arc<Judge> {
        if let Some(judge) = self.known.iter().find(|it| Arc::ptr_eq(&it.config, config)) {
            return judge.clone();
        }
        let judge = Arc::new(Judge::new(config, self.overrides));
        self.known.push(judge.clone());
        judge
    }
}

impl Overrides {
    /// The settings of lsflint.toml with those of the command line on top.
    pub fn settings(&self, config: &Config) -> Settings {
        let Overrides { profile, select, extend_select, ignore } = self;
        let replaced = select.is_some();
        let none = Selection::default();
        let file = |selection| if replaced { &none } else { selection };
        Settings {
            profile: profile.or(config.profile).unwrap_or_default(),
            select: select.as_ref().unwrap_or(&config.select).clone(),
            extend_select: file(&config.extend_select).and(extend_select),
            ignore: file(&config.ignore).and(ignore),
            severity: config.severity.clone(),
            allow_parameters: config.allow_parameters.clone(),
        }
    }
}

/// What lsflint.toml says for a folder.
///
/// # Errors
/// A broken lsflint.toml.
pub fn config_of(folder: &Path, source: ConfigSource, paths: &Paths) -> Result<Arc<Config>, Problem> {
    Configs::new(source, paths, &Buffers::default()).of(&paths.absolute(folder))
}

/// What lsflint.toml says for a folder, with the command line on top.
///
/// # Errors
/// A broken lsflint.toml.
pub fn judge_of(folder: &Path, source: ConfigSource, overrides: &Overrides, paths: &Paths) -> Result<Judge, Problem> {
    Ok(Judge::new(&config_of(folder, source, paths)?, overrides))
}

#[cfg(test)]
pub(crate) mod tests {
    use lsflint_lint::{Check, Family, Rule, RuleMeta, Rules, Severity};

    use super::*;

    static PANICS: Rule = Rule {
        meta: RuleMeta::new("T001", "panics", Family::File, Severity::Error),
        checks: &[Check::File(|_, _| panic!("no such thing"))],
    };
    static RULES: [&Rule; 1] = [&PANICS];

    /// A judge whose only rule panics.
    pub(crate) fn panicking(judge: &Judge) -> Arc<Judge> {
        let judge = Judge::with_settings(&judge.config, (*judge.settings).clone());
        Arc::new(Judge { registry: Registry::new(Rules::new(&RULES), &judge.settings), ..judge })
    }
}
