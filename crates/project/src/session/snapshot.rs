//! What a session knows after a refresh.
//!
//! A *snapshot* never changes: that of a session holds one for each cluster set, which holds those of its files and
//! clusters. What features of an editor are asked about, the files of one cluster, is `lsflint_ide::Snapshot`; it is
//! made of these.

use std::path::Path;
use std::sync::Arc;

use lsflint_lint::Diagnostic;
use lsflint_model::SourceFile;
use rustc_hash::FxHashMap;

use crate::error::Problem;
use crate::group::Cluster;
use crate::judge::Judge;
use crate::read::Encoding;
use crate::skipped::{Skipped, skipped_in};

/// All files and clusters of a session. Cheap to clone, never changes, and may be read on any thread.
#[derive(Debug, Clone, Default)]
pub struct SessionSnapshot {
    pub(super) sets: Arc<[Arc<SetSnapshot>]>,
    /// The set and the file in it.
    pub(super) places: Arc<FxHashMap<Arc<Path>, (usize, usize)>>,
    pub(super) problems: Arc<[Arc<Problem>]>,
}

/// Clusters that share files.
#[derive(Debug, Clone)]
pub struct SetSnapshot {
    /// Their files.
    pub files: Vec<FileSnapshot>,
    /// The clusters.
    pub clusters: Vec<ClusterSnapshot>,
    /// What lsflint.toml says about the clusters.
    pub judge: Arc<Judge>,
}

/// A file.
#[derive(Debug, Clone)]
pub struct FileSnapshot {
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

/// A cluster.
#[derive(Debug, Clone)]
pub struct ClusterSnapshot {
    /// Its files, as indices into those of the set.
    pub grouped: Cluster,
    /// What they say about each other.
    pub facts: Arc<lsflint_model::Cluster>,
}

impl SessionSnapshot {
    /// The clusters that share files, ordered by their first path.
    pub fn sets(&self) -> &[Arc<SetSnapshot>] {
        &self.sets
    }

    /// Every file.
    pub fn files(&self) -> impl Iterator<Item = &FileSnapshot> {
        self.sets.iter().flat_map(|it| &it.files)
    }

    /// The file of an absolute path, and the set it is in.
    pub fn file(&self, path: &Path) -> Option<(&Arc<SetSnapshot>, &FileSnapshot)> {
        let &(set, file) = self.places.get(path)?;
        let set = &self.sets[set];
        Some((set, &set.files[file]))
    }

    /// What could not be done: unreadable files, a broken lsflint.toml, an internal error.
    pub fn problems(&self) -> &[Arc<Problem>] {
        &self.problems
    }
}

impl SetSnapshot {
    /// The cluster that speaks for a file: the first one that judges it, else the first one that reads it.
    pub fn cluster_of(&self, path: &Path) -> Option<&ClusterSnapshot> {
        let file = self.files.iter().position(|it| *it.path == *path)?;
        let judges = self.clusters.iter().find(|it| it.grouped.judged.contains(&file));
        judges.or_else(|| self.clusters.iter().find(|it| it.grouped.files.contains(&file)))
    }

    /// The checks that a cluster lacks something for.
    pub fn skipped(&self, cluster: &ClusterSnapshot) -> Vec<Skipped> {
        skipped_in(&cluster.facts, cluster.grouped.files.iter().map(|it| &*self.files[*it].source))
    }
}
