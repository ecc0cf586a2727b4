//! Framed messages that no client should send: each is answered or logged, and the server goes on.

use std::path::Path;

use lsflint_test_support::Scratch;
use lsflint_test_support::lsp::{Client, uri};
use serde_json::{Value, json};

const LOGGED: &str = "window/logMessage";

fn server(scratch: &Scratch) -> Client {
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    client
}

fn write(client: &mut Client, body: &[u8]) {
    let mut message = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    message.extend_from_slice(body);
    client.write(&message);
}

/// A request after the message is still answered.
#[track_caller]
fn goes_on(client: &mut Client, after: &str) {
    let id = client.request("lsflint/unknown", json!({}));
    assert_eq!(client.answer(id).value["error"]["code"], -32601, "{after}");
}

#[test]
fn messages_without_an_answer_are_logged() {
    let scratch = Scratch::new();
    let mut client = server(&scratch);
    let deep = format!(r#"{{"jsonrpc":"2.0","method":"x","params":{}1{}}}"#, "[".repeat(200), "]".repeat(200));
    let bodies = [
        deep.as_str(),
        r#"{"jsonrpc":"2.0","method":"x","params":1e999}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":1e999}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":1e999}}"#,
    ];
    for body in bodies {
        write(&mut client, body.as_bytes());
        let logged = client.wait(body, |it| it.is(LOGGED));
        let text = logged.value["params"]["message"].as_str().expect("a text").to_owned();
        assert!(text.starts_with("not a JSON-RPC message: "), "{text}");
        goes_on(&mut client, body);
    }
    assert!(client.goodbye().success());
}

#[test]
fn requests_that_cannot_be_read_are_refused() {
    let scratch = Scratch::new();
    let mut client = server(&scratch);
    for (body, id, code) in [
        (r#"{"jsonrpc":"2.0","method":"x","id":900,"params":1e999}"#, json!(900), -32700),
        (r#"{"jsonrpc":"2.0","method":"x","id":"a","params":{"b":[1e999]}}"#, json!("a"), -32700),
        (r#"{"jsonrpc":"2.0","method":"x","id":901,"params":{},"params":{}}"#, Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","method":"x","id":1.5}"#, Value::Null, -32600),
        // Nothing reads an unknown member, so the method is what is unknown.
        (r#"{"jsonrpc":"2.0","method":"x","id":902,"unknown":1e999}"#, json!(902), -32601),
        (r#"["2.0","x",1,null,null]"#, Value::Null, -32600),
        (r#"[{"jsonrpc":"2.0","method":"x","id":903}]"#, Value::Null, -32600),
        (r#"{"jsonrpc":"2.0"}"#, Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","method":null,"id":1}"#, Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","method":"x","params":"\u12"}"#, Value::Null, -32700),
        ("nonsense", Value::Null, -32700),
        ("", Value::Null, -32700),
        ("\u{feff}{}", Value::Null, -32700),
    ] {
        write(&mut client, body.as_bytes());
        let answer = client.wait(body, |it| it.value.get("error").is_some() && it.value["id"] == id);
        assert_eq!(answer.value["error"]["code"], code, "{body}");
        goes_on(&mut client, body);
    }
    let id = client.request("$/unknown", json!({}));
    assert_eq!(client.answer(id).value["error"]["code"], -32601);
    assert!(client.goodbye().success());
}

/// JavaScript writes half an emoji as one escape, and a document with it must not be lost.
#[test]
fn halves_of_characters_are_replaced() {
    let scratch = Scratch::new();
    let mut client = server(&scratch);
    let uri = uri(&scratch.path().join("lsb.queues"));
    let texts: [&[u8]; 5] = [
        br"# \ud83d\nPRIORTY = 3",
        br"# \ude00 \ud83d\ud83d\ude00 \\ud83d\nPRIORTY = 3",
        br"# \ud83d",
        b"# \xff\xfe\\nPRIORTY = 3",
        br"# \uD83D\uDE00\nPRIORTY = 3",
    ];
    for (version, text) in texts.into_iter().enumerate() {
        let head = match version {
            0 => format!(
                r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"{uri}","languageId":"lsf","version":0,"text":""#
            ),
            _ => format!(
                r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{uri}","version":{version}}},"contentChanges":[{{"text":""#
            ),
        };
        let tail: &[u8] = if version == 0 { b"\"}}}" } else { b"\"}]}}" };
        write(&mut client, &[head.as_bytes(), text, tail].concat());
        let found = client.call("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
        let expected = usize::from(text.ends_with(b"3"));
        assert_eq!(found["items"].as_array().map(Vec::len), Some(expected), "{version}: {found}");
    }
    assert!(client.goodbye().success());
}
