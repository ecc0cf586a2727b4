//! Finds `#BSUB` lines and splits them into words like `bsub`.

use lsflint_spec::{FOREIGN_MARKS, job_command};
use rowan::TextRange;

use super::word::{Quote, Word};
use super::{Call, Origin, Script, range};

/// The start of a directive line.
pub(super) const MARK: &str = "#BSUB";

/// Prefixes of template placeholders, which may contain spaces.
const FILLED_IN: [&str; 5] = ["{{", "{%", "<%", "%(", "@@"];

/// A directive line.
pub(super) struct Directive {
    /// The range of the mark.
    pub(super) mark: TextRange,
    pub(super) words: Vec<Word>,
    /// The range of a comment at the end of the line.
    pub(super) comment: Option<TextRange>,
    /// A quote that is not closed.
    pub(super) open_quote: Option<TextRange>,
}

/// The marks of other schedulers at the start of a line.
pub(super) fn foreign_marks(text: &str) -> Vec<TextRange> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let is_mark = |mark: &&&str| line.strip_prefix(**mark).is_some_and(|rest| rest.starts_with([' ', '\t']));
        let mark = if line.starts_with('#') { FOREIGN_MARKS.iter().find(is_mark) } else { None };
        found.extend(mark.map(|it| range(start, start + it.len())));
        start += line.len();
    }
    found
}

/// The start of comments that look like lines with options: `#BUSB` of `#BUSB -q night`, but also other words.
pub(super) fn option_comments(text: &str) -> Vec<TextRange> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(comment) = line.strip_prefix('#') {
            let word = comment.bytes().take_while(u8::is_ascii_alphabetic).count();
            let rest = comment[word..].trim_start_matches([' ', '\t']);
            let is_option = rest.len() < comment[word..].len()
                && rest.strip_prefix('-').is_some_and(|it| it.starts_with(|it: char| it.is_ascii_alphabetic()));
            if is_option && (3..=6).contains(&word) && comment[..word] != MARK[1..] {
                found.push(range(start, start + 1 + word));
            }
        }
        start += line.len();
    }
    found
}

/// The directive in a line that starts at this offset, if it is one.
pub(super) fn directive(text: &str, start: usize, end: usize) -> Option<Directive> {
    let line = text.get(start..end)?;
    let mark = start + (line.len() - line.trim_start_matches([' ', '\t']).len());
    let rest = text.get(mark..end)?.strip_prefix(MARK)?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t', '\r', '-']) {
        return None;
    }
    let mut found =
        Directive { mark: range(mark, mark + MARK.len()), words: Vec::new(), comment: None, open_quote: None };
    split(text, mark + MARK.len(), end, &mut found);
    if FILLED_IN.iter().any(|it| rest.contains(it)) || has_placeholder(rest) {
        // Word boundaries are also unknown.
        found.words.clear();
    }
    Some(found)
}

/// Whether a text has a placeholder for people: `<project ID>`.
fn has_placeholder(text: &str) -> bool {
    let mut starts = text.match_indices(" <").map(|it| &text[it.0 + 2..]);
    starts.any(|it| it.starts_with(|it: char| it.is_ascii_alphabetic()) && it.contains('>'))
}

/// Splits the rest of a line at whitespace outside of quotes. A word that starts with `#` is a comment.
fn split(text: &str, from: usize, end: usize, found: &mut Directive) {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        while at < end && bytes[at].is_ascii_whitespace() {
            at += 1;
        }
        if at >= end {
            return;
        }
        if bytes[at] == b'#' {
            found.comment = Some(range(at, at + text[at..end].trim_end().len()));
            return;
        }
        let mut word = Word::new(at);
        let start = at;
        while at < end && !bytes[at].is_ascii_whitespace() {
            let is_start = at == start;
            let quote = match bytes[at] {
                b'\'' => Quote::Single,
                b'"' => Quote::Double,
                _ => {
                    let length = text[at..end].find(|it: char| it.is_ascii_whitespace() || matches!(it, '\'' | '"'));
                    let stop = length.map_or(end, |it| at + it);
                    push(&mut word, text, at, stop, Quote::None);
                    at = stop;
                    continue;
                }
            };
            let close = text[at + 1..end].find(char::from(bytes[at]));
            let stop = close.map_or(end, |it| at + 1 + it);
            push(&mut word, text, at + 1, stop, quote);
            if close.is_none() {
                word.unknown();
                // Within a word, bsub does not read it as a quote.
                if is_start {
                    found.open_quote = Some(range(at, at + text[at..end].trim_end().len()));
                }
            }
            let name = text[start..at].strip_prefix('-');
            let begins = is_start || name.is_some_and(|it| it.bytes().all(|it| it.is_ascii_alphanumeric()));
            at = (stop + 1).min(end);
            if !begins || bytes[..end].get(at).is_some_and(|it| !it.is_ascii_whitespace()) {
                // Quotes around a part of a word: known readers keep them, or drop what follows.
                word.unknown();
            }
        }
        if has_name_in_braces(&text[start..at]) {
            word.unknown();
        }
        found.words.push(word.end(at));
    }
}

/// Whether a text has the placeholder of a program: `{memory}`, `mem={memory}`.
fn has_name_in_braces(text: &str) -> bool {
    text.match_indices('{').any(|(at, _)| {
        let name = text[at + 1..].split_once('}').map_or("", |it| it.0);
        name.starts_with(|it: char| it.is_ascii_alphabetic())
            && name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.'))
    })
}

/// Adds a part of a word. `bsub` reads a variable literally, but the author probably expects its value.
fn push(word: &mut Word, text: &str, start: usize, end: usize, quote: Quote) {
    let mut at = start;
    while let Some(dollar) = text[at..end].find('$').map(|it| at + it) {
        word.push(&text[at..dollar], at, quote);
        word.gap(true);
        at = dollar + variable(&text[dollar..end]);
    }
    let part = &text[at..end];
    word.push(part, at, quote);
    if text[start..end].contains(['`', '\\']) {
        word.unknown();
    }
}

/// The length of `$NAME`, `${...}` or `$(...)` at the start of a text.
fn variable(text: &str) -> usize {
    let close = |open: usize, byte: char| text.find(byte).map_or(text.len(), |it| it + 1).max(open);
    match text.as_bytes().get(1) {
        Some(b'{') => close(2, '}'),
        Some(b'(') => close(2, ')'),
        Some(_) => 1 + text[1..].bytes().take_while(|it| it.is_ascii_alphanumeric() || *it == b'_').count(),
        None => 1,
    }
}

/// All directives of a text.
pub(super) fn directives(text: &str) -> Vec<Directive> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches('\n').len();
        found.extend(directive(text, start, end));
        start += line.len();
    }
    found
}

impl Script {
    /// Adds a call for the directives, if there are any.
    pub(super) fn add(&mut self, directives: Vec<Directive>, origin: Origin) {
        let Some(anchor) = directives.first().map(|it| it.mark) else { return };
        let Some(program) = job_command("bsub") else { return };
        let directives = self.words_of(directives);
        self.calls.push(Call { origin, program, anchor, command: Vec::new(), directives, reads: false });
    }

    /// The words of directives, whose comments and quotes are noted.
    pub(super) fn words_of(&mut self, directives: Vec<Directive>) -> Vec<Vec<Word>> {
        self.comments.extend(directives.iter().filter_map(|it| it.comment));
        self.open_quotes.extend(directives.iter().filter_map(|it| it.open_quote));
        directives.into_iter().map(|it| it.words).collect()
    }
}
