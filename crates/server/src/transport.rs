//! Standard input and output, each with a separate thread.
//!
//! Messages are decoded by the reader thread. Writing never blocks the event loop: output is queued, so a client that
//! writes a lot before it reads cannot cause a deadlock. The reader thread blocks while too much input is not processed
//! or too much output is not read. It may block forever; the server does not wait for it when it exits.

use std::io::{self, Write};
use std::sync::mpsc as threads;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::{mpsc, watch};
use tower_lsp::ls_types::MessageType;

use crate::backlog::{Backlog, Waiting};
use crate::framing::{self, Message};
use crate::outbox::{Outbox, Unwritten};

/// The buffer size for reading and writing, in bytes.
const CHUNK: usize = 64 << 10;
/// The maximum number of messages in the queue.
const UNREAD: usize = 64;

/// Writes a line to standard error: why the server skips a message or ends. Editors show it in the log of the server.
pub(crate) fn say(text: &str) {
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "lsflint server: {text}");
}

/// Becomes true when the client has closed the standard input of the server.
pub(crate) type Closed = watch::Receiver<bool>;

/// Starts the thread that reads standard input, and returns its messages with their parts of the backlog. Invalid ones
/// are answered immediately.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn input(answers: Outbox, unprocessed: Backlog) -> io::Result<(mpsc::Receiver<(Message, Waiting)>, Closed)> {
    let (send, messages) = mpsc::channel(UNREAD);
    let (close, closed) = watch::channel(false);
    thread::Builder::new().name("stdin".into()).spawn(move || {
        let mut stdin = io::BufReader::with_capacity(CHUNK, io::stdin().lock());
        loop {
            unprocessed.wait_for_room();
            answers.wait_for_room();
            let body = match framing::body(&mut stdin) {
                Ok(Some(body)) => body,
                Ok(None) => break,
                Err(error) => {
                    say(&format!("cannot read standard input: {error}"));
                    break;
                }
            };
            let waiting = unprocessed.add(body.as_ref().map_or(0, Vec::len));
            let taken = match body.and_then(framing::decode) {
                Ok(message) => send.blocking_send((message, waiting)).is_ok(),
                Err(malformed) => {
                    let text = format!("not a JSON-RPC message: {}", malformed.detail);
                    say(&text);
                    match malformed.is_unasked {
                        true => {
                            let params = json!({"type": MessageType::ERROR, "message": text});
                            answers.message(&json!({"jsonrpc": "2.0", "method": "window/logMessage", "params": params}))
                        }
                        false => {
                            let error = json!({"code": malformed.reason as i32, "message": text});
                            answers.message(&json!({"jsonrpc": "2.0", "id": malformed.id, "error": error}))
                        }
                    }
                }
            };
            if !taken {
                break;
            }
        }
        // Fails if the server is exiting.
        let _ = close.send(true);
    })?;
    Ok((messages, closed))
}

/// The thread that writes to standard output.
pub(crate) struct WriterThread {
    thread: thread::JoinHandle<()>,
}

/// Starts the thread that writes to standard output. It ends when all queues are dropped and everything is written.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn output() -> io::Result<(Outbox, WriterThread)> {
    let (send, queue) = threads::channel::<Unwritten>();
    let thread = thread::Builder::new().name("stdout".into()).spawn(move || {
        let mut stdout = io::stdout().lock();
        while let Ok(first) = queue.recv() {
            let mut piece = first.bytes;
            // An empty message marks the end.
            let mut is_last = piece.is_empty();
            // Messages queued in the meantime are written in the same call.
            while !is_last
                && piece.len() < CHUNK
                && let Ok(next) = queue.try_recv()
            {
                is_last = next.bytes.is_empty();
                piece.extend(next.bytes);
            }
            if stdout.write_all(&piece).and_then(|()| stdout.flush()).is_err() || is_last {
                // The client does not read any more; its input is still processed until it closes that, too.
                break;
            }
        }
    })?;
    Ok((Outbox::new(send), WriterThread { thread }))
}

impl WriterThread {
    /// Waits until everything is written, at most for the timeout, because the client may not read.
    pub(crate) fn finish(self, outbox: &Outbox, timeout: Duration) {
        outbox.put(Vec::new());
        let end = Instant::now() + timeout;
        while !self.thread.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
    }
}
