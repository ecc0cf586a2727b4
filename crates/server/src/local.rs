//! A server without event loop, threads, disk and clock: each message is processed completely before the next one.
//!
//! It runs where nothing else is possible, in a page of a browser. The files are in memory, and its answers are those
//! of the server that reads the same files from a disk: state, requests and findings are the same code.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use lsflint_project::Disk;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::watch;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::*;

use crate::committed::Committed;
use crate::initialize::initialize;
use crate::notify::Notifier;
use crate::outbox::{Outbox, Unwritten};
use crate::requests::{self, Handlers, Request};
use crate::server_snapshot::ServerSnapshot;
use crate::shared::{Event, Shared};
use crate::worker::Worker;

/// The error code for a request before `initialize`.
const NOT_INITIALIZED: i64 = -32002;

/// The ID of the request for the settings of the client.
const SETTINGS: &str = "lsflint/settings";

/// A server that processes one message after another.
pub struct LocalServer {
    shared: Arc<Shared>,
    worker: Worker,
    events: mpsc::Receiver<Event>,
    messages: mpsc::Receiver<Unwritten>,
    outbox: Outbox,
    handlers: Handlers,
    /// What was written since the last message: files are checked together, not one after another.
    written: Vec<(PathBuf, Option<Vec<u8>>)>,
    /// The minute of the week in local time, from Sunday 00:00.
    now: Option<u16>,
}

impl Default for LocalServer {
    fn default() -> LocalServer {
        let (send, messages) = mpsc::channel();
        let outbox = Outbox::new(send);
        let (send, events) = mpsc::channel();
        let (set_newest, newest) = watch::channel(Arc::new(ServerSnapshot::nothing()));
        let shared = Arc::new(Shared::new(send, newest, Notifier::new(outbox.clone())));
        let outdated = watch::channel(0).0;
        let worker = Worker::new(shared.clone(), set_newest, outdated, Disk::in_memory(), Committed::nothing());
        let (handlers, written) = (requests::handlers(), Vec::new());
        LocalServer { shared, worker, events, messages, outbox, handlers, written, now: None }
    }
}

impl LocalServer {
    /// Writes and removes files: absolute paths, and the bytes, or nothing to remove a file. They are read before the
    /// next message is processed.
    pub fn write(&mut self, files: impl IntoIterator<Item = (PathBuf, Option<Vec<u8>>)>) {
        self.written.extend(files);
    }

    /// Reads what was written. Returns the messages for the client: findings that changed.
    pub fn update(&mut self) -> Vec<String> {
        self.read_written();
        self.messages.try_iter().filter_map(body).collect()
    }

    fn read_written(&mut self) {
        if self.written.is_empty() {
            return;
        }
        let files = std::mem::take(&mut self.written);
        let paths = files.iter().map(|it| it.0.clone()).collect();
        self.worker.change_disk(|disk| {
            for (path, bytes) in files {
                match bytes {
                    Some(bytes) => disk.insert(path, bytes),
                    None => drop(disk.remove(&path)),
                }
            }
        });
        self.shared.paths_changed(paths);
        self.work();
    }

    /// Sets the time that hovers refer to, as the minute of the week in local time, from Sunday 00:00.
    pub fn set_now(&mut self, minute_of_week: u16) {
        self.now = Some(minute_of_week);
    }

    /// Processes a message of the client, without header. Returns the messages for the client, in order: notifications,
    /// requests, and the answer if the message is a request.
    pub fn process(&mut self, message: &str) -> Vec<String> {
        self.read_written();
        match serde_json::from_str::<Value>(message) {
            Ok(message) => self.take(message),
            Err(error) => {
                let error = json!({"code": ErrorCode::ParseError.code(), "message": error.to_string()});
                self.outbox.message(&json!({"jsonrpc": "2.0", "id": null, "error": error}));
            }
        }
        self.messages.try_iter().filter_map(body).collect()
    }

