//! Converts the values of the keys of `lsflint.toml` to settings.

use std::ops::Range;
use std::path::{Path, PathBuf};

use lsflint_lint::{Selection, Severity};
use lsflint_model::job::Esub;
use rustc_hash::FxHashSet;

use super::reader::{Reader, Value, one_of};
use super::{Config, ConfigProblemKind, FailOn, Patterns};
use crate::paths::Paths;

/// All severities, highest first.
pub(super) const SEVERITIES: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Info, Severity::Hint];

/// All values of `fail-on`.
pub(super) const FAIL_LEVELS: [FailOn; 4] =
    [FailOn::At(Severity::Error), FailOn::At(Severity::Warning), FailOn::At(Severity::Info), FailOn::Never];

/// File patterns, and the codes of the rules that are disabled in the files they match.
type Silenced = Vec<(Patterns, FxHashSet<&'static str>)>;

impl Config {
    /// Adds the values of the `extend-...` lists to the lists that they extend.
    pub(super) fn join_added(&mut self) {
        let added = std::mem::take(&mut self.added);
        self.ignore = self.ignore.and(&added.ignore);
        self.exclude.extend(added.exclude);
        self.per_file_ignores.extend(added.per_file_ignores);
    }
}

impl Reader<'_> {
    /// Reads one of the values `known`. `what` describes it in errors; `off` is the hint for the value `off`.
    pub(super) fn word<T: Copy>(
        &mut self,
        value: &Value<'_>,
        known: &[T],
        as_str: fn(T) -> &'static str,
        what: &str,
        off: &str,
    ) -> Option<T> {
        let word = self.string(value)?;
        let found = known.iter().copied().find(|it| as_str(*it) == word);
        if found.is_none() {
            let known: Vec<&str> = known.iter().map(|it| as_str(*it)).collect();
            let hint = if word == "off" { off } else { "" };
            self.problem(value.span(), format!("unknown {what} `{word}`; expected {}{hint}", one_of(&known)));
        }
        found
    }

    pub(super) fn fail_on(&mut self, value: &Value<'_>) -> Option<FailOn> {
        self.word(value, &FAIL_LEVELS, FailOn::as_str, "level", "")
    }

    /// Adds names, without duplicates.
    pub(super) fn add_names(&mut self, value: &Value<'_>, names: &mut Vec<String>) {
        let mut known: FxHashSet<String> = names.iter().cloned().collect();
        for (name, _) in self.strings(value, "a list of names") {
            if known.insert(name.to_owned()) {
                names.push(name.to_owned());
            }
        }
    }

    /// Sets a text of the last `[[esub]]`.
    pub(super) fn text_of_esub(&mut self, value: &Value<'_>, config: &mut Config, field: fn(&mut Esub) -> &mut String) {
        if let (Some(text), Some(esub)) = (self.string(value), config.esubs.last_mut()) {
            *field(esub) = text.to_owned();
        }
    }

    /// Sets a list of options of `bsub` of the last `[[esub]]`. They may have a hyphen.
    pub(super) fn options_of_esub(
        &mut self,
        value: &Value<'_>,
        config: &mut Config,
        field: fn(&mut Esub) -> &mut Vec<String>,
    ) {
        let mut options = Vec::new();
        for (name, span) in self.strings(value, "a list of options of `bsub`") {
            match lsflint_spec::bsub_option(name.trim_start_matches('-')) {
                Some(option) => options.push(option.name.to_owned()),
                None => self.problem(span, format!("`{name}` is not an option of `bsub`")),
            }
        }
        if let Some(esub) = config.esubs.last_mut() {
            *field(esub) = options;
        }
    }

    /// The absolute path of a file that is given relative to the directory of lsflint.toml.
    pub(super) fn path(&mut self, value: &Value<'_>) -> Option<PathBuf> {
        let given = self.string(value)?;
        if given.trim().is_empty() {
            self.problem(value.span(), "expected the path of a file".to_owned());
            return None;
        }
        Some(Paths::new(&self.root).absolute(Path::new(given)))
    }

    pub(super) fn selection(&mut self, value: &Value<'_>) -> Selection {
        let mut codes = Vec::new();
        for (code, span) in self.strings(value, "a list of codes") {
            match self.rules().selection([code.to_owned()]) {
                Ok(_) => codes.push(code.to_owned()),
                Err(error) => self.problem_of(ConfigProblemKind::UnknownRule, span, error.to_string()),
            }
        }
        // Every code was checked above.
        self.rules().selection(codes).unwrap_or_default()
    }

    pub(super) fn severities(&mut self, value: &Value<'_>, config: &mut Config) {
        for (key, value) in self.table(value, "a table of rules, `X101 = \"warning\"`").into_iter().flatten() {
            let off = "; to disable a rule, add it to `ignore`";
            let severity = self.word(value, &SEVERITIES, Severity::as_str, "severity", off);
            match (self.rules().find(key.get_ref()), severity) {
                (Some(rule), Some(severity)) => {
                    config.severity.retain(|it| it.0 != rule.meta.code);
                    config.severity.push((rule.meta.code, severity));
                }
                (None, _) => {
                    let message = match self.rules().selection([key.get_ref().to_string()]) {
                        Ok(_) => {
                            format!("`{}` is a prefix; `severity` requires the code or name of one rule", key.get_ref())
                        }
                        Err(error) => error.to_string(),
                    };
                    self.problem_of(ConfigProblemKind::UnknownRule, key.span(), message);
                }
                _ => {}
            }
        }
    }

    pub(super) fn per_file_ignores(&mut self, value: &Value<'_>) -> Silenced {
        let mut found = Vec::new();
        for (key, value) in self.table(value, "a table of patterns, `\"old/*\" = [\"P001\"]`").into_iter().flatten() {
            let selection = self.selection(value);
            let codes = self.rules().iter().filter(|it| selection.contains(&it.meta)).map(|it| it.meta.code).collect();
            let patterns = self.checked_patterns(&[(key.get_ref(), key.span())]);
            found.push((patterns, codes));
        }
        found
    }

    pub(super) fn patterns(&mut self, value: &Value<'_>) -> Patterns {
        let given = self.strings(value, "a list of patterns");
        self.checked_patterns(&given)
    }

    fn checked_patterns(&mut self, given: &[(&str, Range<usize>)]) -> Patterns {
        let mut right = Vec::new();
        let mut last = Patterns::default();
        for (pattern, span) in given {
            match Patterns::new(&self.root, &[pattern]) {
                Ok(compiled) => {
                    right.push(*pattern);
                    last = compiled;
                }
                Err(error) => self.problem(span.clone(), format!("invalid pattern `{pattern}`: {}", error.kind())),
            }
        }
        // Each key of `per-file-ignores` is one pattern, and compiling it is what costs.
        if right.len() == 1 { last } else { Patterns::new(&self.root, &right).unwrap_or_default() }
    }

    /// The files of `extend`, each with its byte range.
    pub(super) fn bases<'v>(&mut self, value: &'v Value<'_>) -> Vec<(&'v str, Range<usize>)> {
        match value.get_ref().as_str() {
            Some(one) => vec![(one, value.span())],
            None => self.strings(value, "a file or a list of files"),
        }
    }

    /// Reports an error if this version of lsflint does not satisfy `required-version`.
    pub(super) fn required_version(&mut self, value: &Value<'_>) {
        let Some(wanted) = self.string(value) else { return };
        let this = env!("CARGO_PKG_VERSION");
        let fits: Option<Vec<bool>> = wanted.split(',').map(|it| version_fits(this, it.trim())).collect();
        match fits {
            None => {
                let message =
                    format!("invalid version `{wanted}`; expected for example `>=0.1`, `0.1.0` or `>=0.1, <0.3`");
                self.problem(value.span(), message);
            }
            Some(fits) if fits.contains(&false) => {
                let message = format!("this file requires lsflint {wanted}, but this is lsflint {this}");
                self.problem_of(ConfigProblemKind::Version, value.span(), message);
            }
            Some(_) => {}
        }
    }
}

