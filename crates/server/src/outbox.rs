//! The queue of messages to the client.

use std::sync::mpsc::Sender;

use serde::Serialize;

use crate::backlog::{Backlog, Waiting};

/// Whole messages to the client, and their part of the backlog.
pub(crate) struct Unwritten {
    pub(crate) bytes: Vec<u8>,
    _waiting: Waiting,
}

/// The output queue, shared by all writers.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: Sender<Unwritten>,
    backlog: Backlog,
}

impl Outbox {
    /// The queue with this sender.
    pub(crate) fn new(queue: Sender<Unwritten>) -> Outbox {
        Outbox { queue, backlog: Backlog::default() }
    }

    /// Blocks while the client reads less than the server writes. To be called before something that leads to output,
    /// on a thread that may block.
    pub(crate) fn wait_for_room(&self) {
        self.backlog.wait_for_room();
    }

    /// Queues a message.
    pub(crate) fn message(&self, message: &impl Serialize) -> bool {
        // Serialization cannot fail: all maps have string keys.
        let Ok(body) = serde_json::to_string(message) else { return true };
        self.put(framed(&[&body]))
    }

    /// Queues serialized whole messages. They are dropped if the client does not read any more.
    pub(crate) fn put(&self, bytes: Vec<u8>) -> bool {
        let waiting = self.backlog.add(bytes.len());
        self.queue.send(Unwritten { bytes, _waiting: waiting }).is_ok()
    }
}

/// A message with its header. `body` is given in parts.
pub(crate) fn framed(body: &[&str]) -> Vec<u8> {
    let length: usize = body.iter().map(|it| it.len()).sum();
    let mut message = format!("Content-Length: {length}\r\n\r\n").into_bytes();
    message.reserve_exact(length);
    body.iter().for_each(|it| message.extend_from_slice(it.as_bytes()));
    message
}
