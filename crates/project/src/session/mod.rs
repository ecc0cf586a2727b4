//! Folders and open buffers, kept up to date as they change.
//!
//! A session is told what happens (a folder is added, a buffer is opened, edited, closed, a file changes on the disk) and brings
//! everything up to date when it is asked to. Two ways lead there. An edit of a known file changes that file in the workspaces that
//! read it, and nothing else is looked at. Everything that may change which files belong together (new files, includes, lsflint.toml,
//! another kind of file) makes a new [`Plan`], exactly the one of `lsflint check`; files, trees and workspaces that are the same after
//! it are taken over. So the findings are those of the command line by construction.

mod changed;
mod open_set;
mod snapshot;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_model::{SourceFile, composed};
use lsflint_spec::Target;
use lsflint_syntax::{Edit, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

pub use self::changed::Changed;
use self::open_set::{OpenSet, Pool};
pub use self::snapshot::{ClusterSnapshot, FileSnapshot, SessionSnapshot, SetSnapshot};
use crate::buffers::Buffers;
use crate::config::{ConfigSource, NAME};
use crate::error::Problem;
use crate::include::mentions_include;
use crate::judge::Overrides;
use crate::kind;
use crate::load::{Loader, Parsed};
use crate::paths::{Paths, name_of};
use crate::plan::Plan;
use crate::request::Request;

/// Edits closer than this, in bytes, are at one place.
const NEAR: u32 = 4096;

/// At more places than this everything between them may as well be looked at again.
const PLACES: usize = 16;

/// What a session is asked for, the flags of the command line.
#[derive(Debug, Clone, Default)]
pub struct SessionOptions {
    /// `--config`, `--no-config`.
    pub config: ConfigSource,
    /// `--target`.
    pub target: Option<Target>,
    /// `--cluster`.
    pub cluster: Option<PathBuf>,
    /// `--select` and its relatives.
    pub overrides: Overrides,
}

/// Edits of one file.
#[derive(Default)]
struct Edits {
    edits: Vec<Edit>,
    /// The text that they lead to, where the caller has applied them already.
    text: Option<Arc<str>>,
}

/// Folders and buffers.
pub struct Session {
    paths: Paths,
    options: SessionOptions,
    roots: Vec<PathBuf>,
    buffers: Buffers,
    /// Those of them that were files on the disk, too, when they were opened or the last plan was made.
    saved: FxHashSet<PathBuf>,
    /// Edits of known files that wait for the next refresh.
    edits: BTreeMap<PathBuf, Edits>,
    /// The configurations that the last plan read, or whose mistakes it met.
    config_files: FxHashSet<PathBuf>,
    /// Files may belong together in another way.
    plan_again: bool,
    sets: Vec<OpenSet>,
    /// What the last plan could not do.
    problems: Vec<Arc<Problem>>,
    snapshot: SessionSnapshot,
}

impl Session {
    /// A session without files. `current` is the folder that shown paths are relative to; it must be absolute.
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
            sets: Vec::new(),
            problems: Vec::new(),
            snapshot: SessionSnapshot::default(),
        }
    }

    /// Replaces what is asked for.
    pub fn set_options(&mut self, options: SessionOptions) {
        self.options = options;
        // Other rules, another version: nothing that was found counts any more.
        self.sets.iter_mut().for_each(OpenSet::forget_findings);
        self.plan_again = true;
    }

    /// Replaces the folders whose files are reported on. Files are welcome, too.
    pub fn set_roots(&mut self, roots: Vec<PathBuf>) {
        self.roots = roots.iter().map(|it| self.paths.absolute(it)).collect();
        self.plan_again = true;
    }

    /// A buffer stands in the place of a file from now on.
    pub fn open(&mut self, path: &Path, text: impl Into<Arc<str>>) {
        let path = self.paths.absolute(path);
        let text = text.into();
        self.edits.remove(&path);
        let known = self.snapshot.file(&path).filter(|it| it.1.reported && it.1.source.text == text).is_some();
        if known && path.is_file() {
            self.saved.insert(path.clone());
        }
        self.buffers.insert(path, text);
        self.plan_again |= !known;
    }

    /// Edits a buffer: each edit counts in the text that those before it left. Without effect when no buffer is open there.
    pub fn edit(&mut self, path: &Path, edits: Vec<Edit>) {
        let path = self.paths.absolute(path);
        if self.buffers.get(&path).is_some() {
            let waiting = self.edits.entry(path).or_default();
            waiting.edits.extend(edits);
            waiting.text = None;
        }
    }

    /// The same for a caller that has applied the edits already: `text` is what they lead to.
    pub fn edit_to(&mut self, path: &Path, edits: Vec<Edit>, text: Arc<str>) {
        self.edit(path, edits);
        if let Some(waiting) = self.edits.get_mut(&self.paths.absolute(path)) {
            waiting.text = Some(text);
        }
    }

    /// The file on the disk counts again.
    pub fn close(&mut self, path: &Path) {
        let path = self.paths.absolute(path);
        self.edits.remove(&path);
        self.plan_again |= self.buffers.remove(&path).is_some();
    }

    /// Files or folders appeared, changed or vanished on the disk.
    pub fn files_changed<'p>(&mut self, paths: impl IntoIterator<Item = &'p Path>) {
        let concerns = |path: &Path| {
            let name = name_of(path);
            // A buffer hides what its file says, but not that the file is there or gone.
            if self.buffers.get(path).is_some() && self.saved.contains(path) && path.is_file() {
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
                || self.snapshot.problems.iter().any(|it| it.path().ends_with(&*name))
                || !path.is_file()
                || self.is_included(path)
        };
        let concerned = paths.into_iter().any(|it| concerns(&self.paths.absolute(it)));
        self.plan_again |= concerned;
    }

    /// Whether an lsflint.toml is broken: the file it extends may be what is missing.
    fn config_is_broken(&self) -> bool {
        self.problems.iter().any(|it| matches!(**it, Problem::Config(_)))
    }

    /// Whether an include line leads, or would lead, to a path.
    fn is_included(&self, path: &Path) -> bool {
        let name = name_of(path);
        let clusters = self.snapshot.sets.iter().flat_map(|it| &it.clusters);
        clusters.flat_map(|it| it.facts.view().missing_includes()).any(|it| it.included.ends_with(&*name))
    }

    /// What is known now.
    pub fn snapshot(&self) -> SessionSnapshot {
        self.snapshot.clone()
    }

    /// Brings everything up to date.
    pub fn refresh(&mut self) -> Changed {
        let before = self.snapshot.clone();
        let mut changed = Changed::default();
        for edits in self.rounds() {
            self.catch_up(edits, &mut changed);
        }
        changed.compare(&before, &self.snapshot);
        changed
    }

    /// The edits that wait, in parts. What lies between two edits of a file is looked at again when both come at once, so places that
    /// are far apart come one after the other.
    fn rounds(&mut self) -> Vec<BTreeMap<PathBuf, Edits>> {
        let mut edits = std::mem::take(&mut self.edits);
        let lone = edits.first_entry().filter(|it| it.get().edits.len() > 1 && !self.plan_again);
        let text = lone.as_ref().and_then(|it| Some(self.snapshot.file(it.key())?.1.source.text.clone()));
        let (Some(lone), Some(text)) = (lone, text) else { return vec![edits] };
        let (path, all) = lone.remove_entry();
        let hunks = composed(&text, &all.edits);
        let mut places: Vec<Vec<Edit>> = Vec::new();
        // From the end, so that what comes later lies where it lay.
        for hunk in hunks.into_iter().rev() {
            let near =
                |it: &Vec<Edit>| it.last().is_some_and(|it| it.range.start() < hunk.range.end() + TextSize::new(NEAR));
            match places.last_mut().filter(|it| near(it)) {
                Some(place) => place.push(hunk),
                None => places.push(vec![hunk]),
            }
        }
        if !edits.is_empty() || places.len() > PLACES {
            edits.insert(path, all);
            return vec![edits];
        }
        // Nothing is left of them: that is a round, too.
        let Some(last) = places.pop() else { return vec![edits] };
        let first = places.into_iter().map(|edits| Edits { edits, text: None });
        let rounds = first.chain([Edits { edits: last, text: all.text }]);
        rounds.map(|it| BTreeMap::from([(path.clone(), it)])).collect()
    }

    /// Brings everything up to date with these edits.
    fn catch_up(&mut self, edits: BTreeMap<PathBuf, Edits>, changed: &mut Changed) {
        let mut by_set: BTreeMap<usize, Vec<(usize, Arc<SourceFile>)>> = BTreeMap::new();
        for (path, Edits { edits, text }) in edits {
            let known = self.snapshot.places.get(&*path).copied().filter(|_| !self.plan_again);
            let Some((set, file)) = known else {
                self.edit_unknown(path, &edits, text);
                continue;
            };
            let before = &self.snapshot.sets[set].files[file];
            let edited = Arc::new(before.source.edited_to(&edits, text));
            self.plan_again |= moves(before, &edited, &edits);
            self.buffers.insert(path, edited.text.clone());
            by_set.entry(set).or_default().push((file, edited));
        }
        if std::mem::take(&mut self.plan_again) {
            changed.planned = true;
            // What was parsed already is not parsed again.
            let mut parsed = FxHashMap::default();
            for (set, (file, source)) in
                by_set.into_iter().flat_map(|(set, it)| it.into_iter().map(move |it| (set, it)))
            {
                let path = self.snapshot.sets[set].files[file].path.clone();
                let file = Parsed::new(source, self.sets[set].parsed(file));
                parsed.extend(file.ok().map(|it| (path, it.0)));
            }
            self.plan(parsed);
        } else {
            for (set, files) in by_set {
                changed.work += self.sets[set].change(files);
            }
            self.take_snapshot(self.snapshot.places.clone());
        }
    }

    /// An edit of a buffer that is no file of a cluster, or not yet.
    fn edit_unknown(&mut self, path: PathBuf, edits: &[Edit], edited: Option<Arc<str>>) {
        let Some(text) = self.buffers.get(&path) else { return };
        let text = edited.unwrap_or_else(|| edits.iter().fold(text.clone(), |text, it| it.apply(&text).into()));
        let name = name_of(&path);
        // It may have become one.
        self.plan_again |= name == NAME || self.config_files.contains(&path) || kind::recognise(&name, &text).is_some();
        self.buffers.insert(path, text);
    }

    /// Groups the files anew. `parsed`: files that were parsed since the last snapshot.
    fn plan(&mut self, mut parsed: FxHashMap<Arc<Path>, Parsed>) {
        self.saved = self.buffers.iter().map(|it| it.0.to_owned()).filter(|it| it.is_file()).collect();
        let mut problems = Vec::new();
        let plan = match Plan::new(self.request(self.options.config.clone())) {
            Ok(plan) => Some(plan),
            Err(problem) => {
                // Nobody at the keyboard is helped by silence until lsflint.toml is mended.
                problems.push(Arc::new(problem));
                Plan::new(self.request(ConfigSource::Nothing)).map_err(|it| problems.push(Arc::new(it))).ok()
            }
        };
        let mut pool = Pool::default();
        for (path, (set, file)) in self.snapshot.places.iter() {
            if let Some(file) = self.sets.get(*set).and_then(|it| it.parsed(*file)) {
                parsed.entry(path.clone()).or_insert_with(|| file.clone());
            }
        }
        for set in std::mem::take(&mut self.sets) {
            pool.add(set);
        }
        self.config_files = problems.iter().map(|it| self.paths.absolute(Path::new(it.path()))).collect();
        if let Some(plan) = plan {
            self.config_files.extend(plan.config_files.iter().cloned());
            let before = |path: &Path| parsed.get(path).cloned();
            let loader = Loader { before: &before, scripts: false, ..Loader::new(&plan) };
            let is_large = plan.is_large();
            for set in &plan.sets {
                let mut wrong = Vec::new();
                let mut load = || loader.set(set, &mut wrong);
                // Rules run on one thread: an editor has other use for the others, and memory for one walk is enough.
                let loaded = if is_large { rayon::scope(|_| load()) } else { load() };
                problems.extend(wrong.into_iter().map(Arc::new));
                self.sets.push(OpenSet::new(&plan, set, loaded, &mut pool));
            }
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
        let roots = self.roots.iter().filter(|it| it.exists()).cloned().collect();
        Request {
            buffers: self.buffers.clone(),
            cluster: self.options.cluster.clone(),
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

/// Whether a file after an edit may belong elsewhere: it is another kind of file, or it includes something else.
fn moves(file: &FileSnapshot, after: &SourceFile, edits: &[Edit]) -> bool {
    let before = &file.source;
    let name = name_of(&file.path);
    if !file.included && kind::by_name(&name).is_none() {
        let recognised = kind::recognise(&name, &after.text);
        if recognised.is_none_or(|it| it.kind != before.kind || it.certain != before.kind_certain) {
            return true;
        }
    }
    let (mut put_in, mut taken) = (TextSize::new(0), TextSize::new(0));
    composed(&before.text, edits).iter().any(|it| {
        let inserted = TextRange::at(it.range.start() + put_in - taken, TextSize::of(&*it.insert));
        (put_in, taken) = (put_in + inserted.len(), taken + it.range.len());
        mentions_include(lines_of(&before.text, it.range)) || mentions_include(lines_of(&after.text, inserted))
    })
}

/// The whole lines that a range touches.
fn lines_of(text: &str, range: TextRange) -> &str {
    let start = text[..usize::from(range.start())].rfind('\n').map_or(0, |it| it + 1);
    let end = usize::from(range.end());
    let end = text[end..].find('\n').map_or(text.len(), |it| end + it);
    &text[start..end]
}
