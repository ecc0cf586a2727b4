//! Serves one client on standard input and output.

use std::future::poll_fn;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use futures_util::stream::FuturesUnordered;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::watch;
use tower_lsp::{ClientSocket, LspService};
use tower_service::Service;

use crate::backend::Backend;
use crate::backlog::Waiting;
use crate::dispatch::Dispatcher;
use crate::framing::Message;
use crate::notify::Notifier;
use crate::outbox::Outbox;
use crate::server_snapshot::ServerSnapshot;
use crate::shared::Shared;
use crate::{overlays, parent, transport, welcome, worker};

/// The maximum number of messages that are processed concurrently, more than clients send. With more, the next one is
/// not taken, so a client that never waits cannot use up the memory.
const CONCURRENT: usize = 4096;

/// The number of requests that run concurrently; more wait for a thread.
const THREADS: usize = 8;

/// The timeout for writing answers after the client has exited.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves one client on stdin and stdout until it exits. Returns whether it sent `shutdown` before. `process` is the
/// process ID of the client if given on the command line; the client may also send it.
///
/// # Errors
/// The event loop or a thread could not be started.
pub fn run(process: Option<u32>) -> std::io::Result<bool> {
    log_to_stderr();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(THREADS)
        .enable_all()
        .build()?;
    let served = runtime.block_on(serve(process));
    // Requests that still run are not awaited.
    runtime.shutdown_background();
    served
}

async fn serve(process: Option<u32>) -> std::io::Result<bool> {
    let (outbox, writer) = transport::output()?;
    let (events, happened) = mpsc::channel();
    let (set_newest, newest) = watch::channel(Arc::new(ServerSnapshot::nothing()));
    let (outdated, is_outdated) = watch::channel(0);
    let shared = Arc::new(Shared::new(events, newest, Notifier::new(outbox.clone())));
    let (input, mut closed) = transport::input(outbox.clone(), shared.unprocessed())?;
    worker::start(happened, shared.clone(), set_newest, outdated)?;
    let backend = |client| Backend { client, shared: shared.clone() };
    let service = LspService::build(backend).custom_method("$/setTrace", Backend::set_trace);
    #[cfg(debug_assertions)]
    let service = service.custom_method("lsflint/debugNotification", Backend::debug_notification);
    let (library, socket) = service.finish();
    tokio::spawn(overlays::refresh(library.inner().client.clone(), shared.clone(), is_outdated.clone()));
    tokio::spawn(welcome::refresh(library.inner().client.clone(), shared.clone(), is_outdated));
    let dispatcher = Dispatcher::new(library, shared.clone(), outbox.clone());
    let reason = tokio::select! {
        () = exchange(input, &outbox, socket, dispatcher) => "`exit` without `shutdown`, or the end of the input",
        () = parent::gone(process, shared.clone()) => "the process of the client has ended",
        () = async {
            // An error means that the reader thread has ended, which has the same meaning.
            let _ = closed.wait_for(|it| *it).await;
            tokio::time::sleep(FLUSH_TIMEOUT).await;
        } => "the end of the input",
    };
    shared.end();
    writer.finish(&outbox, FLUSH_TIMEOUT);
    if !shared.was_shut_down() {
        transport::say(&format!("ends: {reason}"));
    }
    Ok(shared.was_shut_down())
}

/// Passes on the messages of the client, and sends the answers and the requests of the server, until `exit` or the end
/// of the input. The transport of the library is not used: it decodes messages on the event loop, and keeps a buffer
/// with the size of the largest one.
async fn exchange(
    mut input: tokio::sync::mpsc::Receiver<(Message, Waiting)>,
    outbox: &Outbox,
    socket: ClientSocket,
    mut service: Dispatcher,
) {
    let (mut requests, mut answers) = socket.split();
    let asking = async {
        while let Some(request) = requests.next().await {
            outbox.message(&request);
        }
        // The library has ended, which the client need not know.
        std::future::pending::<()>().await;
    };
    let answering = async {
        let (mut running, mut has_more) = (FuturesUnordered::new(), true);
        while has_more || !running.is_empty() {
            let message = tokio::select! {
                // A message is taken when the one before it has started: they are processed in their order.
                biased;
                Some(answer) = running.next() => {
                    if let Ok(Some(answer)) = answer {
                        outbox.message(&answer);
                    }
                    continue;
                }
                message = input.recv(), if has_more && running.len() < CONCURRENT => message,
            };
            let Some((message, waiting)) = message else {
                has_more = false;
                continue;
            };
            match message {
                Message::Request(request) => {
                    if poll_fn(|it| service.poll_ready(it)).await.is_err() {
                        return;
                    }
                    // Some clients leave the input open after `exit`.
                    has_more = request.method() != "exit";
                    let answer = service.call(request);
                    running.push(async move {
                        // The message counts as not processed until it is answered.
                        let _waiting = waiting;
                        answer.await
                    });
                }
                Message::Answer(answer) => {
                    if answers.send(answer).await.is_err() {
                        return;
                    }
                }
            }
        }
    };
    tokio::select! {
        () = answering => {}
        () = asking => {}
    }
}

/// Logs to stderr at the level of `LSFLINT_LOG`, for example `LSFLINT_LOG=debug`.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("LSFLINT_LOG");
    let filter = filter.unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("off"));
    // Fails if a logger is already set, which is then used.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(false).try_init();
}