    fn take(&mut self, mut message: Value) {
        let (id, method) = (message.get("id").cloned(), message.get("method").and_then(Value::as_str));
        let Some(method) = method.map(str::to_owned) else {
            if id.as_ref().and_then(Value::as_str) == Some(SETTINGS)
                && let Some(settings) = message.pointer("/result/0").filter(|it| !it.is_null())
            {
                self.shared.set_settings(settings);
                self.work();
            }
            return;
        };
        let params = message.get_mut("params").map(Value::take).unwrap_or_default();
        let Some(id) = id else {
            // As in the server with an event loop, a notification with invalid parameters is ignored.
            let _ = self.note(&method, params);
            self.work();
            return;
        };
        match self.answer(&method, params) {
            // The answer is a JSON text already.
            Ok(answer) => {
                let text = format!(r#"{{"jsonrpc":"2.0","result":{answer},"id":{id}}}"#);
                self.outbox.put(crate::outbox::framed(&[&text]));
            }
            Err(error) => drop(self.outbox.message(&json!({"jsonrpc": "2.0", "error": error, "id": id}))),
        }
    }

    /// The result of a request as JSON.
    fn answer(&mut self, method: &str, params: Value) -> Result<String> {
        match method {
            "initialize" if self.shared.is_initialized() => return Err(Error::invalid_request()),
            "initialize" => {
                let result = initialize(read(params)?, &self.shared);
                self.work();
                return serde_json::to_string(&result).map_err(|_| Error::internal_error());
            }
            _ if !self.shared.is_initialized() => {
                let code = ErrorCode::ServerError(NOT_INITIALIZED);
                return Err(Error { code, message: "Server not initialized".into(), data: None });
            }
            _ if self.shared.was_shut_down() => return Err(Error::invalid_request()),
            "shutdown" => {
                self.shared.shut_down();
                return Ok("null".to_owned());
            }
            _ => {}
        }
        let handler = self.handlers.get(method).ok_or_else(Error::method_not_found)?;
        let request = Request {
            server: self.snapshot(),
            lone: None,
            notifier: self.shared.notifier().clone(),
            client: self.shared.client(),
            asked: self.shared.revision(),
            now: self.now,
            cancelled: Arc::new(AtomicBool::new(false)),
        };
        lsflint_project::catch(|| (handler.run)(&request, params)).unwrap_or_else(|panic| {
            let message = format!("internal error in {}: {}", handler.name, panic.message).into();
            Err(Error { message, ..Error::internal_error() })
        })
    }

    /// Records a notification.
    fn note(&mut self, method: &str, params: Value) -> Result<()> {
        let shared = &self.shared;
        match method {
            "initialized" => {
                shared.make_ready();
                self.ask_for_settings();
            }
            "textDocument/didOpen" => shared.open(read::<DidOpenTextDocumentParams>(params)?.text_document),
            "textDocument/didChange" => {
                let DidChangeTextDocumentParams { text_document, content_changes } = read(params)?;
                shared.change(&text_document.uri, text_document.version, content_changes);
            }
            "textDocument/didClose" => shared.close(&read::<DidCloseTextDocumentParams>(params)?.text_document.uri),
            "workspace/didChangeWorkspaceFolders" => {
                let WorkspaceFoldersChangeEvent { added, removed } =
                    read::<DidChangeWorkspaceFoldersParams>(params)?.event;
                shared.change_roots(added.into_iter().map(|it| it.uri), removed.into_iter().map(|it| it.uri));
            }
            "workspace/didChangeConfiguration" if shared.client().has_configuration() => self.ask_for_settings(),
            "workspace/didChangeConfiguration" => {
                shared.set_settings(&read::<DidChangeConfigurationParams>(params)?.settings);
            }
            // Nothing runs that could be cancelled, and files are changed by `write`.
            _ => {}
        }
        Ok(())
    }

    /// Requests the section `lsflint` of the settings, if the client answers that.
    fn ask_for_settings(&self) {
        if self.shared.client().has_configuration() {
            let params = json!({"items": [{"section": crate::settings::SECTION}]});
            let method = "workspace/configuration";
            self.outbox.message(&json!({"jsonrpc": "2.0", "id": SETTINGS, "method": method, "params": params}));
        }
    }

    /// Processes what was recorded.
    fn work(&mut self) {
        let LocalServer { worker, events, .. } = self;
        worker.process(events.try_iter());
    }

    /// The newest state.
    fn snapshot(&self) -> Arc<ServerSnapshot> {
        self.shared.newest().borrow().clone()
    }

    /// The files, with the texts of the open documents.
    pub fn disk(&mut self) -> Disk {
        self.read_written();
        let snapshot = self.snapshot();
        let mut disk = snapshot.disk.clone();
        for (path, document) in &snapshot.documents {
            disk.insert(path.to_path_buf(), document.text.text().as_bytes().to_vec());
        }
        disk
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T> {
    serde_json::from_value(params).map_err(|it| Error::invalid_params(it.to_string()))
}

/// The body of a message with header.
fn body(message: Unwritten) -> Option<String> {
    let message = String::from_utf8(message.bytes).ok()?;
    message.split_once("\r\n\r\n").map(|it| it.1.to_owned())
}
