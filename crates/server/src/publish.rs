//! Pushes findings to clients that do not pull them: only if they changed, and never for an outdated text.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::Diagnostic as Finding;
use lsflint_project::FileSnapshot;
use rustc_hash::{FxHashMap, FxHashSet};
use tower_lsp::ls_types::notification::PublishDiagnostics;
use tower_lsp::ls_types::{Diagnostic, PublishDiagnosticsParams, Uri};

use crate::documents::Revision;
use crate::server_snapshot::ServerSnapshot;
use crate::settings::{MessageForm, Settings};
use crate::shared::Shared;
use crate::to_proto::config_diagnostics;

/// The published diagnostics and the inputs they were made from.
#[derive(Default)]
pub(crate) struct Publisher {
    inputs: FxHashMap<Arc<Path>, Inputs>,
    /// The diagnostics that the client shows.
    published: FxHashMap<PathBuf, (Uri, Vec<Diagnostic>)>,
    /// Documents that were opened since then. Their findings are published even if unchanged, because a client
    /// that closes a document may discard them.
    opened: FxHashSet<PathBuf>,
    /// The latest opening that was processed.
    newest_opening: Revision,
}

/// The inputs of findings: if they are unchanged, the findings are unchanged.
struct Inputs {
    version: Option<i32>,
    text: Arc<str>,
    findings: Arc<[Finding]>,
    most: usize,
    form: MessageForm,
}

impl Inputs {
    fn are_still(&self, file: &FileSnapshot, version: Option<i32>, settings: &Settings) -> bool {
        // If findings refer to other files, their lines may move although this file is unchanged.
        let alone = || self.findings.iter().flat_map(|it| &it.related).all(|it| it.file.is_none());
        self.version == version
            && self.most == settings.max_problems
            && self.form == settings.diagnostics.message
            && Arc::ptr_eq(&self.text, file.source.text())
            && Arc::ptr_eq(&self.findings, &file.findings)
            && alone()
    }
}

impl Publisher {
    /// Publishes changed findings.
    pub(crate) fn publish(&mut self, snapshot: &ServerSnapshot, shared: &Shared) {
        let client = shared.client();
        let settings = &snapshot.settings;
        let mut here: FxHashSet<PathBuf> = FxHashSet::default();
        let newly_opened = snapshot.documents.iter().filter(|it| it.1.opened > self.newest_opening);
        self.opened.extend(newly_opened.map(|it| it.0.to_path_buf()));
        self.opened.retain(|path| snapshot.documents.contains_key(&**path));
        self.newest_opening = snapshot.documents.values().map(|it| it.opened).fold(self.newest_opening, Revision::max);
        for (path, error) in snapshot.broken_configs() {
            let found = config_diagnostics(error, client.encoding);
            let version = snapshot.documents.get(&*path).map(|it| it.version);
            self.publish_file(&path, version, found, snapshot, shared);
            here.insert(path);
        }
        for file in snapshot.reported() {
            here.insert(file.path.to_path_buf());
            let version = snapshot.documents.get(&file.path).map(|it| it.version);
            let known = self.inputs.get(&file.path).is_some_and(|it| it.are_still(file, version, settings));
            if known && !self.opened.contains(&*file.path) {
                continue;
            }
            let found = snapshot.diagnostics(file, &client);
            if self.publish_file(&file.path, version, found, snapshot, shared) {
                let (text, findings) = (file.source.text().clone(), file.findings.clone());
                self.inputs.insert(
                    file.path.clone(),
                    Inputs { version, text, findings, most: settings.max_problems, form: settings.diagnostics.message },
                );
            }
        }
        // Files that do not exist any more have no findings.
        self.inputs.retain(|path, _| here.contains(&**path));
        let gone: Vec<PathBuf> = self.published.keys().filter(|it| !here.contains(*it)).cloned().collect();
        for path in gone {
            let version = snapshot.documents.get(&*path).map(|it| it.version);
            self.publish_file(&path, version, Vec::new(), snapshot, shared);
        }
    }

    /// Publishes the findings of one file unless the client already has them. Returns false if a newer text exists,
    /// whose findings will be published later.
    fn publish_file(
        &mut self,
        path: &Path,
        version: Option<i32>,
        diagnostics: Vec<Diagnostic>,
        snapshot: &ServerSnapshot,
        shared: &Shared,
    ) -> bool {
        if shared.version(path) != version {
            return false;
        }
        let known = self.published.get(path).map(|it| &it.0);
        let uri = if version.is_some() { None } else { known.cloned() };
        let Some(uri) = uri.or_else(|| snapshot.uri(path)).or_else(|| known.cloned()) else { return true };
        if let Some(other) = known.filter(|it| **it != uri) {
            // The same file with another URI.
            let params = PublishDiagnosticsParams { uri: other.clone(), diagnostics: Vec::new(), version: None };
            shared.notifier().send::<PublishDiagnostics>(&params);
            self.published.remove(path);
        }
        let opened = self.opened.remove(path);
        // After opening a file, clients wait for its findings, even if there are none.
        if !opened && self.published.get(path).map_or(diagnostics.is_empty(), |it| it.1 == diagnostics) {
            return true;
        }
        if diagnostics.is_empty() {
            self.published.remove(path);
        } else {
            self.published.insert(path.to_owned(), (uri.clone(), diagnostics.clone()));
        }
        shared.notifier().send::<PublishDiagnostics>(&PublishDiagnosticsParams { uri, diagnostics, version });
        true
    }
}
