//! Everything that is known at one moment: what requests are answered from.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lsflint_ide::{File, FileRange, Snapshot};
use lsflint_project::{ConfigError, Judge, LiveCluster, LiveFile, LiveUnit, Paths, Problem, State};
use lsflint_syntax::TextRange;
use ropey::Rope;
use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{Location, Uri};

use crate::convert::{Encoding, Positions, uri_of};
use crate::documents::{Document, Revision};
use crate::requests::semantic_tokens::Results;
use crate::settings::Settings;

/// The newest state of everything, as of a revision. Never changes.
pub(crate) struct Moment {
    /// Everything up to this revision is in it.
    pub(crate) revision: Revision,
    /// The files, checked.
    pub(crate) state: State,
    /// The folder that paths in a snapshot are relative to.
    pub(crate) paths: Paths,
    /// The open documents as they were checked.
    pub(crate) documents: FxHashMap<Arc<Path>, Document>,
    /// What a person set.
    pub(crate) settings: Arc<Settings>,
    /// Lines of files on the disk, kept from one moment to the next.
    pub(crate) texts: Arc<Texts>,
    /// Tokens that were sent, kept from one moment to the next.
    pub(crate) tokens: Arc<Results>,
}

impl Moment {
    /// Nothing is known.
    pub(crate) fn nothing() -> Moment {
        Moment {
            revision: 0,
            state: State::default(),
            paths: Paths::new("/"),
            documents: FxHashMap::default(),
            settings: Arc::default(),
            texts: Arc::default(),
            tokens: Arc::default(),
        }
    }

    /// The files of the cluster that a file is looked at in, and the file.
    pub(crate) fn snapshot(&self, path: &Path) -> Option<(Snapshot, &LiveFile)> {
        let (unit, file) = self.state.file(path)?;
        let cluster = unit.cluster_of(path)?;
        Some((snapshot(unit, cluster, &file.judge), file))
    }

    /// One snapshot for each cluster.
    pub(crate) fn snapshots(&self) -> impl Iterator<Item = Snapshot> {
        self.state.units().iter().flat_map(|unit| unit.clusters.iter().map(|it| snapshot(unit, it, &unit.judge)))
    }

    /// The absolute path of a file of a snapshot.
    pub(crate) fn path(&self, shown: &str) -> PathBuf {
        self.paths.absolute(Path::new(shown))
    }

    /// The files with findings to report.
    pub(crate) fn reported(&self) -> impl Iterator<Item = &LiveFile> {
        self.state.files().filter(|it| it.reported)
    }

    /// Each lsflint.toml that is broken.
    pub(crate) fn broken_configs(&self) -> impl Iterator<Item = (PathBuf, &ConfigError)> {
        self.state.problems().iter().filter_map(|it| match &**it {
            Problem::Config(error) => Some((self.path(&error.path), error)),
            _ => None,
        })
    }

    /// Where positions of a file are, whether it is open or not.
    pub(crate) fn positions(&self, file: &LiveFile, encoding: Encoding) -> Positions {
        let rope = match self.documents.get(&file.path) {
            Some(document) => document.rope.clone(),
            None => self.texts.rope(&file.source.text),
        };
        Positions::new(rope, encoding)
    }

    /// The name of a file, as the client writes it when it has the file open.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        match self.documents.get(path) {
            Some(document) => Some((*document.uri).clone()),
            None => uri_of(path),
        }
    }

    /// A place in a file of a snapshot.
    pub(crate) fn location(&self, file: &str, range: TextRange, encoding: Encoding) -> Option<Location> {
        let path = self.path(file);
        let file = self.state.file(&path)?.1;
        Some(Location { uri: self.uri(&path)?, range: self.positions(file, encoding).range(range) })
    }

    /// The same for what features return.
    pub(crate) fn location_of(&self, place: &FileRange, encoding: Encoding) -> Option<Location> {
        self.location(&place.path, place.range.into(), encoding)
    }
}

/// The files of a cluster, with what lsflint.toml says about one of them.
fn snapshot(unit: &LiveUnit, cluster: &LiveCluster, judge: &Judge) -> Snapshot {
    let files = cluster.files.iter().map(|it| &unit.files[*it]);
    let files = files.map(|it| File { source: it.source.clone(), findings: it.findings.clone() });
    Snapshot {
        files: files.collect(),
        cluster: cluster.facts.clone(),
        rules: lsflint_rules::all(),
        settings: judge.settings.clone(),
        format: judge.config.format,
    }
}

/// Ropes of texts that are not open, built when somebody asks for a position in them.
#[derive(Default)]
pub(crate) struct Texts(Mutex<Vec<(Arc<str>, Rope)>>);

/// How many are kept.
const KEPT: usize = 8;

impl Texts {
    fn rope(&self, text: &Arc<str>) -> Rope {
        let mut known = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(at) = known.iter().position(|it| Arc::ptr_eq(&it.0, text)) {
            let found = known.remove(at);
            let rope = found.1.clone();
            known.push(found);
            return rope;
        }
        if known.len() == KEPT {
            known.remove(0);
        }
        let rope = Rope::from_str(text);
        known.push((text.clone(), rope.clone()));
        rope
    }
}
