//! What an editor gets while the server loads clusters.

use std::path::Path;

use lsflint_test_support::lsp::{Client, Message, uri};
use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::{Value, json};

const FINDINGS: &str = "textDocument/publishDiagnostics";

fn server(folder: &Path) -> Client {
    Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], folder)
}

fn file(scratch: &Scratch, name: &str) -> String {
    uri(&scratch.path().join(name))
}

fn queue(number: usize) -> String {
    format!("Begin Queue\nQUEUE_NAME = q{number}\nRES_REQ = select[mem>{number}]\nHOSTS = all\nEnd Queue\n")
}

/// A small cluster with this many queues, and the text of their file.
fn cluster_with_queues(count: usize) -> (Scratch, String) {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let queues: String = (0..count).map(queue).collect();
    scratch.write("lsb.queues", &queues);
    (scratch, queues)
}

#[test]
fn the_syntax_of_a_document_is_known_before_its_cluster() {
    let (scratch, queues) = cluster_with_queues(3000);
    let uri = file(&scratch, "lsb.queues");
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    client.open(&uri, "lsf", &queues);
    let start = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    let change = json!([{"range": start, "text": queue(9999)}]);
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": change}),
    );
    let document = json!({"textDocument": {"uri": uri}});
    let findings = client.request("textDocument/diagnostic", document.clone());
    let folds = client.request("textDocument/foldingRange", document.clone());
    let first = client.wait("an answer", |it| it.answers(findings) || it.answers(folds));
    assert!(first.answers(folds), "{}", first.value);
    assert_eq!(first.value["result"].as_array().expect("folds").len(), 3001);
    // The same as with the cluster.
    client.answer(findings);
    assert_eq!(client.call("textDocument/foldingRange", document), first.value["result"]);
}

/// The findings of a file do not wait for those of the others, and are not sent again.
#[test]
fn first_findings_are_sent_file_by_file() {
    let scratch = Scratch::with(&[]);
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    client.call("workspace/symbol", json!({"query": "none"}));
    // The last one by name is the smallest one.
    let params = "# Of this cluster.\nBegin Parameters\nMBD_SLEP_TIME = 10\nDEFAULT_QUEUE = normal\nEnd Parameters\n";
    let queues = "Begin Queue\nQUEUE_NAME = normal\nPRIORTY = 30\nEnd Queue\n";
    let files = [("lsb.params", params), ("lsb.queues", queues)];
    files.iter().for_each(|(name, text)| drop(scratch.write(name, text)));
    let changes: Vec<Value> = files.iter().map(|it| json!({"uri": file(&scratch, it.0), "type": 1})).collect();
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    client.call("workspace/symbol", json!({"query": "none"}));
    let sent: Vec<Value> = client.drain().into_iter().filter(|it| it.is(FINDINGS)).map(|it| it.value).collect();
    let files: Vec<&Value> = sent.iter().map(|it| &it["params"]["uri"]).collect();
    assert_eq!(files, [&file(&scratch, "lsb.queues"), &file(&scratch, "lsb.params")]);
}

/// The progress that the server shows while it loads a cluster with this many queues.
fn progress_of_loading(queues: usize) -> Vec<Value> {
    let (scratch, _) = cluster_with_queues(queues);
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({"window": {"workDoneProgress": true}}), &Value::Null);
    client.call("textDocument/diagnostic", json!({"textDocument": {"uri": file(&scratch, "lsb.queues")}}));
    let before = client.drain();
    if !before.iter().any(|it| it.is("window/workDoneProgress/create")) {
        return Vec::new();
    }
    let shown = |it: &Message| it.is("$/progress").then(|| it.value["params"]["value"].clone());
    let mut found: Vec<Value> = before.iter().filter_map(shown).collect();
    while found.last().is_none_or(|it| it["kind"] != "end") {
        let next = client.wait("the end of the progress", |it| it.is("$/progress"));
        found.extend(shown(&next));
    }
    found
}

/// How long the first check takes depends on the machine, so the cluster grows until the server shows progress.
#[test]
fn a_long_first_check_shows_progress() {
    let found = [1_000, 4_000, 16_000, 64_000].into_iter().map(progress_of_loading).find(|it| !it.is_empty());
    let begin = json!({"kind": "begin", "title": "loading the LSF configuration"});
    assert_eq!(found, Some(vec![begin, json!({"kind": "end"})]));
}
