//! Findings for clients that do not ask: sent when they changed, never for a text that is no longer the newest.

use std::path::Path;
use std::sync::Arc;

use lsflint_lint::Diagnostic as Finding;
use rustc_hash::FxHashMap;
use tokio::sync::mpsc;
use tower_lsp::Client;
use tower_lsp::ls_types::{Diagnostic, Uri};

use crate::analysis::Place;
use crate::client::ClientFacts;
use crate::moment::Moment;
use crate::requests::diagnostics;
use crate::shared::Shared;

/// The findings of a file, on their way to the client.
pub(crate) struct Publication {
    path: Arc<Path>,
    uri: Uri,
    /// The text they are for, when the file is open.
    version: Option<i32>,
    findings: Vec<Diagnostic>,
}

/// The worker's half: knows what was handed out.
#[derive(Default)]
pub(crate) struct Publisher {
    handed_out: FxHashMap<Arc<Path>, Seen>,
}

/// What findings were made of, to see at a glance that they are still the same.
struct Seen {
    uri: Uri,
    version: Option<i32>,
    text: Arc<str>,
    findings: Arc<[Finding]>,
}

impl Seen {
    fn is_still(&self, place: &Place, version: Option<i32>) -> bool {
        // Lines of other files may move without ours.
        let alone = || self.findings.iter().flat_map(|it| &it.related).all(|it| it.file.is_none());
        self.version == version
            && Arc::ptr_eq(&self.text, &place.source.text)
            && Arc::ptr_eq(&self.findings, &place.findings)
            && alone()
    }
}

impl Publisher {
    /// What may be new for the client.
    pub(crate) fn news(&mut self, moment: &Moment, client: &ClientFacts) -> Vec<Publication> {
        let mut news = Vec::new();
        for (path, place) in moment.state.reported() {
            let version = moment.documents.get(path).map(|it| it.version);
            if self.handed_out.get(path).is_some_and(|it| it.is_still(place, version)) {
                continue;
            }
            let Some(uri) = moment.uri(path) else { continue };
            let (text, findings) = (place.source.text.clone(), place.findings.clone());
            self.handed_out.insert(path.clone(), Seen { uri: uri.clone(), version, text, findings });
            let findings = diagnostics::of_file(moment, path, client);
            news.push(Publication { path: path.clone(), uri, version, findings });
        }
        // What is gone has no findings.
        self.handed_out.retain(|path, seen| {
            let gone = moment.state.file(path).is_none();
            if gone {
                let version = moment.documents.get(path).map(|it| it.version);
                news.push(Publication { path: path.clone(), uri: seen.uri.clone(), version, findings: Vec::new() });
            }
            !gone
        });
        news
    }
}

/// The other half: sends what the worker hands out, as long as there is a worker.
pub(crate) async fn send(client: Client, shared: Arc<Shared>, mut publications: mpsc::UnboundedReceiver<Publication>) {
    // What the client shows now, where it shows anything.
    let mut told: FxHashMap<Uri, Vec<Diagnostic>> = FxHashMap::default();
    while let Some(Publication { path, uri, version, findings }) = publications.recv().await {
        // When a newer text is already here, its findings are on their way.
        if shared.version(&path) != version || told.get(&uri).map_or(findings.is_empty(), |it| *it == findings) {
            continue;
        }
        if findings.is_empty() {
            told.remove(&uri);
        } else {
            told.insert(uri.clone(), findings.clone());
        }
        client.publish_diagnostics(uri, findings, version).await;
    }
}
