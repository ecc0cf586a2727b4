//! What will be checked: members, the clusters they belong to, and the settings of each.
//!
//! A *member* is a file of LSF or a script that submits jobs. A *cluster* is the files that LSF reads together, and the
//! members that are judged there. A *cluster set* is clusters that share files: it is read, checked and fixed as one,
//! and nothing outside of it matters.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_spec::Target;

use crate::error::{Ignored, Problem};
use crate::group::Cluster;
use crate::judge::Judge;
use crate::kind::MemberKind;
use crate::read::Decoded;
use crate::request::Request;
use crate::write::Rewritten;

/// Below this many bytes a plan runs on the calling thread.
const SMALL: u64 = 192 * 1024;

/// Members and clusters, ready to be checked. [`Plan::new`] makes it, in the steps of `steps.rs`.
pub struct Plan {
    /// Clusters that share files, ordered by their first path.
    pub sets: Vec<ClusterSet>,
    /// What could not be done.
    pub problems: Vec<Problem>,
    /// What was left out.
    pub ignored: Vec<Ignored>,
    /// What people should know about their lsflint.toml.
    pub notes: Vec<String>,
    /// The configurations that were read, those they extend included; absolute.
    pub config_files: Vec<PathBuf>,
    /// What was asked for, without the text of stdin.
    pub(crate) request: Request,
    /// The paths of the request, absolute.
    pub(crate) below: Vec<PathBuf>,
}

/// Clusters that share files.
pub struct ClusterSet {
    /// All their files, ordered by path, then the scripts that are judged in them.
    pub members: Vec<Member>,
    /// The clusters, as indices into `members`.
    pub clusters: Vec<Cluster>,
    /// What lsflint.toml says about the clusters.
    pub judge: Arc<Judge>,
    /// The folder of the first cluster.
    pub(crate) base: PathBuf,
    /// No path of the set comes before this one.
    pub(crate) first: String,
}

/// A file or script of a plan.
#[derive(Debug)]
pub struct Member {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its path in reports.
    pub shown: Arc<str>,
    /// What it is.
    pub kind: MemberKind,
    /// Findings in it are reported; otherwise it is only read.
    pub reported: bool,
    /// What lsflint.toml says about it.
    pub judge: Arc<Judge>,
    pub(crate) text: Option<Decoded>,
    /// Its size.
    pub bytes: u64,
}

impl ClusterSet {
    /// Every configuration that counts for one of the files, and for the clusters.
    pub(crate) fn judges(&self) -> Vec<&Arc<Judge>> {
        let mut found: Vec<&Arc<Judge>> = vec![&self.judge];
        for member in self.members.iter().filter(|it| it.kind != MemberKind::Script) {
            if !found.iter().any(|it| Arc::ptr_eq(it, &member.judge)) {
                found.push(&member.judge);
            }
        }
        found
    }

    /// A number that changes with every configuration that counts here.
    pub(crate) fn config_print(&self) -> u64 {
        let prints = self.judges().into_iter().map(|it| it.config.print);
        prints.fold(0, |all, it| all.rotate_left(5).wrapping_add(it))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.members.iter().map(|it| it.bytes).sum()
    }
}

impl Plan {
    /// Every member, set by set.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.sets.iter().flat_map(|it| &it.members)
    }

    /// What a set is checked for, where that is not left to its files.
    pub(crate) fn target_of(&self, set: &ClusterSet) -> Option<Target> {
        self.request.target.or_else(|| set.judge.target())
    }

    /// Whether its files are worth several threads.
    pub(crate) fn is_large(&self) -> bool {
        self.sets.iter().map(ClusterSet::bytes).sum::<u64>() >= SMALL
    }

    /// The threads of a run. Without any, everything runs on the calling one, which is always right.
    pub(crate) fn pool(&self) -> Option<rayon::ThreadPool> {
        let threads = self.request.jobs.map_or(0, NonZeroUsize::get);
        let parallel = threads != 1 && (threads > 1 || self.is_large());
        if parallel { rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok() } else { None }
    }

    /// How many members are reported on.
    pub fn reported(&self) -> usize {
        self.members().filter(|it| it.reported).count()
    }

    /// The file whose text came from stdin, with that text.
    pub fn text_of_stdin(&self) -> Option<(&Path, &Decoded)> {
        let stdin = self.request.paths.absolute(&self.request.stdin.as_ref()?.0);
        self.members().filter(|it| it.path == stdin).find_map(|it| Some((&*it.path, it.text.as_ref()?)))
    }

    /// Lets the new text of a member count from here on, without asking the disk.
    pub fn adopt(&mut self, file: &Rewritten) {
        if let Some(member) = self.sets.iter_mut().flat_map(|it| &mut it.members).find(|it| it.path == file.path) {
            member.text = Some(Decoded { text: file.after.clone(), encoding: file.before.encoding });
        }
    }
}
