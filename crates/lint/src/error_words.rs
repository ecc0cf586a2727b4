//! The wording for syntax errors, as data, for rules that report every error of a kind in the same way.

use lsflint_syntax::{ErrorKind, TextRange};

use crate::context::ErrorContext;
use crate::diagnostic::{Applicability, Diagnostic, Findings, Fix};

/// The wording for one kind of syntax error.
#[derive(Debug, Clone, Copy)]
pub struct ErrorWords {
    /// The kind of error.
    pub error: ErrorKind,
    /// What is wrong. `{text}` is replaced with the text that the error covers.
    pub message: &'static str,
    /// Sets what LSF does, and the severity if it differs from that of the rule.
    pub complete: fn(&ErrorContext<'_>, &mut Diagnostic),
    /// What to write instead; `{text}` as in the message.
    pub help: &'static str,
    /// The fix, if there is one that fits every such error.
    pub fix: Option<FixWords>,
}

/// A fix for the text that an error covers.
#[derive(Debug, Clone, Copy)]
pub struct FixWords {
    /// Whether it may be applied without asking.
    pub applicability: Applicability,
    /// The title, as an imperative; `{text}` as in the message.
    pub title: &'static str,
    /// The edit.
    pub edit: EditWords,
}

/// The edit that a fix makes to the text that an error covers.
#[derive(Debug, Clone, Copy)]
pub enum EditWords {
    /// Replaces it with another text; `{text}` as in the message. An empty text removes it.
    Replace(&'static str),
    /// Inserts a text before it.
    Before(&'static str),
    /// Inserts a text after it.
    After(&'static str),
}

impl ErrorWords {
    /// Reports an error of this kind.
    pub(crate) fn report(&self, context: &ErrorContext<'_>, findings: &mut Findings<'_>) {
        let (range, text) = (context.error.range, context.text());
        let filled = |it: &str| it.replace("{text}", text);
        let found = findings.report(range, filled(self.message)).help(filled(self.help));
        (self.complete)(context, found);
        if let Some(fix) = self.fix {
            let (range, text) = match fix.edit {
                EditWords::Replace(text) => (range, filled(text)),
                EditWords::Before(text) => (TextRange::empty(range.start()), text.to_owned()),
                EditWords::After(text) => (TextRange::empty(range.end()), text.to_owned()),
            };
            found.fix(Fix::replace(fix.applicability, filled(fix.title), range, text));
        }
    }
}
