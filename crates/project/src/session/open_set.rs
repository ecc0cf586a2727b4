//! One cluster set of a session: its workspace and its snapshot.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::known::{Baselines, Unknown};
use super::snapshot::{ClusterSnapshot, FileSnapshot, SetSnapshot};
use crate::error::Problem;
use crate::group::Cluster;
use crate::judge::Judge;
use crate::load::{Content, Loaded, LoadedSet};
use crate::parsed::Parsed;
use crate::plan::{ClusterSet, Plan};
use crate::source::Source;
use crate::workspace::{OpenCluster, Purpose, Work, Workspace};

/// A cluster set whose files change.
pub(super) struct OpenSet {
    pub(super) snapshot: Arc<SetSnapshot>,
    workspace: Workspace,
    /// A hash of the configuration that applies.
    config_print: u64,
    /// The findings that no baseline hides.
    unknown: Unknown,
    /// The problems of the last update.
    pub(super) problems: Vec<Arc<Problem>>,
}

/// Is called with a file when some of its findings are known, or more of them.
pub(super) type Ready<'r> = &'r (dyn Fn(FileSnapshot) + Sync);

/// Clusters of the previous plan, each with a hash of its configuration, for reuse by the next plan. They are grouped
/// by their first file, because there may be very many.
#[derive(Default)]
pub(super) struct Pool(FxHashMap<Option<Arc<Path>>, Vec<(u64, OpenCluster)>>);

impl Pool {
    /// Adds the clusters of a set.
    pub(super) fn add(&mut self, set: OpenSet) {
        for cluster in set.workspace.clusters {
            self.0.entry(cluster.first_judged().cloned()).or_default().push((set.config_print, cluster));
        }
    }

    fn take(&mut self, print: u64, cluster: &Cluster, members: &[Loaded]) -> Option<OpenCluster> {
        let first = cluster.judged.first().map(|it| members[*it].path.clone());
        let alike = self.0.get_mut(&first)?;
        let known = alike.iter().position(|it| it.0 == print && it.1.is(cluster, members))?;
        Some(alike.swap_remove(known).1)
    }
}

impl OpenSet {
    /// Opens a set. Matching clusters are moved out of the pool and reused. `ready` is called with the checked files,
    /// also on other threads.
    pub(super) fn new(
        plan: &Plan,
        set: &ClusterSet,
        loaded: LoadedSet,
        baselines: &Baselines,
        pool: &mut Pool,
        ready: Ready<'_>,
    ) -> OpenSet {
        let config_print = set.config_print();
        let clusters = loaded.clusters.iter();
        let before = clusters.map(|it| pool.take(config_print, &it.grouped, &loaded.members)).collect();
        let mut workspace = Workspace::open(loaded, Purpose::Whole, plan.target_of(set), before);
        workspace.refresh_with(&|member, found| {
            // The others are compared with their baseline when all are known.
            let snapshot = if baselines.hide_in(member) { None } else { file_snapshot(member) };
            if let Some(file) = snapshot {
                ready(FileSnapshot { findings: found.limited(), ..file });
            }
        });
        let mut unknown = Unknown::new(baselines.clone());
        let (snapshot, problems) = published(&mut workspace, &mut unknown, &set.judge);
        OpenSet { snapshot, workspace, config_print, unknown, problems }
    }

    /// The parsed file with an index; `None` for a script.
    pub(super) fn parsed(&self, number: usize) -> Option<&Parsed> {
        self.workspace.members[number].file()
    }

    /// Drops everything but the files. A new plan must follow.
    pub(super) fn forget_findings(&mut self) {
        self.workspace.clusters.clear();
    }

    /// Replaces the files and scripts with these indices, and checks everything affected.
    pub(super) fn change(&mut self, changed: Vec<(usize, Source)>) -> Work {
        let work = self.workspace.change(changed);
        (self.snapshot, self.problems) = published(&mut self.workspace, &mut self.unknown, &self.snapshot.judge);
        work
    }
}

/// The current files and clusters as a snapshot, and the problems.
fn published(
    workspace: &mut Workspace,
    unknown: &mut Unknown,
    judge: &Arc<Judge>,
) -> (Arc<SetSnapshot>, Vec<Arc<Problem>>) {
    let problems = workspace.problems.drain(..).map(Arc::new).collect();
    // A session loads no files of the resource connector, so the indices are those of the members.
    let files = workspace.members.iter().enumerate().filter_map(|(number, member)| {
        let record = workspace.recorded(number).cloned().unwrap_or_default();
        let findings = unknown.of(number, member, workspace.reported(number).cloned().unwrap_or_default());
        Some(FileSnapshot { findings, suppressed: record.suppressed, ..file_snapshot(member)? })
    });
    let clusters = workspace.clusters.iter().map(|cluster| ClusterSnapshot {
        grouped: cluster.grouped.clone(),
        facts: cluster.facts.clone().unwrap_or_default(),
        read: Arc::new(cluster.as_read().cloned().map_or_else(OnceLock::new, OnceLock::from)),
    });
    let snapshot = SetSnapshot { files: files.collect(), clusters: clusters.collect(), judge: judge.clone() };
    (Arc::new(snapshot), problems)
}

/// A member without findings; `None` for a file of the resource connector.
fn file_snapshot(member: &Loaded) -> Option<FileSnapshot> {
    Some(FileSnapshot {
        path: member.path.clone(),
        source: match &member.content {
            Content::File(file) => Source::File(file.source.clone()),
            Content::Script(script) => Source::Script(script.clone()),
            Content::Connector(_) => return None,
        },
        encoding: member.encoding,
        reported: member.reported,
        judge: member.judge.clone(),
        included: member.included,
        findings: Arc::default(),
        suppressed: Arc::default(),
    })
}

#[cfg(test)]
mod tests {
    use lsflint_model::SourceFile;
    use lsflint_test_support::Scratch;

    use super::*;
    use crate::load::Loader;
    use crate::testing::panicking;
    use crate::{Paths, Request};

    #[test]
    fn a_panic_in_one_file_leaves_the_others_their_findings() {
        let scratch = Scratch::with(&[("lsb.params", "Begin Parameters\n"), ("lsb.queues", "Begin Queue\n")]);
        let request = Request::new(Paths::new(scratch.path()), vec![scratch.path()]);
        let mut plan = Plan::new(request).unwrap_or_else(|problem| panic!("{problem}"));
        let member = &mut plan.sets[0].members[0];
        member.judge = panicking(&member.judge);
        let loaded = Loader::new(&plan).set(&plan.sets[0], &mut Vec::new());
        let mut set = OpenSet::new(&plan, &plan.sets[0], loaded, &Baselines::default(), &mut Pool::default(), &|_| {});
        let found = |set: &OpenSet| set.snapshot.files.iter().map(|it| !it.findings.is_empty()).collect::<Vec<_>>();
        let problems = |set: &OpenSet| set.problems.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(found(&set), [false, true]);
        assert_eq!(problems(&set).len(), 1, "{:?}", problems(&set));
        assert!(problems(&set)[0].contains("`lsb.params`: no such thing"), "{:?}", problems(&set));
        // The snapshot stays the same as long as the file does, whatever changes in others.
        let queues = set.snapshot.files[1].source.file().expect("an LSF file").clone();
        let edited = Source::File(Arc::new(SourceFile::new(&queues.path, queues.kind, "Begin Queue\n\n")));
        set.change(vec![(1, edited)]);
        assert_eq!(problems(&set).len(), 1, "{:?}", problems(&set));
    }
}
