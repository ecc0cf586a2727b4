//! Reads messages from the byte stream of a client. An invalid message is answered and costs only itself.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, Read};

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tower_lsp::jsonrpc::{Request, Response};

/// A message of the client.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Message {
    /// A request or a notification.
    Request(Request),
    /// The answer to a request of the server.
    Answer(Response),
}

/// The maximum length of a message in bytes. A larger length is invalid and would consume all following messages.
const MAX_LENGTH: usize = 1 << 30;

/// The maximum number of bytes that are reserved for a message before they arrive.
const MOST_RESERVED: usize = 64 << 20;

/// The maximum length of a header line in bytes.
const HEADER_LINE: u64 = 4096;

/// Bytes that are not a valid message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Malformed {
    pub(crate) reason: Reason,
    /// What the parser says about it.
    pub(crate) detail: String,
    /// The ID, if it can be read: the client waits for an answer with it.
    pub(crate) id: Value,
    /// Whether it asks for no answer: a notification, or an answer itself.
    pub(crate) is_unasked: bool,
}

/// The reason why bytes are not a valid message, with its JSON-RPC error code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// There is no header, or the body is not JSON.
    Parse = -32700,
    /// The body is JSON but not a request, notification or response.
    Request = -32600,
}

/// The next message or the reason why it is invalid; `None` at the end of the input.
///
/// # Errors
/// The input cannot be read, or the start of the next message cannot be found.
#[cfg(any(test, fuzzing))]
pub(crate) fn next(from: &mut impl BufRead) -> io::Result<Option<Result<Message, Malformed>>> {
    Ok(body(from)?.map(|body| body.and_then(decode)))
}

