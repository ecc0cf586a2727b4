//! The clusters on the disk and in the editor, checked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_ide::{File, Snapshot};
use lsflint_lint::{Diagnostic, Registry, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_project::{Overrides, Paths, Plan, Request, decode, recognise};
use lsflint_syntax::Edit;
use rustc_hash::FxHashMap;

/// What is known at one moment. Cheap to clone, never changes.
#[derive(Clone, Default)]
pub(crate) struct State {
    files: Arc<FxHashMap<Arc<Path>, Place>>,
    paths: Arc<FxHashMap<Arc<str>, Arc<Path>>>,
}

/// A file and the cluster it is looked at in.
#[derive(Clone)]
pub(crate) struct Place {
    /// The cluster.
    pub(crate) snapshot: Snapshot,
    /// The file.
    pub(crate) source: Arc<SourceFile>,
    /// What was found in it.
    pub(crate) findings: Arc<[Diagnostic]>,
}

impl State {
    /// A file by its absolute path.
    pub(crate) fn file(&self, path: &Path) -> Option<&Place> {
        self.files.get(path)
    }

    /// The absolute path of a file of a snapshot.
    pub(crate) fn path(&self, shown: &str) -> Option<&Arc<Path>> {
        self.paths.get(shown)
    }

    /// The files whose findings are reported.
    pub(crate) fn reported(&self) -> impl Iterator<Item = (&Arc<Path>, &Place)> {
        self.files.iter()
    }
}

/// Keeps the clusters checked while they change.
#[derive(Default)]
pub(crate) struct Analysis {
    roots: Vec<PathBuf>,
    open: FxHashMap<PathBuf, String>,
    state: State,
}

impl Analysis {
    pub(crate) fn set_roots(&mut self, roots: Vec<PathBuf>) {
        self.roots = roots;
    }

    pub(crate) fn open(&mut self, path: &Path, text: String) {
        self.open.insert(path.to_owned(), text);
    }

    pub(crate) fn edit(&mut self, path: &Path, edits: &[Edit]) {
        let Some(text) = self.open.get_mut(path) else { return };
        for edit in edits {
            text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.insert);
        }
    }

    pub(crate) fn close(&mut self, path: &Path) {
        self.open.remove(path);
    }

    pub(crate) fn files_changed(&mut self, _: &[PathBuf]) {}

    /// Checks what changed.
    pub(crate) fn refresh(&mut self) {
        let mut clusters: Vec<Vec<(PathBuf, SourceFile)>> = Vec::new();
        let mut open = self.open.clone();
        let request = Request {
            paths: Paths::new("/"),
            arguments: self.roots.clone(),
            stdin: None,
            buffers: lsflint_project::Buffers::default(),
            cluster: None,
            config: lsflint_project::ConfigSource::Nearest,
            target: None,
            overrides: Overrides::default(),
            jobs: None,
        };
        let units = Plan::new(request).map(|it| it.units).unwrap_or_default();
        for unit in units.iter().filter(|_| !self.roots.is_empty()) {
            let files = unit.files.iter().filter_map(|file| {
                let text = open.remove(&file.path).or_else(|| std::fs::read_to_string(&file.path).ok())?;
                let shown = file.path.to_string_lossy();
                Some((file.path.clone(), SourceFile::new(&shown, file.recognised.kind, text)))
            });
            clusters.push(files.collect());
        }
        for (path, text) in open {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Ok(decoded) = decode(text.clone().into_bytes(), &name) else { continue };
            let Some(found) = recognise(&name, &decoded.text) else { continue };
            let shown = path.to_string_lossy().into_owned();
            clusters.push(vec![(path, SourceFile::new(&shown, found.kind, text))]);
        }
        let (mut files, mut paths) = (FxHashMap::default(), FxHashMap::default());
        let settings = Arc::new(lsflint_lint::Settings::default());
        let registry = Registry::new(&settings);
        for members in clusters {
            let sources: Vec<SourceFile> = members.iter().map(|it| it.1.clone()).collect();
            let cluster = Cluster::of(&sources, None);
            let found = sources.iter().map(|it| check_file(it, &cluster, &settings, &registry).into());
            let found: Vec<Arc<[Diagnostic]>> = found.collect();
            let all = sources.iter().zip(&found);
            let all = all.map(|(it, findings)| File { source: Arc::new(it.clone()), findings: findings.clone() });
            let snapshot = Snapshot { files: all.collect(), cluster: Arc::new(cluster), settings: settings.clone() };
            for ((path, source), findings) in members.into_iter().zip(found) {
                let path: Arc<Path> = path.into();
                paths.insert(source.path.clone(), path.clone());
                files.insert(path, Place { snapshot: snapshot.clone(), source: Arc::new(source), findings });
            }
        }
        self.state = State { files: Arc::new(files), paths: Arc::new(paths) };
    }

    pub(crate) fn state(&self) -> State {
        self.state.clone()
    }
}
