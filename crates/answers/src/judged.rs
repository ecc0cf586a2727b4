//! Strings with their findings.

use lsflint_lint::{Diagnostic, Severity};
use lsflint_report::{FileFindings, Source};

/// A string and its findings.
pub struct Judged {
    /// The string.
    pub text: String,
    /// The findings, with the string as their file.
    pub found: FileFindings,
}

impl Judged {
    /// A string with the path for its findings.
    pub fn new(path: &str, text: String, diagnostics: Vec<Diagnostic>) -> Judged {
        let source = Source { path: path.into(), text: text.as_str().into(), latin1: false };
        Judged { text, found: FileFindings::new(source, diagnostics) }
    }

    /// Whether the string has no errors.
    pub fn is_valid(&self) -> bool {
        self.found.diagnostics.iter().all(|it| it.severity != Severity::Error)
    }
}
