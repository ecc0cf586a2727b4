//! A word of a command: its text as far as known, and the mapping of each byte to the script.

use rowan::{TextRange, TextSize};

use super::{moved, range, size};

/// A word with its quotes removed.
///
/// The value of a constant (a variable that is assigned once) is part of the text. Where it is inserted, every offset
/// maps to the place of the use, `$NAME`, because that is what the author of the command looks at; [`Script::uses`]
/// has the place of the assignment. Words that come from an array or from a constant that the shell splits are
/// options written there, so they map to the assignment.
///
/// [`Script::uses`]: super::Script::uses
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    range: TextRange,
    text: String,
    /// Where unknown text is inserted, in order.
    gaps: Vec<Gap>,
    /// Whether the text is not the word for another reason: an open quote, `~`.
    opaque: bool,
    /// Whether it is a pattern outside of quotes, which the shell replaces by the names of matching files.
    pattern: bool,
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

/// A range of bytes that is the same in the script and the text, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// The start in the text.
    text: usize,
    /// The start in the script.
    script: usize,
    /// The length of the use in the script, if the run is the value of a constant.
    used: Option<usize>,
    quote: Quote,
}

/// An expansion whose result depends on the run of the script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Gap {
    /// The offset in the text.
    text: usize,
    /// Whether the result remains a part of this word: the expansion is in double quotes.
    quoted: bool,
}

impl Word {
    /// A word that starts at an offset.
    pub(super) fn new(start: usize) -> Word {
        Word {
            range: range(start, start),
            text: String::new(),
            gaps: Vec::new(),
            opaque: false,
            pattern: false,
            runs: Vec::new(),
        }
    }

    /// A new word that starts at an offset, in the memory of this one.
    pub(super) fn restart(mut self, start: usize) -> Word {
        self.text.clear();
        self.gaps.clear();
        self.runs.clear();
        Word { range: range(start, start), opaque: false, pattern: false, ..self }
    }

    /// A word with a text that is not in the script, whose place is `at`.
    pub fn constant(text: &str, at: TextRange) -> Word {
        let mut word = Word::new(at.start().into());
        word.push_constant(text, at, Quote::Single);
        word.end(at.end().into())
    }

    /// Adds a part of the script literally.
    pub(super) fn push(&mut self, part: &str, script: usize, quote: Quote) {
        let text = self.text.len();
        let goes_on = |run: &Run| run.quote == quote && run.used.is_none() && run.script + (text - run.text) == script;
        if !part.is_empty() && !self.runs.last().is_some_and(goes_on) {
            self.runs.push(Run { text, script, used: None, quote });
        }
        self.text.push_str(part);
    }

    /// Adds the value of a constant that is used at a range of the script.
    pub(super) fn push_constant(&mut self, value: &str, used: TextRange, quote: Quote) {
        if !value.is_empty() {
            let (script, used) = (usize::from(used.start()), Some(usize::from(used.len())));
            self.runs.push(Run { text: self.text.len(), script, used, quote });
        }
        self.text.push_str(value);
    }

    /// Adds text that is unknown.
    pub(super) fn gap(&mut self, quoted: bool) {
        self.gaps.push(Gap { text: self.text.len(), quoted });
    }

    /// Marks the text as unknown.
    pub(super) fn unknown(&mut self) {
        self.opaque = true;
    }

    /// Marks the word as a pattern for names of files.
    pub(super) fn pattern(&mut self) {
        self.pattern = true;
    }

    /// The word with the same range, whose text is unknown.
    pub fn into_unknown(mut self) -> Word {
        self.opaque = true;
        self
    }

    /// Ends the word at an offset.
    pub(super) fn end(mut self, end: usize) -> Word {
        self.range = TextRange::new(self.range.start(), size(end).max(self.range.start()));
        self
    }

    /// The same word at another place in the script; `None` if that would be before its start.
    pub fn moved(&self, by: i64) -> Option<Word> {
        let mut word = self.clone();
        word.range = moved(self.range, by)?;
        for run in &mut word.runs {
            run.script = usize::try_from(i64::try_from(run.script).ok()? + by).ok()?;
        }
        Some(word)
    }

    /// Its range, including quotes.
    pub fn range(&self) -> TextRange {
        self.range
    }

    /// Its text without quotes; `None` if it contains an expansion.
    pub fn text(&self) -> Option<&str> {
        (!self.pattern).then(|| self.text_unless_matched()).flatten()
    }

    /// Its text without quotes, also if the shell replaces it by the names of files that match it as a pattern. That
    /// rarely happens to `rusage[mem=4]`.
    pub fn text_unless_matched(&self) -> Option<&str> {
        (self.gaps.is_empty() && !self.opaque).then_some(&*self.text)
    }

    /// The known parts of its text, concatenated.
    pub(super) fn text_as_far_as_known(&self) -> &str {
        &self.text
    }

