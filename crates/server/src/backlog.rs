//! Limits the size of what waits: messages that are not processed yet, and messages that the client has not read.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The size in bytes above which the server does not read messages or run requests. Clients that read while they write
/// leave much less.
const FULL: usize = 16 << 20;

/// The total size of what waits.
#[derive(Clone, Default)]
pub(crate) struct Backlog(Arc<State>);

#[derive(Default)]
struct State {
    bytes: Mutex<usize>,
    has_shrunk: Condvar,
}

impl State {
    fn bytes(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backlog {
    /// Adds something of this size until the result is dropped. Never blocks, so a single message may have any size.
    pub(crate) fn add(&self, bytes: usize) -> Waiting {
        *self.0.bytes() += bytes;
        Waiting { bytes, state: self.0.clone() }
    }

    /// Blocks while the backlog is full.
    pub(crate) fn wait_for_room(&self) {
        drop(self.0.has_shrunk.wait_while(self.0.bytes(), |bytes| *bytes > FULL));
    }
}

/// A part of a backlog, until it is dropped.
pub(crate) struct Waiting {
    bytes: usize,
    state: Arc<State>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        *self.state.bytes() -= self.bytes;
        self.state.has_shrunk.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backlog_shrinks_when_its_parts_are_dropped() {
        let backlog = Backlog::default();
        let (small, large) = (backlog.add(1), backlog.add(FULL));
        let (send, received) = std::sync::mpsc::channel();
        let waiting = backlog.clone();
        let thread = std::thread::spawn(move || {
            waiting.wait_for_room();
            // The other thread waits for the message.
            send.send(*waiting.0.bytes()).expect("a receiver");
        });
        assert!(received.try_recv().is_err());
        drop(small);
        assert_eq!(received.recv(), Ok(FULL));
        thread.join().expect("a thread without a panic");
        drop(large);
        assert_eq!(*backlog.0.bytes(), 0);
    }
}
