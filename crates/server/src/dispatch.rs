//! Answers requests of the client before they reach the library.
//!
//! The library computes every response on the event loop, as a `Value` that is written afterwards. For the outline of a
//! large file this takes longer than computing it and blocks everything else. This service is therefore placed in front
//! of the service of the library: a request runs on a separate thread, which also serializes the response and puts the
//! complete message into the queue of the writer. Messages that change state (`initialize`, `shutdown`, `exit`, the
//! notifications) and unknown methods are passed on to the library.
//!
//! Requests handled here get the same guarantees as those of the library:
//!
//! - Order: the future of a request reads the state when it is first polled, after the futures of all earlier messages.
//! - A request before `initialize` or after `shutdown` is rejected, and so is one whose ID is in use.
//! - `$/cancelRequest` answers immediately, and the [`Request`] notifies its thread. `exit` cancels everything.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use jiff::Zoned;
use rustc_hash::FxHashMap;
use serde_json::Value;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{self, Error, ErrorCode, Id, Response, Result};
use tower_lsp::ls_types::MessageType;
use tower_lsp::{ExitedError, LspService};
use tower_service::Service;

use crate::backend::Backend;
use crate::clock::minute_of_week;
use crate::outbox::{Outbox, framed};
use crate::requests::{self, Handler, Handlers, Request};
use crate::shared::Shared;

/// The error code for a request before `initialize`.
const NOT_INITIALIZED: i64 = -32002;

/// The service that processes the messages of the client.
pub(crate) struct Dispatcher {
    library: LspService<Backend>,
    handlers: Handlers,
    shared: Arc<Shared>,
    outbox: Outbox,
    running: Arc<Running>,
    /// Whether the client has sent `shutdown`, which may not have been processed.
    is_shutting_down: bool,
}

impl Dispatcher {
    pub(crate) fn new(library: LspService<Backend>, shared: Arc<Shared>, outbox: Outbox) -> Dispatcher {
        let (handlers, running) = (requests::handlers(), Arc::default());
        Dispatcher { library, handlers, shared, outbox, running, is_shutting_down: false }
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
            "shutdown" if message.id().is_some() => self.is_shutting_down = self.shared.is_initialized(),
            "exit" => {
                self.running.cancel_all();
                // Some clients do not wait for the response to `shutdown`, and `exit` cancels it.
                if self.is_shutting_down {
                    self.shared.shut_down();
                }
            }
            _ => {}
        }
        if let Some(id) = message.id().filter(|_| message.method().starts_with("$/")) {
            // The library takes all of these for notifications that may be ignored.
            let refusal = Response::from_error(id.clone(), Error::method_not_found());
            return Box::pin(async { Ok(Some(refusal)) });
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
                message = answer(shared, &outbox, handler, id.clone(), params) => message,
            };
            running.remove(&id);
            outbox.put(message);
            // The message is in the queue.
            Ok(None)
        })
    }
}

/// Waits for a snapshot that includes everything the client sent before the request, unless the syntax of a document is
/// all it needs, then runs the request on a blocking thread, which first waits for the client to read earlier answers.
/// Returns the complete message. Dropping this future cancels the request.
async fn answer(shared: Arc<Shared>, outbox: &Outbox, handler: Arc<Handler>, id: Id, params: Value) -> Vec<u8> {
    // Read before the first await, so that later messages are not included.
    let (asked, came) = (shared.revision(), Instant::now());
    if !shared.is_initialized() {
        let code = ErrorCode::ServerError(NOT_INITIALIZED);
        return refusal(&id, Error { code, message: "Server not initialized".into(), data: None });
    }
    if shared.was_shut_down() {
        return refusal(&id, Error::invalid_request());
    }
    let cancel = CancelWhenDropped(Arc::new(AtomicBool::new(false)));
    let lone = handler.is_syntactic.then(|| shared.lone_document(&params)).flatten();
    let least = if lone.is_some() { 0 } else { asked };
    let mut newest = shared.newest();
    let Ok(server) = newest.wait_for(|it| it.revision >= least).await.map(|it| it.clone()) else {
        return refusal(&id, Error::internal_error());
    };
    let notifier = shared.notifier().clone();
    let (client, now) = (shared.client(), Some(minute_of_week(&Zoned::now())));
    let request = Request { server, lone, notifier, client, asked, now, cancelled: cancel.0.clone() };
    let (written, outbox) = (id.clone(), outbox.clone());
    let done = tokio::task::spawn_blocking(move || {
        outbox.wait_for_room();
        match run(&request, &handler, params, came) {
            Ok(result) => success(&written, &result),
            Err(error) => refusal(&written, error),
        }
    });
    done.await.unwrap_or_else(|_| refusal(&id, Error::internal_error()))
}

/// Runs a request. A panic becomes an error response.
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
    // An ID is a number, a string or null, so this cannot fail.
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
    /// Adds a request; the receiver gets a message if it is canceled. `None` if another request has the same ID.
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

    /// Cancels the request that `$/cancelRequest` names, unless it was already answered.
    fn cancel(&self, params: Option<&Value>) {
        let id = params.and_then(|it| serde_json::from_value::<Id>(it.get("id")?.clone()).ok());
        if let Some(cancel) = id.and_then(|it| self.lock().remove(&it)) {
            // Fails if the request was just answered.
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

/// Cancels the request when dropped.
struct CancelWhenDropped(Arc<AtomicBool>);

impl Drop for CancelWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
