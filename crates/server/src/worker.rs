//! The worker thread, which owns the clusters: it processes events in order, checks files, and publishes the latest
//! snapshot.
//!
//! Events that arrive during a check are processed together in the next one, so a burst of typing costs two
//! checks, not fifty, without a timer.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::{io, thread};

use lsflint_project::{Changed, Disk, FileSnapshot, Panic, Paths, Problem, Session, SessionSnapshot, catch};
use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::watch;
use tower_lsp::ls_types::MessageType;

use crate::committed::Committed;
use crate::documents::{Document, Revision, apply};
use crate::publish::Publisher;
use crate::server_snapshot::{ServerSnapshot, TextCache};
use crate::settings::Settings;
use crate::shared::{Event, EventKind, Shared};
use crate::text::{Draft, Spare, Text};
use crate::token_cache::TokenCache;
use crate::written::WrittenCache;

/// Starts the worker. It ends with [`EventKind::End`], or when all senders of events are dropped. `outdated` is
/// increased when findings change in files that the client did not edit.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn start(
    events: mpsc::Receiver<Event>,
    shared: Arc<Shared>,
    newest: watch::Sender<Arc<ServerSnapshot>>,
    outdated: watch::Sender<u64>,
) -> io::Result<()> {
    let worker = Worker::new(shared, newest, outdated, Disk::default(), Committed::default());
    thread::Builder::new().name("worker".into()).spawn(move || worker.run(&events))?;
    Ok(())
}

/// The state of the worker.
pub(crate) struct Worker {
    shared: Arc<Shared>,
    newest: watch::Sender<Arc<ServerSnapshot>>,
    outdated: watch::Sender<u64>,
    /// Created on first use, and again after a panic.
    session: Option<Session>,
    disk: Disk,
    /// The directory that shown paths are relative to: the first root.
    current: PathBuf,
    roots: Vec<PathBuf>,
    documents: FxHashMap<Arc<Path>, Document>,
    settings: Arc<Settings>,
    publisher: Publisher,
    revision: Revision,
    texts: Arc<TextCache>,
    tokens: Arc<TokenCache>,
    written: Arc<WrittenCache>,
    committed: Arc<Committed>,
    /// Problems that were reported to the client and are not solved yet.
    notified: FxHashSet<String>,
    /// Documents that were edited since the last check.
    drafts: FxHashMap<Arc<Path>, Draft>,
    /// The memory of the last draft.
    spare: Option<Spare>,
    ended: bool,
}

impl Worker {
    /// A worker without documents that reads files from a disk.
    pub(crate) fn new(
        shared: Arc<Shared>,
        newest: watch::Sender<Arc<ServerSnapshot>>,
        outdated: watch::Sender<u64>,
        disk: Disk,
        committed: Committed,
    ) -> Worker {
        Worker {
            shared,
            newest,
            outdated,
            session: None,
            disk,
            current: PathBuf::from("/"),
            roots: Vec::new(),
            documents: FxHashMap::default(),
            settings: Arc::default(),
            publisher: Publisher::default(),
            revision: 0,
            texts: Arc::default(),
            tokens: Arc::default(),
            written: Arc::default(),
            committed: Arc::new(committed),
            notified: FxHashSet::default(),
            drafts: FxHashMap::default(),
            spare: None,
            ended: false,
        }
    }

    fn run(mut self, events: &mpsc::Receiver<Event>) {
        while let Ok(event) = events.recv() {
            self.process(std::iter::once(event).chain(events.try_iter()));
            if self.ended {
                return;
            }
        }
    }

    /// Processes some events together, then checks, unless the client has exited.
    pub(crate) fn process(&mut self, events: impl Iterator<Item = Event>) {
        // Events that arrive while these are recorded belong to the next check.
        for event in events.collect::<Vec<_>>() {
            // After a panic, the session is recreated from the recorded state.
            if let Err(panic) = catch(|| self.take(event)) {
                self.start_again(&panic.message);
            }
        }
        if !self.ended {
            self.check();
        }
    }

