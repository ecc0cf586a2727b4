//! Source texts of findings.

use std::sync::Arc;

use lsflint_lint::{Diagnostic, Fingerprint};

/// A text and where it came from.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path as it is shown, with `/`.
    pub path: Arc<str>,
    /// The text that findings point into.
    pub text: Arc<str>,
    /// The file on the disk is Latin-1: each of its bytes is one character of the text.
    pub latin1: bool,
}

/// A file and what was found in it.
#[derive(Debug)]
pub struct FileFindings {
    /// The file.
    pub source: Source,
    /// The findings, by position and code.
    pub diagnostics: Vec<Diagnostic>,
    /// What each finding is known by, in the same order; may be empty when no format needs them.
    pub fingerprints: Vec<Fingerprint>,
    /// The other files that findings point to.
    pub related: Vec<Source>,
}

impl FileFindings {
    /// A text with findings that need no fingerprints and point to no other file.
    pub fn new(source: Source, diagnostics: Vec<Diagnostic>) -> FileFindings {
        FileFindings { source, diagnostics, fingerprints: Vec::new(), related: Vec::new() }
    }

    /// The text that a related place lies in: the file itself, or one of the others.
    pub(crate) fn source_of(&self, path: Option<&str>) -> Option<&Source> {
        match path {
            None => Some(&self.source),
            Some(path) if *self.source.path == *path => Some(&self.source),
            Some(path) => self.related.iter().find(|it| *it.path == *path),
        }
    }
}
