//! Numbers of a run.

use lsflint_lint::{Diagnostic, Severity};
use serde::Serialize;

/// How many findings there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Infos.
    pub infos: usize,
    /// Hints.
    pub hints: usize,
}

impl Totals {
    /// Counts the findings of a file.
    pub fn add(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Info => self.infos += 1,
                Severity::Hint => self.hints += 1,
            }
        }
    }

    /// Whether there is a finding of this severity or a worse one.
    pub fn reach(&self, severity: Severity) -> bool {
        self.errors > 0
            || severity <= Severity::Warning && self.warnings > 0
            || severity <= Severity::Info && self.infos > 0
            || severity <= Severity::Hint && self.hints > 0
    }
}

/// A check that could not be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The check.
    pub check: String,
    /// What is missing.
    pub because: String,
}

/// What a run comes to.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Files that were checked.
    pub files: usize,
    /// Findings.
    pub totals: Totals,
    /// Checks that could not be done.
    pub skipped: Vec<Skipped>,
    /// Findings that are not shown, each as a number and why: `12 of the baseline`.
    pub withheld: Vec<String>,
}

impl Summary {
    /// One line for people: `Found 1 error and 2 warnings in 9 files.`
    pub fn sentence(&self) -> String {
        let mut sentence = self.found();
        if !self.withheld.is_empty() {
            sentence.pop();
            sentence.push_str(&format!("; not shown: {}.", self.withheld.join(", ")));
        }
        sentence
    }

    fn found(&self) -> String {
        let Totals { errors, warnings, infos, .. } = self.totals;
        let parts = [(errors, "error", "errors"), (warnings, "warning", "warnings"), (infos, "info", "infos")];
        let parts: Vec<String> =
            parts.into_iter().filter(|it| it.0 > 0).map(|(count, one, many)| counted(count, one, many)).collect();
        let files = counted(self.files, "file", "files");
        match parts.split_last() {
            None => format!("No findings in {files}."),
            Some((only, [])) => format!("Found {only} in {files}."),
            Some((last, rest)) => format!("Found {} and {last} in {files}.", rest.join(", ")),
        }
    }
}

/// `1 file`, `2 files`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let check = |files, errors, warnings, infos, expected| {
            let totals = Totals { errors, warnings, infos, hints: 3 };
            assert_eq!(Summary { files, totals, ..Summary::default() }.sentence(), expected);
        };
        check(1, 0, 0, 0, "No findings in 1 file.");
        check(9, 1, 0, 0, "Found 1 error in 9 files.");
        check(9, 2, 1, 0, "Found 2 errors and 1 warning in 9 files.");
        check(2, 2, 3, 4, "Found 2 errors, 3 warnings and 4 infos in 2 files.");
        let withheld = vec!["12 of the baseline".to_owned(), "3 on other lines".to_owned()];
        let known = Summary { files: 1, withheld, ..Summary::default() };
        assert_eq!(known.sentence(), "No findings in 1 file; not shown: 12 of the baseline, 3 on other lines.");
    }
}
