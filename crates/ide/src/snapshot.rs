//! What features look at.

use std::sync::Arc;

use lsflint_lint::{Diagnostic, Rules, Settings};
use lsflint_model::{Cluster, SourceFile, View};
use lsflint_syntax::TextRange;

/// An immutable snapshot of the files of one cluster. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The files, in the order in which LSF reads them as far as that matters.
    pub files: Arc<[File]>,
    /// What they say about each other.
    pub cluster: Arc<Cluster>,
    /// All rules there are.
    pub rules: Rules,
    /// Which of them run.
    pub settings: Arc<Settings>,
    /// How files are formatted.
    pub format: lsflint_fmt::Options,
}

/// One file of a snapshot.
#[derive(Debug, Clone)]
pub struct File {
    /// Its path, text and tree.
    pub source: Arc<SourceFile>,
    /// What was found in it, by position and code.
    pub findings: Arc<[Diagnostic]>,
}

/// A place in a file, as a feature returns it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileRange {
    /// The path of the file in the snapshot.
    pub path: Arc<str>,
    /// The bytes in it.
    pub range: Range,
}

/// Bytes of a file. Ordered by start, then end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Snapshot {
    /// The file of a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|it| *it.source.path == *path)
    }

    /// The file that a path written in another file leads to: from the folder of that file.
    pub fn included(&self, from: &str, written: &str) -> Option<&File> {
        let folder = from.rfind('/').map_or("", |at| &from[..at]);
        let wanted = joined(folder, written);
        self.files.iter().find(|it| joined("", &it.source.path) == wanted)
    }

    /// What is known across the files.
    pub fn view(&self) -> View<'_> {
        View::new(&self.cluster)
    }
}

/// A path from a folder, without `.` and `..`.
fn joined(folder: &str, path: &str) -> String {
    let all = if path.starts_with('/') { path.to_owned() } else { format!("{folder}/{path}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in all.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| *it != "..") => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

impl From<TextRange> for Range {
    fn from(range: TextRange) -> Range {
        Range { start: range.start().into(), end: range.end().into() }
    }
}

impl From<Range> for TextRange {
    fn from(range: Range) -> TextRange {
        TextRange::new(range.start.into(), range.end.max(range.start).into())
    }
}

impl From<lsflint_model::Place> for FileRange {
    fn from(place: lsflint_model::Place) -> FileRange {
        FileRange { path: place.file, range: place.range.into() }
    }
}
