//! The input of all editor features: an immutable snapshot of the files of one cluster.

use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};

use lsflint_lint::{Diagnostic, Rules, Settings, readings};
use lsflint_model::job::JobScript;
use lsflint_model::{AsRead, Cluster, Readings, SourceFile, View};
use lsflint_syntax::TextRange;

/// An immutable snapshot of the files of one cluster. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The files; where it matters, in the order in which LSF reads them.
    pub files: Arc<[File]>,
    /// The job script that a feature is asked about, if it is one. It is checked in the cluster, but not a part of it.
    pub script: Option<Script>,
    /// The job scripts that are checked in the cluster, which refer to its names.
    pub scripts: Scripts,
    /// The facts of the cluster, collected from the files.
    pub cluster: Arc<Cluster>,
    /// The cluster as LSF reads it, computed when it is first needed; see [`Snapshot::as_read`].
    pub read: Arc<OnceLock<AsRead>>,
    /// All rules.
    pub rules: Rules,
    /// The settings, which select the rules.
    pub settings: Arc<Settings>,
    /// The options of the formatter.
    pub format: lsflint_fmt::Options,
}

/// One file of a snapshot.
#[derive(Debug, Clone)]
pub struct File {
    /// Its path, text and tree.
    pub source: Arc<SourceFile>,
    /// Its findings, ordered by position and code.
    pub findings: Arc<[Diagnostic]>,
    /// The findings that comments suppress.
    pub suppressed: Arc<[Diagnostic]>,
}

/// A job script.
#[derive(Debug, Clone)]
pub struct Script {
    /// Its path and text, and the commands and options in it.
    pub source: JobScript,
    /// Its findings, ordered by position and code.
    pub findings: Arc<[Diagnostic]>,
}

/// Job scripts, which are collected when they are first needed: most requests need none. Cheap to clone.
#[derive(Clone)]
pub struct Scripts(Arc<LazyLock<Vec<JobScript>, Collect>>);

type Collect = Box<dyn FnOnce() -> Vec<JobScript> + Send>;

impl Scripts {
    /// The scripts that a function returns.
    pub fn collected_by(collect: impl FnOnce() -> Vec<JobScript> + Send + 'static) -> Scripts {
        Scripts(Arc::new(LazyLock::new(Box::new(collect))))
    }
}

impl Default for Scripts {
    fn default() -> Scripts {
        Scripts::collected_by(Vec::new)
    }
}

impl Deref for Scripts {
    type Target = [JobScript];

    fn deref(&self) -> &[JobScript] {
        &self.0[..]
    }
}

impl std::fmt::Debug for Scripts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A range in a file, as returned by features.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileRange {
    /// The path of the file in the snapshot.
    pub path: Arc<str>,
    /// The byte range.
    pub range: Range,
}

/// A byte range of a file. Ordered by start, then end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Snapshot {
    /// The file with a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|it| *it.source.path == *path)
    }

    /// The job script with a path.
    pub fn script(&self, path: &str) -> Option<&Script> {
        self.script.as_ref().filter(|it| *it.source.path == *path)
    }

    /// The text of the file or job script with a path.
    pub fn text(&self, path: &str) -> Option<&Arc<str>> {
        let of_script = || Some(&self.script(path)?.source.text);
        let of_others = || self.scripts.iter().find(|it| *it.path == *path).map(|it| &it.text);
        self.file(path).map(|it| &it.source.text).or_else(of_script).or_else(of_others)
    }

    /// The file that a path written in file `from` refers to, relative to its directory.
    pub fn included(&self, from: &str, written: &str) -> Option<&File> {
        let folder = from.rfind('/').map_or("", |at| &from[..at]);
        let wanted = joined(folder, written);
        self.files.iter().find(|it| joined("", &it.source.path) == wanted)
    }

    /// The cluster as written and as LSF reads it.
    pub fn as_read(&self) -> &AsRead {
        self.read.get_or_init(|| {
            let of_file =
                |it: &File| (it.source.path.clone(), readings(&it.source, it.findings.iter().chain(&*it.suppressed)));
            let readings = Readings::new(self.files.iter().map(of_file));
            AsRead::of(self.cluster.clone(), self.files.iter().map(|it| &it.source), readings)
        })
    }

    /// The view for lookups across the files as written.
    pub fn view(&self) -> View<'_> {
        View::new(&self.cluster)
    }
}

/// A path relative to a directory, without `.` and `..`.
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
