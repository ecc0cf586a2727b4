//! Running the rules over a plan.
//!
//! One cluster set is in memory at a time, or as many as fit into a small budget: its files are read and parsed into a
//! [`Workspace`], the facts of each cluster are collected, every member is judged, and the trees go away. Small plans
//! run on the calling thread; a pool of threads costs more than it gives for a dozen lines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lsflint_lint::{Diagnostic, Fingerprint, fingerprints, script_fingerprints};
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::error::Problem;
use crate::judge::Judge;
use crate::load::{Content, Loaded, Loader};
use crate::plan::{ClusterSet, Plan};
use crate::read::Encoding;
use crate::skipped::{Skipped, skipped_in};
use crate::threads::{each, in_pool};
use crate::workspace::{Purpose, Workspace};

/// Cluster sets are taken together until they have this many bytes, so that many small clusters use all threads.
const BATCH: u64 = 4 << 20;
/// And at most this many, so that the first findings do not wait.
const BATCH_SETS: usize = 512;

/// A file that was judged.
#[derive(Debug)]
pub struct Checked {
    /// Its path in reports.
    pub path: Arc<str>,
    /// Its absolute path.
    pub location: Arc<Path>,
    /// Which file of LSF it is; `None` for a script that submits jobs.
    pub kind: Option<FileKind>,
    /// Its text.
    pub text: Arc<str>,
    /// How the bytes on the disk became text.
    pub encoding: Encoding,
    /// The findings, by position and code.
    pub diagnostics: Vec<Diagnostic>,
    /// What each finding is known by, in the same order; none unless [`Request::fingerprints`](crate::Request::fingerprints) asks.
    pub fingerprints: Vec<Fingerprint>,
    /// The other files that findings point to.
    pub related: Vec<RelatedText>,
    /// What it was judged by.
    pub judge: Arc<Judge>,
}

/// A file that findings of another file point to.
#[derive(Debug, Clone)]
pub struct RelatedText {
    /// Its path in reports.
    pub path: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// How the bytes on the disk became text.
    pub encoding: Encoding,
}

/// What is known about a cluster.
#[derive(Debug, Clone)]
pub struct ClusterFacts {
    /// Its name.
    pub name: String,
    /// What its files say about each other.
    pub cluster: lsflint_model::Cluster,
}

/// What is left when all files were handed out.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How many files were judged.
    pub files: usize,
    /// What could not be done.
    pub problems: Vec<Problem>,
    /// Checks that could not be done for want of other files.
    pub skipped: Vec<Skipped>,
}

/// Where results go.
pub type Sink<'a> = &'a mut dyn FnMut(Checked) -> ControlFlow<()>;

/// Where what is known about clusters goes.
pub type FactsSink<'a> = &'a mut dyn FnMut(ClusterFacts);

impl Plan {
    /// Checks everything. `sink` gets every file that is reported on, in the order of the paths; `progress` gets the number of files
    /// done, from any thread. A sink that breaks ends the run early.
    pub fn check(&mut self, progress: &(dyn Fn(usize) + Sync), sink: Sink<'_>) -> Outcome {
        self.check_with_facts(progress, sink, None)
    }

    /// What is known about every cluster of the plan, ordered by folder and name.
    ///
    /// # Errors
    /// The first file that could not be read.
    pub fn facts(&mut self) -> Result<Vec<ClusterFacts>, Problem> {
        let mut problems = std::mem::take(&mut self.problems);
        let run = Run::new(self, true, &|_| {});
        let mut found = Vec::new();
        for set in &self.sets {
            let mut workspace = run.open(set, Purpose::Run, &mut problems);
            problems.append(&mut workspace.problems);
            found.extend(facts_of(workspace));
        }
        match problems.into_iter().next() {
            Some(problem) => Err(problem),
            None => Ok(found),
        }
    }

