//! The immutable state of the server at one revision, from which requests are answered.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use lsflint_ide::{File, FileRange, Script, Scripts, Snapshot};
use lsflint_lint::{Diagnostic as Finding, Rules};
use lsflint_project::{ConfigError, Disk, FileSnapshot, Judge, Paths, Problem, SessionSnapshot, SetSnapshot};
use lsflint_syntax::TextRange;
use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{Location, Uri};

use crate::client::ClientFacts;
use crate::committed::Committed;
use crate::documents::{Document, Revision};
use crate::rule_pages::rule_page;
use crate::settings::Settings;
use crate::text::Text;
use crate::to_proto::{self, Encoding, Positions, uri_of};
use crate::token_cache::TokenCache;
use crate::written::{Pages, Writer, Written, WrittenCache};

/// The immutable state of the server at a revision.
pub(crate) struct ServerSnapshot {
    /// The latest revision that is included.
    pub(crate) revision: Revision,
    /// The checked files.
    pub(crate) state: SessionSnapshot,
    /// The disk that the files are on.
    pub(crate) disk: Disk,
    /// The directory that paths in a snapshot are relative to.
    pub(crate) paths: Paths,
    /// The open documents as they were checked.
    pub(crate) documents: FxHashMap<Arc<Path>, Document>,
    /// The user settings.
    pub(crate) settings: Arc<Settings>,
    /// Line tables of files on disk, shared by all snapshots.
    pub(crate) texts: Arc<TextCache>,
    /// Tokens that were sent, shared by all snapshots.
    pub(crate) tokens: Arc<TokenCache>,
    /// The last diagnostics, shared by all snapshots.
    pub(crate) written: Arc<WrittenCache>,
    /// Texts of the last commit, shared by all snapshots.
    pub(crate) committed: Arc<Committed>,
}

impl ServerSnapshot {
    /// An empty snapshot.
    pub(crate) fn nothing() -> ServerSnapshot {
        ServerSnapshot {
            revision: 0,
            state: SessionSnapshot::default(),
            disk: Disk::default(),
            paths: Paths::new("/"),
            documents: FxHashMap::default(),
            settings: Arc::default(),
            texts: Arc::default(),
            tokens: Arc::default(),
            written: Arc::default(),
            committed: Arc::default(),
        }
    }

    /// The snapshot of the cluster in whose context a file is shown, and the file.
    pub(crate) fn snapshot(&self, path: &Path) -> Option<(Snapshot, &FileSnapshot)> {
        let (unit, file) = self.state.file(path)?;
        let cluster = unit.cluster_of(path)?;
        let script = file.source.script().map(|it| Script { source: it.clone(), findings: file.findings.clone() });
        Some((Snapshot { script, ..snapshot(unit, cluster, &file.judge) }, file))
    }

    /// One snapshot for each cluster.
    pub(crate) fn snapshots(&self) -> impl Iterator<Item = Snapshot> {
        self.state.sets().iter().flat_map(|unit| (0..unit.clusters.len()).map(|it| snapshot(unit, it, &unit.judge)))
    }

    /// The absolute path of a file of a snapshot.
    pub(crate) fn path(&self, shown: &str) -> PathBuf {
        self.paths.absolute(Path::new(shown))
    }

    /// The page of a rule, also of a policy in an lsflint.toml of the checked files.
    pub(crate) fn rule_page(&self, code: &str) -> Option<String> {
        let judges = self.state.sets().iter().map(|it| &it.judge).chain(self.state.files().map(|it| &it.judge));
        let page = |rules| lsflint_ide::explain_rule(rules, code);
        page(lsflint_rules::all()).or_else(|| judges.map(|it| it.all_rules()).find_map(page))
    }

    /// All rules, with the policies of the files in the directory of an lsflint.toml and below.
    pub(crate) fn rules_below(&self, config: &Path) -> Rules {
        let folder = config.parent().unwrap_or(config);
        let below = self.state.files().find(|it| it.path.starts_with(folder));
        below.map_or_else(lsflint_rules::all, |it| it.judge.all_rules())
    }

    /// The files with findings to report.
    pub(crate) fn reported(&self) -> impl Iterator<Item = &FileSnapshot> {
        self.state.files().filter(|it| it.reported)
    }

    /// Each invalid lsflint.toml.
    pub(crate) fn broken_configs(&self) -> impl Iterator<Item = (PathBuf, &ConfigError)> {
        self.state.problems().iter().filter_map(|it| match &**it {
            Problem::Config(error) => Some((self.path(&error.path), error)),
            _ => None,
        })
    }

