//! Pushes findings to clients that do not pull them: only if they changed, and never for an outdated text.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_project::{Changed, FileSnapshot};
use rustc_hash::{FxHashMap, FxHashSet};
use tower_lsp::ls_types::Uri;

use crate::documents::Revision;
use crate::server_snapshot::ServerSnapshot;
use crate::settings::Settings;
use crate::shared::Shared;
use crate::to_proto::config_diagnostics;
use crate::written::Written;

/// The published diagnostics.
#[derive(Default)]
pub(crate) struct Publisher {
    /// The diagnostics that the client shows.
    published: FxHashMap<PathBuf, (Uri, Arc<Written>)>,
    /// Documents that were opened since then. Their findings are published even if unchanged, because a client
    /// that closes a document may discard them.
    opened: FxHashSet<PathBuf>,
    /// The latest opening that was processed.
    newest_opening: Revision,
    /// Files whose findings were not published, because a newer text existed.
    waiting: FxHashSet<PathBuf>,
    /// The settings and the latest opening when diagnostics were published; `None` before that, or if it failed.
    last: Option<(Arc<Settings>, Revision)>,
}

impl Publisher {
    /// Publishes changed findings. `changed`: what changed since the last call.
    pub(crate) fn publish(&mut self, snapshot: &ServerSnapshot, changed: &Changed, shared: &Shared) {
        self.note_opened(snapshot);
        let is_same =
            |(settings, opening)| Arc::ptr_eq(&settings, &snapshot.settings) && opening == self.newest_opening;
        let is_reported = |path: &PathBuf| snapshot.state.file(path).is_some_and(|it| it.1.reported);
        // A file that is not reported any more may wait for its findings to be removed.
        let only_files = !changed.planned && self.waiting.iter().all(is_reported);
        if self.last.take().is_some_and(is_same) && only_files {
            self.publish_changed(snapshot, changed, shared);
        } else {
            self.publish_all(snapshot, shared);
        }
        self.last = Some((snapshot.settings.clone(), self.newest_opening));
    }

    fn publish_all(&mut self, snapshot: &ServerSnapshot, shared: &Shared) {
        let mut here: FxHashSet<PathBuf> = FxHashSet::default();
        self.waiting.clear();
        for (path, error) in snapshot.broken_configs() {
            let found = Arc::new(Written::of(&config_diagnostics(error, shared.client().encoding)));
            let version = snapshot.documents.get(&*path).map(|it| it.version);
            self.publish_file(&path, version, found, snapshot, shared);
            here.insert(path);
        }
        for file in snapshot.reported() {
            here.insert(file.path.to_path_buf());
            self.publish_findings(file, snapshot, shared);
        }
        // Files that do not exist any more have no findings.
        let gone: Vec<PathBuf> = self.published.keys().filter(|it| !here.contains(*it)).cloned().collect();
        for path in gone {
            let version = snapshot.documents.get(&*path).map(|it| it.version);
            self.publish_file(&path, version, Arc::default(), snapshot, shared);
        }
    }

    /// Publishes the findings of changed files, of those whose text was outdated the last time, and of those that refer
    /// to other files, in which lines may have moved. There may be very many files.
    fn publish_changed(&mut self, snapshot: &ServerSnapshot, changed: &Changed, shared: &Shared) {
        let referring = self.published.iter().filter(|it| it.1.1.refers()).map(|it| it.0.clone());
        let mut paths: BTreeSet<PathBuf> = referring.collect();
        paths.extend(std::mem::take(&mut self.waiting));
        paths.extend(changed.files.iter().map(|it| it.to_path_buf()));
        for path in paths {
            if let Some((_, file)) = snapshot.state.file(&path).filter(|it| it.1.reported) {
                self.publish_findings(file, snapshot, shared);
            }
        }
    }

    /// Publishes the first findings of a file before those of the other files are known. `snapshot` need not contain
    /// it. Its documents were noted with [`Publisher::note_opened`].
    pub(crate) fn publish_first(&mut self, file: &FileSnapshot, snapshot: &ServerSnapshot, shared: &Shared) {
        if !file.reported || file.findings.is_empty() || self.published.contains_key(&*file.path) {
            return;
        }
        self.publish_findings(file, snapshot, shared);
    }

    fn publish_findings(&mut self, file: &FileSnapshot, snapshot: &ServerSnapshot, shared: &Shared) {
        let version = snapshot.documents.get(&file.path).map(|it| it.version);
        let found = snapshot.written(file, &shared.client());
        self.publish_file(&file.path, version, found, snapshot, shared);
    }

    /// Notes which documents were opened.
    pub(crate) fn note_opened(&mut self, snapshot: &ServerSnapshot) {
        let newly_opened = snapshot.documents.iter().filter(|it| it.1.opened > self.newest_opening);
        self.opened.extend(newly_opened.map(|it| it.0.to_path_buf()));
        self.opened.retain(|path| snapshot.documents.contains_key(&**path));
        self.newest_opening = snapshot.documents.values().map(|it| it.opened).fold(self.newest_opening, Revision::max);
    }

    /// Publishes the findings of one file unless the client already has them, or a newer text exists, whose findings
    /// will be published later.
    fn publish_file(
        &mut self,
        path: &Path,
        version: Option<i32>,
        found: Arc<Written>,
        snapshot: &ServerSnapshot,
        shared: &Shared,
    ) {
        if shared.version(path) != version {
            self.waiting.insert(path.to_owned());
            return;
        }
        let known = self.published.get(path).map(|it| &it.0);
        let uri = if version.is_some() { None } else { known.cloned() };
        let Some(uri) = uri.or_else(|| snapshot.uri(path)).or_else(|| known.cloned()) else { return };
        if let Some(other) = known.filter(|it| **it != uri) {
            // The same file with another URI.
            shared.notifier().publish(other, None, "");
            self.published.remove(path);
        }
        let opened = self.opened.remove(path);
        // Kept, so that the next comparison is that of pointers.
        let is_same = |it: &mut (Uri, Arc<Written>)| {
            let is_same = Arc::ptr_eq(&it.1, &found) || it.1.items() == found.items();
            if is_same {
                it.1 = found.clone();
            }
            is_same
        };
        // After opening a file, clients wait for its findings, even if there are none.
        if !opened && self.published.get_mut(path).map_or(found.items().is_empty(), is_same) {
            return;
        }
        shared.notifier().publish(&uri, version, found.items());
        if found.items().is_empty() {
            self.published.remove(path);
        } else {
            self.published.insert(path.to_owned(), (uri, found));
        }
    }
}
