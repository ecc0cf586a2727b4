//! What LSF prints: reasons, states, answers of commands and lines of logs, found in a line of text.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

pub use crate::generated::messages::LOG_MESSAGES;
use crate::{FileKind, ParamSpec, SectionSpec};

/// Shorter texts would match unrelated lines.
const SHORTEST: usize = 8;
/// The columns of a table of LSF in which a state can be: `JOBID USER STAT`, `HOST_NAME STATUS`, `STATUS CPUF`.
const STATE_COLUMNS: usize = 3;

/// The product whose message is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// Seen from IBM LSF.
    Lsf,
    /// Known from the open-source relatives; the message of IBM LSF may differ.
    Lineage,
    /// Known from the description of the LSF API; the printed message may differ.
    Api,
}

/// A message of the daemons or of a command.
#[derive(Debug)]
pub struct LogMessage {
    /// Its text, with `<...>` for any text.
    pub text: &'static str,
    /// Whether the text is a word of a table, such as a job state, and not a part of a sentence.
    pub word: bool,
    /// The number of the pending reason, as in REASON_ID of lsb.reasons.
    pub id: Option<u32>,
    /// The product that prints it.
    pub product: Product,
    /// The effect on the cluster or the job, or the meaning.
    pub effect: &'static str,
    /// The parameters that decide: `lsb.queues:HJOB_LIMIT`.
    pub by: &'static [&'static str],
    /// Where to look; may be empty.
    pub look: &'static str,
    /// The codes of rules that find the cause.
    pub rules: &'static [&'static str],
    /// The page, or the function of an open-source relative, that the fact comes from.
    pub source: &'static str,
}

/// A message in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMessage<'l> {
    /// The index of the message in [`LOG_MESSAGES`].
    pub number: usize,
    /// The parts of the line in place of `<name>`, by name.
    pub names: Vec<(&'static str, &'l str)>,
    /// The text before the message.
    pub before: &'l str,
    /// The text after the message.
    pub rest: &'l str,
}

impl LogMessage {
    /// The parameters of [`LogMessage::by`]: for each the first section of the file that has the parameter.
    pub fn decided_by(&self) -> impl Iterator<Item = (FileKind, &'static SectionSpec, &'static ParamSpec)> + use<> {
        self.by.iter().filter_map(|it| {
            let (file, name) = it.split_once(':')?;
            let kind = FileKind::from_name(file)?;
            kind.spec().sections.iter().find_map(|section| Some((kind, section, section.param(name)?)))
        })
    }
}

impl FoundMessage<'_> {
    /// The message.
    pub fn message(&self) -> &'static LogMessage {
        &LOG_MESSAGES[self.number]
    }

    /// The text in place of `<name>`.
    pub fn name(&self, name: &str) -> Option<&str> {
        self.names.iter().find(|it| it.0 == name).map(|it| it.1)
    }
}

/// The message in a line; of several, the one with the most words. Ignores letter case. Several spaces in the line must
/// be one: see [`one_space`].
pub fn find_message(line: &str) -> Option<FoundMessage<'_>> {
    let folded = line.to_ascii_lowercase();
    let found =
        TABLE.candidates(&folded).filter_map(|number| Some((TABLE.patterns[number].found_in(&folded)?, number)));
    // Of several with the same number of characters, the first: the table is sorted by importance.
    let best = found.min_by_key(|(found, number)| (std::cmp::Reverse(found.words), *number));
    let Some((found, number)) = best else { return state(line) };
    let names = TABLE.patterns[number].names.iter().zip(&found.names).map(|(name, at)| (*name, &line[at.clone()]));
    Some(FoundMessage { number, names: names.collect(), before: &line[..found.start], rest: &line[found.end..] })
}

/// The line with one space in place of whitespace of any length.
pub fn one_space(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The message in a line of any form.
pub fn message_in(line: &str) -> Option<&'static LogMessage> {
    Some(find_message(&one_space(line))?.message())
}

/// The messages whose cause the rule finds.
pub fn messages_of_rule(code: &str) -> impl Iterator<Item = &'static LogMessage> {
    LOG_MESSAGES.iter().filter(move |it| it.rules.contains(&code))
}

/// The texts of the pending reason with a number.
pub fn pending_reason(id: u32) -> impl Iterator<Item = &'static LogMessage> {
    LOG_MESSAGES.iter().filter(move |it| it.id == Some(id))
}

