//! Clients that do not follow the protocol: messages at the wrong time, wrong answers, a connection that ends.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::slice::from_ref;

use lsflint_test_support::lsp::{Client, Manners, uri};
use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_lsflint");

fn server(folder: &Path) -> Client {
    Client::start(Path::new(PROGRAM), &["server"], folder)
}

#[track_caller]
fn refused(client: &mut Client, method: &str, params: Value, code: i64) {
    let id = client.request(method, params);
    assert_eq!(client.answer(id).value["error"]["code"], code, "{method}");
}

#[test]
fn messages_at_the_wrong_time_are_refused() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let mut client = server(&scratch.path());
    refused(&mut client, "textDocument/hover", json!({}), -32002);
    refused(&mut client, "shutdown", Value::Null, -32002);
    for nonsense in
        [json!(7), json!({}), json!({"capabilities": 1}), json!({"workspaceFolders": "x", "capabilities": {}})]
    {
        refused(&mut client, "initialize", nonsense, -32602);
    }
    client.hello(&[scratch.path()], &json!({}), &json!(["nonsense"]));
    refused(&mut client, "initialize", json!({"capabilities": {}}), -32600);
    client.notify("initialized", json!({}));
    client.call("shutdown", Value::Null);
    refused(&mut client, "shutdown", Value::Null, -32600);
    refused(&mut client, "initialize", json!({"capabilities": {}}), -32600);
    refused(&mut client, "textDocument/hover", json!({}), -32600);
    client.notify("exit", Value::Null);
    assert!(client.ended().success());
}

/// Each request of the server, answered with an error and with values of other types.
#[test]
fn wrong_answers_change_nothing() {
    let can = json!({
        "window": {"workDoneProgress": true},
        "workspace": {
            "configuration": true,
            "didChangeConfiguration": {"dynamicRegistration": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true, "relativePatternSupport": true},
            "diagnostics": {"refreshSupport": true},
        },
        "textDocument": {"diagnostic": {}},
    });
    let answers = [
        json!({"result": 7}),
        json!({"result": "x"}),
        json!({"result": [[[]]]}),
        json!({"result": [{"target": 7, "diagnostics": []}, 1, 2]}),
        json!({"error": {"code": 1, "message": "no"}}),
        json!({"result": null, "error": null}),
    ];
    for answer in answers {
        let scratch = Scratch::with(&MINI_CLUSTER);
        let mut client = server(&scratch.path());
        client.manners = Manners::Silent;
        client.hello(&[scratch.path()], &can, &Value::Null);
        let mut asked = Vec::new();
        while !["workspace/configuration", "client/registerCapability"]
            .iter()
            .all(|it| asked.iter().any(|had| had == it))
        {
            let request = client
                .wait("a request of the server", |it| it.value.get("id").is_some() && it.value.get("method").is_some());
            let mut message = answer.clone();
            message["jsonrpc"] = json!("2.0");
            message["id"] = request.value["id"].clone();
            let body = message.to_string();
            client.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
            asked.push(request.value["method"].as_str().expect("a name").to_owned());
        }
        let document = json!({"textDocument": {"uri": uri(&scratch.path().join(MINI_CLUSTER[0].0))}});
        let report = client.call("textDocument/diagnostic", document);
        assert_eq!(report["kind"], "full", "{answer}");
        assert!(client.goodbye().success(), "{answer}");
    }
}

/// The exit code of a server that is told this and then nothing more, and what it writes to stderr.
fn told(input: &str) -> (Option<i32>, String) {
    let scratch = Scratch::new();
    let mut child = Command::new(PROGRAM)
        .arg("server")
        .current_dir(scratch.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("our own program");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the server reads");
    let output = child.wait_with_output().expect("our own program");
    (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
}

fn framed(messages: &[Value]) -> String {
    messages.iter().map(|it| it.to_string()).map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len())).collect()
}

#[test]
fn a_server_that_ends_says_why() {
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}});
    let (shutdown, exit) = (shutdown(), exit());
    let early = "`exit` without `shutdown`, or the end of the input\n";
    for (input, expected) in [
        (String::new(), early),
        (framed(from_ref(&exit)), early),
        (framed(from_ref(&initialize)), early),
        (framed(&[initialize.clone(), exit.clone()]), early),
        (framed(&[shutdown.clone(), exit.clone()]), early),
        (
            "Content-Length: 99999999999\r\n\r\n{".to_owned(),
            "a message of 99999999999 bytes, at most 1073741824 are possible",
        ),
        ("Content-Length: 9\r\n\r\n{".to_owned(), early),
    ] {
        let (code, said) = told(&input);
        assert_eq!(code, Some(1), "{input}");
        assert!(said.contains(expected), "{input}: {said}");
    }
    // Each message is processed before the next one, so this client does everything in order.
    assert_eq!(told(&framed(&[initialize, shutdown, exit])), (Some(0), String::new()));
}

