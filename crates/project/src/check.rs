//! Runs the rules on the files of a plan.
//!
//! Cluster sets are processed in batches of limited size to limit memory: the files of a set are read and parsed into a
//! [`Workspace`], the facts of each cluster are collected, every member is checked, and the trees are dropped. Small
//! plans run on the calling thread, because a thread pool costs more than it saves there.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lsflint_lint::{Diagnostic, Fingerprint, connector_fingerprints, fingerprints, limit_file, script_fingerprints};
use lsflint_model::AsRead;
use lsflint_spec::FileKind;
use lsflint_syntax::script::{Call, Origin, Script};
use rustc_hash::FxHashMap;

use crate::error::Problem;
use crate::judge::Judge;
use crate::load::{Content, Loaded, Loader};
use crate::plan::{ClusterSet, Plan};
use crate::read::Encoding;
use crate::skipped::{Skipped, skipped_in};
use crate::threads::{each, in_pool};
use crate::workspace::{Purpose, Workspace};

/// Size of a batch in bytes: cluster sets are processed together up to this size, so that many small clusters use all
/// threads.
const BATCH: u64 = 4 << 20;
/// The maximum number of cluster sets in a batch, so that the first findings appear early.
const BATCH_SETS: usize = 512;

/// A checked file and its findings.
#[derive(Debug)]
pub struct Checked {
    /// Its path in reports.
    pub path: Arc<str>,
    /// Its absolute path.
    pub location: Arc<Path>,
    /// The LSF file it is; `None` for a job script.
    pub kind: Option<FileKind>,
    /// Its text.
    pub text: Arc<str>,
    /// How the bytes on the disk were decoded.
    pub encoding: Encoding,
    /// The findings, ordered by position and code.
    pub diagnostics: Vec<Diagnostic>,
    /// The fingerprint of each finding, in the same order; empty unless
    /// [`Request::fingerprints`](crate::Request::fingerprints) is set, or lsflint.toml names a baseline.
    pub fingerprints: Vec<Fingerprint>,
    /// The other files that findings refer to.
    pub related: Vec<RelatedText>,
    /// The configuration and rules that the file was checked with.
    pub judge: Arc<Judge>,
}

/// A file that findings of another file refer to.
#[derive(Debug, Clone)]
pub struct RelatedText {
    /// Its path in reports.
    pub path: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// How the bytes on the disk were decoded.
    pub encoding: Encoding,
}

/// The facts of one cluster.
#[derive(Debug, Clone)]
pub struct ClusterFacts {
    /// Its name.
    pub name: String,
    /// Its configuration directory, else the directory of its files, as shown in reports.
    pub folder: String,
    /// The absolute path of the directory with its lsb.* files, else that of its configuration directory.
    pub batch_folder: PathBuf,
    /// What its files define, as merged by the model, as written and as LSF reads it.
    pub cluster: AsRead,
}

/// Totals and problems of a run, available after all files were passed to the sink.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Number of files that were checked.
    pub files: usize,
    /// Problems that kept parts of the run from being done.
    pub problems: Vec<Problem>,
    /// Checks that were skipped because other files are missing.
    pub skipped: Vec<Skipped>,
    /// Notes for the user about files that were read in part.
    pub notes: Vec<String>,
}

/// Receives each checked file; a break ends the run.
pub type Sink<'a> = &'a mut dyn FnMut(Checked) -> ControlFlow<()>;

/// Receives the facts of each cluster.
pub type FactsSink<'a> = &'a mut dyn FnMut(ClusterFacts);

impl Plan {
    /// Checks all files. `sink` gets every file that is reported on, ordered by path; `progress` gets the number of
    /// files done and is called from any thread. If the sink breaks, the run ends early.
    pub fn check(&mut self, progress: &(dyn Fn(usize) + Sync), sink: Sink<'_>) -> Outcome {
        self.check_with_facts(progress, sink, None)
    }

    /// Every cluster of the plan as written, ordered by directory and name. Nothing is checked.
    ///
    /// # Errors
    /// The first file that could not be read.
    pub fn clusters_as_written(&mut self) -> Result<Vec<ClusterFacts>, Problem> {
        self.clusters(Purpose::Run)
    }

