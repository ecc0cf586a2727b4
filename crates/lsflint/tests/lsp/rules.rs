//! The rules that keep the server alive: each test is called like its rule and fails when the rule is broken.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lsflint_test_support::lsp::{Client, Manners, uri};
use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::{Value, json};

const FINDINGS: &str = "textDocument/publishDiagnostics";

/// A server with a small cluster, and a queue file or a job script open that has one mistake in its third line.
struct Session {
    client: Client,
    /// The code of the finding, and what to write instead of `PRIORTY`.
    code: &'static str,
    right: &'static str,
    uri: String,
    text: String,
    version: i64,
    scratch: Scratch,
}

impl Session {
    fn new() -> Session {
        Session::with(&json!({}), Manners::Polite)
    }

    fn with(capabilities: &Value, manners: Manners) -> Session {
        let text = "Begin Queue\nQUEUE_NAME = normal\nPRIORTY = 30\nEnd Queue\n";
        Session::over(("lsb.queues", text, "P001", "PRIORITY"), capabilities, manners)
    }

    /// One session with a file, and one with a script.
    fn both() -> [Session; 2] {
        let script = ("jobs/run.sh", "#!/bin/sh\n\n#BSUB -q PRIORTY # 30\n", "J101", "normal");
        [Session::new(), Session::over(script, &json!({}), Manners::Polite)]
    }

    fn over(
        (name, text, code, right): (&str, &str, &'static str, &'static str),
        capabilities: &Value,
        manners: Manners,
    ) -> Session {
        let scratch = Scratch::with(&MINI_CLUSTER);
        let mut client = server(&scratch.path());
        client.manners = manners;
        client.hello(&[scratch.path()], capabilities, &Value::Null);
        let uri = uri(&scratch.path().join(name));
        client.open(&uri, "lsf", text);
        Session { client, code, right, uri, text: text.to_owned(), version: 1, scratch }
    }

    /// Replaces bytes of a text without multi-byte characters and line ends.
    fn edit(&mut self, at: usize, delete: usize, insert: &str) {
        let position = |text: &str, at: usize| {
            let before = &text[..at];
            json!({"line": before.matches('\n').count(), "character": at - before.rfind('\n').map_or(0, |it| it + 1)})
        };
        let range = json!({"start": position(&self.text, at), "end": position(&self.text, at + delete)});
        self.version += 1;
        self.client.notify(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [{"range": range, "text": insert}],
            }),
        );
        self.text.replace_range(at..at + delete, insert);
    }

    fn document(&self) -> Value {
        json!({"textDocument": {"uri": self.uri}})
    }

    /// What the server takes the text to be: in its ledger, and where it was checked.
    fn texts(&mut self) -> Value {
        self.client.call("lsflint/debug", json!({"text": self.uri}))
    }

    /// Findings of the newest text as lines and codes, by asking.
    fn found(&mut self) -> Vec<String> {
        let report = self.client.call("textDocument/diagnostic", self.document());
        let items = report["items"].as_array().expect("a list");
        items
            .iter()
            .map(|it| format!("{} {}", it["range"]["start"]["line"], it["code"].as_str().unwrap_or_default()))
            .collect()
    }
}

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_lsflint"))
}

fn server(folder: &Path) -> Client {
    Client::start(binary(), &["server"], folder)
}

/// Whether this build has what these tests ask of the server.
fn can_be_debugged() -> bool {
    let able = cfg!(debug_assertions);
    if !able {
        eprintln!("skipped: a release has no `lsflint/debug`");
    }
    able
}

#[test]
fn state_changes_before_the_first_await() {
    if !can_be_debugged() {
        return;
    }
    for mut session in Session::both() {
        // Every text there was, and for some of them a question that came right behind it.
        let mut texts = vec![session.text.clone()];
        let mut asked = Vec::new();
        for number in 0..1000 {
            // Each edit stands on the ones before: one out of order and the text is another.
            let at = session.text.find("PRIORTY").expect("the line stays") + "PRIORTY = ".len();
            match number % 4 {
                0 => session.edit(at, 0, &format!("{}", number % 10)),
                1 => session.edit(at, 1, ""),
                2 => session.edit(0, 0, "# a line\n"),
                _ => session.edit(0, "# a line\n".len(), if number % 8 == 3 { "" } else { "#\n" }),
            }
            texts.push(session.text.clone());
            if number % 10 == 0 {
                asked.push((texts.len() - 1, session.client.request("lsflint/debug", json!({"text": session.uri}))));
            }
        }
        for (least, id) in asked {
            let answer = session.client.answer(id).value;
            let text = answer["result"]["open"].as_str().expect("a text");
            assert!(
                texts[least..].iter().any(|it| it == text),
                "an answer from a text that is none, or older than its question"
            );
        }
        let expected = json!({"open": session.text, "checked": session.text});
        assert_eq!(session.texts(), expected);
        let line = session.text.lines().position(|it| it.contains("PRIORTY")).expect("the line stays");
        assert_eq!(session.found(), [format!("{line} {}", session.code)]);
    }
}

