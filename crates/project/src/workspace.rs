//! A cluster whose files change while it is looked at: the memo under an editor.
//!
//! Three layers, each kept from one change to the next: the tree and summary of every file, the index that is merged from the summaries,
//! and the findings of every file with what they rest on. A change parses the section it touches, reads it again, and visits the
//! sections whose text or whose facts changed. Nothing here differs from a run over files: everything is new the first time.

use std::sync::Arc;

use lsflint_lint::{Diagnostic, Kept, Registry, Settings, check_file_again};
use lsflint_model::{Basis, Cluster, SourceFile, Summary};
use lsflint_spec::Target;
use lsflint_syntax::Edit;
use rustc_hash::FxHashSet;

/// The files of one cluster and what is known about them.
pub struct Workspace {
    settings: Settings,
    registry: Registry,
    target: Option<Target>,
    files: Vec<Watched>,
    cluster: Cluster,
}

/// A file and everything derived from it.
struct Watched {
    source: SourceFile,
    summary: Arc<Summary>,
    kept: Kept,
    found: Vec<Diagnostic>,
    basis: Basis,
    /// Files its findings point to: when text moves there, so do these places.
    points_to: FxHashSet<Box<str>>,
}

/// What a change cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Sections that were read into the index.
    pub sections_read: usize,
    /// Files whose findings were asked for again.
    pub files_checked: usize,
    /// Sections that rules visited.
    pub sections_visited: usize,
}

impl Workspace {
    /// Checks files for the first time, in the order LSF would not mind: the order they are given in.
    pub fn new(files: Vec<SourceFile>, target: Option<Target>, settings: Settings) -> Workspace {
        let registry = Registry::new(&settings);
        let files: Vec<Watched> = files.into_iter().map(Watched::new).collect();
        let mut workspace = Workspace { settings, registry, target, files, cluster: Cluster::default() };
        workspace.refresh(None);
        workspace
    }

    /// The files in order.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().map(|it| &it.source)
    }

    /// What is known across the files.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// The findings of a file; `None` when it is not here.
    pub fn findings(&self, path: &str) -> Option<&[Diagnostic]> {
        self.files.iter().find(|it| *it.source.path == *path).map(|it| &*it.found)
    }

    /// Edits a file. `None` when it is not here.
    pub fn edit(&mut self, path: &str, edit: &Edit) -> Option<Work> {
        let file = self.files.iter().find(|it| *it.source.path == *path)?.source.edited(edit);
        Some(self.set(file))
    }

    /// Puts a file in the place of the one with its path, or behind all others.
    pub fn set(&mut self, file: SourceFile) -> Work {
        let path = file.path.clone();
        let sections_read = match self.files.iter_mut().find(|it| it.source.path == path) {
            Some(watched) => {
                let (summary, read) = Summary::after(&file, Some(&watched.summary));
                (watched.source, watched.summary) = (file, Arc::new(summary));
                read
            }
            None => {
                self.files.push(Watched::new(file));
                self.files[self.files.len() - 1].summary.sections()
            }
        };
        Work { sections_read, ..self.refresh(Some(&path)) }
    }

    /// Takes a file away.
    pub fn remove(&mut self, path: &str) -> Work {
        self.files.retain(|it| *it.source.path != *path);
        self.refresh(Some(path))
    }

    /// Brings the index up to date, then the findings of the files that changed or whose facts did.
    fn refresh(&mut self, changed: Option<&str>) -> Work {
        let summaries = self.files.iter().map(|it| it.summary.clone()).collect();
        let before = std::mem::take(&mut self.cluster);
        self.cluster = Cluster::from_summaries(summaries, self.target.as_ref(), Some(&before));
        let mut work = Work::default();
        for file in &mut self.files {
            let touched = changed.is_none_or(|it| *file.source.path == *it || file.points_to.contains(it));
            if !touched && file.basis.holds(self.cluster.index()) {
                continue;
            }
            if let Some(path) = changed {
                file.kept.note_change(path);
            }
            file.check(&self.cluster, &self.settings, &self.registry);
            work.files_checked += 1;
            work.sections_visited += file.kept.visited;
        }
        work
    }
}

impl Watched {
    fn new(source: SourceFile) -> Watched {
        let summary = Arc::new(Summary::of(&source));
        Watched {
            source,
            summary,
            kept: Kept::default(),
            found: Vec::new(),
            basis: Basis::default(),
            points_to: FxHashSet::default(),
        }
    }

    fn check(&mut self, cluster: &Cluster, settings: &Settings, registry: &Registry) {
        (self.found, self.basis) = check_file_again(&self.source, cluster, settings, registry, &mut self.kept);
        let related = self.found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
        self.points_to = related.map(Into::into).collect();
    }
}