    /// Every cluster of the plan as LSF reads it, ordered by directory and name. All its files are checked for that.
    ///
    /// # Errors
    /// The first file that could not be read or checked.
    pub fn clusters_as_read(&mut self) -> Result<Vec<ClusterFacts>, Problem> {
        self.clusters(Purpose::Once)
    }

    fn clusters(&mut self, purpose: Purpose) -> Result<Vec<ClusterFacts>, Problem> {
        let mut problems = std::mem::take(&mut self.problems);
        let pool = self.pool();
        let run = Run::new(self, true, &|_| {});
        let mut found = Vec::new();
        for set in &self.sets {
            let mut workspace = run.open(set, purpose, &mut problems);
            if purpose == Purpose::Once {
                in_pool(pool.as_ref(), || workspace.refresh());
            }
            problems.append(&mut workspace.problems);
            found.extend(run.facts_of(&workspace));
        }
        match problems.into_iter().next() {
            Some(problem) => Err(problem),
            None => Ok(found),
        }
    }

    /// Like [`Plan::check`]; `facts` also gets the facts of every cluster, in the order of [`Plan::clusters_as_read`],
    /// without reading files again.
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
            for SetResult { checked, problems, skipped, notes, clusters } in
                in_pool(pool.as_ref(), || each(sets, |it| run.set(it)))
            {
                outcome.files += checked.len();
                outcome.problems.extend(problems);
                outcome.notes.extend(notes);
                for (it, cluster) in skipped {
                    skipped_in.entry(it).or_default().insert(cluster);
                }
                pending.extend(checked);
                if let Some(facts) = &mut facts {
                    clusters.into_iter().for_each(&mut **facts);
                }
            }
            // A later set may still contain a path that sorts before these.
            let limit = self.sets.get(next).map(|it| &*it.first);
            pending.sort_by(|a, b| a.path.cmp(&b.path));
            let ready = limit.map_or(pending.len(), |limit| pending.partition_point(|it| *it.path < *limit));
            if pending.drain(..ready).try_for_each(&mut *sink).is_break() {
                break;
            }
        }
        outcome.problems.append(&mut self.problems);
        outcome.problems.sort_by(|a, b| a.path().cmp(b.path()));
        outcome.notes.sort();
        outcome.skipped = skipped_in.into_iter().map(|(it, clusters)| it.in_clusters(&clusters)).collect();
        outcome
    }
}

/// The result of checking one cluster set.
#[derive(Default)]
pub(crate) struct SetResult {
    pub(crate) checked: Vec<Checked>,
    pub(crate) problems: Vec<Problem>,
    /// Skipped checks, each with the cluster in which something is missing.
    skipped: Vec<(Skipped, String)>,
    /// Notes about scripts that were read in part.
    notes: Vec<String>,
    /// The facts of its clusters, if requested.
    clusters: Vec<ClusterFacts>,
}

/// A note if a script in another language than that of a shell is read in part.
fn read_in_part(member: &Loaded) -> Option<String> {
    let Content::Script(script) = &member.content else { return None };
    let Script { is_other_language, strings_not_read, calls, .. } = &*script.script;
    let is_command = |it: &Call| it.origin == Origin::Command;
    let read = match calls.iter().any(is_command) {
        true => "only `#BSUB` lines and literal calls of `bsub`",
        false => "only `#BSUB` lines",
    };
    let path = &script.path;
    match strings_not_read {
        _ if !is_other_language => None,
        0 if calls.iter().any(is_command) => None,
        0 => Some(format!("{read} were read in {path}")),
        1 => Some(format!("{read} were read in {path}; another call of `bsub` was not read")),
        more => Some(format!("{read} were read in {path}; {more} other calls of `bsub` were not read")),
    }
}

/// One run over a plan: what to collect, and the progress.
pub(crate) struct Run<'a> {
    pub(crate) plan: &'a Plan,
    /// Whether the facts of clusters are collected in addition to the findings.
    facts: bool,
    progress: &'a (dyn Fn(usize) + Sync),
    done: AtomicUsize,
}

