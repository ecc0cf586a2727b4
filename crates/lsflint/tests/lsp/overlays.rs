//! What is shown between the lines is asked for again when it may have changed.

use std::path::Path;
use std::time::Duration;

use lsflint_test_support::Scratch;
use lsflint_test_support::lsp::{Client, uri};
use serde_json::{Value, json};

const QUEUES: &str = "Begin Queue\nQUEUE_NAME = normal\nRUNLIMIT = 480\nEnd Queue\n";

#[test]
fn hints_and_lenses_are_asked_for_again_when_settings_change() {
    let scratch = Scratch::with(&[("lsb.queues", QUEUES)]);
    let folder = scratch.path();
    let queues = uri(&folder.join("lsb.queues"));
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &folder);
    let capabilities =
        json!({"workspace": {"inlayHint": {"refreshSupport": true}, "codeLens": {"refreshSupport": true}}});
    client.hello(std::slice::from_ref(&folder), &capabilities, &Value::Null);
    client.open(&queues, "lsf", QUEUES);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 4, "character": 0}});
    let question = json!({"textDocument": {"uri": queues}, "range": range});
    let hints = client.call("textDocument/inlayHint", question.clone());
    assert_eq!(hints[0]["label"], "≙ 8 hours");
    let refresh = "workspace/inlayHint/refresh";
    assert!(client.wait_for(Duration::from_millis(100), |it| it.is(refresh)).is_err(), "nothing changed");
    let settings = json!({"settings": {"lsflint": {"inlayHints": {"units": false}}}});
    client.notify("workspace/didChangeConfiguration", settings);
    client.wait("a word about hints", |it| it.is(refresh));
    client.wait("a word about lenses", |it| it.is("workspace/codeLens/refresh"));
    assert_eq!(client.call("textDocument/inlayHint", question), json!([]));
}