#[test]
fn no_handler_waits_for_the_client() {
    for questions in [4, 40] {
        let capabilities = json!({"workspace": {"configuration": true}});
        let mut session = Session::with(&capabilities, Manners::Silent);
        for _ in 0..questions {
            session.client.notify("workspace/didChangeConfiguration", json!({"settings": {}}));
        }
        for _ in 0..questions {
            session.client.wait("a question of the server", |it| it.is("workspace/configuration"));
        }
        for _ in 0..300 {
            session.edit(0, 0, "#\n");
        }
        assert_eq!(session.found(), ["302 P001"], "{questions} questions without an answer");
    }
}

#[test]
fn a_panic_in_a_request_leaves_the_server_serving() {
    if !can_be_debugged() {
        return;
    }
    let mut session = Session::new();
    let id = session.client.request("lsflint/debug", json!("panic"));
    let answer = session.client.answer(id).value;
    assert_eq!(answer["error"]["code"], -32603);
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.contains("as it was asked for") && message.contains("debug.rs:"), "{message}");
    session.client.wait("a word in the log", |it| {
        it.is("window/logMessage") && it.value["params"]["message"].to_string().contains("as it was asked for")
    });
    session.client.notify("lsflint/debugNotification", Value::Null);
    session.edit(0, 0, "#\n");
    assert_eq!(session.found(), ["3 P001"]);
    assert!(session.client.goodbye().success());
}

#[test]
fn exit_with_an_open_pipe_ends_the_server() {
    let mut session = Session::new();
    session.client.call("shutdown", Value::Null);
    let asked = Instant::now();
    session.client.notify("exit", Value::Null);
    assert_eq!(session.client.ended().code(), Some(0));
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());

    let mut session = Session::new();
    session.client.notify("exit", Value::Null);
    assert_eq!(session.client.ended().code(), Some(1), "without `shutdown` before it");
}

#[test]
fn exit_does_not_wait_for_slow_requests() {
    if !can_be_debugged() {
        return;
    }
    let mut session = Session::new();
    for _ in 0..20 {
        session.client.request("lsflint/debug", json!({"work": 60_000}));
    }
    session.client.call("shutdown", Value::Null);
    session.client.notify("exit", Value::Null);
    let asked = Instant::now();
    assert_eq!(session.client.ended().code(), Some(0));
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
}

#[test]
fn stale_findings_are_never_published() {
    for mut session in Session::both() {
        session.client.wait("the first findings", |it| it.is(FINDINGS) && it.value["params"]["version"] == 1);
        // Every version has the mistake one line further down, so findings for the wrong text show.
        for _ in 0..300 {
            session.edit(0, 0, "#\n");
        }
        let mut newest = 1;
        let mut publications = 0;
        while newest < session.version {
            let message = session.client.wait("findings", |it| it.is(FINDINGS)).value;
            let params = &message["params"];
            let version = params["version"].as_i64().expect("a version");
            assert!(version > newest, "findings for version {version} after those for {newest}");
            assert_eq!(params["diagnostics"][0]["range"]["start"]["line"], version + 1, "version {version}");
            newest = version;
            publications += 1;
        }
        assert!(publications < 300, "a burst of 300 edits is not 300 times worth telling");
    }
}

/// A file that is edited while a plan leaves it out: its findings are removed although the plan has an older text.
#[test]
fn findings_of_excluded_files_are_removed() {
    let mut session = Session::new();
    session.client.wait("the first findings", |it| it.is(FINDINGS) && it.value["params"]["version"] == 1);
    let config = session.scratch.path().join("lsflint.toml");
    let changes = |kind: u32| json!({"changes": [{"uri": uri(&config), "type": kind}]});
    for _ in 0..30 {
        session.scratch.write("lsflint.toml", "exclude = [\"lsb.queues\"]\n");
        session.client.notify("workspace/didChangeWatchedFiles", changes(1));
        session.edit(0, 0, "#\n");
        assert!(session.found().is_empty());
        let sent = session.client.diagnostics.get(&session.uri);
        assert!(sent.is_none_or(|it| it.1.is_empty()), "version {}: {sent:?}", session.version);
        std::fs::remove_file(&config).expect("our own file");
        session.client.notify("workspace/didChangeWatchedFiles", changes(3));
        assert_eq!(session.found().len(), 1);
        assert_eq!(session.client.diagnostics[&session.uri].1.len(), 1);
    }
}

