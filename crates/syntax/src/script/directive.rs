//! Finds `#BSUB` lines and splits them into words like `bsub`.

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
}

/// The directive in a line that starts at this offset, if it is one.
pub(super) fn directive(text: &str, start: usize, end: usize) -> Option<Directive> {
    let line = text.get(start..end)?;
    let mark = start + (line.len() - line.trim_start_matches([' ', '\t']).len());
    let rest = text.get(mark..end)?.strip_prefix(MARK)?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t', '\r', '-']) {
        return None;
    }
    let mut found = Directive { mark: range(mark, mark + MARK.len()), words: Vec::new(), comment: None };
    split(text, mark + MARK.len(), end, &mut found);
    if FILLED_IN.iter().any(|it| rest.contains(it)) {
        // Word boundaries are also unknown.
        found.words.clear();
    }
    Some(found)
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
        while at < end && !bytes[at].is_ascii_whitespace() {
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
            }
            at = (stop + 1).min(end);
        }
        found.words.push(word.end(at));
    }
}

fn push(word: &mut Word, text: &str, start: usize, end: usize, quote: Quote) {
    let part = &text[start..end];
    word.push(part, start, quote);
    // `bsub` reads them literally, but the author probably expects expansion.
    if part.contains(&['$', '`', '\\'][..]) {
        word.unknown();
    }
}

/// The directives of a script that is not a shell script.
pub(super) fn lines_of_any_language(text: &str) -> Script {
    let mut script = Script::default();
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches('\n').len();
        found.extend(directive(text, start, end));
        start += line.len();
    }
    script.add(found, Origin::Script);
    script
}

impl Script {
    /// Adds a call for the directives, if there are any.
    pub(super) fn add(&mut self, directives: Vec<Directive>, origin: Origin) {
        let Some(anchor) = directives.first().map(|it| it.mark) else { return };
        self.comments.extend(directives.iter().filter_map(|it| it.comment));
        let directives = directives.into_iter().map(|it| it.words).collect();
        self.calls.push(Call { origin, anchor, command: Vec::new(), directives, reads: false });
    }
}
