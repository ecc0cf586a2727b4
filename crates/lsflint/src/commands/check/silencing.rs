//! `check --add-suppressions`: adds a comment for every remaining finding.

use lsflint_lint::{Diagnostic, Severity};
use lsflint_project::{Checked, Request, ToSilence, silence};
use lsflint_report::counted;

use crate::output::{Failure, Terminal};

/// Collects findings, then writes suppression comments for them.
pub(super) struct Silencing {
    request: Request,
    reason: String,
    files: Vec<ToSilence>,
}

/// The result of adding comments.
pub(super) struct Done {
    /// The files with the findings that are not suppressed.
    pub(super) files: Vec<Checked>,
    /// Whether a file could not be written; it was reported.
    pub(super) failed: bool,
}

impl Silencing {
    pub(super) fn new(request: &Request, reason: Option<String>) -> Silencing {
        Silencing { request: request.clone(), reason: reason.unwrap_or_default(), files: Vec::new() }
    }

    /// Adds a file with the findings to suppress. `all`: the code and offset of all its findings.
    pub(super) fn keep(&mut self, mut checked: Checked, all: Vec<(&'static str, lsflint_syntax::TextSize)>) {
        // Hints, which only editors show, need no comment.
        let shown: Vec<bool> = checked.diagnostics.iter().map(|it| it.severity > Severity::Hint).collect();
        super::sieve::retain(&mut checked, &shown);
        self.files.push(ToSilence { checked, all });
    }

    /// Writes the comments into the files.
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
            match self.request.write(&it.file) {
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
