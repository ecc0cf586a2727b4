//! A cluster whose files change while it is looked at: the memo under an editor.
//!
//! Three layers, each kept from one change to the next: the tree and summary of every file, the index that is merged from the summaries,
//! and the findings of every file with what they rest on. A change parses the section it touches, reads it again, and visits the
//! sections whose text or whose facts changed. Nothing here differs from a run over files: everything is new the first time.

use std::sync::Arc;

use lsflint_lint::{Diagnostic, Kept, Registry, Settings, check_file_again};
use lsflint_model::{Cluster, SourceFile, Summary, Surroundings};
use lsflint_spec::Target;
use lsflint_syntax::Edit;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::plan::Judge;

/// The files of one cluster and what is known about them. Files, findings and cluster can be taken out as they are at a moment, and do
/// not change any more then.
pub struct Workspace {
    settings: Settings,
    registry: Registry,
    /// Files with settings of their own.
    judges: OwnJudges,
    target: Option<Target>,
    surroundings: Surroundings,
    files: Vec<Watched>,
    cluster: Arc<Cluster>,
}

/// By path, what files are judged by that have an lsflint.toml nearer to them than their cluster has.
pub(crate) type OwnJudges = FxHashMap<Arc<str>, Arc<Judge>>;

/// Those of files that are not judged by what their unit is judged by.
pub(crate) fn own_judges<'f>(
    files: impl Iterator<Item = (&'f Arc<str>, &'f Arc<Judge>)>,
    of_unit: &Arc<Judge>,
) -> OwnJudges {
    files.filter(|it| !Arc::ptr_eq(it.1, of_unit)).map(|(path, judge)| (path.clone(), judge.clone())).collect()
}

/// A file and everything derived from it.
struct Watched {
    source: Arc<SourceFile>,
    summary: Arc<Summary>,
    kept: Kept,
    found: Arc<[Diagnostic]>,
    /// Files its findings point to: when text moves there, so do these places.
    points_to: FxHashSet<Box<str>>,
    /// The findings are not those of the text. It stays so when a rule panics, until a check comes to its end.
    stale: bool,
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
    pub fn new(
        files: Vec<Arc<SourceFile>>,
        target: Option<Target>,
        settings: Settings,
        surroundings: Surroundings,
    ) -> Workspace {
        let registry = Registry::new(lsflint_rules::all(), &settings);
        let files: Vec<Watched> = files.into_iter().map(Watched::new).collect();
        let (cluster, judges) = (Arc::default(), FxHashMap::default());
        let mut workspace = Workspace { settings, registry, judges, target, surroundings, files, cluster };
        workspace.refresh(&[], true);
        workspace
    }

    /// As [`Workspace::new`], where some files have settings of their own: those of an lsflint.toml that is nearer to them.
    pub(crate) fn with_judges(
        files: Vec<Arc<SourceFile>>,
        target: Option<Target>,
        settings: Settings,
        surroundings: Surroundings,
        judges: OwnJudges,
    ) -> Workspace {
        let mut workspace = Workspace::new(Vec::new(), target, settings, surroundings);
        workspace.judges = judges;
        workspace.set_all(files);
        workspace
    }

    /// Says which files have settings of their own. Nothing is checked again: those that are here already must keep theirs.
    pub(crate) fn set_judges(&mut self, judges: OwnJudges) {
        self.judges = judges;
    }

    /// The files in order.
    pub fn files(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        self.files.iter().map(|it| &it.source)
    }

    /// What is known across the files.
    pub fn cluster(&self) -> &Arc<Cluster> {
        &self.cluster
    }

    /// The findings of a file; `None` when it is not here. While nothing in them changes, they stay the same ones.
    pub fn findings(&self, path: &str) -> Option<&Arc<[Diagnostic]>> {
        self.files.iter().find(|it| *it.source.path == *path).map(|it| &it.found)
    }

    /// Edits a file: each edit counts in the text that those before it left. `None` when it is not here.
    pub fn edit(&mut self, path: &str, edits: &[Edit]) -> Option<Work> {
        let file = self.files.iter().find(|it| *it.source.path == *path)?.source.edited(edits);
        Some(self.replace(Arc::new(file)))
    }

