//! A session: directories and open buffers whose findings are updated as they change.
//!
//! A session is notified of events (a directory is added, a buffer is opened, edited or closed, a file changes on the
//! disk) and updates its state on request. There are two kinds of update. An edit of a known file changes that file in
//! the workspaces that read it; nothing else is read. Everything that may change which files belong together (new
//! files, includes, lsflint.toml, another kind of file) makes a new [`Plan`], the same as that of `lsflint check`;
//! unchanged files, trees and workspaces are reused. The findings are therefore those of the command line by
//! construction.

mod changed;
mod known;
mod moves;
mod open_set;
mod rounds;
mod snapshot;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_model::job::JobScript;
use lsflint_spec::Target;
use lsflint_syntax::Edit;
use rustc_hash::{FxHashMap, FxHashSet};

pub use self::changed::Changed;
use self::known::Baselines;
use self::moves::moves;
use self::open_set::{OpenSet, Pool, Ready};
use self::rounds::{Edits, rounds};
pub use self::snapshot::{ClusterSnapshot, FileSnapshot, SessionSnapshot, SetSnapshot};
use crate::buffers::Buffers;
use crate::config::{ConfigSource, NAME};
use crate::disk::Disk;
use crate::error::Problem;
use crate::judge::Overrides;
use crate::kind::{self, MemberKind};
use crate::load::Loader;
use crate::parsed::Parsed;
use crate::paths::{Paths, name_of};
use crate::peers::is_compared;
use crate::plan::Plan;
use crate::request::Request;
use crate::script::{is_met_script, kind_of_buffer, may_be_script};
use crate::source::{Source, edited};

/// The options of a session, equivalent to command line flags.
#[derive(Debug, Clone, Default)]
pub struct SessionOptions {
    /// `--config` and `--no-config`.
    pub config: ConfigSource,
    /// `--target`: the LSF version or dialect.
    pub target: Option<Target>,
    /// `--cluster`: the directory of the cluster.
    pub cluster: Option<PathBuf>,
    /// LSF_ENVDIR: the directory of the cluster of job scripts that no other cluster is around.
    pub environment: Option<PathBuf>,
    /// `--profile`, `--select` and similar options.
    pub overrides: Overrides,
}

/// What was parsed before a new plan.
#[derive(Default)]
struct Known {
    files: FxHashMap<Arc<Path>, Parsed>,
    scripts: FxHashMap<Arc<Path>, JobScript>,
}

/// Directories and open buffers with their current findings.
pub struct Session {
    paths: Paths,
    options: SessionOptions,
    roots: Vec<PathBuf>,
    buffers: Buffers,
    /// The buffers whose file existed on the disk when they were opened or the last plan was made.
    saved: FxHashSet<PathBuf>,
    /// Edits of known files that are pending until the next refresh.
    edits: BTreeMap<PathBuf, Edits>,
    /// The lsflint.toml files that the last plan read, including broken ones.
    config_files: FxHashSet<PathBuf>,
    /// Whether the next refresh must make a new plan.
    plan_again: bool,
    /// Whether the last plan searched directories for job scripts.
    takes_scripts: bool,
    /// Whether the last plan compared clusters with each other.
    compares_clusters: bool,
    sets: Vec<OpenSet>,
    /// The problems of the last plan.
    problems: Vec<Arc<Problem>>,
    snapshot: SessionSnapshot,
}

impl Session {
    /// A session without files. Shown paths are relative to `current`, which must be absolute.
    pub fn new(current: impl Into<PathBuf>, options: SessionOptions) -> Session {
        Session {
            paths: Paths::new(current),
            options,
            roots: Vec::new(),
            buffers: Buffers::default(),
            saved: FxHashSet::default(),
            edits: BTreeMap::new(),
            config_files: FxHashSet::default(),
            plan_again: true,
            takes_scripts: false,
            compares_clusters: false,
            sets: Vec::new(),
            problems: Vec::new(),
            snapshot: SessionSnapshot::default(),
        }
    }