#[test]
fn unchanged_findings_are_not_published_again() {
    for mut session in Session::both() {
        session.client.wait("the first findings", |it| it.is(FINDINGS) && it.value["params"]["version"] == 1);
        let end = session.text.len();
        session.edit(end, 0, "# a remark\n");
        for number in 0..50 {
            session.edit(end + 2, 0, &format!("{}", number % 10));
            session.client.call("textDocument/diagnostic", session.document());
        }
        let told = session.client.drain().into_iter().filter(|it| it.is(FINDINGS)).count();
        assert_eq!(told, 0, "nothing new was to be told");
        let at = session.text.find("PRIORTY").expect("the line is there");
        session.edit(at, "PRIORTY".len(), session.right);
        let news = session.client.wait("news", |it| it.is(FINDINGS)).value;
        assert_eq!(news["params"]["diagnostics"], json!([]));
    }
}

#[test]
fn reopened_files_are_published_again() {
    // Editors forget the findings of a document they close, also of one that they only read again from the disk.
    for mut session in Session::both() {
        session.client.wait("the first findings", |it| it.is(FINDINGS) && it.value["params"]["version"] == 1);
        let before = session.client.call("textDocument/diagnostic", session.document())["resultId"].clone();
        session.client.notify("textDocument/didClose", session.document());
        let (uri, text) = (session.uri.clone(), session.text.clone());
        session.client.open(&uri, "lsf", &text);
        let again =
            session.client.wait("the same findings", |it| it.is(FINDINGS) && it.value["params"]["version"] == 1);
        assert_eq!(again.value["params"]["diagnostics"][0]["code"], session.code);
        let mut question = session.document();
        question["previousResultId"] = before;
        assert_eq!(session.client.call("textDocument/diagnostic", question)["kind"], "full");
    }
}

#[test]
fn slow_requests_hold_back_no_edits() {
    if !can_be_debugged() {
        return;
    }
    for mut session in Session::both() {
        session.client.wait("the first findings", |it| it.is(FINDINGS) && it.value["params"]["version"] == 1);
        let slow: Vec<u64> =
            (0..200).map(|_| session.client.request("lsflint/debug", json!({"work": 60_000}))).collect();
        for _ in 0..10 {
            let typed = Instant::now();
            session.edit(0, 0, "#\n");
            let version = session.version;
            session.client.wait("findings", |it| it.is(FINDINGS) && it.value["params"]["version"] == version);
            assert!(typed.elapsed() < Duration::from_secs(1), "{:?}", typed.elapsed());
        }
        slow.into_iter().for_each(|it| session.client.cancel(it));
    }
}

#[test]
fn a_client_that_dies_leaves_no_server() {
    // Its end of the pipe closes, with requests on the way.
    let mut session = Session::new();
    session.client.request("textDocument/diagnostic", session.document());
    session.client.hang_up();
    assert_eq!(session.client.ended().code(), Some(1));

    // Its process ends, but somebody else holds the pipe.
    let scratch = Scratch::new();
    let mut editor = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn().expect("a process");
    let mut client = server(&scratch.path());
    let params = json!({"processId": editor.id(), "capabilities": {}, "rootUri": null});
    client.call("initialize", params);
    client.notify("initialized", json!({}));
    std::thread::sleep(Duration::from_millis(1500));
    client.call("textDocument/diagnostic", json!({"textDocument": {"uri": "file:///nowhere"}}));
    editor.kill().and_then(|()| editor.wait()).expect("our own process");
    if cfg!(target_os = "linux") {
        assert_eq!(client.ended().code(), Some(1));
    }
}

#[test]
fn a_client_that_is_not_to_be_seen_may_be_elsewhere() {
    let scratch = Scratch::new();
    let mut client = server(&scratch.path());
    client.call("initialize", json!({"processId": 4_190_000, "capabilities": {}, "rootUri": null}));
    client.notify("initialized", json!({}));
    std::thread::sleep(Duration::from_millis(1500));
    assert!(client.goodbye().success());
}

#[test]
fn cancelled_requests_end() {
    if !can_be_debugged() {
        return;
    }
    let mut session = Session::new();
    // More than there are threads for: those that run must stop, and those that wait must never start.
    let slow: Vec<u64> = (0..40).map(|_| session.client.request("lsflint/debug", json!({"work": 60_000}))).collect();
    // Some of them have begun by then.
    std::thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    slow.iter().for_each(|it| session.client.cancel(*it));
    for id in slow {
        assert_eq!(session.client.answer(id).value["error"]["code"], -32800);
    }
    assert_eq!(session.found(), ["2 P001"]);
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}

