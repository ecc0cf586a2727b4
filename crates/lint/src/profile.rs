//! Profiles: presets for what a run is for.
//!
//! A profile takes the place of the defaults: what it adds has the weight of the default set, so every entry of `select`, `ignore` and
//! `severity` in lsflint.toml and on the command line goes on top of it.

use std::fmt;
use std::str::FromStr;

use crate::rule::{Family, Preset, RuleMeta, Severity, Status};

/// A preset.
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// How it is called.
    pub name: &'static str,
    /// What it is for, in one sentence.
    pub summary: &'static str,
    /// The rules that name this preset run besides the default set.
    pub preset: Option<Preset>,
    /// So do all rules of these families.
    pub families: &'static [Family],
    /// The severity of everything that these rules find, where it is not their own.
    pub severity: Option<Severity>,
    /// The mildest finding that makes a run fail.
    pub fail_on: Severity,
    /// What the configuration is written for, unless somebody says.
    pub target: Option<&'static str>,
}

/// What every profile differs from.
const DEFAULT: Profile = Profile {
    name: "default",
    summary: "what LSF would ignore, reject or misread",
    preset: None,
    families: &[],
    severity: None,
    fail_on: Severity::Error,
    target: None,
};

/// All profiles.
pub static PROFILES: [Profile; 5] = [
    DEFAULT,
    Profile {
        name: "ci",
        summary: "the default rules as a gate: warnings fail, suppression comments need a reason",
        fail_on: Severity::Warning,
        preset: Some(Preset::Ci),
        ..DEFAULT
    },
    Profile {
        name: "pedantic",
        summary: "everything, matters of style and clarity too",
        preset: Some(Preset::Pedantic),
        families: &[Family::Pedantic],
        ..DEFAULT
    },
    Profile {
        name: "portable",
        summary: "what every version from 9.1.3 to the newest 10.1 reads in the same way; `target` names other versions",
        preset: Some(Preset::Portable),
        families: &[Family::Version],
        target: Some("9.1.3..10.1"),
        ..DEFAULT
    },
    Profile {
        name: "migration",
        summary: "the way to a newer version: everything that changes between versions is a warning",
        preset: Some(Preset::Migration),
        families: &[Family::Version],
        severity: Some(Severity::Warning),
        ..DEFAULT
    },
];

impl Default for &Profile {
    fn default() -> Self {
        &PROFILES[0]
    }
}

impl Profile {
    /// Whether a rule runs when nobody selects anything.
    pub fn runs(&self, rule: &RuleMeta) -> bool {
        rule.status == Status::Stable || self.adds(rule)
    }

    /// Whether a rule runs besides those that somebody selects.
    pub fn adds(&self, rule: &RuleMeta) -> bool {
        self.families.contains(&rule.family) || self.preset.is_some_and(|it| rule.presets.contains(&it))
    }

    /// The severity of everything a rule finds, when the profile has one.
    pub fn severity(&self, rule: &RuleMeta) -> Option<Severity> {
        self.severity.filter(|_| self.adds(rule))
    }
}

/// A name that no profile has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownProfile {
    /// The text as given.
    pub given: String,
}

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lower = self.given.to_ascii_lowercase();
        let names = || PROFILES.iter().map(|it| it.name);
        let nearest = names().map(|it| (strsim::damerau_levenshtein(&lower, it), it)).min().filter(|it| it.0 <= 2);
        write!(f, "there is no profile `{}`", self.given)?;
        match nearest {
            Some((_, nearest)) => write!(f, "; did you mean `{nearest}`?"),
            None => write!(f, "; the profiles are {}", names().collect::<Vec<_>>().join(", ")),
        }
    }
}

impl std::error::Error for UnknownProfile {}

impl FromStr for &'static Profile {
    type Err = UnknownProfile;

    fn from_str(text: &str) -> Result<&'static Profile, UnknownProfile> {
        PROFILES.iter().find(|it| it.name == text).ok_or_else(|| UnknownProfile { given: text.to_owned() })
    }
}
