//! The settings of the user: which rules run, and their severity.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::profile::Profile;
use crate::rule::{RuleMeta, Severity};

/// A list of codes, code prefixes (`R3`), names, or `ALL`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection(Vec<String>);

impl Selection {
    /// Entries that all select a rule; see [`Rules::selection`](crate::Rules::selection).
    pub(crate) fn new(entries: Vec<String>) -> Selection {
        Selection(entries)
    }

    /// Combines the entries of both.
    pub fn and(&self, other: &Selection) -> Selection {
        Selection(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// Whether no entry was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries as given.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The length of the longest entry that selects the rule: a longer prefix is more specific. `None` if not selected.
    fn strength(&self, rule: &RuleMeta) -> Option<usize> {
        self.0
            .iter()
            .filter(|it| rule.is_selected_by(it))
            .map(|it| if it.eq_ignore_ascii_case("all") { 0 } else { it.len() })
            .max()
    }

    /// Whether an entry selects the rule.
    pub fn contains(&self, rule: &RuleMeta) -> bool {
        self.strength(rule).is_some()
    }
}

/// Names of parameters, compared without case. Copies share them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParameterNames(Arc<FxHashSet<String>>);

impl ParameterNames {
    fn contains(&self, name: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&name.to_ascii_lowercase())
    }
}

impl<'n> FromIterator<&'n String> for ParameterNames {
    fn from_iter<I: IntoIterator<Item = &'n String>>(names: I) -> ParameterNames {
        ParameterNames(Arc::new(names.into_iter().map(|it| it.to_ascii_lowercase()).collect()))
    }
}

/// The settings of a run, the same for all files of a cluster.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The profile, which all other settings override.
    pub profile: &'static Profile,
    /// Run only these rules; if empty, the set of the profile.
    pub select: Selection,
    /// Run these rules in addition to the default set.
    pub extend_select: Selection,
    /// Do not run these rules. Between `select` and `ignore`, the longer entry wins, as in ruff.
    pub ignore: Selection,
    /// Severity by rule code.
    pub severity: Vec<(&'static str, Severity)>,
    /// Parameter names that are valid at the site but not documented, compared without case.
    pub allow_parameters: ParameterNames,
}

impl Settings {
    /// Whether a rule runs.
    pub fn enables(&self, rule: &RuleMeta) -> bool {
        let ignored = self.ignore.strength(rule);
        let selected =
            if self.select.is_empty() { self.profile.runs(rule).then_some(0) } else { self.select.strength(rule) };
        let selected = selected.max(self.extend_select.strength(rule));
        match (selected, ignored) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(selected), Some(ignored)) => selected > ignored,
        }
    }

    /// Sets the severity of findings that the user configured for their rule.
    pub(crate) fn apply_severities(&self, found: &mut [Diagnostic]) {
        for diagnostic in found {
            let given = self.severity.iter().find(|(code, _)| *code == diagnostic.rule.code).map(|it| it.1);
            if let Some(severity) = given.or_else(|| self.profile.severity(diagnostic.rule)) {
                diagnostic.severity = severity;
            }
        }
    }

    /// Whether the site declares this parameter name.
    pub fn allows_parameter(&self, name: &str) -> bool {
        self.allow_parameters.contains(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_the_site_are_compared_without_case() {
        let names = ["SITE_Tag".to_owned()];
        let settings = Settings { allow_parameters: names.iter().collect(), ..Settings::default() };
        assert!(settings.allows_parameter("site_TAG"));
        assert!(!settings.allows_parameter("SITE_TAGS"));
        assert!(!Settings::default().allows_parameter("SITE_TAG"));
    }
}
