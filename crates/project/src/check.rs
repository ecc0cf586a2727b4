//! Running the rules over a plan.
//!
//! One unit (clusters that share files) is in memory at a time, or as many as fit into a small budget: its files are read and parsed,
//! the facts of each cluster are collected, every file is judged, and the trees go away. Small plans run on the calling thread; a
//! pool of threads costs more than it gives for a dozen lines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lsflint_lint::{Diagnostic, Fingerprint, check_file};
use lsflint_model::SourceFile;
use lsflint_spec::FileKind;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::config::FailOn;
use crate::error::Problem;
use crate::plan::{Judge, Plan, PlannedUnit};
use crate::read::Encoding;
use crate::unit::UnitResult;

/// Units are taken together until they have this many bytes, so that many small clusters use all threads.
const BATCH: u64 = 4 << 20;
/// And at most this many, so that the first findings do not wait.
const BATCH_UNITS: usize = 512;

/// How many clusters are named where something is missing in many.
const NAMED_CLUSTERS: usize = 5;

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
    /// The codes of the rules that ran.
    pub rules: Arc<FxHashSet<&'static str>>,
    /// The mildest finding that makes the run fail, by the lsflint.toml of the file.
    pub fail_on: FailOn,
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

/// A check that could not be done, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The check.
    pub check: String,
    /// What is missing.
    pub because: String,
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

/// Where judging happens; tests put something else here.
pub(crate) type Check<'a> = &'a (dyn Fn(&SourceFile, &lsflint_model::Cluster, &Judge) -> Vec<Diagnostic> + Sync);

impl Plan {
    /// Checks everything. `sink` gets every file that is reported on, in the order of the paths; `progress` gets the number of files
    /// done, from any thread. A sink that breaks ends the run early.
    pub fn check(&mut self, progress: &(dyn Fn(usize) + Sync), sink: Sink<'_>) -> Outcome {
        self.check_with(progress, sink, None, &judge)
    }

    /// As [`Plan::check`]. `facts` gets what is known about every cluster, in the order of [`Plan::facts`], without reading anything a
    /// second time.
    pub fn check_with_facts(
        &mut self,
        progress: &(dyn Fn(usize) + Sync),
        sink: Sink<'_>,
        facts: FactsSink<'_>,
    ) -> Outcome {
        self.check_with(progress, sink, Some(facts), &judge)
    }

    /// What is known about every cluster of the plan, ordered by folder and name.
    ///
    /// # Errors
    /// The first file that could not be read.
    pub fn facts(&mut self) -> Result<Vec<ClusterFacts>, Problem> {
        let mut problems = std::mem::take(&mut self.problems);
        let run = Run {
            plan: self,
            parallel: false,
            facts: false,
            check: &|_, _, _| Vec::new(),
            progress: &|_| {},
            done: AtomicUsize::new(0),
        };
        let found: Vec<ClusterFacts> = run.plan.units.iter().flat_map(|it| run.clusters(it, &mut problems)).collect();
        match problems.into_iter().next() {
            Some(problem) => Err(problem),
            None => Ok(found),
        }
    }

    /// The threads of a run. Without any, everything runs on the calling one, which is always right.
    pub(crate) fn pool(&self) -> Option<rayon::ThreadPool> {
        let threads = self.jobs.map_or(0, std::num::NonZeroUsize::get);
        let parallel = threads != 1 && (threads > 1 || self.is_large());
        if parallel { rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok() } else { None }
    }

