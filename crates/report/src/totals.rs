//! The summary of a run: totals, problems and skipped checks.

use lsflint_lint::{Applicability, Diagnostic, Severity};
use serde::Serialize;

use crate::ClusterOverview;

/// The numbers of findings and fixes.
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
    /// Findings with a safe fix, which does not change the behavior of LSF; hints are not counted.
    pub safe_fixes: usize,
    /// Findings with an unsafe fix; hints are not counted.
    pub unsafe_fixes: usize,
}

impl Totals {
    /// Adds the findings of a file.
    pub fn add(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Info => self.infos += 1,
                Severity::Hint => self.hints += 1,
            }
            match diagnostic.fix.as_ref().filter(|_| diagnostic.severity > Severity::Hint).map(|it| it.applicability) {
                Some(Applicability::Safe) => self.safe_fixes += 1,
                Some(Applicability::Unsafe) => self.unsafe_fixes += 1,
                None => {}
            }
        }
    }
}

/// The maximum number of lines about fixes that were not applied.
const MOST_NOT_APPLIED: usize = 10;

/// A check that was skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The check, as a noun phrase.
    pub check: String,
    /// The reason.
    pub because: String,
}

/// The summary of a run.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// The number of files that were checked.
    pub files: usize,
    /// The numbers of findings.
    pub totals: Totals,
    /// Checks that were skipped.
    pub skipped: Vec<Skipped>,
    /// Findings that are not shown, as a number and a reason: `12 of the baseline`.
    pub withheld: Vec<String>,
    /// The problems: files that could not be read.
    pub problems: Vec<String>,
    /// The result of fixing, before the findings were counted; `None` if not requested.
    pub fixing: Option<Fixing>,
    /// The overviews of the clusters, for formats that show them.
    pub clusters: Vec<ClusterOverview>,
}

/// A fix that was asked for and not applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotApplied {
    /// The code of the finding.
    pub code: String,
    /// The path of the file.
    pub file: String,
    /// The line in which the finding begins after fixing, from 1.
    pub line: usize,
    /// The reason: `would cause R601 at lsb.queues:20`.
    pub because: String,
}

/// The result of fixing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fixing {
    /// The number of fixed findings.
    pub fixed: usize,
    /// Whether unsafe fixes, which change the behavior of LSF, were applied.
    pub unsafe_fixes: bool,
    /// The fixes that were not applied, by path and line.
    pub not_applied: Vec<NotApplied>,
}

impl Summary {
    /// A line about available fixes, if any: ``3 fixable with `--fix`, 2 more with `--unsafe-fixes` ``
    pub fn fixable(&self) -> Option<String> {
        let Totals { safe_fixes, unsafe_fixes, .. } = self.totals;
        match (&self.fixing, safe_fixes, unsafe_fixes) {
            (_, 0, 0) => None,
            (None, safe, 0) => Some(format!("{safe} fixable with `--fix`.")),
            (None, 0, other) => Some(format!("{other} fixable with `--fix --unsafe-fixes`.")),
            (None, safe, other) => Some(format!("{safe} fixable with `--fix`, {other} more with `--unsafe-fixes`.")),
            (Some(Fixing { unsafe_fixes: false, .. }), _, other @ 1..) => {
                Some(format!("{other} more fixable with `--unsafe-fixes`."))
            }
            // The fixes of the remaining findings could not be applied.
            (Some(_), ..) => None,
        }
    }

    /// Lines about fixes that were not applied.
    pub fn not_applied(&self) -> Vec<String> {
        let not_applied = self.fixing.as_ref().map_or(&[][..], |it| &it.not_applied);
        if not_applied.is_empty() {
            return Vec::new();
        }
        let count = counted(not_applied.len(), "fix", "fixes");
        let head = format!("{count} not applied:");
        let shown = not_applied.iter().take(MOST_NOT_APPLIED);
        let shown = shown.map(|it| format!("  {}:{}: {}: {}", it.file, it.line, it.code, it.because));
        let rest = not_applied.len().saturating_sub(MOST_NOT_APPLIED);
        let rest = (rest > 0).then(|| format!("  and {rest} more; `--output-format json` lists all"));
        std::iter::once(head).chain(shown).chain(rest).collect()
    }

