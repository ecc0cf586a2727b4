//! Standard input and output as streams of the event loop, each with a thread of its own.
//!
//! The writer never makes the event loop wait: what is to be written is queued, so a client that writes much before it reads anything
//! cannot bring both sides to a stop. The reader's thread may stay in a read for ever; nothing waits for it when the server leaves.

use std::io::{self, Read, Write};
use std::pin::Pin;
use std::sync::mpsc as threads;
use std::task::{Context, Poll, ready};
use std::thread;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{mpsc, watch};

/// How much is read at once.
const CHUNK: usize = 64 << 10;
/// How many chunks may lie unread.
const CHUNKS: usize = 64;

/// What the client writes.
pub(crate) struct Input {
    chunks: mpsc::Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    taken: usize,
}

/// Becomes true when the client has closed our input.
pub(crate) type Closed = watch::Receiver<bool>;

/// Starts reading standard input.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn input() -> io::Result<(Input, Closed)> {
    let (send, chunks) = mpsc::channel(CHUNKS);
    let (close, closed) = watch::channel(false);
    thread::Builder::new().name("stdin".into()).spawn(move || {
        let mut stdin = io::stdin().lock();
        let mut buffer = vec![0; CHUNK];
        loop {
            match stdin.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => {
                    if send.blocking_send(buffer[..read].to_vec()).is_err() {
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        // Nobody listens any more when the server is leaving.
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
        Poll::Ready(Ok(()))
    }
}

/// What the client reads.
pub(crate) struct Output {
    pieces: Option<threads::Sender<Vec<u8>>>,
}

/// The thread that writes to the client. It ends when the last [`Output`] is gone and everything is written.
pub(crate) type Writer = thread::JoinHandle<()>;

/// Starts writing to standard output.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn output() -> io::Result<(Output, Writer)> {
    let (send, pieces) = threads::channel::<Vec<u8>>();
    let writer = thread::Builder::new().name("stdout".into()).spawn(move || {
        let mut stdout = io::stdout().lock();
        while let Ok(mut piece) = pieces.recv() {
            // What came meanwhile goes out in the same call.
            while piece.len() < CHUNK
                && let Ok(next) = pieces.try_recv()
            {
                piece.extend(next);
            }
            if stdout.write_all(&piece).and_then(|()| stdout.flush()).is_err() {
                // The client reads no more; what it sends is still taken until it closes that, too.
                break;
            }
        }
    })?;
    Ok((Output { pieces: Some(send) }, writer))
}

impl AsyncWrite for Output {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &self.pieces {
            Some(pieces) if pieces.send(bytes.to_vec()).is_ok() => Poll::Ready(Ok(bytes.len())),
            _ => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().pieces = None;
        Poll::Ready(Ok(()))
    }
}