    pub(crate) fn check_with(
        &mut self,
        progress: &(dyn Fn(usize) + Sync),
        sink: Sink<'_>,
        mut facts: Option<FactsSink<'_>>,
        check: Check<'_>,
    ) -> Outcome {
        let pool = self.pool();
        let run = Run {
            plan: self,
            parallel: pool.is_some(),
            facts: facts.is_some(),
            check,
            progress,
            done: AtomicUsize::new(0),
        };
        let mut outcome = Outcome::default();
        let mut skipped_in: BTreeMap<Skipped, BTreeSet<String>> = BTreeMap::new();
        let mut pending: Vec<Checked> = Vec::new();
        let mut next = 0;
        while next < run.plan.units.len() {
            let units = run.batch(next);
            next += units.len();
            let results = match &pool {
                Some(pool) => pool.install(|| run.map(units, |unit| run.unit(unit))),
                None => units.iter().map(|unit| run.unit(unit)).collect(),
            };
            for UnitResult { checked, problems, skipped, clusters } in results {
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
            // A later unit may still have a path that comes first.
            let limit = run.plan.units.get(next).map(|it| &*it.first);
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

fn judge(file: &SourceFile, cluster: &lsflint_model::Cluster, judge: &Judge) -> Vec<Diagnostic> {
    check_file(file, cluster, &judge.settings, &judge.registry)
}

impl Skipped {
    /// Names the clusters, the first ones of many.
    fn in_clusters(self, clusters: &BTreeSet<String>) -> Skipped {
        let names: Vec<String> = clusters.iter().take(NAMED_CLUSTERS).map(|it| format!("`{it}`")).collect();
        let more = clusters.len() - names.len();
        let and = if more > 0 { format!(" and {more} more") } else { String::new() };
        let noun = if clusters.len() == 1 { "cluster" } else { "clusters" };
        let because = format!("{} ({noun} {}{and})", self.because, names.join(", "));
        Skipped { because, ..self }
    }
}

/// One run over a plan.
pub(crate) struct Run<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) parallel: bool,
    /// What is known about the clusters is wanted besides the findings.
    pub(crate) facts: bool,
    pub(crate) check: Check<'a>,
    pub(crate) progress: &'a (dyn Fn(usize) + Sync),
    pub(crate) done: AtomicUsize,
}

impl Run<'_> {
    /// The units from an index on that fit into one batch; at least one.
    fn batch(&self, from: usize) -> &[PlannedUnit] {
        let mut bytes = 0;
        let rest = &self.plan.units[from..];
        let fits = rest.iter().take(BATCH_UNITS).take_while(|it| {
            let before = bytes;
            bytes += it.bytes();
            before < BATCH
        });
        let count = if self.parallel { fits.count() } else { 1 };
        &rest[..count.max(1)]
    }

    /// All items in order, on all threads where that pays.
    pub(crate) fn map<'t, T: Sync, R: Send>(&self, items: &'t [T], work: impl Fn(&'t T) -> R + Send + Sync) -> Vec<R> {
        if self.parallel { items.par_iter().map(work).collect() } else { items.iter().map(work).collect() }
    }

    /// One more file is done.
    pub(crate) fn step(&self) {
        (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1);
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use lsflint_test_support::Scratch;

    use super::*;
    use crate::{ConfigSource, Paths, Request};

    #[test]
    fn a_panic_in_one_file_is_an_error_of_that_file() {
        let scratch = Scratch::with(&[("a/lsb.queues", ""), ("b/lsb.queues", ""), ("c/lsb.queues", "")]);
        let request = Request {
            config: ConfigSource::Nothing,
            ..Request::new(Paths::new(scratch.path()), vec![PathBuf::from(".")])
        };
        let mut plan = Plan::new(request).unwrap_or_else(|problem| panic!("{problem}"));
        let mut seen = Vec::new();
        let outcome = plan.check_with(
            &|_| {},
            &mut |checked| {
                seen.push(checked.path.to_string());
                ControlFlow::Continue(())
            },
            None,
            &|file, _, _| if file.path.starts_with('b') { panic!("no such thing") } else { Vec::new() },
        );
        assert_eq!(seen, ["a/lsb.queues", "c/lsb.queues"]);
        let problems: Vec<String> = outcome.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with("internal error while checking `b/lsb.queues`: no such thing"), "{problems:?}");
    }
}
