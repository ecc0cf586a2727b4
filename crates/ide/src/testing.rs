//! Test fixtures: several files in one text, with a cursor.

use std::sync::Arc;

use lsflint_lint::{Registry, Settings, find_in_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;
use lsflint_syntax::{TextRange, TextSize};

use crate::{File, Snapshot};

/// The files of one cluster with marked places.
///
/// A line `//- lsb.queues` starts a file, whose name determines its kind. `$0` is the cursor; two of them are the ends
/// of a selection. The first file with a mark is the current one; without marks it is the first file.
pub(crate) struct Fixture {
    pub(crate) snapshot: Snapshot,
    pub(crate) path: Arc<str>,
    marks: Vec<TextSize>,
}

const CURSOR: &str = "$0";

impl Fixture {
    /// Parses a fixture; all rules are enabled.
    pub(crate) fn new(text: &str) -> Fixture {
        let mut files: Vec<SourceFile> = Vec::new();
        let mut marked: Option<(Arc<str>, Vec<TextSize>)> = None;
        for part in format!("\n{text}").split("\n//- ").skip(1) {
            let (name, text) = part.split_once('\n').unwrap_or((part, ""));
            // The line end before the next file belongs to this file.
            let mut text = if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
            let mut marks = Vec::new();
            while let Some(at) = text.find(CURSOR) {
                text.replace_range(at..at + CURSOR.len(), "");
                marks.push(TextSize::new(at as u32));
            }
            let base = name.rsplit('/').next().unwrap_or(name);
            let kind = FileKind::from_name(base).unwrap_or_else(|| panic!("`{name}` is not an LSF file"));
            let file = SourceFile::new(name, kind, text);
            if !marks.is_empty() && marked.is_none() {
                marked = Some((file.path.clone(), marks));
            }
            files.push(file);
        }
        let (path, marks) = marked.unwrap_or_else(|| (files[0].path.clone(), Vec::new()));
        let cluster = Cluster::of(&files, None);
        let settings = Settings::default();
        let registry = Registry::new(lsflint_rules::all(), &settings);
        let findings: Vec<_> = files.iter().map(|it| find_in_file(it, &cluster, &settings, &registry)).collect();
        let files = files.into_iter().zip(findings);
        let files: Vec<File> = files
            .map(|(source, found)| File {
                source: Arc::new(source),
                findings: found.reported.into(),
                suppressed: found.suppressed.into(),
            })
            .collect();
        let snapshot = Snapshot {
            files: files.into(),
            script: None,
            scripts: Default::default(),
            cluster: Arc::new(cluster),
            read: Arc::default(),
            rules: lsflint_rules::all(),
            settings: Arc::new(settings),
            format: lsflint_fmt::Options::default(),
        };
        Fixture { snapshot, path, marks }
    }

    /// The current file.
    pub(crate) fn file(&self) -> &SourceFile {
        &self.snapshot.file(&self.path).expect("a file of the fixture").source
    }

    /// The byte offset of the cursor.
    #[track_caller]
    pub(crate) fn offset(&self) -> TextSize {
        *self.marks.first().expect("the fixture has a cursor")
    }

    /// The selection; the whole file if nothing is marked.
    pub(crate) fn selection(&self) -> TextRange {
        match *self.marks {
            [from, to] => TextRange::new(from, to),
            [at] => TextRange::empty(at),
            _ => TextRange::up_to(TextSize::of(&*self.file().text)),
        }
    }
}
