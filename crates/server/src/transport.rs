//! Standard input and output as streams of the event loop, each with a separate thread.
//!
//! Writing never blocks the event loop: output is queued, so a client that writes a lot before it reads cannot cause a
//! deadlock. The reader thread may block in a read forever; the server does not wait for it when it exits.

use std::io::{self, Write};
use std::pin::Pin;
use std::sync::mpsc as threads;
use std::task::{Context, Poll, ready};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{mpsc, watch};
use tower_lsp::ls_types::MessageType;

use crate::framing;
use crate::outbox::Outbox;

/// The buffer size for reading and writing, in bytes.
const CHUNK: usize = 64 << 10;
/// The maximum number of unread chunks in the queue; a message is two chunks.
const UNREAD: usize = 128;

/// Writes a line to standard error: why the server skips a message or ends. Editors show it in the log of the server.
pub(crate) fn say(text: &str) {
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "lsflint server: {text}");
}

/// The input from the client, as a stream of the event loop.
pub(crate) struct Input {
    chunks: mpsc::Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    taken: usize,
}

/// Becomes true when the client has closed the standard input of the server.
pub(crate) type Closed = watch::Receiver<bool>;

/// Starts the thread that reads standard input. Invalid messages are answered immediately.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn input(answers: Outbox) -> io::Result<(Input, Closed)> {
    let (send, chunks) = mpsc::channel(UNREAD);
    let (close, closed) = watch::channel(false);
    thread::Builder::new().name("stdin".into()).spawn(move || {
        let mut stdin = io::BufReader::with_capacity(CHUNK, io::stdin().lock());
        loop {
            let message = match framing::next(&mut stdin) {
                Ok(Some(message)) => message,
                Ok(None) => break,
                Err(error) => {
                    say(&format!("cannot read standard input: {error}"));
                    break;
                }
            };
            let taken = match message {
                Ok(body) => {
                    // The header is a separate chunk, so that a body, which may be a whole file, is not copied.
                    let length = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
                    send.blocking_send(length).is_ok() && send.blocking_send(body).is_ok()
                }
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
    Ok((Input { chunks, chunk: Vec::new(), taken: 0 }, closed))
}

impl AsyncRead for Input {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.taken == this.chunk.len() {
            let Some(chunk) = ready!(this.chunks.poll_recv(context)) else { return Poll::Ready(Ok(())) };
            (this.chunk, this.taken) = (chunk, 0);
        }
        let count = into.remaining().min(this.chunk.len() - this.taken);
        into.put_slice(&this.chunk[this.taken..this.taken + count]);
        this.taken += count;
        if this.taken == this.chunk.len() {
            // Frees the chunk, because a body may be a whole file.
            (this.chunk, this.taken) = (Vec::new(), 0);
        }
        Poll::Ready(Ok(()))
    }
}

/// The output of the library, as a stream of the event loop. It accepts all bytes in one call, so every write is a
/// whole message.
pub(crate) struct Output(Outbox);

/// The thread that writes to standard output.
pub(crate) struct WriterThread {
    thread: thread::JoinHandle<()>,
}

/// Starts the thread that writes to standard output. It ends when all queues are dropped and everything is written.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn output() -> io::Result<(Output, Outbox, WriterThread)> {
    let (send, queue) = threads::channel::<Vec<u8>>();
    let thread = thread::Builder::new().name("stdout".into()).spawn(move || {
        let mut stdout = io::stdout().lock();
        while let Ok(mut piece) = queue.recv() {
            // An empty message marks the end.
            let mut is_last = piece.is_empty();
            // Messages queued in the meantime are written in the same call.
            while !is_last
                && piece.len() < CHUNK
                && let Ok(next) = queue.try_recv()
            {
                is_last = next.is_empty();
                piece.extend(next);
            }
            if stdout.write_all(&piece).and_then(|()| stdout.flush()).is_err() || is_last {
                // The client does not read any more; its input is still processed until it closes that, too.
                break;
            }
        }
    })?;
    let outbox = Outbox::new(send);
    Ok((Output(outbox.clone()), outbox, WriterThread { thread }))
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

impl AsyncWrite for Output {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match bytes.is_empty() || self.0.put(bytes.to_vec()) {
            true => Poll::Ready(Ok(bytes.len())),
            false => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
