//! Clients that send many messages without waiting, and read nothing meanwhile. The memory is known on Linux only.

use std::io::{BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;

use lsflint_test_support::lsp::{body, memory, uri, wait_until_idle};
use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::json;

/// Sends everything to a server that has this `lsb.queues`, and only then reads. Returns the size of the answers in
/// KB, and the most memory the server had, in KB.
fn flood(queues: &str, messages: impl FnOnce(&str) -> Vec<String>) -> (usize, u64) {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch.write("lsb.queues", queues);
    let root = uri(&scratch.path());
    let mut server = Command::new(env!("CARGO_BIN_EXE_lsflint"))
        .arg("server")
        .current_dir(scratch.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("our own program");
    let mut stdin = server.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(server.stdout.take().expect("a pipe"));
    let mut send = move |message: &str| {
        let framed = format!("Content-Length: {}\r\n\r\n{message}", message.len());
        stdin.write_all(framed.as_bytes()).expect("the server reads");
    };
    let capabilities = json!({"textDocument": {"diagnostic": {}}});
    let folders = json!([{"uri": root, "name": "folder"}]);
    let params = json!({"capabilities": capabilities, "workspaceFolders": folders});
    send(&request("first", "initialize", &params.to_string()));
    let messages = messages(&format!("{root}/lsb.queues"));
    // Also those of `initialize` and `shutdown`.
    let expected = messages.iter().filter(|it| it.starts_with(REQUEST)).count() + 2;
    let sender = thread::spawn(move || {
        messages.iter().for_each(|it| send(it));
        send(&request("last", "shutdown", "null"));
        send
    });
    // The server waits for the client, or has answered everything.
    wait_until_idle(server.id());
    let (mut answers, mut bytes) = (0, 0);
    while answers < expected {
        let body = body(&mut stdout).expect("an answer");
        bytes += body.len();
        answers += usize::from(!body.starts_with(br#"{"jsonrpc":"2.0","method":"#));
    }
    let most = memory(server.id(), "VmHWM").expect("Linux says it");
    sender.join().expect("a thread")(&notification("exit", "{}"));
    assert!(server.wait().expect("our own child").success());
    (bytes >> 10, most)
}

const REQUEST: &str = r#"{"jsonrpc":"2.0","id":"#;

/// A request, whose parameters are given as JSON: to format much text takes longer than what is tested here.
fn request(id: &str, method: &str, params: &str) -> String {
    format!(r#"{REQUEST}"{id}","method":"{method}","params":{params}}}"#)
}

fn notification(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
}

fn queues(count: usize) -> String {
    (0..count).map(|it| format!("Begin Queue\nQUEUE_NAME = q{it}\nPRIORTY = 3\nEnd Queue\n")).collect()
}

/// Each answer is much longer than its request, so all requests are read before the first answer is written.
#[test]
fn requests_with_long_answers() {
    let (bytes, most) = flood(&queues(1000), |uri| {
        let document = format!(r#"{{"textDocument":{{"uri":"{uri}"}}}}"#);
        (0..1500).map(|it| request(&it.to_string(), "textDocument/diagnostic", &document)).collect()
    });
    assert!(bytes > 900_000, "{bytes} KB of answers");
    // The allocator keeps more of its memory than with the other messages.
    assert!(most < 600 << 10, "{most} KB of memory for {bytes} KB of answers");
}

/// The library answers these, on the event loop.
#[test]
fn requests_that_do_not_exist() {
    let long = "x".repeat(1_000_000);
    let (bytes, most) = flood("", |_| (0..200).map(|it| request(&format!("{it}{long}"), "nothing", "{}")).collect());
    assert!(bytes > 190_000, "{bytes} KB of answers");
    assert!(most < 200 << 10, "{most} KB of memory for {bytes} KB of answers");
}

/// The server reads these faster than it checks the cluster.
#[test]
fn changes_of_a_document() {
    let lines = format!(r"# {}\n", "x".repeat(1_000)).repeat(1_000);
    let (_, most) = flood(&queues(3_000), |uri| {
        let open = format!(r#"{{"textDocument":{{"uri":"{uri}","languageId":"lsf","version":0,"text":""}}}}"#);
        let change = |version| {
            let document = format!(r#"{{"uri":"{uri}","version":{version}}}"#);
            let text = format!(r##"{{"text":"# {version}\n{lines}"}}"##);
            let params = format!(r#"{{"textDocument":{document},"contentChanges":[{text}]}}"#);
            notification("textDocument/didChange", &params)
        };
        let changes = (1..300).map(change);
        std::iter::once(notification("textDocument/didOpen", &open)).chain(changes).collect()
    });
    assert!(most < 170 << 10, "{most} KB of memory");
}
