//! What LSF prints about its configuration, for people who come with a line of a log.

pub use crate::generated::messages::LOG_MESSAGES;

/// Shorter texts would be found in lines that say something else.
const SHORTEST: usize = 8;

/// Whose words a message is known in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// Seen from IBM LSF.
    Lsf,
    /// Known from the open-source relatives; IBM LSF may say it in other words.
    Lineage,
}

/// A message of the daemons or of a command.
#[derive(Debug)]
pub struct LogMessage {
    /// Its words, `<...>` for any text in between.
    pub text: &'static str,
    /// Whose words they are.
    pub product: Product,
    /// What it means for the cluster or the job.
    pub effect: &'static str,
    /// Where to look; may be empty.
    pub look: &'static str,
    /// The codes of the rules that find the cause.
    pub rules: &'static [&'static str],
}

impl LogMessage {
    /// How many characters of a line are the words of this message, when it is in it; letter case and the number of blanks do not count.
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

/// What precedes the next `<...>` and what follows it.
fn split_at_placeholder(text: &str) -> (&str, &str) {
    let begins = |it: &usize| text[it + 1..].starts_with(|it: char| it.is_ascii_lowercase());
    let open = text.match_indices('<').map(|it| it.0).find(begins);
    match open.and_then(|open| Some((open, open + text[open..].find('>')?))) {
        Some((open, close)) => (&text[..open], &text[close + 1..]),
        None => (text, ""),
    }
}

/// The message that a line of a log holds: of several the one with the most words.
pub fn message_in(line: &str) -> Option<&'static LogMessage> {
    let line = line.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let found = LOG_MESSAGES.iter().filter_map(|it| Some((it.found_in(&line)?, it)));
    // The first of those with equally many: the table is in the order of importance.
    found.rev().max_by_key(|it| it.0).map(|it| it.1)
}

/// The messages whose cause a rule finds.
pub fn messages_of_rule(code: &str) -> impl Iterator<Item = &'static LogMessage> {
    LOG_MESSAGES.iter().filter(move |it| it.rules.contains(&code))
}
