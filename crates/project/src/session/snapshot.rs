//! Immutable snapshots of the state of a session after a refresh.
//!
//! The snapshot of a session contains one for each cluster set, which contains those of its files and clusters. Editor
//! features work on `lsflint_ide::Snapshot`, which shows the files of one cluster and is made from these.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use lsflint_lint::Diagnostic;
use lsflint_model::AsRead;
use lsflint_model::job::JobScript;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Problem;
use crate::group::Cluster;
use crate::judge::Judge;
use crate::read::Encoding;
use crate::skipped::{Skipped, skipped_in};
use crate::source::Source;

/// All files and clusters of a session. Cheap to clone, immutable, and usable from any thread.
#[derive(Debug, Clone, Default)]
pub struct SessionSnapshot {
    pub(super) sets: Arc<[Arc<SetSnapshot>]>,
    /// The indices of the set and of the file in it, by path.
    pub(super) places: Arc<FxHashMap<Arc<Path>, (usize, usize)>>,
    pub(super) problems: Arc<[Arc<Problem>]>,
}

/// Clusters that share files.
#[derive(Debug, Clone)]
pub struct SetSnapshot {
    /// Their files, and the job scripts that are checked in them.
    pub files: Vec<FileSnapshot>,
    /// The clusters, ordered by base and name.
    pub clusters: Vec<ClusterSnapshot>,
    /// The judge of the clusters.
    pub judge: Arc<Judge>,
}

/// A file or job script with its findings.
#[derive(Debug, Clone)]
pub struct FileSnapshot {
    /// Its absolute path.
    pub path: Arc<Path>,
    /// Its text and tree, or the job script it is.
    pub source: Source,
    /// How the bytes on the disk were decoded.
    pub encoding: Encoding,
    /// Whether its findings are reported; otherwise it is only context for other files.
    pub reported: bool,
    /// The settings and rules it is checked with.
    pub judge: Arc<Judge>,
    /// Whether it is only loaded because another file includes it.
    pub included: bool,
    /// The findings that apply in every cluster that reads the file. The same `Arc` as before if nothing changed.
    pub findings: Arc<[Diagnostic]>,
    /// The findings that comments suppress.
    pub suppressed: Arc<[Diagnostic]>,
}

/// A cluster and its facts.
#[derive(Debug, Clone)]
pub struct ClusterSnapshot {
    /// Its files, as indices of `files` of the set.
    pub grouped: Cluster,
    /// What its files define, as merged by the model.
    pub facts: Arc<lsflint_model::Cluster>,
    /// The cluster as LSF reads it, computed when it is first needed.
    pub read: Arc<OnceLock<AsRead>>,
}

impl SessionSnapshot {
    /// The clusters that share files, ordered by their first path.
    pub fn sets(&self) -> &[Arc<SetSnapshot>] {
        &self.sets
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = &FileSnapshot> {
        self.sets.iter().flat_map(|it| &it.files)
    }

    /// The file with an absolute path, and its set.
    pub fn file(&self, path: &Path) -> Option<(&Arc<SetSnapshot>, &FileSnapshot)> {
        let &(set, file) = self.places.get(path)?;
        let set = &self.sets[set];
        Some((set, &set.files[file]))
    }

    /// The current problems: unreadable files, a broken lsflint.toml, internal errors.
    pub fn problems(&self) -> &[Arc<Problem>] {
        &self.problems
    }
}

impl SetSnapshot {
    /// The number of the cluster to use for a file: the first one that checks it, else the first one that reads it.
    pub fn cluster_of(&self, path: &Path) -> Option<usize> {
        let file = self.files.iter().position(|it| *it.path == *path)?;
        let judges = self.clusters.iter().position(|it| it.grouped.judged.contains(&file));
        judges.or_else(|| self.clusters.iter().position(|it| it.grouped.files.contains(&file)))
    }

    /// The job scripts whose cluster is the one with this number.
    pub fn scripts_of(&self, cluster: usize) -> impl Iterator<Item = &JobScript> {
        let before = self.clusters[..cluster].iter().flat_map(|it| &it.grouped.judged);
        let before: FxHashSet<usize> = before.copied().collect();
        let numbers = self.clusters[cluster].grouped.judged.iter().filter(move |it| !before.contains(it));
        numbers.filter_map(|it| self.files[*it].source.script())
    }

    /// The checks that are skipped because the cluster lacks files.
    pub fn skipped(&self, cluster: &ClusterSnapshot) -> Vec<Skipped> {
        skipped_in(
            &cluster.facts,
            cluster.grouped.files.iter().filter_map(|it| Some(&**self.files[*it].source.file()?)),
        )
    }
}
