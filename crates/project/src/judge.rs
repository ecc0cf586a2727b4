//! What files are judged by: an lsflint.toml with the command line on top of it.

use std::sync::Arc;

use lsflint_lint::{Profile, Registry, Selection, Settings};
use lsflint_spec::Target;
use rustc_hash::FxHashSet;

use crate::config::{Config, FailOn};

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
    /// The codes of the rules that run.
    pub rules: FxHashSet<&'static str>,
    pub(crate) registry: Registry,
}

impl Judge {
    pub(crate) fn new(config: Config, overrides: &Overrides) -> Judge {
        let settings = Arc::new(overrides.settings(&config));
        let fail_on = config.fail_on.unwrap_or(FailOn::At(settings.profile.fail_on));
        let rules =
            lsflint_rules::all().iter().filter(|it| settings.enables(&it.meta)).map(|it| it.meta.code).collect();
        let registry = Registry::new(lsflint_rules::all(), &settings);
        Judge { config: Arc::new(config), registry, rules, settings, fail_on }
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
