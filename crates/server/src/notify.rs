//! Notifications to the client. They go straight into the queue of the writer, from any thread and in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;
use tower_lsp::ls_types::notification::{LogMessage, LogTrace, Notification, ShowMessage};
use tower_lsp::ls_types::{LogMessageParams, LogTraceParams, MessageType, ShowMessageParams, TraceValue};

use crate::transport::Outbox;

/// A notification.
#[derive(Serialize)]
struct Outgoing<'p, P> {
    jsonrpc: &'static str,
    method: &'static str,
    params: &'p P,
}

/// The way to the client.
#[derive(Clone)]
pub(crate) struct Notifier {
    outbox: Outbox,
    trace: Arc<AtomicU8>,
}

impl Notifier {
    pub(crate) fn new(outbox: Outbox) -> Notifier {
        Notifier { outbox, trace: Arc::default() }
    }

    /// Sends a notification.
    pub(crate) fn send<N>(&self, params: &N::Params)
    where
        N: Notification,
        N::Params: Serialize,
    {
        self.outbox.message(&Outgoing { jsonrpc: "2.0", method: N::METHOD, params });
    }

    /// Writes into the log that a person may look at.
    pub(crate) fn log(&self, typ: MessageType, message: impl Into<String>) {
        self.send::<LogMessage>(&LogMessageParams { typ, message: message.into() });
    }

    /// Shows a message.
    pub(crate) fn show(&self, typ: MessageType, message: impl Into<String>) {
        self.send::<ShowMessage>(&ShowMessageParams { typ, message: message.into() });
    }

    /// How much of a trace the client wants.
    pub(crate) fn set_trace(&self, value: TraceValue) {
        self.trace.store(value as u8, Ordering::Relaxed);
    }

    /// Writes into the trace, if the client wants one; `verbose` only if it wants a long one.
    pub(crate) fn trace(&self, message: impl FnOnce() -> String, verbose: impl FnOnce() -> String) {
        let wanted = self.trace.load(Ordering::Relaxed);
        if wanted != TraceValue::Off as u8 {
            let verbose = (wanted == TraceValue::Verbose as u8).then(verbose);
            self.send::<LogTrace>(&LogTraceParams { message: message(), verbose });
        }
    }
}
