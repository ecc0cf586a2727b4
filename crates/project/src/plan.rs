//! A plan: the members to check, their clusters, and the settings of each.
//!
//! A *member* is an LSF file or a job script. A *cluster* is the files that LSF reads together, and the members that
//! are checked there. A *cluster set* is clusters that share files: it is read, checked and fixed as a unit and does
//! not depend on other files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;

use lsflint_spec::Target;

use crate::error::{Cause, Ignored, Problem};
use crate::group::Cluster;
use crate::judge::Judge;
use crate::kind::MemberKind;
use crate::read::Decoded;
use crate::request::Request;
use crate::write::Rewritten;

/// Plans with fewer bytes than this (192 KB) run on the calling thread.
const SMALL: u64 = 192 * 1024;

/// The maximum number of threads of `--jobs`, unless there are more processors. More threads would only need memory.
const MOST_THREADS: usize = 64;

/// Members and clusters, ready to be checked. [`Plan::new`] creates it in the steps of `steps.rs`.
pub struct Plan {
    /// Clusters that share files, ordered by their first path.
    pub sets: Vec<ClusterSet>,
    /// Problems that kept files from being planned.
    pub problems: Vec<Problem>,
    /// Files that were left out.
    pub ignored: Vec<Ignored>,
    /// Notes for the user about settings without effect.
    pub notes: Vec<String>,
    /// The absolute paths of the lsflint.toml files that were read, including extended ones.
    pub config_files: Vec<PathBuf>,
    /// Whether an lsflint.toml has `job-scripts`.
    pub(crate) takes_scripts: bool,
    /// Whether some of the clusters read different lsf.conf files, so that they were compared with each other.
    pub(crate) compares_clusters: bool,
    /// The request, without the text of stdin.
    pub(crate) request: Request,
    /// The absolute paths of the request.
    pub(crate) below: Vec<PathBuf>,
}

/// Clusters that share files.
pub struct ClusterSet {
    /// All their files, ordered by path, then the scripts that are checked in them.
    pub members: Vec<Member>,
    /// The clusters; their indices refer to `members`.
    pub clusters: Vec<Cluster>,
    /// The judge of the clusters.
    pub judge: Arc<Judge>,
    /// The base directory of the first cluster.
    pub(crate) base: PathBuf,
    /// A lower bound of the shown paths of the set.
    pub(crate) first: String,
}

/// A file or script of a plan.
#[derive(Debug)]
pub struct Member {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its path in reports.
    pub shown: Arc<str>,
    /// The LSF file or script it is.
    pub kind: MemberKind,
    /// Whether its findings are reported; otherwise it is only read.
    pub reported: bool,
    /// The settings and rules it is checked with.
    pub judge: Arc<Judge>,
    pub(crate) text: Option<Decoded>,
    /// Its size in bytes.
    pub bytes: u64,
}

impl ClusterSet {
    /// The judges of the files and of the clusters, without duplicates.
    pub(crate) fn judges(&self) -> Vec<&Arc<Judge>> {
        let mut found: Vec<&Arc<Judge>> = vec![&self.judge];
        for member in self.members.iter().filter(|it| it.kind.file().is_some()) {
            if !found.iter().any(|it| Arc::ptr_eq(it, &member.judge)) {
                found.push(&member.judge);
            }
        }
        found
    }

    /// A hash of the configurations that apply to the set.
    pub(crate) fn config_print(&self) -> u64 {
        let prints = self.judges().into_iter().map(|it| it.config.print);
        prints.fold(0, |all, it| all.rotate_left(5).wrapping_add(it))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.members.iter().map(|it| it.bytes).sum()
    }
}

impl Plan {
    /// All members, set by set.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.sets.iter().flat_map(|it| &it.members)
    }

    /// The target of a set, unless its files determine it.
    pub(crate) fn target_of(&self, set: &ClusterSet) -> Option<Target> {
        self.request.target.or_else(|| set.judge.target())
    }

    /// Whether the plan is large enough for several threads.
    pub(crate) fn is_large(&self) -> bool {
        self.sets.iter().map(ClusterSet::bytes).sum::<u64>() >= SMALL
    }

    /// Writes a file of the plan; see [`Request::write`].
    ///
    /// # Errors
    /// Those of [`Request::write`].
    pub fn write(&self, file: &Rewritten) -> Result<(), Problem> {
        self.request.write(file)
    }

    /// The thread pool of a run; `None` to run on the calling thread.
    pub(crate) fn pool(&self) -> Option<rayon::ThreadPool> {
        let most = || available_parallelism().map_or(MOST_THREADS, |it| it.get().max(MOST_THREADS));
        let threads = self.request.jobs.map_or(0, |it| it.get().min(most()));
        let parallel = threads != 1 && (threads > 1 || self.is_large());
        if parallel { rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok() } else { None }
    }

    /// Makes each directory of the request that contains no LSF files and no scripts a problem: a mistyped path must
    /// not look like a clean configuration.
    pub fn require_files(&mut self) {
        let paths = &self.request.paths;
        let ignored: Vec<PathBuf> = self.ignored.iter().map(|it| paths.absolute(Path::new(&it.path))).collect();
        let wrong: Vec<PathBuf> = self.problems.iter().map(|it| paths.absolute(Path::new(it.path()))).collect();
        let known: Vec<&PathBuf> = self.members().map(|it| &it.path).chain(&ignored).chain(&wrong).collect();
        let is_empty = |given: &&PathBuf| {
            let folder = paths.absolute(given);
            self.request.buffers.disk().is_dir(&folder) && !known.iter().any(|it| it.starts_with(&folder))
        };
        let empty = self.request.arguments.iter().filter(is_empty);
        let problems: Vec<Problem> = empty.map(|it| Problem::at(it.to_string_lossy(), Cause::NoFiles)).collect();
        self.problems.extend(problems);
    }

    /// The number of members that are reported on.
    pub fn reported(&self) -> usize {
        self.members().filter(|it| it.reported).count()
    }

    /// The file whose text came from stdin, and that text.
    pub fn text_of_stdin(&self) -> Option<(&Path, &Decoded)> {
        let stdin = self.request.paths.absolute(&self.request.stdin.as_ref()?.0);
        self.members().filter(|it| it.path == stdin).find_map(|it| Some((&*it.path, it.text.as_ref()?)))
    }

    /// Uses the new text of a member from here on, without reading the disk.
    pub fn adopt(&mut self, file: &Rewritten) {
        if let Some(member) = self.sets.iter_mut().flat_map(|it| &mut it.members).find(|it| it.path == file.path) {
            member.text = Some(Decoded { text: file.after.clone(), encoding: file.before.encoding });
        }
    }
}