    /// Replaces the disk that files are read from.
    pub fn set_disk(&mut self, disk: Disk) {
        self.buffers.set_disk(disk);
        self.plan_again = true;
    }

    fn disk(&self) -> &Disk {
        self.buffers.disk()
    }

    /// Replaces the options.
    pub fn set_options(&mut self, options: SessionOptions) {
        self.options = options;
        // With other rules or another target, no earlier findings apply.
        self.sets.iter_mut().for_each(OpenSet::forget_findings);
        self.plan_again = true;
    }

    /// Replaces the directories (or files) that are reported on.
    pub fn set_roots(&mut self, roots: Vec<PathBuf>) {
        self.roots = roots.iter().map(|it| self.paths.absolute(it)).collect();
        self.plan_again = true;
    }

    /// Opens a buffer, which replaces the file on the disk. Returns the text, in the memory of the file if it has the
    /// same one.
    pub fn open(&mut self, path: &Path, text: impl Into<Arc<str>>) -> Arc<str> {
        let path = self.paths.absolute(path);
        let mut text = text.into();
        self.edits.remove(&path);
        let same = self.snapshot.file(&path).filter(|it| *it.1.source.text() == text);
        let known = same.as_ref().is_some_and(|it| it.1.reported);
        if let Some((_, file)) = same {
            text = file.source.text().clone();
        }
        if known && self.disk().is_file(&path) {
            self.saved.insert(path.clone());
        }
        self.buffers.insert(path, text.clone());
        self.plan_again |= !known;
        text
    }

    /// Edits a buffer: each edit applies to the text after the previous one. Has no effect if no buffer is open.
    pub fn edit(&mut self, path: &Path, edits: Vec<Edit>) {
        let path = self.paths.absolute(path);
        if self.buffers.get(&path).is_some() {
            let waiting = self.edits.entry(path).or_default();
            waiting.edits.extend(edits);
            waiting.text = None;
        }
    }

    /// Like [`Session::edit`], for a caller that has applied the edits: `text` is the resulting text.
    pub fn edit_to(&mut self, path: &Path, edits: Vec<Edit>, text: Arc<str>) {
        self.edit(path, edits);
        if let Some(waiting) = self.edits.get_mut(&self.paths.absolute(path)) {
            waiting.text = Some(text);
        }
    }

    /// Closes a buffer, so that the file on the disk is used again.
    pub fn close(&mut self, path: &Path) {
        let path = self.paths.absolute(path);
        self.edits.remove(&path);
        self.plan_again |= self.buffers.remove(&path).is_some();
    }

