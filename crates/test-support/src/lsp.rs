//! A client of the language server for tests and benchmarks. It starts the server as a process and records when each
//! message arrives.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A message of the server.
#[derive(Debug, Clone)]
pub struct Message {
    /// When its last byte was read.
    pub at: Instant,
    /// Its size in bytes.
    pub bytes: usize,
    /// The decoded message.
    pub value: Value,
}

impl Message {
    /// Whether this is the notification or request of a method.
    pub fn is(&self, method: &str) -> bool {
        self.value["method"] == method
    }

    /// Whether this is the response to a request of the client.
    pub fn answers(&self, id: u64) -> bool {
        self.value.get("method").is_none() && self.value["id"] == id
    }
}

/// How the client handles requests of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manners {
    /// Responds to them.
    Polite,
    /// Never responds.
    Silent,
}

/// A running server with its pipes.
#[derive(Debug)]
pub struct Client {
    process: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Message>,
    /// Messages that no call has waited for yet.
    waiting: Vec<Message>,
    next: u64,
    /// How requests of the server are handled.
    pub manners: Manners,
    /// The response to `workspace/configuration`.
    pub settings: Value,
    /// The latest findings of each document, with its version.
    pub diagnostics: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    /// The timeout for each message.
    pub patience: Duration,
}

impl Client {
    /// Starts a server in a folder.
    pub fn start(server: &Path, arguments: &[&str], folder: &Path) -> Client {
        let mut command = Command::new(server);
        command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap_or_else(|error| panic!("cannot start {}: {error}", server.display()));
        let stdin = process.stdin.take();
        let stdout = process.stdout.take().expect("stdout is a pipe");
        let (send, messages) = channel();
        thread::spawn(move || read(BufReader::with_capacity(1 << 16, stdout), &send));
        Client {
            process,
            stdin,
            messages,
            waiting: Vec::new(),
            next: 0,
            manners: Manners::Polite,
            settings: Value::Null,
            diagnostics: BTreeMap::new(),
            patience: Duration::from_secs(30),
        }
    }

