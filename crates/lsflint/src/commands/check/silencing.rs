//! `check --add-suppressions`: adds a comment for every remaining finding.

use lsflint_lint::{Diagnostic, Severity};
use lsflint_project::{Checked, Request, ToSilence, silence};
use lsflint_report::counted;

use crate::output::{Failure, Terminal};

/// Keeps findings until all are known, then writes comments for them.
pub(super) struct Silencing {
    request: Request,
    reason: String,
    files: Vec<ToSilence>,
}

/// What came of it.
pub(super) struct Done {
    /// The files with what no comment suppresses.
    pub(super) files: Vec<Checked>,
    /// Whether a file could not be written; it was reported.
    pub(super) failed: bool,
}

impl Silencing {
    pub(super) fn new(request: &Request, reason: Option<String>) -> Silencing {
        Silencing { request: request.clone(), reason: reason.unwrap_or_default(), files: Vec::new() }
    }

    /// Takes a file with the findings that are to be suppressed. `all`: where all of its findings are.
    pub(super) fn keep(&mut self, mut checked: Checked, all: Vec<(&'static str, lsflint_syntax::TextSize)>) {
        // What only editors show needs no comment.
        let shown: Vec<bool> = checked.diagnostics.iter().map(|it| it.severity > Severity::Hint).collect();
        super::sieve::retain(&mut checked, &shown);
        self.files.push(ToSilence { checked, all });
    }

    /// Writes the comments.
    pub(super) fn finish(mut self, terminal: &Terminal) -> Result<Done, Failure> {
        let reasons = lsflint_rules::suppression_without_reason().code;
        let wants_reason = |it: &ToSilence| {
            it.checked.judge.rules.contains(reasons) && it.checked.diagnostics.iter().any(Diagnostic::can_be_suppressed)
        };
        if self.reason.is_empty() && self.files.iter().any(wants_reason) {
            let message =
                format!("suppressions require a reason (rule {reasons}); add `--reason TEXT`; nothing was written");
            return Err(Failure::new(message));
        }
        let silenced = silence(&self.request, &mut self.files, &self.reason).map_err(Failure::new)?;
        let mut failed = false;
        let (mut findings, mut files) = (0, 0);
        for it in silenced {
            match it.file.write() {
                Ok(()) => {
                    findings += it.findings;
                    files += 1;
                }
                Err(problem) => {
                    terminal.error(&problem.to_string());
                    failed = true;
                }
            }
        }
        if !terminal.quiet {
            let findings = counted(findings, "finding", "findings");
            terminal.note(&format!("suppressed {findings} in {}", counted(files, "file", "files")));
        }
        Ok(Done { files: self.files.into_iter().map(|it| it.checked).collect(), failed })
    }
}