    /// The summary line: `Found 1 error and 2 warnings in 9 files.`
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
        if let Some(&Fixing { fixed: fixed @ 1.., .. }) = self.fixing.as_ref() {
            let left = errors + warnings + infos;
            let found = counted(fixed + left, "finding", "findings");
            return match parts.split_last() {
                None => format!("Found {found} ({fixed} fixed, 0 remaining) in {files}."),
                Some((only, [])) => format!("Found {found} ({fixed} fixed, {left} remaining: {only}) in {files}."),
                Some((last, rest)) => {
                    format!(
                        "Found {found} ({fixed} fixed, {left} remaining: {} and {last}) in {files}.",
                        rest.join(", ")
                    )
                }
            };
        }
        match parts.split_last() {
            None if self.files == 0 => "No files were checked.".to_owned(),
            None => format!("No findings in {files}."),
            Some((only, [])) => format!("Found {only} in {files}."),
            Some((last, rest)) => format!("Found {} and {last} in {files}.", rest.join(", ")),
        }
    }
}

/// A number with its noun: `1 file`, `2 files`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let check = |files, errors, warnings, infos, expected| {
            let totals = Totals { errors, warnings, infos, hints: 3, ..Totals::default() };
            assert_eq!(Summary { files, totals, ..Summary::default() }.sentence(), expected);
        };
        check(0, 0, 0, 0, "No files were checked.");
        check(1, 0, 0, 0, "No findings in 1 file.");
        check(9, 1, 0, 0, "Found 1 error in 9 files.");
        check(9, 2, 1, 0, "Found 2 errors and 1 warning in 9 files.");
        check(2, 2, 3, 4, "Found 2 errors, 3 warnings and 4 infos in 2 files.");
        let withheld = vec!["12 of the baseline".to_owned(), "3 on other lines".to_owned()];
        let known = Summary { files: 1, withheld, ..Summary::default() };
        assert_eq!(known.sentence(), "No findings in 1 file; not shown: 12 of the baseline, 3 on other lines.");
    }

    #[test]
    fn sentences_after_fixing() {
        let check = |errors, warnings, fixed, expected| {
            let totals = Totals { errors, warnings, ..Totals::default() };
            let fixing = Some(Fixing { fixed, ..Fixing::default() });
            assert_eq!(Summary { files: 9, totals, fixing, ..Summary::default() }.sentence(), expected);
        };
        check(0, 0, 0, "No findings in 9 files.");
        check(0, 0, 1, "Found 1 finding (1 fixed, 0 remaining) in 9 files.");
        check(1, 0, 0, "Found 1 error in 9 files.");
        check(1, 0, 6, "Found 7 findings (6 fixed, 1 remaining: 1 error) in 9 files.");
        check(1, 2, 6, "Found 9 findings (6 fixed, 3 remaining: 1 error and 2 warnings) in 9 files.");
    }

    #[test]
    fn what_can_be_fixed() {
        let check = |safe_fixes, unsafe_fixes, fixing, expected: Option<&str>| {
            let totals = Totals { safe_fixes, unsafe_fixes, ..Totals::default() };
            assert_eq!(Summary { totals, fixing, ..Summary::default() }.fixable().as_deref(), expected);
        };
        check(0, 0, None, None);
        check(3, 0, None, Some("3 fixable with `--fix`."));
        check(0, 2, None, Some("2 fixable with `--fix --unsafe-fixes`."));
        check(3, 2, None, Some("3 fixable with `--fix`, 2 more with `--unsafe-fixes`."));
        let fixing = |unsafe_fixes| Some(Fixing { fixed: 1, unsafe_fixes, not_applied: Vec::new() });
        check(1, 2, fixing(false), Some("2 more fixable with `--unsafe-fixes`."));
        check(1, 2, fixing(true), None);
    }

    #[test]
    fn fixes_that_were_not_applied() {
        let check = |count, expected: &[&str]| {
            let one = |line| NotApplied {
                code: "R001".to_owned(),
                file: "lsb.queues".to_owned(),
                line,
                because: "would cause R601 at lsb.queues:20".to_owned(),
            };
            let fixing = Some(Fixing { not_applied: (1..=count).map(one).collect(), ..Fixing::default() });
            let lines = Summary { fixing, ..Summary::default() }.not_applied();
            let ends = [lines.first(), lines.last()];
            assert_eq!(ends.into_iter().flatten().collect::<Vec<_>>(), expected);
        };
        check(0, &[]);
        check(1, &["1 fix not applied:", "  lsb.queues:1: R001: would cause R601 at lsb.queues:20"]);
        check(12, &["12 fixes not applied:", "  and 2 more; `--output-format json` lists all"]);
    }
}