    /// The word with another text in the place of every unknown part, and the ranges of these in the text. `None` if
    /// nothing is unknown, or if the word may become several.
    pub fn filled(&self, filler: &str) -> Option<(Word, Vec<TextRange>)> {
        if self.gaps.is_empty() || self.opaque || self.pattern || self.gaps.iter().any(|it| !it.quoted) {
            return None;
        }
        let mut filled = Word::new(self.range.start().into());
        let mut places = Vec::new();
        let mut gaps = self.gaps.iter().peekable();
        for (number, run) in self.runs.iter().enumerate() {
            let end = self.end_of_run(number);
            let mut from = run.text;
            while let Some(gap) = gaps.next_if(|it| it.text < end) {
                filled.add_part_of(self, run, from..gap.text);
                places.push(filled.fill(filler));
                from = gap.text;
            }
            filled.add_part_of(self, run, from..end);
        }
        places.extend(gaps.map(|_| filled.fill(filler)));
        Some((filled.end(self.range.end().into()), places))
    }

    /// Adds text that is not in the script.
    fn fill(&mut self, filler: &str) -> TextRange {
        let start = self.text.len();
        self.text.push_str(filler);
        range(start, self.text.len())
    }

    fn add_part_of(&mut self, word: &Word, run: &Run, part: std::ops::Range<usize>) {
        let Some(text) = word.text.get(part.clone()).filter(|it| !it.is_empty()) else { return };
        let script = if run.used.is_some() { run.script } else { run.script + (part.start - run.text) };
        self.runs.push(Run { text: self.text.len(), script, ..*run });
        self.text.push_str(text);
    }

    fn end_of_run(&self, number: usize) -> usize {
        self.runs.get(number + 1).map_or(self.text.len(), |it| it.text)
    }

    /// Whether no part of it is quoted or comes from a constant.
    pub fn is_bare(&self) -> bool {
        self.text().is_some()
            && self.runs.iter().all(|it| it.quote == Quote::None && it.used.is_none())
            && self.range.len() == TextSize::of(&*self.text)
    }

    /// The part of the word from an offset of its text on: the argument of `-n4`.
    pub fn tail(&self, from: usize) -> Word {
        let from = from.min(self.text.len());
        self.slice(from..self.text.len()).end(self.range.end().into())
    }

    /// A part of the word, by offsets of its text.
    pub(super) fn slice(&self, part: std::ops::Range<usize>) -> Word {
        let mut slice = Word::new(self.place_of(part.start, false));
        (slice.opaque, slice.pattern) = (self.opaque, self.pattern);
        for (number, run) in self.runs.iter().enumerate() {
            let start = run.text.max(part.start);
            slice.add_part_of(self, run, start..self.end_of_run(number).min(part.end).max(start));
        }
        let inside = self.gaps.iter().filter(|it| part.start <= it.text && it.text <= part.end);
        slice.gaps = inside.map(|it| Gap { text: it.text - part.start, ..*it }).collect();
        slice.end(self.place_of(part.end, true))
    }

    /// The range in the script of a part of the text. It may include quotes.
    pub fn place(&self, part: TextRange) -> TextRange {
        let (start, end) = (usize::from(part.start()), usize::from(part.end()));
        let from = self.place_of(start, false);
        let to = if start == end { from } else { self.place_of(end, true) };
        range(from, to.max(from))
    }

    /// The offset in the text of an offset in the script, which is at a character of the word or after one. `None`
    /// within quotes and escapes, and where the value of a constant is used.
    pub fn offset_in_text(&self, place: TextSize) -> Option<usize> {
        let place = usize::from(place);
        if self.runs.is_empty() && self.gaps.is_empty() && !self.opaque {
            // Quotes without anything between them.
            return (usize::from(self.range.start()) < place && place < self.range.end().into()).then_some(0);
        }
        self.runs.iter().enumerate().find_map(|(number, run)| {
            let length = self.end_of_run(number) - run.text;
            let inside = run.used.is_none() && (run.script..=run.script + length).contains(&place);
            inside.then(|| run.text + place - run.script)
        })
    }

    /// The quoting of a part of the text, if it is uniform and the text is literal.
    pub fn quote(&self, part: TextRange) -> Option<Quote> {
        let (start, end) = (usize::from(part.start()), usize::from(part.end()));
        let number = self.run_of(start, false)?;
        let run = self.runs[number];
        (self.text().is_some() && run.used.is_none() && end <= self.end_of_run(number)).then_some(run.quote)
    }

    /// The offset in the script of an offset in the text. An end belongs to the preceding range.
    fn place_of(&self, offset: usize, end: bool) -> usize {
        match self.run_of(offset, end).map(|it| (it, self.runs[it])) {
            Some((_, Run { script, used: Some(length), .. })) => {
                if end {
                    script + length
                } else {
                    script
                }
            }
            // After the run is text that is not in the script.
            Some((_, run)) => run.script + offset.min(self.text.len()).saturating_sub(run.text),
            None => self.range.start().into(),
        }
    }

    fn run_of(&self, offset: usize, end: bool) -> Option<usize> {
        let before = self.runs.partition_point(|it| if end { it.text < offset } else { it.text <= offset });
        before.checked_sub(1).or((!self.runs.is_empty()).then_some(0))
    }
}