    /// The position converter of a file, whether it is open or not.
    pub(crate) fn positions(&self, file: &FileSnapshot, encoding: Encoding) -> Positions {
        let text = match self.documents.get(&file.path) {
            Some(document) => document.text.clone(),
            None => self.texts.get(file.source.text()),
        };
        Positions::new(text, encoding)
    }

    /// The URI of a file, as written by the client if the file is open.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        match self.documents.get(path) {
            Some(document) => Some((*document.uri).clone()),
            None => uri_of(path),
        }
    }

    /// The location of a byte range in a file of a cluster.
    pub(crate) fn location(&self, file: &str, range: TextRange, encoding: Encoding) -> Option<Location> {
        let path = self.path(file);
        let file = self.state.file(&path)?.1;
        Some(Location { uri: self.uri(&path)?, range: self.positions(file, encoding).range(range) })
    }

    /// The location of a range that a feature returned.
    pub(crate) fn location_of(&self, range: &FileRange, encoding: Encoding) -> Option<Location> {
        self.location(&range.path, range.range.into(), encoding)
    }

    /// The diagnostics of a file, up to the configured maximum. A document that is only shown has none.
    pub(crate) fn written(&self, file: &FileSnapshot, client: &ClientFacts) -> Arc<Written> {
        let is_view = || self.documents.get(&file.path).is_some_and(|it| to_proto::is_view(&it.uri));
        if file.findings.is_empty() || is_view() {
            return Arc::default();
        }
        let (most, form) = (self.settings.max_problems, self.settings.diagnostics.message);
        let uri = self.uri(&file.path);
        self.written.get(file, uri.clone().as_ref(), (most, form), |before| {
            let positions = self.positions(file, client.encoding);
            let (shown, left_out) = most_severe(&file.findings, most);
            let mut pages = Pages::default();
            let mut writer = Writer {
                positions: &positions,
                uri,
                diagnostic: |it: &Finding| {
                    to_proto::diagnostic(it, form, pages.of(it.rule, |rule| rule_page(rule, client)))
                },
                related: |it| to_proto::related(it, form, client),
                locate: |other: &str, range| self.location(other, range, client.encoding),
            };
            let mut written = Written::after(before, file, &shown, (most, form), &mut writer);
            if let Some(first) = left_out.first() {
                let range = positions.range(file.findings[*first as usize].range);
                written.push(&to_proto::more_findings(left_out.len(), range));
            }
            written
        })
    }
}

/// The numbers of the most severe findings up to the limit, in order, and of the remaining ones.
fn most_severe(found: &[Finding], most: usize) -> (Vec<u32>, Vec<u32>) {
    let mut order: Vec<u32> = (0..found.len() as u32).collect();
    if found.len() <= most {
        return (order, Vec::new());
    }
    order.sort_by_key(|it| std::cmp::Reverse(found[*it as usize].severity));
    let mut left_out = order.split_off(most);
    order.sort_unstable();
    left_out.sort_unstable();
    (order, left_out)
}

/// The snapshot of a cluster of a set, with the settings of one of its files.
fn snapshot(unit: &Arc<SetSnapshot>, number: usize, judge: &Judge) -> Snapshot {
    let cluster = &unit.clusters[number];
    let files = cluster.grouped.files.iter().map(|it| &unit.files[*it]);
    let files = files.filter_map(|it| {
        let source = it.source.file()?.clone();
        Some(File { source, findings: it.findings.clone(), suppressed: it.suppressed.clone() })
    });
    let unit = unit.clone();
    Snapshot {
        files: files.collect(),
        script: None,
        cluster: cluster.facts.clone(),
        read: cluster.read.clone(),
        rules: judge.all_rules(),
        settings: judge.settings.clone(),
        format: judge.config.format,
        scripts: Scripts::collected_by(move || unit.scripts_of(number).cloned().collect()),
    }
}

/// The maximum number of texts in a [`TextCache`].
const CACHED: usize = 8;

/// Cached texts of files that are not open, with line tables, created when a position is requested.
#[derive(Default)]
pub(crate) struct TextCache(Mutex<Vec<Text>>);

impl TextCache {
    fn get(&self, text: &Arc<str>) -> Text {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match known.iter().position(|it| Arc::ptr_eq(it.text(), text)) {
            Some(at) => known.remove(at),
            None => Text::new(text.clone()),
        };
        if known.len() == CACHED {
            known.remove(0);
        }
        // The most recently used entry is last.
        known.push(found.clone());
        found
    }
}