#[test]
fn requests_are_refused_before_initialize_and_after_shutdown() {
    let scratch = Scratch::new();
    let mut client = server(&scratch.path());
    let question = json!({"textDocument": {"uri": "file:///nowhere"}});
    let refused = |client: &mut Client, code: i64| {
        for method in ["textDocument/documentSymbol", "textDocument/diagnostic"] {
            let id = client.request(method, question.clone());
            assert_eq!(client.answer(id).value["error"]["code"], code, "{method}");
        }
    };
    refused(&mut client, -32002);
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    client.call("textDocument/documentSymbol", question.clone());
    client.call("shutdown", Value::Null);
    refused(&mut client, -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(0));
}

#[test]
fn an_id_in_use_is_refused() {
    if !can_be_debugged() {
        return;
    }
    let mut session = Session::new();
    let slow = session.client.request("lsflint/debug", json!({"work": 60_000}));
    let twin = json!({"jsonrpc": "2.0", "id": slow, "method": "lsflint/debug", "params": {"work": 1}}).to_string();
    session.client.write(format!("Content-Length: {}\r\n\r\n{twin}", twin.len()).as_bytes());
    assert_eq!(session.client.answer(slow).value["error"]["code"], -32600);
    session.client.cancel(slow);
    assert_eq!(session.client.answer(slow).value["error"]["code"], -32800);
}

#[test]
fn a_client_that_writes_before_it_reads_is_served() {
    // Nobody reads while far more is written than the pipes hold, in both directions.
    let mut session = Session::new();
    let asked: Vec<u64> =
        (0..3000).map(|_| session.client.request("textDocument/diagnostic", session.document())).collect();
    let last = session.client.answer(asked[asked.len() - 1]);
    assert!(last.value.get("error").is_none(), "{}", last.value);
}

#[test]
fn nonsense_is_answered_and_survived() {
    let mut session = Session::new();
    session.client.write(b"Content-Length: 5\r\n\r\n{\"a\":");
    session.client.write(b"Content-Length: 2\r\n\r\n[]");
    session.client.notify("textDocument/didChange", json!({"textDocument": 3}));
    session.client.notify("textDocument/didOpen", json!({"textDocument": {"uri": "no uri at all"}}));
    session.client.notify("$/unknown", json!({}));
    let id = session.client.request("lsflint/unknown", json!({}));
    assert_eq!(session.client.answer(id).value["error"]["code"], -32601);
    let id = session.client.request("textDocument/hover", json!({"textDocument": 3}));
    assert_eq!(session.client.answer(id).value["error"]["code"], -32602);
    for range in [(9, 9, 0, 0), (0, u32::MAX, u32::MAX, 0), (2, 9999, 2, 3)] {
        let (a, b, c, d) = range;
        session.version += 1;
        let range = json!({"start": {"line": a, "character": b}, "end": {"line": c, "character": d}});
        let params = json!({
            "textDocument": {"uri": session.uri, "version": session.version},
            "contentChanges": [{"range": range, "text": "#\n"}],
        });
        session.client.notify("textDocument/didChange", params);
    }
    session.found();
    assert!(session.client.goodbye().success());
}

/// The folder outlives the server.
#[test]
fn findings_go_when_their_file_goes() {
    let mut session = Session::new();
    session.client.wait("the first findings", |it| it.is(FINDINGS) && it.value["params"]["version"] == 1);
    let uri = session.uri.clone();
    session.client.notify("textDocument/didClose", session.document());
    session.client.wait("no findings: the file on the disk has none", |it| {
        it.is(FINDINGS) && it.value["params"]["uri"] == uri && it.value["params"]["diagnostics"] == json!([])
    });
    let path: PathBuf =
        session.scratch.write("lsb.queues", "Begin Queue\nQUEUE_NAME = normal\nPRIORTY = 30\nEnd Queue\n");
    let changed = |kind: u32| json!({"changes": [{"uri": uri, "type": kind}]});
    session.client.notify("workspace/didChangeWatchedFiles", changed(2));
    session.client.wait("findings of the file on the disk", |it| {
        it.is(FINDINGS) && it.value["params"]["uri"] == uri && it.value["params"]["diagnostics"][0]["code"] == "P001"
    });
    std::fs::remove_file(path).expect("our own file");
    session.client.notify("workspace/didChangeWatchedFiles", changed(3));
    session.client.wait("no findings: the file is gone", |it| {
        it.is(FINDINGS) && it.value["params"]["uri"] == uri && it.value["params"]["diagnostics"] == json!([])
    });
}