    /// Changes files of a disk in memory.
    pub(crate) fn change_disk(&mut self, change: impl FnOnce(&mut Disk)) {
        change(&mut self.disk);
        let disk = self.disk.clone();
        self.with_session(|it| it.set_disk(disk));
    }

    /// The session, created if there is none.
    fn session(&mut self) -> &mut Session {
        let Worker { session, current, settings, roots, documents, disk, .. } = self;
        session.get_or_insert_with(|| {
            let root = roots.first().map(PathBuf::as_path);
            let mut session = Session::new(current.clone(), settings.options(root).0);
            session.set_disk(disk.clone());
            session.set_roots(roots.clone());
            for (path, document) in documents.iter() {
                session.open(path, document.text.text().clone());
            }
            session
        })
    }

    /// Records an event. The worker's own state is updated first, so that the session can be recreated from it at any
    /// time.
    fn take(&mut self, event: Event) {
        let Event { revision, kind, waiting: _waiting } = event;
        self.revision = revision;
        match kind {
            EventKind::Opened(path, uri, version, text) => {
                let path: Arc<Path> = path.into();
                let (opened, changed) = (revision, revision);
                let document = Document { uri: uri.into(), version, text: Text::new(text.clone()), opened, changed };
                self.drafts.remove(&path);
                self.documents.insert(path.clone(), document);
                let mut used = text.clone();
                self.with_session(|it| used = it.open(&path, text));
                if let Some(document) = self.documents.get_mut(&path) {
                    document.text.share(used);
                }
            }
            EventKind::Changed(path, version, changes) => {
                let encoding = self.shared.client().encoding;
                let Some(document) = self.documents.get_mut(&*path) else { return };
                (document.version, document.changed) = (version, revision);
                let draft =
                    self.drafts.entry(path.into()).or_insert_with(|| Draft::again(&document.text, self.spare.take()));
                apply(changes, draft, encoding);
            }
            EventKind::Closed(path) => {
                self.drafts.remove(&*path);
                self.documents.remove(&*path);
                self.spare = None;
                self.with_session(|it| it.close(&path));
            }
            EventKind::Files(paths) => self.with_session(|it| it.files_changed(paths.iter().map(PathBuf::as_path))),
            EventKind::Roots(roots) => {
                if self.roots.is_empty()
                    && let Some(first) = roots.first()
                {
                    // Paths are shown relative to the first workspace folder.
                    self.current.clone_from(first);
                    self.session = None;
                }
                self.roots.clone_from(&roots);
                self.with_session(|it| it.set_roots(roots));
            }
            EventKind::Settings(settings) => {
                let options = settings.options(self.roots.first().map(PathBuf::as_path)).0;
                self.settings = settings;
                self.with_session(|it| it.set_options(options));
            }
            EventKind::Ready => {}
            EventKind::End => self.ended = true,
        }
    }

    /// Passes an event to the session, if there is one; a new session uses the recorded state.
    fn with_session(&mut self, pass: impl FnOnce(&mut Session)) {
        if let Some(session) = &mut self.session {
            pass(session);
        }
    }

    /// Updates the texts of documents and returns the changed documents.
    fn take_drafts(&mut self) -> FxHashSet<Arc<Path>> {
        let drafts = std::mem::take(&mut self.drafts);
        let typed = drafts.keys().cloned().collect();
        for (path, draft) in drafts {
            let (text, edits, spare) = draft.finish();
            self.spare = Some(spare);
            if let Some(document) = self.documents.get_mut(&path) {
                document.text = text.clone();
            }
            self.with_session(|it| it.edit_to(&path, edits, text.text().clone()));
        }
        typed
    }

    /// Checks changed files and publishes the snapshot.
    fn check(&mut self) {
        let typed = self.take_drafts();
        let changed = match self.refresh() {
            Ok(changed) => changed,
            Err(panic) => {
                self.start_again(&panic.message);
                // Again with a new session: cached state may have caused the panic.
                self.refresh().unwrap_or_else(|_| {
                    self.session = None;
                    // All files are gone, and loaded again after the next change.
                    Changed { planned: true, ..Changed::default() }
                })
            }
        };
        let state = self.session.as_ref().map(Session::snapshot).unwrap_or_default();
        let snapshot = Arc::new(self.snapshot(state));
        // Findings are sent before any response from this snapshot.
        self.notify(&snapshot, &changed, &typed);
        self.newest.send_replace(snapshot.clone());
        self.shared.published(&snapshot);
    }

