//! Requests and edits about places and documents that do not exist: each request is answered, without an internal
//! error, and the server goes on with the right text.

use std::path::Path;

use lsflint_test_support::lsp::{Client, uri};
use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::{Value, json};

/// Every method that takes a document, and those that resolve what others returned.
const METHODS: [&str; 31] = [
    "callHierarchy/incomingCalls",
    "callHierarchy/outgoingCalls",
    "codeAction/resolve",
    "codeLens/resolve",
    "completionItem/resolve",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/diagnostic",
    "textDocument/documentHighlight",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/inlayHint",
    "textDocument/linkedEditingRange",
    "textDocument/onTypeFormatting",
    "textDocument/prepareCallHierarchy",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/references",
    "textDocument/rename",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/signatureHelp",
    "textDocument/typeDefinition",
    "workspace/symbol",
];

const TEXT: &str = "Begin Queue\nDESCRIPTION = \u{1d11e}\nPRIORTY = 30\nQUEUE_NAME = normal\nEnd Queue\n";
const INTERNAL_ERROR: i64 = -32603;
const BEYOND: u32 = u32::MAX;

fn server(scratch: &Scratch) -> (Client, String) {
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    let uri = uri(&scratch.path().join("lsb.queues"));
    client.open(&uri, "lsf", TEXT);
    (client, uri)
}

fn place(line: impl Into<Value>, character: impl Into<Value>) -> Value {
    json!({"line": line.into(), "character": character.into()})
}

/// Everything that one of the methods reads.
fn about(uri: &str, start: &Value, end: &Value) -> Value {
    let range = json!({"start": start, "end": end});
    let item = json!({"name": "x", "kind": 1, "uri": uri, "range": range, "selectionRange": range});
    json!({
        "textDocument": {"uri": uri},
        "position": start,
        "positions": [start, end],
        "range": range,
        "options": {"tabSize": BEYOND, "insertSpaces": true},
        "ch": "\n",
        "newName": "=",
        "context": {"includeDeclaration": true, "diagnostics": [{"range": range, "message": "x"}], "triggerKind": 1},
        "previousResultId": "x",
        "query": "\u{0}",
        "item": item,
        "label": "x",
        "title": "x",
        "data": {"uri": uri, "range": range},
    })
}

/// The lines and codes of the findings.
fn found(client: &mut Client, uri: &str) -> String {
    let report = client.call("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
    let items = report["items"].as_array().expect("a list of findings").iter();
    items.map(|it| format!("{} {}", it["range"]["start"]["line"], it["code"])).collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn all_are_answered(client: &mut Client, params: &Value) {
    let asked = METHODS.map(|method| (method, client.request(method, params.clone())));
    for (method, id) in asked {
        let answer = client.answer(id).value;
        assert_ne!(answer["error"]["code"], INTERNAL_ERROR, "{method} {params}: {answer}");
    }
}

#[test]
fn requests_about_places_that_do_not_exist() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let (mut client, uri) = server(&scratch);
    let places = [
        place(0, BEYOND),
        place(BEYOND, 0),
        place(BEYOND, BEYOND),
        // Between the halves of a character, and the line after the last.
        place(1, 15),
        place(5, 0),
        place(-1, -1),
        place(u64::from(BEYOND) + 1, 0),
        place(1.5, 0),
        place("0", Value::Null),
    ];
    let origin = place(0, 0);
    for it in &places {
        all_are_answered(&mut client, &about(&uri, it, it));
        all_are_answered(&mut client, &about(&uri, it, &origin));
        all_are_answered(&mut client, &about(&uri, &origin, it));
    }
    assert_eq!(found(&mut client, &uri), r#"2 "P001""#);
    assert!(client.goodbye().success());
}

#[test]
fn requests_about_documents_that_do_not_exist() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let (mut client, uri) = server(&scratch);
    let long = format!("file:///{}/lsb.queues", "d".repeat(10_000));
    let folder = lsflint_test_support::lsp::uri(&scratch.path());
    let others = [
        "file:///nowhere/lsb.queues",
        "file:///",
        "file://host/share/lsb.queues",
        "file:///a%00b/lsb.queues",
        "file:///%ff/lsb.queues",
        "file:///%zz/lsb.queues",
        "git:/repository/lsb.queues?%7B%22ref%22%3A%22HEAD%22%7D",
        "http://example.com/lsb.queues",
        "untitled:lsb.queues",
        "vscode-notebook-cell:/notebook#W0",
        "lsb.queues",
        "",
        " ",
        &folder,
        &long,
    ];
    let origin = place(0, 0);
    for it in others {
        all_are_answered(&mut client, &about(it, &origin, &origin));
        client.open(it, "lsf", TEXT);
        all_are_answered(&mut client, &about(it, &origin, &origin));
        client.notify("textDocument/didClose", json!({"textDocument": {"uri": it}}));
    }
    assert_eq!(found(&mut client, &uri), r#"2 "P001""#);
    assert!(client.goodbye().success());
}

#[test]
fn edits_of_places_that_do_not_exist() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let (mut client, uri) = server(&scratch);
    let mut version = 1;
    let mut change = |client: &mut Client, start: Value, end: Value, text: &str| {
        version += 1;
        client.notify(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": {"start": start, "end": end}, "text": text}],
            }),
        );
    };
    // A place behind the end of a line or of the text is that end, and the ends of a range are ordered.
    change(&mut client, place(BEYOND, BEYOND), place(BEYOND, BEYOND), "# end\n");
    assert_eq!(found(&mut client, &uri), r#"2 "P001""#);
    change(&mut client, place(0, BEYOND), place(0, BEYOND), "\nNICE = x");
    assert_eq!(found(&mut client, &uri), r#"1 "P101", 3 "P001""#);
    change(&mut client, place(1, 8), place(1, 7), "5");
    assert_eq!(found(&mut client, &uri), r#"3 "P001""#);
    // What the protocol forbids changes nothing.
    change(&mut client, place(-1, 0), place(0, 0), "x");
    client.notify("textDocument/didChange", json!({"textDocument": {"uri": "file:///nowhere", "version": 1}}));
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": "file:///nowhere"}}));
    assert_eq!(found(&mut client, &uri), r#"3 "P001""#);
    // Opened twice, the second text counts; closed twice, that on the disk.
    client.open(&uri, "lsf", "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n");
    assert_eq!(found(&mut client, &uri), "");
    for _ in 0..2 {
        client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }
    client.open(&uri, "lsf", TEXT);
    assert_eq!(found(&mut client, &uri), r#"2 "P001""#);
    assert!(client.goodbye().success());
}
