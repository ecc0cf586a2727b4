//! Judges: the settings and rules that files are checked with.

use std::sync::Arc;

use lsflint_lint::{Profile, Registry, Rules, Selection, Settings, SiteCheck, UnknownCode};
use lsflint_spec::Target;
use rustc_hash::FxHashSet;

use crate::config::{Config, FailOn};

/// The rule selection of the command line.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--profile`; overrides `profile` of lsflint.toml.
    pub profile: Option<&'static Profile>,
    /// `--select`; replaces `select`, `extend-select` and `ignore` of lsflint.toml.
    pub select: Option<Selection>,
    /// `--extend-select`; added to the selected rules.
    pub extend_select: Selection,
    /// `--ignore`; added to the disabled rules.
    pub ignore: Selection,
    /// `--user`; overrides `user` of lsflint.toml.
    pub user: Option<String>,
    /// The options with a code that no built-in rule has. A policy of an lsflint.toml must have it.
    pub unknown: Vec<(&'static str, UnknownCode)>,
}

/// The settings and rules that files are checked with: an lsflint.toml combined with the command line.
pub struct Judge {
    /// The settings of lsflint.toml.
    pub config: Arc<Config>,
    /// The effective settings of the linter.
    pub settings: Arc<Settings>,
    /// The lowest severity that makes the run fail.
    pub fail_on: FailOn,
    /// The codes of the enabled rules.
    pub rules: FxHashSet<&'static str>,
    pub(crate) registry: Registry,
    /// The rules that report names which no file defines.
    pub(crate) names: Registry,
}

impl Judge {
    pub(crate) fn new(mut config: Config, overrides: &Overrides) -> Judge {
        config.user = overrides.user.clone().or(config.user);
        let settings = Arc::new(overrides.settings(&config));
        let fail_on = config.fail_on.unwrap_or(FailOn::At(settings.profile.fail_on));
        let all = config.rules();
        let rules = all.iter().filter(|it| settings.enables(&it.meta)).map(|it| it.meta.code).collect();
        let policies = config.policies.iter().map(|it| it.policy.clone() as Arc<dyn SiteCheck>);
        let registry = Registry::with_site(all, &policies.collect::<Vec<_>>(), &settings);
        let names = Registry::of_names(all, &settings);
        Judge { config: Arc::new(config), registry, names, rules, settings, fail_on }
    }

    /// All rules, enabled or not: the built-in ones and the policies of lsflint.toml.
    pub fn all_rules(&self) -> Rules {
        self.registry.rules()
    }

    /// The target set in lsflint.toml or by the profile.
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
    /// The settings of lsflint.toml, overridden by those of the command line.
    pub fn settings(&self, config: &Config) -> Settings {
        let Overrides { profile, select, extend_select, ignore, user: _, unknown: _ } = self;
        let replaced = select.is_some();
        let none = Selection::default();
        let file = |selection| if replaced { &none } else { selection };
        Settings {
            profile: profile.or(config.profile).unwrap_or_default(),
            select: select.as_ref().unwrap_or(&config.select).clone(),
            extend_select: file(&config.extend_select).and(extend_select),
            ignore: file(&config.ignore).and(ignore),
            severity: config.severity.clone(),
            allow_parameters: config.allow_parameters.iter().collect(),
        }
    }
}
