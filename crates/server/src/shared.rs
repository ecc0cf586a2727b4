//! What all handlers share: the state that the client announced, numbered, the queue of the worker, and the newest
//! snapshot.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};

use serde_json::Value;
use tokio::sync::watch;
use tower_lsp::ls_types::{MessageType, TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::client::ClientFacts;
use crate::documents::{OpenDocuments, Revision};
use crate::notify::Notifier;
use crate::server_snapshot::ServerSnapshot;
use crate::settings::Settings;
use crate::to_proto::{is_file, kind_of_language, path_of};

/// Something that happened, in the order in which it did.
pub(crate) struct Event {
    pub(crate) revision: Revision,
    pub(crate) kind: EventKind,
}

/// What happened.
pub(crate) enum EventKind {
    /// The client opened a document: its URI, version and text.
    Opened(PathBuf, Uri, i32, String),
    /// A person typed: the new version, and the changes one after the other.
    Changed(PathBuf, i32, Vec<TextDocumentContentChangeEvent>),
    Closed(PathBuf),
    /// Files on the disk.
    Files(Vec<PathBuf>),
    /// The folders of the workspace.
    Roots(Vec<PathBuf>),
    Settings(Arc<Settings>),
    /// The client takes messages from now on.
    Ready,
    /// The client has left.
    End,
}

/// Shared by all handlers.
pub(crate) struct Shared {
    client: OnceLock<Arc<ClientFacts>>,
    state: Mutex<ClientState>,
    newest: watch::Receiver<Arc<ServerSnapshot>>,
    shut_down: AtomicBool,
    ready: AtomicBool,
    notifier: Notifier,
}

/// What the client announced, with the number of the last change and the way to the worker: one lock, so that the order
/// is the same for all three.
struct ClientState {
    revision: Revision,
    documents: OpenDocuments,
    roots: Vec<PathBuf>,
    settings: Settings,
    /// Mistakes in its settings that the client was notified of.
    complaints: Vec<String>,
    worker: mpsc::Sender<Event>,
}

impl ClientState {
    fn record(&mut self, kind: EventKind) {
        // Without a worker nothing is answered any more; the process is about to end.
        let _ = self.worker.send(Event { revision: self.revision, kind });
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
            roots: Vec::new(),
            settings: Settings::default(),
            complaints: Vec::new(),
            worker,
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

    /// A panic elsewhere leaves nothing half-done: what is in there is changed last.
    fn state(&self) -> MutexGuard<'_, ClientState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what the client said about itself.
    pub(crate) fn introduce(&self, client: ClientFacts) {
        // Only one `initialize` gets through.
        let _ = self.client.set(Arc::new(client));
    }

    /// Whether the client has introduced itself.
    pub(crate) fn was_introduced(&self) -> bool {
        self.client.get().is_some()
    }

    /// What the client can do.
    pub(crate) fn client(&self) -> Arc<ClientFacts> {
        self.client.get().cloned().unwrap_or_default()
    }

    /// The number of the last change. What is asked now is answered from this revision or a later one.
    pub(crate) fn revision(&self) -> Revision {
        self.state().revision
    }

    /// The newest snapshot, and when there is a newer one.
    pub(crate) fn newest(&self) -> watch::Receiver<Arc<ServerSnapshot>> {
        self.newest.clone()
    }

    /// The client opened a document.
    pub(crate) fn open(&self, item: TextDocumentItem) {
        let path = path_of(&item.uri, kind_of_language(&item.language_id));
        let mut state = self.state();
        state.revision += 1;
        state.documents.open(path.clone(), item.uri.clone(), item.version);
        state.record(EventKind::Opened(path, item.uri, item.version, item.text));
    }

    /// A person typed.
    pub(crate) fn change(&self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let mut state = self.state();
        let Some(path) = state.documents.path(uri) else {
            tracing::warn!(uri = uri.as_str(), "change of a document that is not open");
            return;
        };
        if state.documents.change(&path, version) {
            state.revision += 1;
            state.record(EventKind::Changed(path, version, changes));
        }
    }

    /// The client closed a document.
    pub(crate) fn close(&self, uri: &Uri) {
        let mut state = self.state();
        let Some(path) = state.documents.path(uri) else { return };
        if state.documents.close(&path) {
            state.revision += 1;
            state.record(EventKind::Closed(path));
        }
    }

    /// Something may be different on the disk.
    pub(crate) fn files_changed(&self, uris: impl Iterator<Item = Uri>) {
        let paths: Vec<PathBuf> = uris.filter(is_file).map(|it| path_of(&it, None)).collect();
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

    /// Folders came to the workspace or left it.
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

    /// A person set something. The client is notified of each mistake once.
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

    /// The client takes messages from now on.
    pub(crate) fn make_ready(&self) {
        self.ready.store(true, Ordering::SeqCst);
        self.state().record(EventKind::Ready);
    }

    /// Whether the client takes messages.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::SeqCst)
    }

    /// The way to the client.
    pub(crate) fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    /// The number of the newest text of a document; `None` when it is not open.
    pub(crate) fn version(&self, path: &Path) -> Option<i32> {
        self.state().documents.version(path)
    }

    /// The client asked for `shutdown`.
    pub(crate) fn shut_down(&self) {
        self.shut_down.store(true, Ordering::SeqCst);
    }

    /// Whether the client asked for `shutdown` before it left.
    pub(crate) fn was_shut_down(&self) -> bool {
        self.shut_down.load(Ordering::SeqCst)
    }

    /// Stops the worker.
    pub(crate) fn end(&self) {
        self.state().record(EventKind::End);
    }
}
