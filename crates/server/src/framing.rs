//! Reads messages from the byte stream of a client. Invalid messages are answered and skipped here, because the library
//! would stop the server at the first one.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use serde::Deserialize;
use serde::de::IgnoredAny;

/// The maximum length of a message in bytes. A larger length is invalid and would consume all following messages.
const MAX_LENGTH: usize = 1 << 30;

/// The maximum length of a header line in bytes.
const HEADER_LINE: u64 = 4096;

/// The reason why bytes are not a valid message, with its JSON-RPC error code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Malformed {
    /// There is no header, or the body is not JSON.
    Parse = -32700,
    /// The body is JSON but not a request, notification or response.
    Request = -32600,
}

/// The next message or the reason why it is invalid; `None` at the end of the input.
///
/// # Errors
/// The input cannot be read, or the start of the next message cannot be found.
pub(crate) fn next(from: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, Malformed>>> {
    let Some(length) = header(from)? else { return Ok(None) };
    let Some(length) = length else { return Ok(Some(Err(Malformed::Parse))) };
    if length > MAX_LENGTH {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut body = Vec::with_capacity(length.min(1 << 20));
    if from.take(length as u64).read_to_end(&mut body)? < length {
        return Ok(None);
    }
    Ok(Some(examine(&body).map(|()| body)))
}

/// The length in the next header: `None` at the end of the input, `Some(None)` if the header has no length.
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
            // Some clients send an empty line after a message.
            if lines == 0 {
                continue;
            }
            return Ok(Some(length));
        }
        lines += 1;
        // If the length of a message was wrong, its remaining bytes precede the next header.
        let lower = line.to_ascii_lowercase();
        if let Some(at) = lower.rfind("content-length:") {
            length = line[at + "content-length:".len()..].trim().parse().ok();
        }
    }
}

/// The fields that identify a valid message.
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
#[allow(dead_code, reason = "only read to check that they can be deserialized")]
enum Id<'a> {
    Number(i64),
    Text(#[serde(borrow)] Cow<'a, str>),
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read to check that they can be deserialized")]
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
