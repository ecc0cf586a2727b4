//! Texts with findings.

use std::sync::Arc;

use lsflint_lint::Diagnostic;

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
    /// The other files that findings point to.
    pub related: Vec<Source>,
}

impl FileFindings {
    /// The text that a related place lies in: the file itself, or one of the others.
    pub(crate) fn source_of(&self, path: Option<&str>) -> Option<&Source> {
        match path {
            None => Some(&self.source),
            Some(path) if *self.source.path == *path => Some(&self.source),
            Some(path) => self.related.iter().find(|it| *it.path == *path),
        }
    }
}
