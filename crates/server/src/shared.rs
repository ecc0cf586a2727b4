//! What all handlers share: the documents, the way to the worker, and the newest moment.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};

use lsflint_syntax::Edit;
use serde_json::Value;
use tokio::sync::watch;
use tower_lsp::ls_types::{MessageType, TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::client::ClientFacts;
use crate::convert::{Encoding, is_file, kind_of_language, path_of};
use crate::documents::{Document, Documents, Revision};
use crate::moment::Moment;
use crate::notify::Notifier;
use crate::settings::Settings;

/// Something that happened, in the order in which it did.
pub(crate) struct Event {
    pub(crate) revision: Revision,
    pub(crate) what: What,
}

/// What happened.
pub(crate) enum What {
    /// With the text of the document as it came, which need not be made again of the rope.
    Opened(PathBuf, Document, Arc<str>),
    Changed(PathBuf, Document, Vec<Edit>),
    Closed(PathBuf),
    /// Files on the disk.
    Files(Vec<PathBuf>),
    /// The folders of the workspace.
    Roots(Vec<PathBuf>),
    Settings(Arc<Settings>),
    /// The client may be told something from now on.
    Ready,
    /// The client has closed the door.
    End,
}

/// Shared by all handlers.
pub(crate) struct Shared {
    client: OnceLock<Arc<ClientFacts>>,
    ledger: Mutex<Ledger>,
    newest: watch::Receiver<Arc<Moment>>,
    shut_down: AtomicBool,
    ready: AtomicBool,
    notifier: Notifier,
}

/// What changes, with the number of the last change and the way to the worker: one lock, so that the order is the same for all three.
struct Ledger {
    revision: Revision,
    documents: Documents,
    roots: Vec<PathBuf>,
    settings: Settings,
    /// What the client was told about its settings.
    complaints: Vec<String>,
    worker: mpsc::Sender<Event>,
}

impl Ledger {
    fn record(&mut self, what: What) {
        // Without a worker nothing is answered any more; the process is about to end.
        let _ = self.worker.send(Event { revision: self.revision, what });
    }
}

impl Shared {
    pub(crate) fn new(worker: mpsc::Sender<Event>, newest: watch::Receiver<Arc<Moment>>, notifier: Notifier) -> Shared {
        let ledger = Ledger {
            revision: 0,
            documents: Documents::default(),
            roots: Vec::new(),
            settings: Settings::default(),
            complaints: Vec::new(),
            worker,
        };
        Shared {
            client: OnceLock::new(),
            ledger: Mutex::new(ledger),
            newest,
            shut_down: AtomicBool::new(false),
            ready: AtomicBool::new(false),
            notifier,
        }
    }

    /// A panic elsewhere leaves nothing half-done in the ledger: what is in it is changed last.
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what the client said of itself.
    pub(crate) fn introduce(&self, client: ClientFacts) {
        // Only one `initialize` gets through.
        let _ = self.client.set(Arc::new(client));
    }

    /// What the client can do.
    pub(crate) fn client(&self) -> Arc<ClientFacts> {
        self.client.get().cloned().unwrap_or_default()
    }

    fn encoding(&self) -> Encoding {
        self.client.get().map(|it| it.encoding).unwrap_or_default()
    }

    /// The number of the last change. What is asked now is answered from this revision or a later one.
    pub(crate) fn revision(&self) -> Revision {
        self.ledger().revision
    }

    /// The newest moment, and when there is a newer one.
    pub(crate) fn newest(&self) -> watch::Receiver<Arc<Moment>> {
        self.newest.clone()
    }

    /// The client opened a document.
    pub(crate) fn open(&self, item: TextDocumentItem) {
        let path = path_of(&item.uri, kind_of_language(&item.language_id));
        let mut ledger = self.ledger();
        ledger.revision += 1;
        let (uri, text): (_, Arc<str>) = (Arc::new(item.uri), item.text.into());
        let rope = ropey::Rope::from_str(&text);
        let (opened, changed) = (ledger.revision, ledger.revision);
        let document = Document { uri, version: item.version, rope, opened, changed };
        ledger.documents.open(path.clone(), document.clone());
        ledger.record(What::Opened(path, document, text));
    }

    /// A person typed.
    pub(crate) fn change(&self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let encoding = self.encoding();
        let mut ledger = self.ledger();
        let Some(path) = ledger.documents.path(uri) else {
            tracing::warn!(uri = uri.as_str(), "a change of a document that is not open");
            return;
        };
        let revision = ledger.revision + 1;
        if let Some((document, edits)) = ledger.documents.change(&path, version, revision, changes, encoding) {
            ledger.revision = revision;
            ledger.record(What::Changed(path, document, edits));
        }
    }

    /// The client closed a document.
    pub(crate) fn close(&self, uri: &Uri) {
        let mut ledger = self.ledger();
        let Some(path) = ledger.documents.path(uri) else { return };
        if ledger.documents.close(&path) {
            ledger.revision += 1;
            ledger.record(What::Closed(path));
        }
    }

    /// Something may be different on the disk.
    pub(crate) fn files_changed(&self, uris: impl Iterator<Item = Uri>) {
        let paths: Vec<PathBuf> = uris.filter(is_file).map(|it| path_of(&it, None)).collect();
        if !paths.is_empty() {
            let mut ledger = self.ledger();
            ledger.revision += 1;
            ledger.record(What::Files(paths));
        }
    }

    /// A person saved a document. Where nobody watches the files for us, this is a good time to look at the others, too.
    pub(crate) fn saved(&self, uri: &Uri) {
        let mut ledger = self.ledger();
        let Some(path) = ledger.documents.path(uri).or_else(|| is_file(uri).then(|| path_of(uri, None))) else {
            return;
        };
        let mut paths = vec![path];
        if !self.client().watches_files() {
            paths.extend(paths[0].parent().map(Path::to_owned));
            paths.extend(ledger.roots.iter().cloned());
        }
        ledger.revision += 1;
        ledger.record(What::Files(paths));
    }

    /// Folders came to the workspace or left it.
    pub(crate) fn change_roots(&self, added: impl Iterator<Item = Uri>, removed: impl Iterator<Item = Uri>) {
        let mut ledger = self.ledger();
        let removed: Vec<PathBuf> = removed.map(|it| path_of(&it, None)).collect();
        ledger.roots.retain(|it| !removed.contains(it));
        for root in added.filter(is_file).map(|it| path_of(&it, None)) {
            if !ledger.roots.contains(&root) {
                ledger.roots.push(root);
            }
        }
        ledger.revision += 1;
        let roots = ledger.roots.clone();
        ledger.record(What::Roots(roots));
    }

    /// A person set something. What cannot be understood is told, once.
    pub(crate) fn set_settings(&self, given: &Value) {
        let (settings, mut complaints) = Settings::read(given);
        let mut ledger = self.ledger();
        let root = ledger.roots.first().map(PathBuf::as_path);
        complaints.extend(settings.options(root).1);
        if ledger.settings != settings {
            ledger.revision += 1;
            ledger.settings = settings.clone();
            ledger.record(What::Settings(Arc::new(settings)));
        }
        complaints.retain(|it| !ledger.complaints.contains(it));
        ledger.complaints.extend(complaints.iter().cloned());
        drop(ledger);
        for complaint in complaints {
            self.notifier.show(MessageType::WARNING, format!("lsflint: {complaint}"));
        }
    }

    /// The client may be told something from now on.
    pub(crate) fn make_ready(&self) {
        self.ready.store(true, Ordering::SeqCst);
        self.ledger().record(What::Ready);
    }

    /// Whether the client may be told something.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::SeqCst)
    }

    /// The way to the client.
    pub(crate) fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    /// The number of the newest text of a document; `None` when it is not open.
    pub(crate) fn version(&self, path: &Path) -> Option<i32> {
        self.ledger().documents.get(path).map(|it| it.version)
    }

    /// The client said goodbye.
    pub(crate) fn shut_down(&self) {
        self.shut_down.store(true, Ordering::SeqCst);
    }

    /// Whether the client said goodbye before it left.
    pub(crate) fn was_shut_down(&self) -> bool {
        self.shut_down.load(Ordering::SeqCst)
    }

    /// Tells the worker to stop.
    pub(crate) fn end(&self) {
        self.ledger().record(What::End);
    }
}