    /// Checks changed files. If files are loaded, the findings of each are sent when it is checked.
    fn refresh(&mut self) -> Result<Changed, Panic> {
        if self.shared.client().pulls_diagnostics() {
            return catch(|| self.session().refresh());
        }
        let (shared, snapshot) = (self.shared.clone(), self.snapshot(SessionSnapshot::default()));
        let mut publisher = std::mem::take(&mut self.publisher);
        publisher.note_opened(&snapshot);
        let publisher = Mutex::new(publisher);
        let lock = || publisher.lock().unwrap_or_else(PoisonError::into_inner);
        // The client may become ready in the meantime.
        let ready = |file: FileSnapshot| {
            if shared.is_ready() {
                lock().publish_first(&file, &snapshot, &shared);
            }
        };
        let changed = catch(|| self.session().refresh_with(&ready));
        self.publisher = publisher.into_inner().unwrap_or_else(PoisonError::into_inner);
        changed
    }

    /// The current state of the server, with this state of the files.
    fn snapshot(&self, state: SessionSnapshot) -> ServerSnapshot {
        ServerSnapshot {
            revision: self.revision,
            state,
            disk: self.disk.clone(),
            paths: Paths::new(self.current.clone()),
            documents: self.documents.clone(),
            settings: self.settings.clone(),
            texts: self.texts.clone(),
            tokens: self.tokens.clone(),
            written: self.written.clone(),
            committed: self.committed.clone(),
        }
    }

    /// Notifies the client of changes.
    fn notify(&mut self, snapshot: &ServerSnapshot, changed: &Changed, typed: &FxHashSet<Arc<Path>>) {
        self.written.forget(&changed.gone);
        if !self.shared.is_ready() {
            return;
        }
        if self.shared.client().pulls_diagnostics() {
            // The client pulls diagnostics of the edited file anyway.
            let others = changed.files.iter().chain(&changed.gone).any(|it| !typed.contains(it));
            if others {
                self.outdated.send_modify(|it| *it += 1);
            }
        } else {
            let Worker { publisher, shared, .. } = self;
            if let Err(panic) = catch(|| publisher.publish(snapshot, changed, shared)) {
                self.internal_error(&panic.message);
            }
        }
        self.notify_of_problems(snapshot);
    }

    /// Reports problems to the client, each of them once while it exists.
    fn notify_of_problems(&mut self, snapshot: &ServerSnapshot) {
        let notifier = self.shared.notifier();
        let mut now = FxHashSet::default();
        for problem in snapshot.state.problems() {
            let message = problem.to_string();
            // The errors of a broken lsflint.toml change with every character typed, so the path is the key.
            let key = match &**problem {
                Problem::Config(error) => error.path.clone(),
                _ => message.clone(),
            };
            let is_new = !self.notified.contains(&key) && !now.contains(&key);
            now.insert(key);
            match &**problem {
                _ if !is_new => {}
                Problem::Config(error) if snapshot.documents.contains_key(&*snapshot.path(&error.path)) => {
                    // In an open lsflint.toml, the errors are shown as diagnostics.
                }
                Problem::Config(_) => {
                    let more = "lsflint.toml is invalid and is ignored until it is fixed:";
                    notifier.show(MessageType::ERROR, format!("{more}\n{message}"));
                }
                Problem::Internal { .. } => notifier.log(MessageType::ERROR, message),
                _ => notifier.log(MessageType::WARNING, message),
            }
        }
        self.notified = now;
    }

    /// Discards the session after an internal error, because its state may be inconsistent. It is recreated on next
    /// use.
    fn start_again(&mut self, message: &str) {
        self.session = None;
        self.internal_error(message);
    }

    fn internal_error(&self, message: &str) {
        tracing::error!(message, "internal error");
        if self.shared.is_ready() {
            self.shared.notifier().log(MessageType::ERROR, format!("internal error: {message}"));
        }
    }
}
