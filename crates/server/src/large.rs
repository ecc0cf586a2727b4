//! Large answers, past the library.
//!
//! The library makes a tree of values of every answer before it makes text of it, and does so on the event loop: an outline of nine
//! thousand rows would take longer to send than to find, and everything else would wait. So a large answer is written as text on the
//! thread that found it. Through the library goes a small answer of the same type in its place, with a mark, and where it comes out it
//! is replaced.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;

/// Begins the marks.
const MARK: &str = "lsflint-large-answer-";

/// Messages with a mark are no longer than this.
const SMALL: usize = 4096;

/// An answer as text, and what stands for it.
pub(crate) struct LargeAnswer {
    stand_in: String,
    text: String,
}

/// The large answer of one request, if it has one.
#[derive(Default)]
pub(crate) struct Slot(Mutex<Option<LargeAnswer>>);

impl Slot {
    /// Keeps an answer and gives back what stands for it: an answer of the same type with the mark somewhere in it.
    pub(crate) fn put<A: Serialize>(&self, answer: A, stand_in: impl FnOnce(String) -> A) -> A {
        static NUMBER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let placed = stand_in(format!("{MARK}{number}-"));
        let text = serde_json::to_string(&answer);
        // The library goes the same way, so the text is the same.
        let shown = serde_json::to_value(&placed).and_then(|it| serde_json::to_string(&it));
        match (text, shown) {
            (Ok(text), Ok(stand_in)) => {
                *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(LargeAnswer { stand_in, text });
                placed
            }
            _ => answer,
        }
    }

    /// What was kept.
    pub(crate) fn take(&self) -> Option<LargeAnswer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Large answers on their way through the library.
#[derive(Default)]
pub(crate) struct Underway(Mutex<Vec<LargeAnswer>>);

impl Underway {
    /// An answer sets out.
    pub(crate) fn add(&self, answer: LargeAnswer) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(answer);
    }

    /// Puts large answers in their places. `messages` are whole messages; `None` when nothing is to be done.
    pub(crate) fn fill(&self, messages: &[u8]) -> Option<Vec<u8>> {
        let mut underway = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if underway.is_empty() || find(messages, MARK.as_bytes()).is_none() {
            return None;
        }
        let mut filled = Vec::with_capacity(messages.len());
        let mut rest = messages;
        while let Some((head, body, behind)) = divided(rest) {
            let place = (body.len() <= SMALL && find(body, MARK.as_bytes()).is_some()).then(|| {
                let stands_here = |it: &LargeAnswer| find(body, it.stand_in.as_bytes());
                underway.iter().enumerate().find_map(|(at, it)| Some((at, stands_here(it)?)))
            });
            match place.flatten() {
                Some((at, from)) => {
                    let answer = underway.swap_remove(at);
                    let length = body.len() - answer.stand_in.len() + answer.text.len();
                    filled.extend(format!("Content-Length: {length}\r\n\r\n").into_bytes());
                    filled.extend(&body[..from]);
                    filled.extend(answer.text.into_bytes());
                    filled.extend(&body[from + answer.stand_in.len()..]);
                }
                None => {
                    filled.extend(head);
                    filled.extend(body);
                }
            }
            rest = behind;
        }
        filled.extend(rest);
        Some(filled)
    }
}

/// Header, body and what is behind the first message.
fn divided(messages: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let head = find(messages, b"\r\n\r\n")? + 4;
    let fields = std::str::from_utf8(&messages[..head]).ok()?;
    let length = fields.lines().find_map(|it| it.strip_prefix("Content-Length: ")?.trim().parse::<usize>().ok())?;
    let body = messages.get(head..head.checked_add(length)?)?;
    Some((&messages[..head], body, &messages[head + length..]))
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = *wanted.first()?;
    let last = text.len().checked_sub(wanted.len())?;
    (0..=last).find(|&at| text[at] == first && text[at..].starts_with(wanted))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn message(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn large_answers_get_to_their_places() {
        let (underway, slot) = (Underway::default(), Slot::default());
        let answer: Vec<Value> = (0..9).map(|it| json!({"name": it})).collect();
        let stand_in = slot.put(answer.clone(), |mark| vec![json!({"b": 1, "a": mark})]);
        assert_eq!(stand_in.len(), 1);
        underway.add(slot.take().expect("an answer"));
        assert!(slot.take().is_none());
        let other = message(r#"{"jsonrpc":"2.0","result":null,"id":1}"#);
        let ours = json!({"jsonrpc": "2.0", "result": stand_in, "id": 2}).to_string();
        let filled = underway.fill(format!("{other}{}{other}", message(&ours)).as_bytes()).expect("a change");
        let expected = message(&json!({"jsonrpc": "2.0", "result": answer, "id": 2}).to_string());
        assert_eq!(String::from_utf8_lossy(&filled), format!("{other}{expected}{other}"));
        assert_eq!(underway.fill(other.as_bytes()), None);
    }
}
