//! Messages that LSF prints about its configuration, to explain lines of logs.

pub use crate::generated::messages::LOG_MESSAGES;

/// Shorter texts would match unrelated lines.
const SHORTEST: usize = 8;

/// The product whose message is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// Seen from IBM LSF.
    Lsf,
    /// Known from the open-source relatives; the message of IBM LSF may differ.
    Lineage,
}

/// A message of the daemons or of a command.
#[derive(Debug)]
pub struct LogMessage {
    /// Its text, with `<...>` for any text.
    pub text: &'static str,
    /// The product that prints it.
    pub product: Product,
    /// The effect on the cluster or the job.
    pub effect: &'static str,
    /// Where to look; may be empty.
    pub look: &'static str,
    /// The codes of rules that find the cause.
    pub rules: &'static [&'static str],
}

impl LogMessage {
    /// The number of characters of the message's words, if the line contains the message; ignores letter case and
    /// amount of whitespace.
    fn found_in(&self, line: &str) -> Option<usize> {
        let text = self.text.to_lowercase();
        let (mut words, mut rest, mut text) = (0, line, &*text);
        while !text.is_empty() {
            let (piece, behind) = split_at_placeholder(text);
            let at = rest.find(piece)?;
            rest = &rest[at + piece.len()..];
            words += piece.trim().len();
            text = behind;
        }
        (words >= SHORTEST).then_some(words)
    }
}

/// The texts before and after the next `<...>`.
fn split_at_placeholder(text: &str) -> (&str, &str) {
    let begins = |it: &usize| text[it + 1..].starts_with(|it: char| it.is_ascii_lowercase());
    let open = text.match_indices('<').map(|it| it.0).find(begins);
    match open.and_then(|open| Some((open, open + text[open..].find('>')?))) {
        Some((open, close)) => (&text[..open], &text[close + 1..]),
        None => (text, ""),
    }
}

/// The message in a line of a log; of several, the one with the most words.
pub fn message_in(line: &str) -> Option<&'static LogMessage> {
    let line = line.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let found = LOG_MESSAGES.iter().filter_map(|it| Some((it.found_in(&line)?, it)));
    // Of several with the same number, the first: the table is sorted by importance.
    found.rev().max_by_key(|it| it.0).map(|it| it.1)
}

/// The messages whose cause the rule finds.
pub fn messages_of_rule(code: &str) -> impl Iterator<Item = &'static LogMessage> {
    LOG_MESSAGES.iter().filter(move |it| it.rules.contains(&code))
}