/// A state in a row of a table, or alone. A row has numbers; a sentence with the same word has none.
fn state(line: &str) -> Option<FoundMessage<'_>> {
    let cells: Vec<&str> = line.split(' ').collect();
    let is_number = |it: &&&str| it.starts_with(|it: char| it.is_ascii_digit() || it == '-');
    if cells.len() > 2 && cells.iter().filter(is_number).count() < 2 {
        return None;
    }
    let number = cells.iter().take(STATE_COLUMNS).find_map(|it| TABLE.states.get(it))?;
    Some(FoundMessage { number: *number, names: Vec::new(), before: "", rest: "" })
}

/// The texts in the form in which they are searched.
struct Table {
    patterns: Vec<Pattern>,
    /// The messages by a word that every line with them has.
    by_word: HashMap<String, Vec<usize>>,
    /// The messages without such a word.
    others: Vec<usize>,
    /// The messages that are words of tables.
    states: HashMap<&'static str, usize>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { patterns: Vec::new(), by_word: HashMap::new(), others: Vec::new(), states: HashMap::new() };
    for (number, message) in LOG_MESSAGES.iter().enumerate() {
        let pattern = Pattern::of(message.text);
        if message.word {
            table.states.insert(message.text, number);
        } else if let Some(word) = pattern.whole_word() {
            table.by_word.entry(word.to_owned()).or_default().push(number);
        } else {
            table.others.push(number);
        }
        table.patterns.push(pattern);
    }
    table
});

impl Table {
    /// The messages that may be in a line, each once.
    fn candidates(&self, line: &str) -> impl Iterator<Item = usize> + use<'_> {
        let mut words: Vec<&str> = words(line).map(|it| &line[it]).collect();
        words.sort_unstable();
        words.dedup();
        let lists: Vec<&Vec<usize>> = words.into_iter().filter_map(|it| self.by_word.get(it)).collect();
        lists.into_iter().flatten().chain(&self.others).copied()
    }
}

/// The words of a text: letters, digits and `_`.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(is_part)?;
        let end = text[start..].find(|it| !is_part(it)).map_or(text.len(), |it| start + it);
        rest = end;
        Some(start..end)
    })
}

/// A text in lowercase, cut at the places of any text.
struct Pattern {
    pieces: Vec<String>,
    names: Vec<&'static str>,
}

/// Where a pattern is in a line.
struct Match {
    /// The number of characters of the words.
    words: usize,
    names: Vec<Range<usize>>,
    start: usize,
    end: usize,
}

impl Pattern {
    fn of(text: &'static str) -> Pattern {
        let mut pattern = Pattern { pieces: Vec::new(), names: Vec::new() };
        let mut rest = text;
        while let Some((open, close)) = placeholder(rest) {
            pattern.pieces.push(rest[..open].to_ascii_lowercase());
            pattern.names.push(&rest[open + 1..close]);
            rest = &rest[close + 1..];
        }
        pattern.pieces.push(rest.to_ascii_lowercase());
        pattern
    }

    /// The longest word that is not at the end of a piece, where a line may continue it.
    fn whole_word(&self) -> Option<&str> {
        let inner = |piece: &'_ String| -> Vec<Range<usize>> {
            words(piece).filter(|it| it.start > 0 && it.end < piece.len()).collect()
        };
        let all = self.pieces.iter().flat_map(|piece| inner(piece).into_iter().map(move |it| &piece[it]));
        all.max_by_key(|it| it.len())
    }

    fn found_in(&self, line: &str) -> Option<Match> {
        let mut found = Match { words: 0, names: Vec::new(), start: 0, end: 0 };
        for (number, piece) in self.pieces.iter().enumerate() {
            // A text at the end of the message extends to the end of the line.
            let at = match piece.is_empty() && number > 0 && number + 1 == self.pieces.len() {
                true => line.len(),
                false => found.end + line[found.end..].find(piece.as_str())?,
            };
            match number {
                0 => found.start = at,
                _ => found.names.push(found.end..at),
            }
            found.end = at + piece.len();
            found.words += piece.trim().len();
        }
        (found.words >= SHORTEST).then_some(found)
    }
}

/// The place of the next `<...>`.
fn placeholder(text: &str) -> Option<(usize, usize)> {
    let begins = |it: &usize| text[it + 1..].starts_with(|it: char| it.is_ascii_lowercase());
    let open = text.match_indices('<').map(|it| it.0).find(begins)?;
    Some((open, open + text[open..].find('>')?))
}
