//! The queue of messages to the client.

use std::sync::mpsc::Sender;

use serde::Serialize;

/// The output queue, shared by all writers; it contains whole messages.
#[derive(Clone)]
pub(crate) struct Outbox(Sender<Vec<u8>>);

impl Outbox {
    /// The queue with this sender.
    pub(crate) fn new(sender: Sender<Vec<u8>>) -> Outbox {
        Outbox(sender)
    }

    /// Queues a message.
    pub(crate) fn message(&self, message: &impl Serialize) -> bool {
        // Serialization cannot fail: all maps have string keys.
        let Ok(body) = serde_json::to_string(message) else { return true };
        self.put(framed(&[&body]))
    }

    /// Queues serialized whole messages. They are dropped if the client does not read any more.
    pub(crate) fn put(&self, messages: Vec<u8>) -> bool {
        self.0.send(messages).is_ok()
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
