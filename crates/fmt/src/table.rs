//! Aligns the columns of tables.

use std::ops::Range;

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
    /// Its cells in the table.
    cells: Range<usize>,
    comment: Option<Trailing>,
    /// Whitespace between `#` and a row that is commented out.
    marker: Option<TextRange>,
}

/// The cells of all rows: a table may have millions.
struct Cells {
    all: Vec<Cell>,
    gaps: Vec<Gap>,
}

struct Cell {
    range: TextRange,
    /// The widest of its lines, as far as its column needs it.
    width: u32,
    /// The end of its gaps in those of the table. They begin where those of the cell before it end.
    gaps: u32,
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

impl Cell {
    fn width(&self) -> usize {
        self.width as usize
    }
}

impl Cells {
    /// For the cells of some lines.
    fn of(run: &Run<'_, '_>) -> Cells {
        let header = run.lines.iter().find(|it| it.kind == Kind::Header).and_then(|it| it.part);
        let columns = header.map_or(0, |it| it.parts().filter(|it| it.kind() == SyntaxKind::COLUMN_NAME).count());
        // Two bytes are the least for each cell of a row that has all of them.
        let most = run.lines.iter().map(|it| usize::from(it.end - it.start)).sum::<usize>() / 2;
        Cells { all: Vec::with_capacity((columns * run.lines.len()).min(most)), gaps: Vec::new() }
    }

    /// Where the gaps of a cell are.
    fn gaps(&self, cell: usize) -> &[Gap] {
        let start = cell.checked_sub(1).map_or(0, |it| self.all[it].gaps as usize);
        &self.gaps[start..self.all[cell].gaps as usize]
    }