/// Whether a version satisfies `>=0.2`, `<1`, `==0.1.0` or `0.1.0`; `None` if the condition is invalid.
fn version_fits(version: &str, wanted: &str) -> Option<bool> {
    let number = wanted.trim_start_matches(['<', '>', '=']);
    let (operator, number) = (&wanted[..wanted.len() - number.len()], number.trim());
    let parts = |text: &str| -> Option<Vec<u32>> {
        let mut parts = text.split('.').map(|it| it.parse().ok()).collect::<Option<Vec<u32>>>()?;
        parts.resize(parts.len().max(3), 0);
        Some(parts).filter(|it| it.len() == 3)
    };
    let order = parts(version)?.cmp(&parts(number)?);
    match operator {
        "" | "==" | "=" => Some(order.is_eq()),
        ">=" => Some(order.is_ge()),
        ">" => Some(order.is_gt()),
        "<=" => Some(order.is_le()),
        "<" => Some(order.is_lt()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        let check =
            |wanted: &str, expected: Option<bool>| assert_eq!(version_fits("0.2.1", wanted), expected, "{wanted}");
        check("0.2.1", Some(true));
        check("==0.2", Some(false));
        check(">=0.2", Some(true));
        check("> 0.2.1", Some(false));
        check("<0.10", Some(true));
        check("<=0.2.0", Some(false));
        check("=>0.2", None);
        check(">=0.2.1.4", None);
        check("new", None);
    }
}
