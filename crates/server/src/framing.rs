//! Reads messages from the bytes of a client. Invalid messages are answered and skipped here: the library behind us
//! gives up at the first such thing, and an editor would be without a server.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use serde::Deserialize;
use serde::de::IgnoredAny;

/// No message is larger. A length beyond it is nonsense that would swallow everything behind it.
const MOST: usize = 1 << 30;

/// No line of a header is longer.
const HEADER_LINE: u64 = 4096;

/// Why bytes are not a message, with the error codes of JSON-RPC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Malformed {
    /// No header, or no JSON behind it.
    Parse = -32700,
    /// JSON, but no request, notification or answer.
    Request = -32600,
}

/// The next message, or what is there instead; `None` at the end.
///
/// # Errors
/// The input cannot be read, or nothing behind it can be understood any more.
pub(crate) fn next(from: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, Malformed>>> {
    let Some(length) = header(from)? else { return Ok(None) };
    let Some(length) = length else { return Ok(Some(Err(Malformed::Parse))) };
    if length > MOST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut body = Vec::with_capacity(length.min(1 << 20));
    if from.take(length as u64).read_to_end(&mut body)? < length {
        return Ok(None);
    }
    Ok(Some(examine(&body).map(|()| body)))
}

/// The length in the next header: `None` at the end, `Some(None)` in a header without one.
fn header(from: &mut impl BufRead) -> io::Result<Option<Option<usize>>> {
    let mut length = None;
    let mut lines = 0;
    loop {
        let mut line = Vec::new();
        if from.by_ref().take(HEADER_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            // Some clients put an empty line behind a message.
            if lines == 0 {
                continue;
            }
            return Ok(Some(length));
        }
        lines += 1;
        // A message whose length was wrong leaves its rest in front of the next header.
        let lower = line.to_ascii_lowercase();
        if let Some(at) = lower.rfind("content-length:") {
            length = line[at + "content-length:".len()..].trim().parse().ok();
        }
    }
}

/// As much of a message as tells that it is one.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    id: Option<Id<'a>>,
    #[serde(default)]
    error: Option<Fault>,
    #[serde(default)]
    result: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code, reason = "only whether they can be read counts")]
enum Id<'a> {
    Number(i64),
    Text(#[serde(borrow)] Cow<'a, str>),
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only whether they can be read counts")]
struct Fault {
    code: i64,
    message: String,
}

fn examine(body: &[u8]) -> Result<(), Malformed> {
    let envelope: Envelope<'_> = serde_json::from_slice(body).map_err(|error| match error.is_data() {
        true => Malformed::Request,
        false => Malformed::Parse,
    })?;
    let answers = envelope.id.is_some() || envelope.error.is_some() || envelope.result.is_some();
    match envelope.jsonrpc == "2.0" && (envelope.method.is_some() || answers) {
        true => Ok(()),
        false => Err(Malformed::Request),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(bytes: &str, expect: Expect) {
        let mut from = bytes.as_bytes();
        let mut shown = String::new();
        while let Ok(Some(message)) = next(&mut from) {
            match message {
                Ok(body) => shown.push_str(&format!("{}\n", String::from_utf8_lossy(&body))),
                Err(malformed) => shown.push_str(&format!("{malformed:?}\n")),
            }
        }
        expect.assert_eq(&shown);
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    const GOOD: &str = r#"{"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}"#;

    #[test]
    fn messages_come_through() {
        let answer = r#"{"jsonrpc":"2.0","id":"x","result":null}"#;
        let typed = format!("content-length:{}\r\nContent-Type: a\r\n\r\n{GOOD}\r\n", GOOD.len());
        check(
            &format!("{typed}{}{}", framed(answer), framed(GOOD)),
            expect![[r#"
                {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
                {"jsonrpc":"2.0","id":"x","result":null}
                {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
            "#]],
        );
    }

    #[test]
    fn nonsense_costs_only_itself() {
        for nonsense in
            ["{\"a\":", "[]", "3", "{}", r#"{"jsonrpc":"1.0","method":"a"}"#, r#"{"jsonrpc":"2.0","id":[]}"#]
        {
            let bytes = framed(nonsense) + &framed(GOOD);
            let mut from = bytes.as_bytes();
            assert!(next(&mut from).expect("bytes").expect("something").is_err(), "{nonsense}");
            assert_eq!(next(&mut from).expect("bytes").expect("something"), Ok(GOOD.as_bytes().to_vec()));
        }
    }

    #[test]
    fn a_wrong_length_costs_at_most_the_next_message() {
        let short = format!("Content-Length: 10\r\n\r\n{GOOD}");
        check(
            &format!("{short}{}{}", framed(GOOD), framed(GOOD)),
            expect![[r#"
            Parse
            {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
            {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
        "#]],
        );
        check(
            &format!("Content-Length: x\r\n\r\n{}", framed(GOOD)),
            expect![[r#"
            Parse
            {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
        "#]],
        );
    }
}