    /// As [`Plan::check`]. `facts` gets what is known about every cluster, in the order of [`Plan::facts`], without
    /// reading anything a second time.
    pub fn check_with_facts(
        &mut self,
        progress: &(dyn Fn(usize) + Sync),
        sink: Sink<'_>,
        mut facts: Option<FactsSink<'_>>,
    ) -> Outcome {
        let pool = self.pool();
        let run = Run::new(self, facts.is_some(), progress);
        let mut outcome = Outcome::default();
        let mut skipped_in: BTreeMap<Skipped, BTreeSet<String>> = BTreeMap::new();
        let mut pending: Vec<Checked> = Vec::new();
        let mut next = 0;
        while next < self.sets.len() {
            let sets = run.batch(next, pool.is_some());
            next += sets.len();
            for SetResult { checked, problems, skipped, clusters } in
                in_pool(pool.as_ref(), || each(sets, |it| run.set(it)))
            {
                outcome.files += checked.len();
                outcome.problems.extend(problems);
                for (it, cluster) in skipped {
                    skipped_in.entry(it).or_default().insert(cluster);
                }
                pending.extend(checked);
                if let Some(facts) = &mut facts {
                    clusters.into_iter().for_each(&mut **facts);
                }
            }
            // A later set may still have a path that comes first.
            let limit = self.sets.get(next).map(|it| &*it.first);
            pending.sort_by(|a, b| a.path.cmp(&b.path));
            let ready = limit.map_or(pending.len(), |limit| pending.partition_point(|it| *it.path < *limit));
            if pending.drain(..ready).try_for_each(&mut *sink).is_break() {
                break;
            }
        }
        outcome.problems.append(&mut self.problems);
        outcome.problems.sort_by(|a, b| a.path().cmp(b.path()));
        outcome.skipped = skipped_in.into_iter().map(|(it, clusters)| it.in_clusters(&clusters)).collect();
        outcome
    }
}

/// What came out of a cluster set.
#[derive(Default)]
pub(crate) struct SetResult {
    pub(crate) checked: Vec<Checked>,
    pub(crate) problems: Vec<Problem>,
    /// Checks and the cluster that lacks something for them.
    skipped: Vec<(Skipped, String)>,
    /// What is known about its clusters, where somebody wants that.
    clusters: Vec<ClusterFacts>,
}

/// One run over a plan.
pub(crate) struct Run<'a> {
    pub(crate) plan: &'a Plan,
    /// What is known about the clusters is wanted besides the findings.
    facts: bool,
    progress: &'a (dyn Fn(usize) + Sync),
    done: AtomicUsize,
}