    /// The process ID.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends raw bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        // A server that has gone is noticed where an answer is missing.
        let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        let params = if params.is_null() { json!({}) } else { params };
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request. [`Client::answer`] returns its response.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.next, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        self.next
    }

    /// Sends a request and waits for its result.
    ///
    /// # Panics
    /// If the server responds with an error or does not respond in time.
    #[track_caller]
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let mut answer = self.answer(id).value;
        assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
        answer["result"].take()
    }

    /// Waits for the response to a request.
    #[track_caller]
    pub fn answer(&mut self, id: u64) -> Message {
        self.wait(&format!("the answer of request {id}"), |it| it.answers(id))
    }

    /// Cancels a request.
    pub fn cancel(&mut self, id: u64) {
        self.notify("$/cancelRequest", json!({"id": id}));
    }

    /// Waits for a message and keeps the others.
    ///
    /// # Panics
    /// If the message does not arrive in time.
    #[track_caller]
    pub fn wait(&mut self, what: &str, wanted: impl FnMut(&Message) -> bool) -> Message {
        let patience = self.patience;
        match self.wait_for(patience, wanted) {
            Ok(message) => message,
            Err(why) => panic!("waited for {what}: {why}"),
        }
    }

    /// Waits for a message and keeps the others.
    ///
    /// # Errors
    /// The reason why the message did not arrive in time.
    pub fn wait_for(&mut self, time: Duration, mut wanted: impl FnMut(&Message) -> bool) -> Result<Message, String> {
        if let Some(at) = self.waiting.iter().position(&mut wanted) {
            return Ok(self.waiting.remove(at));
        }
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) => {
                    self.take_note(&message);
                    if wanted(&message) {
                        return Ok(message);
                    }
                    self.waiting.push(message);
                }
                Err(RecvTimeoutError::Timeout) => return Err(format!("nothing came within {time:?}")),
                Err(RecvTimeoutError::Disconnected) => return Err("the server closed its output".to_owned()),
            }
        }
    }

    /// Returns and forgets all kept messages.
    pub fn drain(&mut self) -> Vec<Message> {
        while let Ok(message) = self.messages.try_recv() {
            self.take_note(&message);
            self.waiting.push(message);
        }
        std::mem::take(&mut self.waiting)
    }

    /// Records findings and responds to requests.
    fn take_note(&mut self, message: &Message) {
        let value = &message.value;
        if message.is("textDocument/publishDiagnostics") {
            let params = &value["params"];
            let found = params["diagnostics"].as_array().cloned().unwrap_or_default();
            let uri = params["uri"].as_str().unwrap_or_default().to_owned();
            self.diagnostics.insert(uri, (params["version"].as_i64(), found));
        }
        if self.manners == Manners::Polite && value.get("method").is_some() && value.get("id").is_some() {
            let result = self.result_of(value);
            self.send(&json!({"jsonrpc": "2.0", "id": value["id"], "result": result}));
        }
    }

    fn result_of(&self, request: &Value) -> Value {
        match request["method"].as_str() {
            Some("workspace/configuration") => {
                let items = request["params"]["items"].as_array().map_or(0, Vec::len);
                Value::Array(vec![self.settings.clone(); items])
            }
            Some("workspace/applyEdit") => json!({"applied": true}),
            _ => Value::Null,
        }
    }

    /// Sends `initialize` and `initialized`. Returns the capabilities of the server.
    #[track_caller]
    pub fn hello(&mut self, roots: &[PathBuf], capabilities: &Value, options: &Value) -> Value {
        self.hello_as("a test", roots, capabilities, options)
    }

    /// Like [`Client::hello`], with a client name.
    pub fn hello_as(&mut self, name: &str, roots: &[PathBuf], capabilities: &Value, options: &Value) -> Value {
        let folders: Vec<Value> = roots.iter().map(|it| json!({"uri": uri(it), "name": "folder"})).collect();
        let params = json!({
            "processId": std::process::id(),
            "clientInfo": {"name": name},
            "rootUri": roots.first().map(|it| uri(it)),
            "workspaceFolders": folders,
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        let mut result = self.call("initialize", params);
        self.notify("initialized", json!({}));
        result["capabilities"].take()
    }

    /// Opens a document.
    pub fn open(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Closes the input of the server.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Sends `shutdown` and `exit`, and waits for the process to end.
    #[track_caller]
    pub fn goodbye(mut self) -> ExitStatus {
        self.call("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.ended()
    }

    /// Waits for the process to end.
    ///
    /// # Panics
    /// If the process does not end in time.
    #[track_caller]
    pub fn ended(&mut self) -> ExitStatus {
        let end = Instant::now() + self.patience;
        loop {
            if let Some(status) = self.process.try_wait().expect("our own child") {
                return status;
            }
            assert!(Instant::now() < end, "the server did not end");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves no process behind; one that is gone already cannot be killed, which is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads messages until the pipe closes.
fn read(mut from: impl BufRead, to: &Sender<Message>) {
    while let Some(body) = body(&mut from) {
        let at = Instant::now();
        let Ok(value) = serde_json::from_slice(&body) else { return };
        if to.send(Message { at, bytes: body.len(), value }).is_err() {
            return;
        }
    }
}

/// Reads the body of the next message of a server. `None` if the pipe is closed, or the message has no length.
pub fn body(from: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
    let mut body = vec![0; length?];
    Read::read_exact(from, &mut body).ok()?;
    Some(body)
}

/// The processor time that a process has used; `None` where the system does not say. Unlike the time of the clock, it
/// does not depend on what else the machine has to do.
pub fn processor_time(process: u32) -> Option<Duration> {
    /// Ticks of the clock in `/proc` per second (`USER_HZ`), the same on all Linux systems.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, may contain spaces. Fields 14 and 15 are the two times.
    let fields = text.rsplit_once(')')?.1.split_ascii_whitespace();
    let ticks: Option<f64> = fields.skip(11).take(2).map(|it| it.parse::<f64>().ok()).sum();
    Some(Duration::from_secs_f64(ticks? / TICKS))
}

/// Waits until a process does nothing: it has finished, or waits for something.
pub fn wait_until_idle(process: u32) {
    let mut before = None;
    loop {
        let used = processor_time(process);
        if used == before {
            return;
        }
        before = used;
        thread::sleep(Duration::from_millis(300));
    }
}

/// The memory of a process in KB: the value of a field of `/proc/PID/status`, such as `VmRSS` for the memory now, and
/// `VmHWM` for the most so far. `None` where the system does not say.
pub fn memory(process: u32, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let value = text.lines().find_map(|it| it.strip_prefix(field)?.strip_prefix(':'))?;
    value.trim().strip_suffix(" kB")?.parse().ok()
}

/// The URI of a path.
pub fn uri(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
