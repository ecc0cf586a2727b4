//! The excerpts of source lines that are shown with a finding.
//!
//! codespan-reporting requires a source text. It gets only the relevant lines. Long lines are cut to a window around
//! the marks, and control characters are replaced by symbols. Line numbers and columns are those of the file.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use codespan_reporting::files::{Error, Files};

use crate::position::Positions;
use crate::source::Source;
use crate::text::harmless;

/// The minimum length in characters of a line that is cut.
const LONG_LINE: usize = 200;
/// The length in characters of the window of a cut line.
const WINDOW: usize = 140;
/// The number of characters in the window before the mark.
const LEAD: usize = 30;
/// A mark over more lines than this is drawn on its first line only.
const MARK_LINES: usize = 6;

/// The excerpts of one finding, one per file.
#[derive(Default)]
pub(crate) struct Excerpts {
    files: Vec<Excerpt>,
}

/// Excerpt of one file.
pub(crate) struct Excerpt {
    path: String,
    text: String,
    /// The lines by line number, 0-based.
    lines: BTreeMap<usize, Line>,
}

struct Line {
    /// The byte range of the line in the text of the excerpt, without the line break.
    range: Range<usize>,
    /// The number of characters cut off before the window, minus one for the ellipsis.
    shift: usize,
    /// The column of the first character of the window, 0-based.
    from: usize,
    /// The number of characters in the window.
    shown: usize,
    /// Whether an ellipsis precedes the window.
    cut: bool,
}

impl Excerpts {
    /// Adds the marked lines of a file. Returns the ID of the file, and the marks as ranges of the excerpt.
    pub(crate) fn add(
        &mut self,
        source: &Source,
        positions: &Positions,
        marks: &[Range<usize>],
    ) -> (usize, Vec<Range<usize>>) {
        let text = &*source.text;
        let marks: Vec<Mark> = marks.iter().map(|it| Mark::new(it, text, positions)).collect();
        let mut wanted: BTreeSet<usize> = marks.iter().flat_map(|it| it.start.0..=it.end.0).collect();
        // The renderer fills a gap of one line, and requests that line.
        let gaps: Vec<usize> = wanted.iter().map(|it| it + 1).filter(|it| wanted.contains(&(it + 1))).collect();
        wanted.extend(gaps);
        let mut excerpt =
            Excerpt { path: crate::text::tame(&source.path).into_owned(), text: String::new(), lines: BTreeMap::new() };
        for line in wanted {
            let columns = || marks.iter().flat_map(|it| [it.start, it.end]).filter(|it| it.0 == line).map(|it| it.1);
            let first = columns().min().unwrap_or(0);
            let fit = columns().max().is_none_or(|it| it - first < WINDOW - LEAD);
            // If not all marks fit into the window, it shows the first mark, which is the finding.
            let anchor = if fit { first } else { columns().next().unwrap_or(first) };
            let content = text[positions.line_range(line)].trim_end_matches(['\n', '\r']);
            excerpt.add_line(line, content, anchor);
        }
        let ranges = marks.iter().map(|it| excerpt.offset(it.start)..excerpt.offset(it.end)).collect();
        self.files.push(excerpt);
        (self.files.len() - 1, ranges)
    }

    /// The lines of a file by number, 0-based, each with its range in [`Excerpts::text`].
    pub(crate) fn lines(&self, id: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        self.files[id].lines.iter().map(|(number, line)| (*number, line.range.clone()))
    }

    /// The text of the excerpt of a file.
    pub(crate) fn text(&self, id: usize) -> &str {
        &self.files[id].text
    }

    fn file(&self, id: usize) -> Result<&Excerpt, Error> {
        self.files.get(id).ok_or(Error::FileMissing)
    }
}

/// A mark as lines and columns (0-based, in characters).
struct Mark {
    start: (usize, usize),
    end: (usize, usize),
}

impl Mark {
    fn new(range: &Range<usize>, text: &str, positions: &Positions) -> Mark {
        let start = range.start.min(text.len());
        let mut end = range.end.clamp(start, text.len());
        // A mark that includes a line break ends on the line of the break.
        while end > start && text[..end].ends_with(['\n', '\r']) {
            end -= 1;
        }
        let (first, mut last) = (positions.line(start), positions.line(end));
        if last - first >= MARK_LINES {
            last = first;
            end = start + text[start..].find(['\n', '\r']).unwrap_or(text.len() - start);
        }
        let column = |offset: usize| positions.place(offset).column - 1;
        Mark { start: (first, column(start)), end: (last, column(end)) }
    }
}

impl Excerpt {
    fn add_line(&mut self, number: usize, content: &str, anchor: usize) {
        let length = content.chars().count();
        let (from, shown) = if length <= LONG_LINE {
            (0, length)
        } else {
            let from = anchor.saturating_sub(LEAD).min(length - WINDOW.min(length));
            (from, WINDOW.min(length - from))
        };
        if !self.text.is_empty() || !self.lines.is_empty() {
            self.text.push('\n');
        }
        let start = self.text.len();
        let cut = from > 0;
        if cut {
            self.text.push('\u{2026}');
        }
        self.text.extend(content.chars().skip(from).take(shown).map(harmless));
        if from + shown < length {
            self.text.push('\u{2026}');
        }
        let shift = from.saturating_sub(usize::from(cut));
        self.lines.insert(number, Line { range: start..self.text.len(), shift, from, shown, cut });
    }

    /// The byte offset of a line and column in the excerpt; clamped to the window.
    fn offset(&self, (line, column): (usize, usize)) -> usize {
        let Some(line) = self.lines.get(&line) else { return 0 };
        let inside = column.saturating_sub(line.from).min(line.shown) + usize::from(line.cut);
        let text = &self.text[line.range.clone()];
        line.range.start + text.char_indices().nth(inside).map_or(text.len(), |it| it.0)
    }
}

impl<'a> Files<'a> for Excerpts {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        self.file(id).map(|it| &*it.path)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        self.file(id).map(|it| &*it.text)
    }

    fn line_index(&'a self, id: usize, offset: usize) -> Result<usize, Error> {
        let file = self.file(id)?;
        let found = file.lines.iter().find(|(_, it)| it.range.start <= offset && offset <= it.range.end);
        found.map(|it| *it.0).ok_or(Error::IndexTooLarge { given: offset, max: file.text.len() })
    }

    fn column_number(&'a self, id: usize, line: usize, offset: usize) -> Result<usize, Error> {
        let file = self.file(id)?;
        let line = file.lines.get(&line).ok_or(Error::LineTooLarge { given: line, max: line })?;
        Ok(line.shift + file.text[line.range.start..offset].chars().count() + 1)
    }

    fn line_range(&'a self, id: usize, line: usize) -> Result<Range<usize>, Error> {
        let file = self.file(id)?;
        file.lines.get(&line).map(|it| it.range.clone()).ok_or(Error::LineTooLarge { given: line, max: line })
    }
}
