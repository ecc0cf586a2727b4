//! The one thread that owns the clusters: it takes what happened, in order, checks, and hands out the newest moment.
//!
//! While it checks, more may happen; all of that is taken together the next time. So a burst of typing costs two checks, not fifty, and
//! nobody needs a clock.

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::{io, thread};

use rustc_hash::FxHashMap;
use tokio::sync::mpsc as channel;
use tokio::sync::watch;

use crate::analysis::Analysis;
use crate::documents::{Document, Revision};
use crate::moment::{Moment, Texts};
use crate::publish::{Publication, Publisher};
use crate::settings::Settings;
use crate::shared::{Event, Shared, What};

/// Starts the worker. It ends when told so, or when nobody can tell it anything any more.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn start(
    events: mpsc::Receiver<Event>,
    shared: Arc<Shared>,
    newest: watch::Sender<Arc<Moment>>,
    publications: channel::UnboundedSender<Publication>,
) -> io::Result<()> {
    let worker = Worker {
        shared,
        newest,
        publications,
        analysis: Analysis::default(),
        documents: FxHashMap::default(),
        settings: Arc::default(),
        publisher: Publisher::default(),
        revision: 0,
        texts: Arc::default(),
        ended: false,
    };
    thread::Builder::new().name("worker".into()).spawn(move || worker.run(&events))?;
    Ok(())
}

struct Worker {
    shared: Arc<Shared>,
    newest: watch::Sender<Arc<Moment>>,
    publications: channel::UnboundedSender<Publication>,
    analysis: Analysis,
    documents: FxHashMap<Arc<Path>, Document>,
    settings: Arc<Settings>,
    publisher: Publisher,
    revision: Revision,
    texts: Arc<Texts>,
    ended: bool,
}

impl Worker {
    fn run(mut self, events: &mpsc::Receiver<Event>) {
        while let Ok(event) = events.recv() {
            self.take(event);
            while let Ok(event) = events.try_recv() {
                self.take(event);
            }
            if self.ended {
                return;
            }
            self.check();
        }
    }

    /// Takes note of something that happened.
    fn take(&mut self, event: Event) {
        let Event { revision, what } = event;
        self.revision = revision;
        match what {
            What::Opened(path, document) => {
                self.analysis.open(&path, document.rope.to_string());
                self.documents.insert(path.into(), document);
            }
            What::Changed(path, document, edits) => {
                self.analysis.edit(&path, &edits);
                self.documents.insert(path.into(), document);
            }
            What::Closed(path) => {
                self.analysis.close(&path);
                self.documents.remove(&*path);
            }
            What::Files(paths) => self.analysis.files_changed(&paths),
            What::Roots(roots) => self.analysis.set_roots(roots),
            What::Settings(settings) => self.settings = settings,
            What::End => self.ended = true,
        }
    }

    /// Checks what changed and hands it out.
    fn check(&mut self) {
        self.analysis.refresh();
        let moment = Arc::new(Moment {
            revision: self.revision,
            state: self.analysis.state(),
            documents: self.documents.clone(),
            settings: self.settings.clone(),
            texts: self.texts.clone(),
        });
        self.newest.send_replace(moment.clone());
        let client = self.shared.client();
        if !client.pulls_diagnostics() {
            for publication in self.publisher.news(&moment, &client) {
                // The other side goes away only when the process ends.
                let _ = self.publications.send(publication);
            }
        }
    }
}
