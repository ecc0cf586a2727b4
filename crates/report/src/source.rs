//! Source texts and their findings, the input of output formats.

use std::sync::Arc;

use lsflint_lint::{Diagnostic, Fingerprint};

/// The text of a file and its path.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path as shown in reports, with `/`.
    pub path: Arc<str>,
    /// The decoded text that offsets of findings refer to.
    pub text: Arc<str>,
    /// Whether the file on the disk is Latin-1, so that each byte is one character of the text.
    pub latin1: bool,
}

/// A file and its findings.
#[derive(Debug)]
pub struct FileFindings {
    /// The file.
    pub source: Source,
    /// The findings, ordered by position and code.
    pub diagnostics: Vec<Diagnostic>,
    /// The fingerprint of each finding, in the same order; may be empty if no format needs them.
    pub fingerprints: Vec<Fingerprint>,
    /// The other files that findings refer to.
    pub related: Vec<Source>,
}

impl FileFindings {
    /// A file whose findings have no fingerprints and refer to no other file.
    pub fn new(source: Source, diagnostics: Vec<Diagnostic>) -> FileFindings {
        FileFindings { source, diagnostics, fingerprints: Vec::new(), related: Vec::new() }
    }

    /// The text of a related place: that of the file itself or of another file.
    pub(crate) fn source_of(&self, path: Option<&str>) -> Option<&Source> {
        match path {
            None => Some(&self.source),
            Some(path) if *self.source.path == *path => Some(&self.source),
            Some(path) => self.related.iter().find(|it| *it.path == *path),
        }
    }
}
