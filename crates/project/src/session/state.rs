//! What a session knows at one moment.

use std::path::Path;
use std::sync::Arc;

use lsflint_lint::Diagnostic;
use lsflint_model::SourceFile;
use rustc_hash::FxHashMap;

use crate::check::Skipped;
use crate::error::Problem;
use crate::out_of_view::out_of_view;
use crate::plan::Judge;
use crate::read::Encoding;

/// All files and clusters of a session at one moment. Cheap to clone, never changes, and may be read on any thread.
#[derive(Debug, Clone, Default)]
pub struct State {
    pub(super) units: Arc<[Arc<LiveUnit>]>,
    /// The unit and the file in it.
    pub(super) places: Arc<FxHashMap<Arc<Path>, (usize, usize)>>,
    pub(super) problems: Arc<[Arc<Problem>]>,
}

/// Clusters that share files.
#[derive(Debug, Clone)]
pub struct LiveUnit {
    /// Their files.
    pub files: Vec<LiveFile>,
    /// The clusters.
    pub clusters: Vec<LiveCluster>,
    /// What lsflint.toml says about the clusters.
    pub judge: Arc<Judge>,
}

/// A file at one moment.
#[derive(Debug, Clone)]
pub struct LiveFile {
    /// Its absolute path.
    pub path: Arc<Path>,
    /// Its text and tree.
    pub source: Arc<SourceFile>,
    /// How the bytes on the disk became text.
    pub encoding: Encoding,
    /// Whether findings in it are reported; otherwise it is only there for the others.
    pub reported: bool,
    /// What lsflint.toml says about the file.
    pub judge: Arc<Judge>,
    /// Whether it is only there because another file includes it.
    pub included: bool,
    /// What was found: what holds in every cluster that reads the file. The same `Arc` as before while nothing changed.
    pub findings: Arc<[Diagnostic]>,
}

/// A cluster at one moment.
#[derive(Debug, Clone)]
pub struct LiveCluster {
    /// Its name.
    pub name: String,
    /// Its files, as indices into those of the unit.
    pub files: Vec<usize>,
    /// Those of them that are judged here.
    pub judged: Vec<usize>,
    /// What they say about each other.
    pub facts: Arc<lsflint_model::Cluster>,
}

impl State {
    /// The clusters that share files, ordered by their first path.
    pub fn units(&self) -> &[Arc<LiveUnit>] {
        &self.units
    }

    /// Every file.
    pub fn files(&self) -> impl Iterator<Item = &LiveFile> {
        self.units.iter().flat_map(|it| &it.files)
    }

    /// The file of an absolute path, and the unit it is in.
    pub fn file(&self, path: &Path) -> Option<(&Arc<LiveUnit>, &LiveFile)> {
        let &(unit, file) = self.places.get(path)?;
        let unit = &self.units[unit];
        Some((unit, &unit.files[file]))
    }

    /// What could not be done: unreadable files, a broken lsflint.toml, an internal error.
    pub fn problems(&self) -> &[Arc<Problem>] {
        &self.problems
    }
}

impl LiveUnit {
    /// The cluster that speaks for a file: the first one that judges it, else the first one that reads it.
    pub fn cluster_of(&self, path: &Path) -> Option<&LiveCluster> {
        let file = self.files.iter().position(|it| *it.path == *path)?;
        let judges = self.clusters.iter().find(|it| it.judged.contains(&file));
        judges.or_else(|| self.clusters.iter().find(|it| it.files.contains(&file)))
    }

    /// The checks that a cluster lacks something for.
    pub fn skipped(&self, cluster: &LiveCluster) -> Vec<Skipped> {
        out_of_view(&cluster.facts, cluster.files.iter().map(|it| &*self.files[*it].source))
    }
}