#[test]
fn shutdown_and_exit_may_come_at_once() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    for _ in 0..10 {
        let mut client = server(&scratch.path());
        client.hello(&[scratch.path()], &json!({}), &Value::Null);
        client.write(framed(&[shutdown(), exit()]).as_bytes());
        assert!(client.ended().success());
    }
}

fn shutdown() -> Value {
    json!({"jsonrpc": "2.0", "id": "last", "method": "shutdown"})
}

fn exit() -> Value {
    json!({"jsonrpc": "2.0", "method": "exit"})
}

/// Each document of a client with very many is checked, and an edit of one does not lose the others.
#[test]
fn thousands_of_documents() {
    const COUNT: usize = 3_000;
    let scratch = Scratch::with(&MINI_CLUSTER);
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    let document = |number: usize| uri(&scratch.path().join(format!("other{number}/lsb.queues")));
    for number in 0..COUNT {
        client.open(&document(number), "lsf", "Begin Queue\nQUEUE_NAME = q\nPRIORTY = 3\nEnd Queue\n");
    }
    let mut without = (0..COUNT).map(document).collect::<HashSet<_>>();
    while !without.is_empty() {
        let report = client.wait("findings of each document", |it| it.is("textDocument/publishDiagnostics"));
        let params = &report.value["params"];
        if params["diagnostics"].as_array().is_some_and(|it| !it.is_empty()) {
            without.remove(params["uri"].as_str().expect("a URI"));
        }
    }
    let (edited, other) = (document(COUNT / 2), document(COUNT / 2 + 1));
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": {"uri": edited, "version": 2},
            "contentChanges": [{"text": "Begin Queue\nQUEUE_NAME = edited\nPRIORITY = 3\nEnd Queue\n"}],
        }),
    );
    let name = |client: &mut Client, uri: &str| {
        client.call("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}))[0]["name"].clone()
    };
    assert_eq!((name(&mut client, &edited), name(&mut client, &other)), (json!("Queue edited"), json!("Queue q")));
    let report = client.wait("findings after the edit", |it| {
        it.value["params"]["uri"] == edited && it.value["params"]["version"] == 2
    });
    assert_eq!(report.value["params"]["diagnostics"], json!([]));
    if let Some(memory) = lsflint_test_support::lsp::memory(client.id(), "VmHWM") {
        // A release build has a third of that of a development build.
        assert!(memory < COUNT as u64 * 200, "{memory} KB");
    }
    assert!(client.goodbye().success());
}

/// A document of 50 MB is checked like any other. Most of it is comments, which a development build parses quickly.
#[test]
fn a_document_of_fifty_megabytes() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    let line = "# This line is a comment, and all lines of the document that precede its only queue are equal.\n";
    let comments = line.repeat(50_000_000 / line.len());
    let queues = uri(&scratch.path().join("lsb.queues"));
    client.open(&queues, "lsf", &format!("{comments}Begin Queue\nQUEUE_NAME = q\nPRIORTY = 3\nEnd Queue\n"));
    let report = client.wait("findings", |it| it.value["params"]["uri"] == queues);
    let line = comments.lines().count() + 2;
    assert_eq!(report.value["params"]["diagnostics"][0]["range"]["start"]["line"], line, "{:?}", report.value);
    assert!(client.goodbye().success());
}

/// Documents that were closed and edits that are over leave nothing behind.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_session() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    let of_cluster = uri(&scratch.path().join("lsb.queues"));
    let lines =
        "Begin Queue\nQUEUE_NAME = q\nPRIORTY = 3\nRES_REQ = select[mem>1] rusage[mem=4]\nEnd Queue\n".repeat(40);
    let round = |client: &mut Client, count: usize| {
        client.open(&of_cluster, "lsf", &lines);
        for number in 0..count {
            let alone = uri(&scratch.path().join(format!("other{number}/lsb.queues")));
            client.open(&alone, "lsf", &lines);
            client.notify("textDocument/didClose", json!({"textDocument": {"uri": alone}}));
            let range = json!({"start": {"line": 1, "character": 13}, "end": {"line": 1, "character": 14}});
            client.notify(
                "textDocument/didChange",
                json!({
                    "textDocument": {"uri": of_cluster, "version": number + 2},
                    "contentChanges": [{"range": range, "text": if number % 2 == 0 { "x" } else { "y" }}],
                }),
            );
            client.call(
                "textDocument/hover",
                json!({"textDocument": {"uri": of_cluster}, "position": {"line": 1, "character": 2}}),
            );
        }
        client.notify("textDocument/didClose", json!({"textDocument": {"uri": of_cluster}}));
        client.call("textDocument/documentSymbol", json!({"textDocument": {"uri": of_cluster}}));
        client.drain();
        lsflint_test_support::lsp::memory(client.id(), "VmRSS").expect("Linux says it")
    };
    let early = round(&mut client, 60);
    let late = round(&mut client, 240);
    // Documents that stayed would be more than 100 MB.
    assert!(late < early + 5_000, "{early} KB after 60 rounds, {late} KB after 300");
    assert!(client.goodbye().success());
}
