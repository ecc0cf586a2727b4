//! Sends notifications to the client, from any thread and in order, through the queue of the writer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;
use tower_lsp::ls_types::notification::{LogMessage, LogTrace, Notification, PublishDiagnostics, ShowMessage};
use tower_lsp::ls_types::{
    LogMessageParams, LogTraceParams, MessageType, ProgressToken, ShowMessageParams, TraceValue, Uri,
};

use crate::outbox::{Outbox, framed};

/// A JSON-RPC notification.
#[derive(Serialize)]
struct Outgoing<'p, P> {
    jsonrpc: &'static str,
    method: &'static str,
    params: &'p P,
}

/// Sends notifications and traces to the client.
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

    /// Sends the diagnostics of a file: their JSON, separated by commas.
    pub(crate) fn publish(&self, uri: &Uri, version: Option<i32>, items: &str) {
        let method = PublishDiagnostics::METHOD;
        // A URI is a string, so this cannot fail.
        let uri = serde_json::to_string(uri).unwrap_or_default();
        let start = format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"uri":{uri},"diagnostics":["#);
        let version = version.map_or_else(String::new, |it| format!(r#","version":{it}"#));
        self.outbox.put(framed(&[&start, items, "]", &version, "}}"]));
    }

    /// Sends the notification of a partial result: the JSON of its items, separated by commas.
    pub(crate) fn partial(&self, token: &ProgressToken, items: &str) {
        // A token is a number or a string, so this cannot fail.
        let token = serde_json::to_string(token).unwrap_or_default();
        let start =
            format!(r#"{{"jsonrpc":"2.0","method":"$/progress","params":{{"token":{token},"value":{{"items":["#);
        self.outbox.put(framed(&[&start, items, "]}}}"]));
    }

    /// Writes a message to the log of the client.
    pub(crate) fn log(&self, typ: MessageType, message: impl Into<String>) {
        self.send::<LogMessage>(&LogMessageParams { typ, message: message.into() });
    }

    /// Shows a message to the user.
    pub(crate) fn show(&self, typ: MessageType, message: impl Into<String>) {
        self.send::<ShowMessage>(&ShowMessageParams { typ, message: message.into() });
    }

    /// Sets the level of detail of the trace.
    pub(crate) fn set_trace(&self, value: TraceValue) {
        self.trace.store(value as u8, Ordering::Relaxed);
    }

    /// Writes a message to the trace, if enabled; `verbose` is added if the client requested a verbose trace.
    pub(crate) fn trace(&self, message: impl FnOnce() -> String, verbose: impl FnOnce() -> String) {
        let wanted = self.trace.load(Ordering::Relaxed);
        if wanted != TraceValue::Off as u8 {
            let verbose = (wanted == TraceValue::Verbose as u8).then(verbose);
            self.send::<LogTrace>(&LogTraceParams { message: message(), verbose });
        }
    }
}
