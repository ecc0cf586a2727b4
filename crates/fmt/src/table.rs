//! Aligns the columns of tables.

use lsflint_syntax::{Part, SyntaxKind, TextRange};

use crate::commented::{Commented, Remark, narrow, surplus};
use crate::comments::{Comments, Extent, Trailing};
use crate::edits::Edits;
use crate::lines::{Kind, Line};
use crate::value::{self, Gap};
use crate::{Run, margin};

/// The number of spaces between columns.
const BETWEEN: usize = 2;
/// A cell wider than this does not make its column wider: one long list would push everything else off the screen.
const WIDEST: usize = 40;

struct Row<'t, 'a> {
    line: &'a Line<'t>,
    cells: Vec<Cell>,
    comment: Option<Trailing>,
    /// Whitespace between `#` and a row that is commented out.
    marker: Option<TextRange>,
}

struct Cell {
    range: TextRange,
    /// The widest of its lines, as far as its column needs it.
    width: usize,
    gaps: Vec<Gap>,
    /// Of a cell of a row over several lines.
    lines: Option<Box<CellLines>>,
}

struct CellLines {
    /// The row is continued before the cell.
    before: Option<TextRange>,
    /// Where the cell is continued on the next line.
    inside: Vec<TextRange>,
    /// The width of its last line, from the start of the cell.
    last: usize,
}

/// A line of a table.
enum Item<'t, 'a> {
    Row(Row<'t, 'a>),
    Comment(&'a Line<'t>),
    Fixed(&'a Line<'t>),
    Blank,
}

