//! Profiles: presets for the purpose of a run.
//!
//! A profile replaces the defaults: the rules that it adds have the same weight as the default set, so every entry of
//! `select`, `ignore` and `severity` in lsflint.toml and on the command line overrides it.

use std::fmt;
use std::str::FromStr;

use crate::rule::{Family, Preset, RuleMeta, Severity, Status};

/// A preset.
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name.
    pub name: &'static str,
    /// The purpose, in one sentence.
    pub summary: &'static str,
    /// The rules with this preset run in addition to the default set.
    pub preset: Option<Preset>,
    /// All rules of these families also run.
    pub families: &'static [Family],
    /// The severity of all findings of these rules, if it differs from their own.
    pub severity: Option<Severity>,
    /// The lowest severity that makes a run fail.
    pub fail_on: Severity,
    /// The target version, unless it is set elsewhere.
    pub target: Option<&'static str>,
}

/// The default, which the other profiles modify.
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
        summary: "all rules, including those about style and clarity",
        preset: Some(Preset::Pedantic),
        families: &[Family::Pedantic],
        ..DEFAULT
    },
    Profile {
        name: "portable",
        summary: "what all versions from 9.1.3 to the latest 10.1 read the same way; `target` sets other versions",
        preset: Some(Preset::Portable),
        families: &[Family::Version],
        target: Some("9.1.3..10.1"),
        ..DEFAULT
    },
    Profile {
        name: "migration",
        summary: "migration to a newer version: everything that changes between versions is a warning",
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
    /// Whether a rule runs if nothing is selected.
    pub fn runs(&self, rule: &RuleMeta) -> bool {
        rule.status == Status::Stable || self.adds(rule)
    }

    /// Whether a rule runs in addition to the selected ones.
    pub fn adds(&self, rule: &RuleMeta) -> bool {
        self.families.contains(&rule.family) || self.preset.is_some_and(|it| rule.presets.contains(&it))
    }

    /// The severity of all findings of a rule, if the profile sets one.
    pub fn severity(&self, rule: &RuleMeta) -> Option<Severity> {
        self.severity.filter(|_| self.adds(rule))
    }
}

/// A name that is not a profile.
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
        write!(f, "unknown profile `{}`", self.given)?;
        match nearest {
            Some((_, nearest)) => write!(f, "; did you mean `{nearest}`?"),
            None => write!(f, "; choose from {}", names().collect::<Vec<_>>().join(", ")),
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
