//! Running the rules over a plan.
//!
//! One unit (clusters that share files) is in memory at a time, or as many as fit into a small budget: its files are read and parsed,
//! the facts of each cluster are collected, every file is judged, and the trees go away. Small plans run on the calling thread; a
//! pool of threads costs more than it gives for a dozen lines.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lsflint_lint::{Diagnostic, check_file};
use lsflint_model::{Knowledge, Resource, SourceFile};
use lsflint_spec::FileKind;
use rayon::prelude::*;

use crate::caught::catch;
use crate::error::Problem;
use crate::plan::{Plan, PlannedFile, PlannedUnit};
use crate::read::{Decoded, Encoding, read_file};

/// Below this many bytes a plan runs on the calling thread.
const SMALL: u64 = 192 * 1024;
/// Units are taken together until they have this many bytes, so that many small clusters use all threads.
const BATCH: u64 = 8 << 20;
/// And at most this many, so that the first findings do not wait.
const BATCH_UNITS: usize = 512;

/// A file that was judged.
#[derive(Debug)]
pub struct Checked {
    /// Its path in reports.
    pub path: Arc<str>,
    /// Which file of LSF it is.
    pub kind: FileKind,
    /// Its text.
    pub text: Arc<str>,
    /// How the bytes on the disk became text.
    pub encoding: Encoding,
    /// The findings, by position and code.
    pub diagnostics: Vec<Diagnostic>,
    /// The other files that findings point to.
    pub related: Vec<RelatedText>,
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

/// Where judging happens; tests put something else here.
type Check<'a> = &'a (dyn Fn(&SourceFile, &lsflint_model::Cluster, &PlannedUnit) -> Vec<Diagnostic> + Sync);

impl Plan {
    /// Checks everything. `sink` gets every file that is reported on, in the order of the paths; `progress` gets the number of files
    /// done, from any thread. A sink that breaks ends the run early.
    pub fn check(&mut self, progress: &(dyn Fn(usize) + Sync), sink: Sink<'_>) -> Outcome {
        self.check_with(progress, sink, &|file, cluster, unit| {
            check_file(file, cluster, &unit.judge.settings, &unit.judge.registry)
        })
    }

    fn check_with(&mut self, progress: &(dyn Fn(usize) + Sync), sink: Sink<'_>, check: Check<'_>) -> Outcome {
        let bytes: u64 = self.units.iter().map(PlannedUnit::bytes).sum();
        let threads = self.jobs.map_or(0, std::num::NonZeroUsize::get);
        let parallel = threads != 1 && (threads > 1 || bytes >= SMALL);
        let run = Run { plan: self, parallel, check, progress, done: AtomicUsize::new(0) };
        let mut outcome = Outcome::default();
        // Without threads everything runs here, which is always right.
        let pool = if parallel { rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok() } else { None };
        let mut pending: Vec<Checked> = Vec::new();
        let mut next = 0;
        while next < run.plan.units.len() {
            let units = run.batch(next);
            next += units.len();
            let results = match &pool {
                Some(pool) => pool.install(|| run.map(units, |unit| run.unit(unit))),
                None => units.iter().map(|unit| run.unit(unit)).collect(),
            };
            for result in results {
                outcome.files += result.checked.len();
                outcome.problems.extend(result.problems);
                outcome.skipped.extend(result.skipped);
                pending.extend(result.checked);
            }
            // A later unit may still have a path that comes first.
            let limit = run.plan.units.get(next).and_then(PlannedUnit::first_reported);
            pending.sort_by(|a, b| a.path.cmp(&b.path));
            let ready = limit.map_or(pending.len(), |limit| pending.partition_point(|it| *it.path < *limit));
            if pending.drain(..ready).try_for_each(&mut *sink).is_break() {
                break;
            }
        }
        outcome.problems.append(&mut self.problems);
        outcome.problems.sort_by(|a, b| a.path().cmp(b.path()));
        outcome.skipped.sort();
        outcome.skipped.dedup();
        outcome
    }
}

struct Run<'a> {
    plan: &'a Plan,
    parallel: bool,
    check: Check<'a>,
    progress: &'a (dyn Fn(usize) + Sync),
    done: AtomicUsize,
}

#[derive(Default)]
struct UnitResult {
    checked: Vec<Checked>,
    problems: Vec<Problem>,
    skipped: Vec<Skipped>,
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

    fn map<T: Sync, R: Send>(&self, items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
        if self.parallel { items.par_iter().map(work).collect() } else { items.iter().map(work).collect() }
    }

    fn unit(&self, unit: &PlannedUnit) -> UnitResult {
        let mut result = UnitResult::default();
        let mut files: Vec<Option<(SourceFile, Encoding)>> = Vec::with_capacity(unit.files.len());
        for loaded in self.map(&unit.files, load) {
            files.push(loaded.map_err(|problem| result.problems.extend(problem)).ok());
        }
        let clusters: Vec<(lsflint_model::Cluster, &crate::group::Cluster)> = self
            .map(&unit.clusters, |cluster| {
                let members: Vec<SourceFile> =
                    cluster.files.iter().filter_map(|it| files[*it].as_ref()).map(|it| it.0.clone()).collect();
                self.facts(&members, unit)
            })
            .into_iter()
            .zip(&unit.clusters)
            .filter_map(|(facts, cluster)| match facts {
                Ok(facts) => Some((facts, cluster)),
                Err(message) => {
                    let path = unit.first_reported().unwrap_or_default().to_owned();
                    result.problems.push(Problem::Internal { path, message });
                    None
                }
            })
            .collect();
        for (facts, cluster) in &clusters {
            result.skipped.extend(missing(cluster, facts, &files));
        }
        let indices: Vec<usize> = (0..unit.files.len()).filter(|it| unit.files[*it].reported).collect();
        for judged in self.map(&indices, |index| self.file(*index, &files, &clusters, unit)) {
            match judged {
                Ok(checked) => result.checked.extend(checked),
                Err(problem) => result.problems.push(problem),
            }
        }
        result
    }