    /// Removes the last cells, from a number on.
    fn truncate(&mut self, count: usize) {
        self.all.truncate(count);
        self.gaps.truncate(self.all.last().map_or(0, |it| it.gaps as usize));
    }
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
    let mut cells = Cells::of(run);
    let items: Vec<Item<'_, '_>> = run.numbered().map(|(number, line)| item(run, number, line, &mut cells)).collect();
    let rows = || items.iter().filter_map(|it| if let Item::Row(row) = it { Some(row) } else { None });
    let mut widths: Vec<usize> = Vec::new();
    for row in rows() {
        widths.resize(widths.len().max(row.cells.len()), 0);
        let cells = &cells.all[row.cells.clone()];
        for (width, cell) in widths.iter_mut().zip(cells).filter(|it| it.1.width() <= WIDEST) {
            *width = cell.width().max(*width);
        }
    }
    let mut comments = Comments::new(run.options.align);
    for item in &items {
        match item {
            Item::Row(row) => {
                let end = format_row(run, row, &cells, &widths, edits);
                let is_wide = cells.all[row.cells.clone()].iter().any(|it| it.width() > WIDEST);
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

fn item<'t, 'a>(run: &Run<'t, 'a>, number: usize, line: &'a Line<'t>, cells: &mut Cells) -> Item<'t, 'a> {
    match line.kind {
        Kind::Blank => Item::Blank,
        Kind::Comment => match run.remarks.get(number) {
            Some(Remark::Out(out)) if !line.off => {
                commented(run, line, out, cells).map_or(Item::Comment(line), Item::Row)
            }
            _ => Item::Comment(line),
        },
        _ if line.frozen => Item::Fixed(line),
        Kind::Header | Kind::Row => {
            line.part.and_then(|it| row(run, line, it, cells)).map_or(Item::Fixed(line), Item::Row)
        }
        _ => Item::Fixed(line),
    }
}

/// Formats a row. Returns the column of its end.
fn format_row(run: &Run<'_, '_>, row: &Row<'_, '_>, cells: &Cells, widths: &[usize], edits: &mut Edits<'_>) -> usize {
    margin(row.line, run.indent, edits);
    row.marker.into_iter().for_each(|it| narrow(it, edits));
    row.line.trailing(edits);
    let mut column = usize::from(run.indent);
    // Where the cell would start if every column had its width: later spaces compensate for a wide cell.
    let mut wanted = column;
    let all = &cells.all[row.cells.clone()];
    for (number, cell) in all.iter().enumerate() {
        if let Some(before) = number.checked_sub(1).map(|it| &all[it]) {
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
        value::fill(cells.gaps(row.cells.start + number), edits);
        if let Some(lines) = &cell.lines {
            for token in &lines.inside {
                value::continuation(*token, column + hang(edits.text(), cell.range), edits);
            }
        }
        column += cell.lines.as_ref().map_or(cell.width(), |it| it.last);
    }
    column
}

/// How far the further lines of a cell are indented from its start: under the first word in brackets.
fn hang(text: &str, cell: TextRange) -> usize {
    usize::from(text[cell].starts_with(['(', '[']))
}

/// The header or a row. `None` if it is continued in a way that cannot be formatted.
fn row<'t, 'a>(run: &Run<'t, 'a>, line: &'a Line<'t>, node: Part<'t>, cells: &mut Cells) -> Option<Row<'t, 'a>> {
    let first = cells.all.len();
    if read_cells(run, line, node, cells).is_none() {
        cells.truncate(first);
        return None;
    }
    Some(Row { line, cells: first..cells.all.len(), comment: line.trailing_comment(), marker: None })
}

fn read_cells(run: &Run<'_, '_>, line: &Line<'_>, node: Part<'_>, cells: &mut Cells) -> Option<()> {
    let text = run.text;
    let is_header = line.kind == Kind::Header;
    let first = cells.all.len();
    let mut before = None;
    // Text behind a cell that is in none.
    let mut foreign = false;
    let end = if line.continued { line.text_end } else { line.start };
    for part in node.parts() {
        let range = part.range();
        match part.kind() {
            SyntaxKind::COLUMN_NAME if is_header => {
                cells.push(run, line, range, Vec::new(), (before.take(), Vec::new()));
            }
            SyntaxKind::CELL if !foreign => {
                let inside: Vec<TextRange> = match line.continued {
                    true => part.tokens().filter(|it| it.0 == SyntaxKind::CONTINUATION).map(|it| it.1).collect(),
                    false => Vec::new(),
                };
                if !inside.iter().all(|it| value::is_movable(&text[*it])) {
                    return None;
                }
                cells.push(run, line, range, value::gaps(part, text), (before.take(), inside));
            }
            SyntaxKind::CONTINUATION if range.start() < end => {
                if cells.all.len() == first || before.is_some() || !value::is_movable(&text[range]) {
                    return None;
                }
                before = Some(range);
            }
            kind if part.is_token() => foreign |= !kind.is_trivia() && !is_header,
            _ if foreign => return None,
            _ => foreign = true,
        }
    }
    Some(())
}

impl Cells {
    /// Adds a cell, with the continuations before and inside it.
    fn push(
        &mut self,
        run: &Run<'_, '_>,
        line: &Line<'_>,
        range: TextRange,
        gaps: Vec<Gap>,
        continuations: (Option<TextRange>, Vec<TextRange>),
    ) {
        let mut width = value::width(run, range, &gaps);
        let mut lines = None;
        if line.continued {
            let (before, inside) = continuations;
            let hang = hang(run.text, range);
            let mut rest = &gaps[..];
            let mut last = 0;
            let mut from = range.start();
            width = 0;
            let ends = inside.iter().map(|it| (it.start(), it.end()));
            for (end, next) in ends.chain([(range.end(), range.end())]) {
                let (gaps, behind) = rest.split_at(rest.partition_point(|it| it.end() <= end));
                let line = value::width(run, TextRange::new(from, end), gaps);
                last = line + if from == range.start() { 0 } else { hang };
                width = last.max(width);
                (from, rest) = (next, behind);
            }
            lines = Some(Box::new(CellLines { before, inside, last }));
        }
        self.gaps.extend(gaps);
        self.all.push(Cell { range, width: width as u32, gaps: self.gaps.len() as u32, lines });
    }
}

/// A row that is commented out.
fn commented<'t, 'a>(run: &Run<'t, 'a>, line: &'a Line<'t>, out: &Commented, cells: &mut Cells) -> Option<Row<'t, 'a>> {
    let blank = |it: &[TextRange]| value::is_blank(run.text, it[0].end(), it[1].start());
    if !out.words.windows(2).all(blank) {
        return None;
    }
    let first = cells.all.len();
    for (number, it) in out.words.iter().enumerate() {
        let start = if number == 0 { line.content } else { it.start() };
        let range = TextRange::new(start, it.end());
        let width = run.columns(range) - if number == 0 { surplus(out.marker) } else { 0 };
        cells.all.push(Cell { range, width: width as u32, gaps: cells.gaps.len() as u32, lines: None });
    }
    Some(Row { line, cells: first..cells.all.len(), comment: out.comment, marker: Some(out.marker) })
}