/// Whether a table is left unchanged: in an invalid row, the columns show best which value is missing.
fn stays(lines: &[Line<'_>]) -> bool {
    lines.iter().any(|it| it.error.is_some() && it.kind == Kind::Row)
}

/// Formats the header and the rows of a section.
pub(crate) fn format(run: &Run<'_, '_>, edits: &mut Edits<'_>) {
    if stays(run.lines) {
        return;
    }
    let items: Vec<Item<'_, '_>> = run.numbered().map(|(number, line)| item(run, number, line)).collect();
    let rows = || items.iter().filter_map(|it| if let Item::Row(row) = it { Some(row) } else { None });
    let mut widths: Vec<usize> = Vec::new();
    for row in rows() {
        widths.resize(widths.len().max(row.cells.len()), 0);
        for (width, cell) in widths.iter_mut().zip(&row.cells).filter(|it| it.1.width <= WIDEST) {
            *width = cell.width.max(*width);
        }
    }
    let mut comments = Comments::new(run.options.align);
    for item in &items {
        match item {
            Item::Row(row) => {
                let end = format_row(run, row, &widths, edits);
                let is_wide = row.cells.iter().any(|it| it.width > WIDEST);
                let extent = Extent { end, is_wide, is_continued: row.line.continued };
                comments.line(row.line, row.comment, extent, edits);
            }
            Item::Comment(line) if line.off || comments.continues(line, edits.text()) => {}
            Item::Comment(line) => margin(line, run.indent, edits),
            Item::Fixed(line) => {
                if line.kind == Kind::Entry && !line.frozen {
                    margin(line, run.indent, edits);
                    line.trailing(edits);
                }
                comments.fixed(line, edits);
            }
            Item::Blank => {}
        }
    }
    comments.flush(edits);
}

fn item<'t, 'a>(run: &Run<'t, 'a>, number: usize, line: &'a Line<'t>) -> Item<'t, 'a> {
    match line.kind {
        Kind::Blank => Item::Blank,
        Kind::Comment => match run.remarks.get(number) {
            Some(Remark::Out(out)) if !line.off => commented(run, line, out).map_or(Item::Comment(line), Item::Row),
            _ => Item::Comment(line),
        },
        _ if line.frozen => Item::Fixed(line),
        Kind::Header | Kind::Row => line.part.and_then(|it| row(run, line, it)).map_or(Item::Fixed(line), Item::Row),
        _ => Item::Fixed(line),
    }
}

/// Formats a row. Returns the column of its end.
fn format_row(run: &Run<'_, '_>, row: &Row<'_, '_>, widths: &[usize], edits: &mut Edits<'_>) -> usize {
    margin(row.line, run.indent, edits);
    row.marker.into_iter().for_each(|it| narrow(it, edits));
    row.line.trailing(edits);
    let mut column = usize::from(run.indent);
    // Where the cell would start if every column had its width: later spaces compensate for a wide cell.
    let mut wanted = column;
    for (number, cell) in row.cells.iter().enumerate() {
        if let Some(before) = number.checked_sub(1).map(|it| &row.cells[it]) {
            wanted += widths[number - 1] + BETWEEN;
            if let Some(token) = cell.lines.as_ref().and_then(|it| it.before) {
                column = if run.options.align { wanted } else { usize::from(run.indent) + BETWEEN };
                value::continuation(token, column, edits);
            } else {
                let blanks = if run.options.align { wanted.saturating_sub(column).max(BETWEEN) } else { 1 };
                edits.blanks(before.range.end(), cell.range.start(), blanks);
                column += blanks;
            }
        }
        value::fill(&cell.gaps, edits);
        if let Some(lines) = &cell.lines {
            for token in &lines.inside {
                value::continuation(*token, column + hang(edits.text(), cell.range), edits);
            }
        }
        column += cell.lines.as_ref().map_or(cell.width, |it| it.last);
    }
    column
}

/// How far the further lines of a cell are indented from its start: under the first word in brackets.
fn hang(text: &str, cell: TextRange) -> usize {
    usize::from(text[cell].starts_with(['(', '[']))
}

/// The cells of a header or a row. `None` if it is continued in a way that cannot be formatted.
fn row<'t, 'a>(run: &Run<'t, 'a>, line: &'a Line<'t>, node: Part<'t>) -> Option<Row<'t, 'a>> {
    let text = run.text;
    let is_header = line.kind == Kind::Header;
    let mut cells: Vec<Cell> = Vec::with_capacity(8);
    let mut before = None;
    // Text behind a cell that is in none.
    let mut foreign = false;
    let end = if line.continued { line.text_end } else { line.start };
    for part in node.parts() {
        let range = part.range();
        match part.kind() {
            SyntaxKind::COLUMN_NAME if is_header => {
                cells.push(Cell::new(run, range, Vec::new()).over_lines(run, line, before.take(), Vec::new()));
            }
            SyntaxKind::CELL if !foreign => {
                let cell = Cell::new(run, range, value::gaps(part, text));
                let inside: Vec<TextRange> = match line.continued {
                    true => part.tokens().filter(|it| it.0 == SyntaxKind::CONTINUATION).map(|it| it.1).collect(),
                    false => Vec::new(),
                };
                if !inside.iter().all(|it| value::is_movable(&text[*it])) {
                    return None;
                }
                cells.push(cell.over_lines(run, line, before.take(), inside));
            }
            SyntaxKind::CONTINUATION if range.start() < end => {
                if cells.is_empty() || before.is_some() || !value::is_movable(&text[range]) {
                    return None;
                }
                before = Some(range);
            }
            kind if part.is_token() => foreign |= !kind.is_trivia() && !is_header,
            _ if foreign => return None,
            _ => foreign = true,
        }
    }
    Some(Row { line, cells, comment: line.trailing_comment(), marker: None })
}

impl Cell {
    fn new(run: &Run<'_, '_>, range: TextRange, gaps: Vec<Gap>) -> Cell {
        Cell { range, width: value::width(run, range, &gaps), gaps, lines: None }
    }

    /// Adds the continuations before and inside the cell, if its row has some.
    fn over_lines(
        mut self,
        run: &Run<'_, '_>,
        line: &Line<'_>,
        before: Option<TextRange>,
        inside: Vec<TextRange>,
    ) -> Cell {
        if !line.continued {
            return self;
        }
        let hang = hang(run.text, self.range);
        let mut rest = &self.gaps[..];
        let (mut width, mut last) = (0, 0);
        let mut from = self.range.start();
        let ends = inside.iter().map(|it| (it.start(), it.end()));
        for (end, next) in ends.chain([(self.range.end(), self.range.end())]) {
            let (gaps, behind) = rest.split_at(rest.partition_point(|it| it.end() <= end));
            let line = value::width(run, TextRange::new(from, end), gaps);
            last = line + if from == self.range.start() { 0 } else { hang };
            width = last.max(width);
            (from, rest) = (next, behind);
        }
        self.width = width;
        self.lines = Some(Box::new(CellLines { before, inside, last }));
        self
    }
}

/// A row that is commented out.
fn commented<'t, 'a>(run: &Run<'t, 'a>, line: &'a Line<'t>, out: &Commented) -> Option<Row<'t, 'a>> {
    let blank = |it: &[TextRange]| value::is_blank(run.text, it[0].end(), it[1].start());
    let cells = out.words.iter().enumerate().map(|(number, it)| {
        let start = if number == 0 { line.content } else { it.start() };
        let width = run.columns(TextRange::new(start, it.end())) - if number == 0 { surplus(out.marker) } else { 0 };
        let range = TextRange::new(start, it.end());
        Cell { range, width, gaps: Vec::new(), lines: None }
    });
    let row = || Row { line, cells: cells.collect(), comment: out.comment, marker: Some(out.marker) };
    out.words.windows(2).all(blank).then(row)
}