    /// Puts a file in the place of the one with its path, or behind all others.
    pub fn replace(&mut self, file: Arc<SourceFile>) -> Work {
        let path = file.path.clone();
        let sections_read = match self.files.iter_mut().find(|it| it.source.path == path) {
            Some(watched) => watched.replace(file),
            None => {
                self.files.push(Watched::new(file));
                self.files[self.files.len() - 1].summary.sections()
            }
        };
        Work { sections_read, ..self.refresh(&[path], false) }
    }

    /// From now on these are the files. Those that are the same ones as before cost nothing.
    pub fn set_all(&mut self, files: Vec<Arc<SourceFile>>) -> Work {
        let mut before = std::mem::take(&mut self.files);
        let (mut changed, mut sections_read) = (Vec::new(), 0);
        for file in files {
            let known = before.iter().position(|it| it.source.path == file.path);
            let watched = match known.map(|it| before.remove(it)) {
                Some(watched) if Arc::ptr_eq(&watched.source, &file) => watched,
                Some(mut watched) => {
                    changed.push(file.path.clone());
                    sections_read += watched.replace(file);
                    watched
                }
                None => {
                    changed.push(file.path.clone());
                    let watched = Watched::new(file);
                    sections_read += watched.summary.sections();
                    watched
                }
            };
            self.files.push(watched);
        }
        changed.extend(before.into_iter().map(|it| it.source.path.clone()));
        Work { sections_read, ..self.refresh(&changed, false) }
    }

    /// Takes a file away.
    pub fn remove(&mut self, path: &str) -> Work {
        let gone = self.files.iter().find(|it| *it.source.path == *path).map(|it| it.source.path.clone());
        self.files.retain(|it| *it.source.path != *path);
        self.refresh(gone.as_slice(), false)
    }

    /// Says what is known besides the files. When that is new, everything is checked again.
    pub fn set_surroundings(&mut self, surroundings: Surroundings) -> Work {
        if self.surroundings == surroundings {
            return Work::default();
        }
        self.surroundings = surroundings;
        self.refresh(&[], true)
    }

    /// Brings the index up to date, then the findings of the files that changed or whose facts did; all of them for `everything`.
    fn refresh(&mut self, changed: &[Arc<str>], everything: bool) -> Work {
        for file in &mut self.files {
            if everything {
                file.kept.clear();
            }
            file.note_changes(changed);
            file.stale |= everything;
        }
        let summaries = self.files.iter().map(|it| it.summary.clone()).collect();
        let before = Some(&*self.cluster).filter(|_| !everything);
        let cluster = Cluster::from_summaries(summaries, self.target.as_ref(), &self.surroundings, before);
        self.cluster = Arc::new(cluster);
        let mut work = Work::default();
        for file in &mut self.files {
            if file.stale || !file.kept.holds(self.cluster.index()) {
                let own = self.judges.get(&file.source.path);
                let (settings, registry) = match own {
                    Some(judge) => (&*judge.settings, &judge.registry),
                    None => (&self.settings, &self.registry),
                };
                file.check(&self.cluster, settings, registry);
                work.files_checked += 1;
                work.sections_visited += file.kept.visited;
            }
        }
        work
    }
}

impl Watched {
    fn new(source: Arc<SourceFile>) -> Watched {
        let summary = Arc::new(Summary::of(&source));
        Watched {
            source,
            summary,
            kept: Kept::default(),
            found: Arc::default(),
            points_to: FxHashSet::default(),
            stale: true,
        }
    }

    /// Takes the text of another file; says how many sections were read.
    fn replace(&mut self, file: Arc<SourceFile>) -> usize {
        let (summary, read) = Summary::after(&file, Some((&self.source, &self.summary)));
        (self.source, self.summary, self.stale) = (file, Arc::new(summary), true);
        read
    }

    fn note_changes(&mut self, changed: &[Arc<str>]) {
        for path in changed {
            if *path == self.source.path || self.points_to.contains(&**path) {
                self.kept.note_change(path);
                self.stale = true;
            }
        }
    }

    fn check(&mut self, cluster: &Cluster, settings: &Settings, registry: &Registry) {
        self.stale = true;
        let found = check_file_again(&self.source, cluster, settings, registry, &mut self.kept);
        let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
        self.points_to = related.map(Into::into).collect();
        if *self.found != *found {
            self.found = found.into();
        }
        self.stale = false;
    }
}