    /// Notes that files or directories appeared, changed or vanished on the disk.
    pub fn files_changed<'p>(&mut self, paths: impl IntoIterator<Item = &'p Path>) {
        let concerns = |path: &Path| {
            let name = name_of(path);
            // A buffer replaces the text of its file, but not whether the file exists.
            if self.buffers.get(path).is_some() && self.saved.contains(path) && self.disk().is_file(path) {
                return false;
            }
            self.snapshot.places.contains_key(path)
                || name == NAME
                || self.config_files.contains(path)
                || name.ends_with(".toml") && self.config_is_broken()
                || name == ".gitignore"
                || name == ".ignore"
                || kind::by_name(&name).is_some()
                || kind::is_near(&name)
                || self.takes_scripts && may_be_script(&name) && is_met_script(path, None, self.disk())
                || self.snapshot.problems.iter().any(|it| it.path().ends_with(&*name))
                || !self.disk().is_file(path)
                || self.is_included(path)
        };
        let concerned = paths.into_iter().any(|it| concerns(&self.paths.absolute(it)));
        self.plan_again |= concerned;
    }

    /// Whether an lsflint.toml is broken; a file that it extends may be missing.
    fn config_is_broken(&self) -> bool {
        self.problems.iter().any(|it| matches!(**it, Problem::Config(_)))
    }

    /// Whether an include line refers to a path, whether it exists or not.
    fn is_included(&self, path: &Path) -> bool {
        let name = name_of(path);
        let clusters = self.snapshot.sets.iter().flat_map(|it| &it.clusters);
        clusters.flat_map(|it| it.facts.view().missing_includes()).any(|it| it.included.ends_with(&*name))
    }

    /// The current state.
    pub fn snapshot(&self) -> SessionSnapshot {
        self.snapshot.clone()
    }

    /// Updates everything.
    pub fn refresh(&mut self) -> Changed {
        self.refresh_with(&|_| {})
    }

    /// As [`Session::refresh`]. If files are loaded, `ready` is called with each one, on any thread and before the
    /// snapshot contains it: when its own lines are checked, and when it is checked in its cluster. The snapshot may
    /// add to the findings that it has then.
    pub fn refresh_with(&mut self, ready: &(dyn Fn(FileSnapshot) + Sync)) -> Changed {
        let before = self.snapshot.clone();
        let mut changed = Changed::default();
        let edits = std::mem::take(&mut self.edits);
        let text_of = |path: &Path| Some(self.snapshot.file(path)?.1.source.text().clone());
        let rounds = if self.plan_again { vec![edits] } else { rounds(edits, text_of) };
        for edits in rounds {
            self.catch_up(edits, &mut changed, ready);
        }
        changed.compare(&before, &self.snapshot);
        changed
    }

    /// Applies one round of edits.
    fn catch_up(&mut self, edits: BTreeMap<PathBuf, Edits>, changed: &mut Changed, ready: Ready<'_>) {
        let mut by_set: BTreeMap<usize, Vec<(usize, Source)>> = BTreeMap::new();
        for (path, Edits { edits, text }) in edits {
            let known = self.snapshot.places.get(&*path).copied().filter(|_| !self.plan_again);
            let Some((set, file)) = known else {
                self.edit_unknown(path, &edits, text);
                continue;
            };
            let before = &self.snapshot.sets[set].files[file];
            let edited = before.source.edited_to(&edits, text);
            self.plan_again |= moves(before, &edited, &edits);
            self.plan_again |= self.compares_clusters && before.source.file().is_some_and(|it| is_compared(it.kind));
            self.buffers.insert(path, edited.text().clone());
            by_set.entry(set).or_default().push((file, edited));
        }
        if std::mem::take(&mut self.plan_again) {
            changed.planned = true;
            // Files that were already parsed are not parsed again.
            let mut parsed = Known::default();
            for (set, (file, source)) in
                by_set.into_iter().flat_map(|(set, it)| it.into_iter().map(move |it| (set, it)))
            {
                let path = self.snapshot.sets[set].files[file].path.clone();
                match source {
                    Source::File(source) => {
                        let file = Parsed::new(source, self.sets[set].parsed(file));
                        parsed.files.extend(file.ok().map(|it| (path, it.0)));
                    }
                    Source::Script(script) => drop(parsed.scripts.insert(path, script)),
                }
            }
            self.plan(parsed, ready);
        } else {
            for (set, files) in by_set {
                changed.work += self.sets[set].change(files);
            }
            self.take_snapshot(self.snapshot.places.clone());
        }
    }

    /// Applies an edit to a buffer that is not a file of a cluster, or not yet.
    fn edit_unknown(&mut self, path: PathBuf, edits: &[Edit], after: Option<Arc<str>>) {
        let Some(text) = self.buffers.get(&path) else { return };
        let text = after.unwrap_or_else(|| edited(text, edits));
        let name = name_of(&path);
        // The edit may have made it one.
        self.plan_again |= name == NAME || self.config_files.contains(&path) || kind_of_buffer(&name, &text).is_some();
        self.buffers.insert(path, text);
    }

    /// Makes a new plan. `known`: what was parsed since the last snapshot.
    fn plan(&mut self, mut known: Known, ready: Ready<'_>) {
        self.saved = self.buffers.iter().map(|it| it.0.to_owned()).filter(|it| self.disk().is_file(it)).collect();
        let mut problems = Vec::new();
        let plan = match Plan::new(self.request(self.options.config.clone())) {
            Ok(plan) => Some(plan),
            Err(problem) => {
                // What is wrong is reported, but the findings stay available until it is corrected.
                problems.push(Arc::new(problem));
                let without_cluster = |config| Request { cluster: None, ..self.request(config) };
                let again = match &*problems[0] {
                    Problem::Config(_) => Plan::new(self.request(ConfigSource::Nothing)),
                    // The directory of the setting is not a cluster.
                    _ => Plan::new(without_cluster(self.options.config.clone())),
                };
                let again = again.or_else(|_| Plan::new(without_cluster(ConfigSource::Nothing)));
                again.map_err(|it| problems.push(Arc::new(it))).ok()
            }
        };
        let mut pool = Pool::default();
        for (path, (set, file)) in self.snapshot.places.iter() {
            if let Some(file) = self.sets.get(*set).and_then(|it| it.parsed(*file)) {
                known.files.entry(path.clone()).or_insert_with(|| file.clone());
            }
            if let Some(script) = self.snapshot.sets.get(*set).and_then(|it| it.files[*file].source.script()) {
                known.scripts.entry(path.clone()).or_insert_with(|| script.clone());
            }
        }
        for set in std::mem::take(&mut self.sets) {
            pool.add(set);
        }
        self.config_files = problems.iter().map(|it| self.paths.absolute(Path::new(it.path()))).collect();
        if let Some(plan) = plan {
            self.config_files.extend(plan.config_files.iter().cloned());
            self.takes_scripts = plan.takes_scripts;
            self.compares_clusters = plan.compares_clusters;
            let (baselines, invalid) = Baselines::of(&plan, &self.paths);
            problems.extend(invalid.into_iter().map(Arc::new));
            self.config_files.extend(baselines.paths().cloned());
            let before = |path: &Path| known.files.get(path).cloned();
            let script_before = |path: &Path| known.scripts.get(path).cloned();
            let wanted = |it| !matches!(it, MemberKind::Connector(_));
            let loader = Loader { before: &before, script_before: &script_before, wanted, ..Loader::new(&plan) };
            let (mut sets, mut wrong) = (Vec::new(), Vec::new());
            let mut open = || {
                for set in &plan.sets {
                    let loaded = loader.set(set, &mut wrong);
                    sets.push(OpenSet::new(&plan, set, loaded, &baselines, &mut pool, ready));
                }
            };
            // Threads are entered once, because there may be very many sets.
            if plan.is_large() {
                rayon::scope(|_| open())
            } else {
                open()
            }
            self.sets = sets;
            problems.extend(wrong.into_iter().map(Arc::new));
            problems.extend(plan.problems.into_iter().map(Arc::new));
        }
        self.problems = problems;
        let mut places: FxHashMap<Arc<Path>, (usize, usize)> = FxHashMap::default();
        for (set, open) in self.sets.iter().enumerate() {
            for (number, file) in open.snapshot.files.iter().enumerate() {
                places.entry(file.path.clone()).or_insert((set, number));
            }
        }
        self.take_snapshot(Arc::new(places));
    }

    fn request(&self, config: ConfigSource) -> Request {
        let roots = self.roots.iter().filter(|it| self.disk().exists(it)).cloned().collect();
        Request {
            buffers: self.buffers.clone(),
            cluster: self.options.cluster.clone(),
            environment: self.options.environment.clone(),
            config,
            target: self.options.target,
            overrides: self.options.overrides.clone(),
            ..Request::new(self.paths.clone(), roots)
        }
    }

    fn take_snapshot(&mut self, places: Arc<FxHashMap<Arc<Path>, (usize, usize)>>) {
        let problems = self.problems.iter().chain(self.sets.iter().flat_map(|it| &it.problems));
        self.snapshot = SessionSnapshot {
            sets: self.sets.iter().map(|it| it.snapshot.clone()).collect(),
            places,
            problems: problems.cloned().collect(),
        };
    }
}