/// The body of the next message or the reason why the header is invalid; `None` at the end of the input.
///
/// # Errors
/// The input cannot be read, or the start of the next message cannot be found.
pub(crate) fn body(from: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, Malformed>>> {
    let Some(length) = header(from)? else { return Ok(None) };
    let Some(length) = length else {
        let (reason, detail) = (Reason::Parse, "a header without `Content-Length`".to_owned());
        return Ok(Some(Err(Malformed { reason, detail, id: Value::Null, is_unasked: false })));
    };
    if length > MAX_LENGTH {
        let text = format!("a message of {length} bytes, at most {MAX_LENGTH} are possible");
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    // A buffer that grows leaves its smaller ones behind. Memory that is never written costs nothing.
    let mut body = Vec::with_capacity(length.min(MOST_RESERVED));
    if from.take(length as u64).read_to_end(&mut body)? < length {
        return Ok(None);
    }
    Ok(Some(Ok(body)))
}

/// The message in a body.
///
/// # Errors
/// The reason why it is invalid.
pub(crate) fn decode(body: Vec<u8>) -> Result<Message, Malformed> {
    examine(&repaired(body))
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

/// The members of a valid message; others may follow.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "named")]
    method: Option<Cow<'a, str>>,
    #[serde(default)]
    id: Option<Id>,
    #[serde(default)]
    error: Option<Fault>,
    #[serde(default)]
    result: Option<IgnoredAny>,
    /// Named here so that two of them are an error, as when the message is decoded.
    #[serde(default, rename = "params")]
    _params: IgnoredAny,
}

/// The name of a method. Unlike a missing one, `null` is invalid.
fn named<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Cow<'de, str>>, D::Error> {
    Cow::deserialize(from).map(Some)
}

impl Envelope<'_> {
    /// What makes the message invalid.
    fn complaint(&self) -> Option<&'static str> {
        if self.jsonrpc != "2.0" {
            return Some("`jsonrpc` is not \"2.0\"");
        }
        (self.method.is_none() && !self.answers()).then_some("neither a request nor an answer")
    }

    fn answers(&self) -> bool {
        self.id.is_some() || self.error.is_some() || self.result.is_some()
    }

    fn is_unasked(&self) -> bool {
        match self.method {
            Some(_) => self.id.is_none(),
            None => self.answers(),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Number(i64),
    Text(String),
}

impl From<Id> for Value {
    fn from(id: Id) -> Value {
        match id {
            Id::Number(number) => number.into(),
            Id::Text(text) => text.into(),
        }
    }
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read to check that they can be deserialized")]
struct Fault {
    code: i64,
    message: String,
}

/// Any value, read in full and dropped: unlike with [`IgnoredAny`], strings, numbers and the nesting are checked.
struct Checked;

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Checked, D::Error> {
        from.deserialize_any(Checked)
    }
}

impl<'de> Visitor<'de> for Checked {
    type Value = Checked;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Checked, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Checked, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Checked, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Checked, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Checked, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Checked, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Checked, A::Error> {
        while items.next_element::<Checked>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Checked, A::Error> {
        while members.next_entry::<Checked, Checked>()?.is_some() {}
        Ok(self)
    }
}

/// Replaces what does not form a character with U+FFFD: bytes that are not UTF-8, and escaped halves of surrogate
/// pairs, which JavaScript writes for half an emoji. The text of a document must not be lost because of one character.
fn repaired(body: Vec<u8>) -> Vec<u8> {
    let mut body = match String::from_utf8(body) {
        Ok(body) => body.into_bytes(),
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned().into_bytes(),
    };
    let mut at = 0;
    while let Some(found) = body[at..].iter().position(|it| *it == b'\\') {
        at += found;
        let unit = unit(&body[at..]);
        at += match unit {
            // A pair.
            Some(0xD800..=0xDBFF) if matches!(self::unit(&body[at + ESCAPE..]), Some(0xDC00..=0xDFFF)) => 2 * ESCAPE,
            Some(0xD800..=0xDFFF) => {
                body[at..at + ESCAPE].copy_from_slice(b"\\uFFFD");
                ESCAPE
            }
            // The character after the backslash may be one itself.
            _ => 2,
        };
        at = at.min(body.len());
    }
    body
}

/// The length of `\u` and four digits in bytes.
const ESCAPE: usize = 6;

/// The UTF-16 unit of an escape at the start of a text.
fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn examine(body: &[u8]) -> Result<Message, Malformed> {
    // A list with the members in their order would be read as an envelope, too.
    let is_list = body.iter().find(|it| !it.is_ascii_whitespace()) == Some(&b'[');
    let envelope = match is_list {
        true => Err(serde::de::Error::custom("not an object")),
        false => serde_json::from_slice::<Envelope<'_>>(body),
    };
    let read = match &envelope {
        Ok(envelope) => match envelope.complaint() {
            None => decoded(body, envelope).map_err(|error| error.to_string()),
            Some(complaint) => Err(complaint.to_owned()),
        },
        Err(error) => Err(error.to_string()),
    };
    read.map_err(|complaint| {
        let (reason, detail) = match serde_json::from_slice::<Checked>(body) {
            Ok(_) => (Reason::Request, complaint),
            Err(error) => (Reason::Parse, error.to_string()),
        };
        let envelope = envelope.ok();
        let is_unasked = envelope.as_ref().is_some_and(Envelope::is_unasked);
        let id = envelope.and_then(|it| it.id).map_or(Value::Null, Id::into);
        Malformed { reason, detail, id, is_unasked }
    })
}

/// The message in a body that has this envelope.
fn decoded(body: &[u8], envelope: &Envelope<'_>) -> serde_json::Result<Message> {
    if envelope.method.is_none() {
        match serde_json::from_slice(body) {
            Ok(answer) => return Ok(Message::Answer(answer)),
            // Without a method and without a result, it is a request for a method that nothing has.
            Err(error) if error.is_data() => {}
            Err(error) => return Err(error),
        }
    }
    serde_json::from_slice(body).map(Message::Request)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn written(message: &Message) -> String {
        let written = match message {
            Message::Request(it) => serde_json::to_string(it),
            Message::Answer(it) => serde_json::to_string(it),
        };
        written.expect("JSON")
    }

    #[track_caller]
    fn check(bytes: &str, expect: Expect) {
        let mut from = bytes.as_bytes();
        let mut shown = String::new();
        while let Ok(Some(message)) = next(&mut from) {
            match message {
                Ok(message) => shown.push_str(&format!("{}\n", written(&message))),
                Err(malformed) => shown.push_str(&format!("{:?}: {}\n", malformed.reason, malformed.detail)),
            }
        }
        expect.assert_eq(&shown);
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    const GOOD: &str = r#"{"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}"#;

    fn good_message() -> Result<Message, Malformed> {
        Ok(Message::Request(serde_json::from_str(GOOD).expect("a request")))
    }

    #[test]
    fn messages_come_through() {
        let answer = r#"{"jsonrpc":"2.0","id":"x","result":null}"#;
        let typed = format!("content-length:{}\r\nContent-Type: a\r\n\r\n{GOOD}\r\n", GOOD.len());
        check(
            &format!("{typed}{}{}", framed(answer), framed(GOOD)),
            expect![[r#"
                {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
                {"jsonrpc":"2.0","result":null,"id":"x"}
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
            assert_eq!(next(&mut from).expect("bytes").expect("something"), good_message());
        }
    }

    #[test]
    fn only_messages_without_a_method_are_answers() {
        let members = [
            ("jsonrpc", vec!["\"2.0\"", "\"1.0\"", "null"]),
            ("method", vec!["\"a\"", "\"\"", "null", "1"]),
            ("id", vec!["1", "\"x\"", "null", "-1", "1.5", "{}", "9223372036854775808"]),
            ("params", vec!["{}", "[]", "null", "1"]),
            ("result", vec!["null", "{}", "\"\\ud800\""]),
            ("error", vec!["null", r#"{"code":1,"message":"m"}"#, r#"{"code":"1"}"#, r#"{"message":"m"}"#]),
        ];
        let mut bodies = vec![String::new()];
        for (name, values) in members {
            for body in bodies.clone() {
                bodies.extend(values.iter().map(|value| format!("{body}\"{name}\":{value},")));
            }
        }
        let mut accepted = 0;
        for members in &bodies {
            let body = format!("{{{}}}", members.trim_end_matches(','));
            let Ok(message) = decode(body.clone().into_bytes()) else { continue };
            accepted += 1;
            let is_answer =
                !body.contains("\"method\"") && ["\"result\"", "\"error\":{"].iter().any(|it| body.contains(it));
            // An answer without an ID is one to nothing.
            assert_eq!(matches!(message, Message::Answer(_)), is_answer && body.contains("\"id\""), "{body}");
        }
        assert!(accepted > 100, "{accepted}");
    }

    #[test]
    fn headers_that_make_no_sense() {
        let good = framed(GOOD);
        for length in ["0", "-5", "100000000000000000000", "1e3", "", "0x10", "\u{663}"] {
            let bytes = format!("Content-Length: {length}\r\n\r\n{good}");
            let mut from = bytes.as_bytes();
            assert!(next(&mut from).expect("bytes").expect("something").is_err(), "{length}");
            assert_eq!(next(&mut from).expect("bytes").expect("something"), good_message(), "{length}");
        }
        // An unknown header, of any length.
        let bytes = format!("{}\r\n{good}", "x".repeat((1 << 20) + 1));
        let mut from = bytes.as_bytes();
        assert_eq!(next(&mut from).expect("bytes").expect("something"), good_message());
        let mut from = "Content-Length: 4000000000\r\n\r\n{}".as_bytes();
        assert_eq!(next(&mut from).expect_err("too long").kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn the_input_may_end_anywhere() {
        let bytes = framed(GOOD);
        for end in 0..bytes.len() {
            let mut from = &bytes.as_bytes()[..end];
            assert_eq!(next(&mut from).expect("bytes"), None, "{end}");
        }
    }

    #[test]
    fn a_wrong_length_costs_at_most_the_next_message() {
        let short = format!("Content-Length: 10\r\n\r\n{GOOD}");
        check(
            &format!("{short}{}{}", framed(GOOD), framed(GOOD)),
            expect![[r#"
                Parse: EOF while parsing an object at line 1 column 10
                {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
                {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
            "#]],
        );
        check(
            &format!("Content-Length: x\r\n\r\n{}", framed(GOOD)),
            expect![[r#"
                Parse: a header without `Content-Length`
                {"jsonrpc":"2.0","method":"a","params":{"ä":[1]}}
            "#]],
        );
    }
}
