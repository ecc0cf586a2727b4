//! Answers requests of the client before they reach the library.
//!
//! The library turns every answer into a tree of values and that into text, on the event loop: for the outline of a
//! large file this takes longer than to find it, and everything else waits. So this service is put between the
//! library's transport and the library's own service, and takes the requests: a request runs on a thread of its own,
//! its answer becomes text there, and the finished message goes into the queue of the writer, in one piece like all
//! others. What changes state (`initialize`, `shutdown`, `exit`, the notifications) and unknown methods go
//! on to the library.
//!
//! What the library does for its requests is done here for ours:
//!
//! - Order: the future of a request looks at the state when it is polled first, after those of all messages before it.
//! - A request before `initialize` or after `shutdown` is rejected, and so is one whose ID is in use.
//! - `$/cancelRequest` answers immediately, and the [`Request`] notifies its thread. `exit` cancels everything.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use rustc_hash::FxHashMap;
use serde_json::Value;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{self, Error, ErrorCode, Id, Response, Result};
use tower_lsp::ls_types::MessageType;
use tower_lsp::{ExitedError, LspService};
use tower_service::Service;

use crate::backend::Backend;
use crate::requests::{self, Handler, Handlers, Request};
use crate::shared::Shared;
use crate::transport::{Outbox, framed};

/// The error code for a request before `initialize`.
const NOT_INITIALIZED: i64 = -32002;

/// The service that the library's transport calls.
pub(crate) struct Dispatcher {
    library: LspService<Backend>,
    handlers: Handlers,
    shared: Arc<Shared>,
    outbox: Outbox,
    running: Arc<Running>,
}

impl Dispatcher {
    pub(crate) fn new(library: LspService<Backend>, shared: Arc<Shared>, outbox: Outbox) -> Dispatcher {
        Dispatcher { library, handlers: requests::handlers(), shared, outbox, running: Arc::default() }
    }
}

impl Service<jsonrpc::Request> for Dispatcher {
    type Response = Option<Response>;
    type Error = ExitedError;
    type Future = Pin<Box<dyn Future<Output = std::result::Result<Option<Response>, ExitedError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<std::result::Result<(), ExitedError>> {
        self.library.poll_ready(context)
    }

    fn call(&mut self, message: jsonrpc::Request) -> Self::Future {
        match message.method() {
            "$/cancelRequest" => self.running.cancel(message.params()),
            "exit" => self.running.cancel_all(),
            _ => {}
        }
        let handler = self.handlers.get(message.method()).filter(|_| message.id().is_some());
        let Some(handler) = handler else { return self.library.call(message) };
        let (_, id, params) = message.into_parts();
        let (id, params) = (id.unwrap_or_default(), params.unwrap_or_default());
        let Some(cancelled) = self.running.insert(&id) else {
            return Box::pin(async { Ok(Some(Response::from_error(id, Error::invalid_request()))) });
        };
        let (shared, outbox, running) = (self.shared.clone(), self.outbox.clone(), self.running.clone());
        Box::pin(async move {
            let message = tokio::select! {
                biased;
                Ok(()) = cancelled => refusal(&id, Error::request_cancelled()),
                message = answer(shared, handler, id.clone(), params) => message,
            };
            running.remove(&id);
            outbox.put(message);
            // The library has nothing to send.
            Ok(None)
        })
    }
}

/// Waits for a snapshot with everything that the client had sent before it asked, then runs the request on a thread
/// where it may take its time. Returns the whole message. When this future is dropped, the request learns of it.
async fn answer(shared: Arc<Shared>, handler: Arc<Handler>, id: Id, params: Value) -> Vec<u8> {
    // Before the first await: everything that came before is counted, nothing that comes after.
    let (asked, came) = (shared.revision(), Instant::now());
    if !shared.was_introduced() {
        let code = ErrorCode::ServerError(NOT_INITIALIZED);
        return refusal(&id, Error { code, message: "Server not initialized".into(), data: None });
    }
    if shared.was_shut_down() {
        return refusal(&id, Error::invalid_request());
    }
    let cancel = CancelWhenDropped(Arc::new(AtomicBool::new(false)));
    let mut newest = shared.newest();
    let Ok(server) = newest.wait_for(|it| it.revision >= asked).await.map(|it| it.clone()) else {
        return refusal(&id, Error::internal_error());
    };
    let notifier = shared.notifier().clone();
    let request = Request { server, notifier, client: shared.client(), asked, cancelled: cancel.0.clone() };
    let written = id.clone();
    let done = tokio::task::spawn_blocking(move || match run(&request, &handler, params, came) {
        Ok(result) => success(&written, &result),
        Err(error) => refusal(&written, error),
    });
    done.await.unwrap_or_else(|_| refusal(&id, Error::internal_error()))
}

/// Runs a request. A panic becomes an error.
fn run(request: &Request, handler: &Handler, params: Value, came: Instant) -> Result<String> {
    request.give_up()?;
    let (name, notifier) = (handler.name, &request.notifier);
    let answer = lsflint_project::catch(|| (handler.run)(request, params)).unwrap_or_else(|panic| {
        tracing::error!(name, panic.message, "a request failed");
        notifier.log(MessageType::ERROR, format!("internal error in {name}: {}", panic.message));
        Err(Error { message: format!("internal error: {}", panic.message).into(), ..Error::internal_error() })
    });
    let (took, asked, revision) = (came.elapsed(), request.asked, request.server.revision);
    tracing::debug!(name, ?took, asked, revision, "answered");
    notifier.trace(
        || format!("{name} took {:.1} ms", took.as_secs_f64() * 1000.0),
        || format!("asked at revision {asked}, answered from revision {revision}"),
    );
    answer
}

fn success(id: &Id, result: &str) -> Vec<u8> {
    // An id is a number, a string or null.
    let id = serde_json::to_string(id).unwrap_or_default();
    framed(&[r#"{"jsonrpc":"2.0","result":"#, result, r#","id":"#, &id, "}"])
}

fn refusal(id: &Id, error: Error) -> Vec<u8> {
    let response = Response::from_error(id.clone(), error);
    framed(&[&serde_json::to_string(&response).unwrap_or_default()])
}

/// The running requests and their cancellation handles.
#[derive(Default)]
struct Running(Mutex<FxHashMap<Id, oneshot::Sender<()>>>);

impl Running {
    /// Adds a request; what is returned is sent when it is cancelled. `None`: another one has the same id.
    fn insert(&self, id: &Id) -> Option<oneshot::Receiver<()>> {
        let mut running = self.lock();
        if running.contains_key(id) {
            return None;
        }
        let (cancel, cancelled) = oneshot::channel();
        running.insert(id.clone(), cancel);
        Some(cancelled)
    }

    fn remove(&self, id: &Id) {
        self.lock().remove(id);
    }

    /// Cancels the request that `$/cancelRequest` names; one that is not under way has been answered.
    fn cancel(&self, params: Option<&Value>) {
        let id = params.and_then(|it| serde_json::from_value::<Id>(it.get("id")?.clone()).ok());
        if let Some(cancel) = id.and_then(|it| self.lock().remove(&it)) {
            // Fails when it has just been answered.
            let _ = cancel.send(());
        }
    }

    fn cancel_all(&self) {
        for (_, cancel) in self.lock().drain() {
            let _ = cancel.send(());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FxHashMap<Id, oneshot::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Dropping this cancels the request.
struct CancelWhenDropped(Arc<AtomicBool>);

impl Drop for CancelWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