    /// What the files of a cluster say about each other, and what the site says about it.
    fn facts(&self, members: &[SourceFile], unit: &PlannedUnit) -> Result<lsflint_model::Cluster, String> {
        let target = self.plan.target.as_ref().or(unit.config.target.as_ref());
        let facts = catch(|| {
            let mut cluster = lsflint_model::Cluster::of(members, target);
            for name in &unit.config.known_resources {
                if cluster.resources.get(name).is_none() {
                    cluster.resources.define(name, unknown_resource());
                }
            }
            cluster
        });
        facts.map_err(|panic| panic.message)
    }

    /// Judges a file in every cluster that reads it.
    fn file(
        &self,
        index: usize,
        files: &[Option<(SourceFile, Encoding)>],
        clusters: &[(lsflint_model::Cluster, &crate::group::Cluster)],
        unit: &PlannedUnit,
    ) -> Result<Option<Checked>, Problem> {
        let Some((file, encoding)) = &files[index] else { return Ok(None) };
        let planned = &unit.files[index];
        let internal =
            |panic: crate::caught::Panic| Problem::Internal { path: planned.shown.to_string(), message: panic.message };
        let mut found: Option<Vec<Diagnostic>> = None;
        for (facts, _) in clusters.iter().filter(|(_, cluster)| cluster.judged.contains(&index)) {
            let here = catch(|| (self.check)(file, facts, unit)).map_err(internal)?;
            match &mut found {
                None => found = Some(here),
                Some(found) => found
                    .retain(|it| here.iter().any(|other| other.range == it.range && other.rule.code == it.rule.code)),
            }
        }
        let mut diagnostics = found.unwrap_or_default();
        diagnostics.retain(|it| !unit.config.silences(&planned.path, it.rule.code));
        (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1);
        let related = related_texts(&diagnostics, files);
        let (path, text) = (planned.shown.clone(), file.text.clone());
        Ok(Some(Checked { path, kind: file.kind, text, encoding: *encoding, diagnostics, related }))
    }
}

/// Reads and parses a file. `Err(None)`: it cannot be read, and nobody asked for it.
fn load(file: &PlannedFile) -> Result<(SourceFile, Encoding), Option<Problem>> {
    let decoded = match &file.text {
        Some(text) => Ok(text.clone()),
        None => read_file(&file.path, &file.shown),
    };
    let Decoded { text, encoding } = decoded.map_err(|problem| file.reported.then_some(problem))?;
    let parsed = catch(|| SourceFile::new(&file.shown, file.recognised.kind, text));
    let mut source =
        parsed.map_err(|panic| Some(Problem::Internal { path: file.shown.to_string(), message: panic.message }))?;
    source.kind_certain = file.recognised.certain;
    source.template = file.recognised.template;
    Ok((source, encoding))
}

/// A resource of which only the name is known.
fn unknown_resource() -> Resource {
    Resource {
        kind: None,
        reading: None,
        direction: None,
        consumable: None,
        shared: None,
        builtin: false,
        order: None,
        defined: None,
        size_units: false,
        interval: None,
    }
}

fn related_texts(diagnostics: &[Diagnostic], files: &[Option<(SourceFile, Encoding)>]) -> Vec<RelatedText> {
    let mut found: Vec<RelatedText> = Vec::new();
    for path in diagnostics.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref()) {
        if found.iter().any(|it| *it.path == *path) {
            continue;
        }
        if let Some((file, encoding)) = files.iter().flatten().find(|it| *it.0.path == *path) {
            found.push(RelatedText { path: file.path.clone(), text: file.text.clone(), encoding: *encoding });
        }
    }
    found
}

/// The checks that need a file which is not in view.
fn missing<'a>(
    cluster: &'a crate::group::Cluster,
    facts: &'a lsflint_model::Cluster,
    files: &'a [Option<(SourceFile, Encoding)>],
) -> impl Iterator<Item = Skipped> {
    let in_view =
        |kind: FileKind| cluster.files.iter().filter_map(|it| files[*it].as_ref()).any(|it| it.0.kind == kind);
    let rows = [
        ("names of resources", FileKind::LsfShared, facts.resources.knowledge != Knowledge::Unknown),
        ("names of hosts", FileKind::LsfCluster, false),
        ("settings of lsf.conf that change how other files are read", FileKind::LsfConf, false),
    ];
    let absent = rows.into_iter().filter(move |(_, kind, known)| !known && !in_view(*kind));
    absent.map(|(check, kind, _)| Skipped {
        check: format!("{check} in cluster `{}`", cluster.name),
        because: format!("no {} in view", kind.name()),
    })
}
