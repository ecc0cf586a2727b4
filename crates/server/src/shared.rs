//! The state shared by all handlers: what the client announced, the event queue of the worker, and the latest snapshot.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};

use serde_json::Value;
use tokio::sync::watch;
use tower_lsp::ls_types::{MessageType, TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::backlog::{Backlog, Waiting};
use crate::client::ClientFacts;
use crate::documents::{OpenDocuments, Revision};
use crate::loading::{LoadingDocuments, LoneDocument};
use crate::notify::Notifier;
use crate::server_snapshot::ServerSnapshot;
use crate::settings::Settings;
use crate::to_proto::{is_file, kind_of_language, path_of};

/// An event for the worker with its revision. Revisions increase in the order of events.
pub(crate) struct Event {
    pub(crate) revision: Revision,
    pub(crate) kind: EventKind,
    /// Its part of what the server has not processed yet.
    pub(crate) waiting: Waiting,
}

/// The kinds of events.
pub(crate) enum EventKind {
    /// The client opened a document: its URI, version and text.
    Opened(PathBuf, Uri, i32, Arc<str>),
    /// The client changed a document: the new version, and the changes to apply one after another.
    Changed(PathBuf, i32, Vec<TextDocumentContentChangeEvent>),
    Closed(PathBuf),
    /// Files changed on the disk.
    Files(Vec<PathBuf>),
    /// The workspace folders changed.
    Roots(Vec<PathBuf>),
    Settings(Arc<Settings>),
    /// The client is ready for messages.
    Ready,
    /// The client has exited.
    End,
}

impl EventKind {
    /// The size of what the client sent, in bytes.
    fn bytes(&self) -> usize {
        match self {
            EventKind::Opened(_, _, _, text) => text.len(),
            EventKind::Changed(_, _, changes) => changes.iter().map(|it| size_of_val(it) + it.text.len()).sum(),
            EventKind::Files(paths) | EventKind::Roots(paths) => {
                paths.iter().map(|it| size_of_val(it) + it.as_os_str().len()).sum()
            }
            EventKind::Closed(_) | EventKind::Settings(_) | EventKind::Ready | EventKind::End => 0,
        }
    }
}

/// The state shared by all handlers.
pub(crate) struct Shared {
    client: OnceLock<Arc<ClientFacts>>,
    state: Mutex<ClientState>,
    newest: watch::Receiver<Arc<ServerSnapshot>>,
    shut_down: AtomicBool,
    ready: AtomicBool,
    notifier: Notifier,
}

/// The state announced by the client, the latest revision and the event queue of the worker: under one lock, so that
/// the order is the same for all three.
struct ClientState {
    revision: Revision,
    documents: OpenDocuments,
    loading: LoadingDocuments,
    roots: Vec<PathBuf>,
    settings: Settings,
    /// Errors in the settings that were already reported.
    complaints: Vec<String>,
    worker: mpsc::Sender<Event>,
    unprocessed: Backlog,
}

impl ClientState {
    fn record(&mut self, kind: EventKind) {
        let waiting = self.unprocessed.add(size_of::<Event>() + kind.bytes());
        // Fails only if the worker has ended, when the process is about to exit.
        let _ = self.worker.send(Event { revision: self.revision, kind, waiting });
    }
}

impl Shared {
    pub(crate) fn new(
        worker: mpsc::Sender<Event>,
        newest: watch::Receiver<Arc<ServerSnapshot>>,
        notifier: Notifier,
    ) -> Shared {
        let state = ClientState {
            revision: 0,
            documents: OpenDocuments::default(),
            loading: LoadingDocuments::default(),
            roots: Vec::new(),
            settings: Settings::default(),
            complaints: Vec::new(),
            worker,
            unprocessed: Backlog::default(),
        };
        Shared {
            client: OnceLock::new(),
            state: Mutex::new(state),
            newest,
            shut_down: AtomicBool::new(false),
            ready: AtomicBool::new(false),
            notifier,
        }
    }

    /// A panic while locked leaves no partial change, because the state is modified last.
    fn state(&self) -> MutexGuard<'_, ClientState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the client sent and the server has not processed yet.
    pub(crate) fn unprocessed(&self) -> Backlog {
        self.state().unprocessed.clone()
    }

    /// Sets the capabilities of the client from `initialize`.
    pub(crate) fn set_client(&self, client: ClientFacts) {
        // The library accepts only one `initialize`.
        let _ = self.client.set(Arc::new(client));
    }

    /// Whether the client has sent `initialize`.
    pub(crate) fn is_initialized(&self) -> bool {
        self.client.get().is_some()
    }

    /// The client and its capabilities.
    pub(crate) fn client(&self) -> Arc<ClientFacts> {
        self.client.get().cloned().unwrap_or_default()
    }

    /// The latest revision. A request is answered from this revision or a later one.
    pub(crate) fn revision(&self) -> Revision {
        self.state().revision
    }

    /// A receiver of the latest snapshot.
    pub(crate) fn newest(&self) -> watch::Receiver<Arc<ServerSnapshot>> {
        self.newest.clone()
    }

    /// Records an opened document.
    pub(crate) fn open(&self, item: TextDocumentItem) {
        let path = path_of(&item.uri, kind_of_language(&item.language_id));
        let mut state = self.state();
        state.revision += 1;
        let text: Arc<str> = item.text.into();
        state.documents.open(path.clone(), item.uri.clone(), item.version);
        state.loading.open(&path, &text);
        state.record(EventKind::Opened(path, item.uri, item.version, text));
    }

    /// Records changes of a document.
    pub(crate) fn change(&self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let mut state = self.state();
        let Some(path) = state.documents.path(uri) else {
            tracing::warn!(uri = uri.as_str(), "change of a document that is not open");
            return;
        };
        if state.documents.change(&path, version) {
            state.revision += 1;
            state.loading.change(&path, &changes, self.client().encoding);
            state.record(EventKind::Changed(path, version, changes));
        }
    }

    /// Records a closed document.
    pub(crate) fn close(&self, uri: &Uri) {
        let mut state = self.state();
        let Some(path) = state.documents.path(uri) else { return };
        if state.documents.close(&path) {
            state.revision += 1;
            state.loading.close(&path);
            state.record(EventKind::Closed(path));
        }
    }

    /// The document that the parameters of a request name, if no snapshot contains it yet.
    pub(crate) fn lone_document(&self, params: &Value) -> Option<LoneDocument> {
        let uri = params.get("textDocument")?.get("uri")?.as_str()?.parse().ok()?;
        let state = self.state();
        state.loading.document(&state.documents.path(&uri)?, &self.newest.borrow())
    }

    /// The worker has published a snapshot.
    pub(crate) fn published(&self, newest: &ServerSnapshot) {
        self.state().loading.forget(newest);
    }

    /// Records files that may have changed on the disk.
    pub(crate) fn files_changed(&self, uris: impl Iterator<Item = Uri>) {
        self.paths_changed(uris.filter(is_file).map(|it| path_of(&it, None)).collect());
    }

    /// Records files that may have changed, by absolute path.
    pub(crate) fn paths_changed(&self, paths: Vec<PathBuf>) {
        if !paths.is_empty() {
            let mut state = self.state();
            state.revision += 1;
            state.record(EventKind::Files(paths));
        }
    }

    /// A document was saved. If the client does not watch files, this is a good time to check the others,
    /// too.
    pub(crate) fn saved(&self, uri: &Uri) {
        let mut state = self.state();
        let Some(path) = state.documents.path(uri).or_else(|| is_file(uri).then(|| path_of(uri, None))) else {
            return;
        };
        let mut paths = vec![path];
        if !self.client().watches_files() {
            paths.extend(paths[0].parent().map(Path::to_owned));
            paths.extend(state.roots.iter().cloned());
        }
        state.revision += 1;
        state.record(EventKind::Files(paths));
    }

    /// Records added and removed workspace folders.
    pub(crate) fn change_roots(&self, added: impl Iterator<Item = Uri>, removed: impl Iterator<Item = Uri>) {
        let mut state = self.state();
        let removed: Vec<PathBuf> = removed.map(|it| path_of(&it, None)).collect();
        state.roots.retain(|it| !removed.contains(it));
        for root in added.filter(is_file).map(|it| path_of(&it, None)) {
            if !state.roots.contains(&root) {
                state.roots.push(root);
            }
        }
        state.revision += 1;
        let roots = state.roots.clone();
        state.record(EventKind::Roots(roots));
    }

    /// Records new settings. Each error is reported to the client once.
    pub(crate) fn set_settings(&self, given: &Value) {
        let (settings, mut complaints) = Settings::read(given);
        let mut state = self.state();
        let root = state.roots.first().map(PathBuf::as_path);
        complaints.extend(settings.options(root).1);
        if state.settings != settings {
            state.revision += 1;
            state.settings = settings.clone();
            state.record(EventKind::Settings(Arc::new(settings)));
        }
        complaints.retain(|it| !state.complaints.contains(it));
        state.complaints.extend(complaints.iter().cloned());
        drop(state);
        for complaint in complaints {
            self.notifier.show(MessageType::WARNING, format!("lsflint: {complaint}"));
        }
    }

    /// Records that the client is ready for messages.
    pub(crate) fn make_ready(&self) {
        self.ready.store(true, Ordering::SeqCst);
        self.state().record(EventKind::Ready);
    }

    /// Whether the client is ready for messages.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::SeqCst)
    }

    /// The sender of notifications.
    pub(crate) fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    /// The latest version of a document; `None` if it is not open.
    pub(crate) fn version(&self, path: &Path) -> Option<i32> {
        self.state().documents.version(path)
    }

    /// Records that the client sent `shutdown`.
    pub(crate) fn shut_down(&self) {
        self.shut_down.store(true, Ordering::SeqCst);
    }

    /// Whether the client sent `shutdown`.
    pub(crate) fn was_shut_down(&self) -> bool {
        self.shut_down.load(Ordering::SeqCst)
    }

    /// Stops the worker.
    pub(crate) fn end(&self) {
        self.state().record(EventKind::End);
    }
}