impl<'a> Run<'a> {
    pub(crate) fn new(plan: &'a Plan, facts: bool, progress: &'a (dyn Fn(usize) + Sync)) -> Run<'a> {
        Run { plan, facts, progress, done: AtomicUsize::new(0) }
    }

    /// The sets from index `from` on that form the next batch; only one set unless `many` (there is a thread pool).
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

    /// Loads a set and collects the facts of its clusters.
    pub(crate) fn open(&self, set: &ClusterSet, purpose: Purpose, problems: &mut Vec<Problem>) -> Workspace {
        let loaded = Loader::new(self.plan).set(set, problems);
        Workspace::open(loaded, purpose, self.plan.target_of(set), Vec::new())
    }

    /// Checks the members of a set.
    pub(crate) fn set(&self, set: &ClusterSet) -> SetResult {
        let mut result = SetResult::default();
        let purpose = if self.facts { Purpose::Once } else { Purpose::Run };
        let mut workspace = self.open(set, purpose, &mut result.problems);
        result.problems.append(&mut workspace.problems);
        for cluster in &workspace.clusters {
            let Some(facts) = &cluster.facts else { continue };
            let skipped = skipped_in(facts, workspace.files_of(cluster).map(|it| &**it));
            result.skipped.extend(skipped.into_iter().map(|it| (it, cluster.grouped.name.clone())));
        }
        let judged = match self.facts {
            true => self.recorded(&mut workspace),
            false => self.judged(&mut workspace),
        };
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
        result.notes.extend(workspace.members.iter().filter_map(read_in_part));
        if self.facts {
            result.clusters = self.facts_of(&workspace).collect();
        }
        drop(by_path);
        if self.plan.request.ends && self.plan.sets.last().is_some_and(|it| std::ptr::eq(it, set)) {
            std::mem::forget(workspace);
        }
        result
    }

    /// Checks the files of a set that are reported.
    fn judged(&self, workspace: &mut Workspace) -> Vec<(usize, Result<Checked, Problem>)> {
        let (mut found, mut failed) = (Vec::new(), Vec::new());
        for (number, judged) in workspace.judge(&|_, _| {}) {
            match judged {
                Ok(judged) => found.push((number, judged)),
                Err(problem) => failed.push((number, Err(problem))),
            }
        }
        workspace.note_uses(&mut found);
        let members = &workspace.members;
        let mut checked = each(found, |(number, found)| (number, Ok(self.checked(&members[number], found.into_vec()))));
        checked.append(&mut failed);
        checked
    }

    /// Checks all files of a set, and returns those that are reported.
    fn recorded(&self, workspace: &mut Workspace) -> Vec<(usize, Result<Checked, Problem>)> {
        workspace.refresh();
        let problems = std::mem::take(&mut workspace.problems);
        let reported = workspace.members.iter().enumerate().filter(|it| it.1.reported);
        let checked = reported.filter_map(|(number, member)| {
            let found = workspace.reported(number)?;
            Some((number, Ok(self.checked(member, found.to_vec()))))
        });
        let problems = problems.into_iter().map(|it| (usize::MAX, Err(it)));
        checked.chain(problems).collect()
    }

    /// The facts of the clusters of a set.
    fn facts_of<'w>(&'w self, workspace: &'w Workspace) -> impl Iterator<Item = ClusterFacts> + 'w {
        workspace.clusters.iter().filter_map(|it| {
            let folder = self.plan.request.paths.shown(&it.grouped.base);
            let files = it.grouped.files.iter().map(|it| &workspace.members[*it]);
            let mut batch = files.filter(|it| it.file().is_some_and(|it| it.source.kind.name().starts_with("lsb.")));
            let batch_folder = batch.find_map(|it| it.path.parent()).unwrap_or(&it.grouped.base).to_owned();
            let name = it.grouped.name.clone();
            Some(ClusterFacts { name, folder, batch_folder, cluster: workspace.as_read(it)? })
        })
    }

    fn checked(&self, member: &Loaded, mut diagnostics: Vec<Diagnostic>) -> Checked {
        limit_file(&mut diagnostics);
        let fingerprints = match self.plan.request.fingerprints || member.judge.config.baseline.is_some() {
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

/// The fingerprints of the findings of a member.
pub(crate) fn fingerprints_of(content: &Content, found: &[Diagnostic]) -> Vec<Fingerprint> {
    match content {
        Content::File(file) => fingerprints(&file.source, found),
        Content::Script(script) => script_fingerprints(script, found),
        Content::Connector(file) => connector_fingerprints(file, found),
    }
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
