//! A word of a command: its text as far as known, and the mapping of each byte to the script.

use rowan::{TextRange, TextSize};

use super::{range, size};

/// A word with its quotes removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    range: TextRange,
    text: String,
    known: bool,
    runs: Vec<Run>,
}

/// The quoting of a part of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quote {
    /// Not quoted.
    None,
    /// `'...'`
    Single,
    /// `"..."`
    Double,
    /// `\x`: escaped by a backslash.
    Escaped,
}

/// A range of bytes that is the same in the script and the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// The start in the text.
    text: usize,
    /// The start in the script.
    script: usize,
    quote: Quote,
}

impl Word {
    /// A word that starts at an offset.
    pub(super) fn new(start: usize) -> Word {
        Word { range: range(start, start), text: String::new(), known: true, runs: Vec::new() }
    }

    /// Adds a part of the script literally.
    pub(super) fn push(&mut self, part: &str, script: usize, quote: Quote) {
        let text = self.text.len();
        let goes_on = |run: &Run| run.quote == quote && run.script + (text - run.text) == script;
        if !part.is_empty() && !self.runs.last().is_some_and(goes_on) {
            self.runs.push(Run { text, script, quote });
        }
        self.text.push_str(part);
    }

    /// Marks the text as unknown, because of an expansion.
    pub(super) fn unknown(&mut self) {
        self.known = false;
    }

    /// Ends the word at an offset.
    pub(super) fn end(mut self, end: usize) -> Word {
        self.range = TextRange::new(self.range.start(), size(end).max(self.range.start()));
        self
    }

    /// Its range, including quotes.
    pub fn range(&self) -> TextRange {
        self.range
    }

    /// Its text without quotes; `None` if it contains an expansion.
    pub fn text(&self) -> Option<&str> {
        self.known.then_some(&*self.text)
    }

    /// The known parts of its text, concatenated.
    pub(super) fn text_as_far_as_known(&self) -> &str {
        &self.text
    }

    /// Whether no part of it is quoted.
    pub fn is_bare(&self) -> bool {
        self.known
            && self.runs.iter().all(|it| it.quote == Quote::None)
            && self.range.len() == TextSize::of(&*self.text)
    }

    /// The part of the word from an offset of its text on: the argument of `-n4`.
    pub fn tail(&self, from: usize) -> Word {
        let from = from.min(self.text.len());
        let mut tail = Word::new(self.place_of(from, false));
        tail.known = self.known;
        for (number, run) in self.runs.iter().enumerate() {
            let end = self.runs.get(number + 1).map_or(self.text.len(), |it| it.text);
            let start = run.text.max(from);
            if let Some(part) = self.text.get(start..end.max(start)) {
                tail.push(part, run.script + (start - run.text), run.quote);
            }
        }
        tail.end(self.range.end().into())
    }

    /// The range in the script of a part of the text. It may include quotes.
    pub fn place(&self, part: TextRange) -> TextRange {
        let (start, end) = (usize::from(part.start()), usize::from(part.end()));
        let from = self.place_of(start, false);
        let to = if start == end { from } else { self.place_of(end, true) };
        range(from, to.max(from))
    }

    /// The quoting of a part of the text, if it is uniform and the text is literal.
    pub fn quote(&self, part: TextRange) -> Option<Quote> {
        let (start, end) = (usize::from(part.start()), usize::from(part.end()));
        let number = self.run_of(start, false)?;
        let ends = self.runs.get(number + 1).map_or(self.text.len(), |it| it.text);
        (self.known && end <= ends).then(|| self.runs[number].quote)
    }

    /// The offset in the script of an offset in the text. An end belongs to the preceding range.
    fn place_of(&self, offset: usize, end: bool) -> usize {
        match self.run_of(offset, end) {
            Some(number) => self.runs[number].script + (offset.min(self.text.len()) - self.runs[number].text),
            None => self.range.start().into(),
        }
    }

    fn run_of(&self, offset: usize, end: bool) -> Option<usize> {
        let before = self.runs.partition_point(|it| if end { it.text < offset } else { it.text <= offset });
        before.checked_sub(1).or((!self.runs.is_empty()).then_some(0))
    }
}
