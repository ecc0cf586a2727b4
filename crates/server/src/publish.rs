//! Pushes findings to clients that do not pull them: only if they changed, and never for an outdated text.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_project::FileSnapshot;
use rustc_hash::{FxHashMap, FxHashSet};
use tower_lsp::ls_types::Uri;

use crate::documents::Revision;
use crate::server_snapshot::ServerSnapshot;
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
}

impl Publisher {
    /// Publishes changed findings.
    pub(crate) fn publish(&mut self, snapshot: &ServerSnapshot, shared: &Shared) {
        let client = shared.client();
        let mut here: FxHashSet<PathBuf> = FxHashSet::default();
        self.note_opened(snapshot);
        for (path, error) in snapshot.broken_configs() {
            let found = Arc::new(Written::of(&config_diagnostics(error, client.encoding)));
            let version = snapshot.documents.get(&*path).map(|it| it.version);
            self.publish_file(&path, version, found, snapshot, shared);
            here.insert(path);
        }
        for file in snapshot.reported() {
            here.insert(file.path.to_path_buf());
            let version = snapshot.documents.get(&file.path).map(|it| it.version);
            let found = snapshot.written(file, &client);
            self.publish_file(&file.path, version, found, snapshot, shared);
        }
        // Files that do not exist any more have no findings.
        let gone: Vec<PathBuf> = self.published.keys().filter(|it| !here.contains(*it)).cloned().collect();
        for path in gone {
            let version = snapshot.documents.get(&*path).map(|it| it.version);
            self.publish_file(&path, version, Arc::default(), snapshot, shared);
        }
    }

    /// Publishes the first findings of a file before those of the other files are known. `snapshot` need not contain
    /// it.
    pub(crate) fn publish_first(&mut self, file: &FileSnapshot, snapshot: &ServerSnapshot, shared: &Shared) {
        if !file.reported || file.findings.is_empty() || self.published.contains_key(&*file.path) {
            return;
        }
        self.note_opened(snapshot);
        let version = snapshot.documents.get(&file.path).map(|it| it.version);
        let found = snapshot.written(file, &shared.client());
        self.publish_file(&file.path, version, found, snapshot, shared);
    }

    /// Notes which documents were opened.
    fn note_opened(&mut self, snapshot: &ServerSnapshot) {
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