impl<'a> Run<'a> {
    pub(crate) fn new(plan: &'a Plan, facts: bool, progress: &'a (dyn Fn(usize) + Sync)) -> Run<'a> {
        Run { plan, facts, progress, done: AtomicUsize::new(0) }
    }

    /// The sets from an index on that fit into one batch; only one where there are no threads for `many`.
    fn batch(&self, from: usize, many: bool) -> &'a [ClusterSet] {
        let mut bytes = 0;
        let rest = &self.plan.sets[from..];
        let fits = rest.iter().take(BATCH_SETS).take_while(|it| {
            let before = bytes;
            bytes += it.bytes();
            before < BATCH
        });
        let count = if many { fits.count() } else { 1 };
        &rest[..count.max(1)]
    }

    /// Loads a set and reads the facts of its clusters.
    pub(crate) fn open(&self, set: &ClusterSet, purpose: Purpose, problems: &mut Vec<Problem>) -> Workspace {
        let loaded = Loader::new(self.plan).set(set, problems);
        Workspace::open(loaded, purpose, self.plan.target_of(set), Vec::new())
    }

    /// Judges the members of a set.
    pub(crate) fn set(&self, set: &ClusterSet) -> SetResult {
        let mut result = SetResult::default();
        let mut workspace = self.open(set, Purpose::Run, &mut result.problems);
        result.problems.append(&mut workspace.problems);
        for cluster in &workspace.clusters {
            let Some(facts) = &cluster.facts else { continue };
            let skipped = skipped_in(facts, workspace.files_of(cluster).map(|it| &**it));
            result.skipped.extend(skipped.into_iter().map(|it| (it, cluster.grouped.name.clone())));
        }
        let judged = workspace.judge(|member, found| self.checked(member, found.into_vec()));
        let by_path: FxHashMap<&str, &Loaded> = workspace.members.iter().map(|it| (&**it.shown(), it)).collect();
        for (_, judged) in judged {
            match judged {
                Ok(mut checked) => {
                    checked.related = related_texts(&checked.diagnostics, &by_path);
                    result.checked.push(checked);
                }
                Err(problem) => result.problems.push(problem),
            }
        }
        if self.facts {
            result.clusters = facts_of(workspace);
        }
        result
    }

    fn checked(&self, member: &Loaded, diagnostics: Vec<Diagnostic>) -> Checked {
        let fingerprints = match self.plan.request.fingerprints {
            true => fingerprints_of(&member.content, &diagnostics),
            false => Vec::new(),
        };
        (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1);
        Checked {
            path: member.shown().clone(),
            location: member.path.clone(),
            kind: member.file().map(|it| it.source.kind),
            text: member.text().clone(),
            encoding: member.encoding,
            diagnostics,
            fingerprints,
            related: Vec::new(),
            judge: member.judge.clone(),
        }
    }
}

/// What findings of a member are known by.
pub(crate) fn fingerprints_of(content: &Content, found: &[Diagnostic]) -> Vec<Fingerprint> {
    match content {
        Content::File(file) => fingerprints(&file.source, found),
        Content::Script(script) => script_fingerprints(script, found),
    }
}

fn facts_of(workspace: Workspace) -> Vec<ClusterFacts> {
    let facts = workspace.clusters.into_iter().filter_map(|it| Some((it.grouped.name, it.facts?)));
    facts.map(|(name, it)| ClusterFacts { name, cluster: Arc::unwrap_or_clone(it) }).collect()
}

fn related_texts(diagnostics: &[Diagnostic], by_path: &FxHashMap<&str, &Loaded>) -> Vec<RelatedText> {
    let mut found: Vec<RelatedText> = Vec::new();
    for path in diagnostics.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref()) {
        let Some(member) = by_path.get(path).filter(|_| found.iter().all(|it| *it.path != *path)) else { continue };
        let (path, text) = (member.shown().clone(), member.text().clone());
        found.push(RelatedText { path, text, encoding: member.encoding });
    }
    found
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use lsflint_test_support::Scratch;

    use super::*;
    use crate::testing::panicking;
    use crate::{ConfigSource, Paths, Request};

    #[test]
    fn a_panic_in_one_file_is_an_error_of_that_file() {
        let scratch = Scratch::with(&[("a/lsb.queues", ""), ("b/lsb.queues", ""), ("c/lsb.queues", "")]);
        let request = Request {
            config: ConfigSource::Nothing,
            ..Request::new(Paths::new(scratch.path()), vec![PathBuf::from(".")])
        };
        let mut plan = Plan::new(request).unwrap_or_else(|problem| panic!("{problem}"));
        for member in plan.sets.iter_mut().flat_map(|it| &mut it.members).filter(|it| it.shown.starts_with('b')) {
            member.judge = panicking(&member.judge);
        }
        let mut seen = Vec::new();
        let outcome = plan.check(&|_| {}, &mut |checked| {
            seen.push(checked.path.to_string());
            ControlFlow::Continue(())
        });
        assert_eq!(seen, ["a/lsb.queues", "c/lsb.queues"]);
        let problems: Vec<String> = outcome.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with("internal error while checking `b/lsb.queues`: no such thing"), "{problems:?}");
    }
}
