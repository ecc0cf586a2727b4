//! Aligns the columns of tables.

use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{AstNode, TableHeader, TableRow};

use crate::Options;
use crate::edits::Edits;
use crate::keys::{BEFORE_COMMENT, Comments};
use crate::lines::{Kind, Line};
use crate::value::{self, Gap};

/// The number of spaces between columns.
const BETWEEN: usize = 2;
/// A cell wider than this does not make its column wider: one long list would push everything else off the screen.
const WIDEST: usize = 40;

struct Row<'t> {
    line: Line<'t>,
    cells: Vec<Cell>,
}

struct Cell {
    range: TextRange,
    width: usize,
    gaps: Vec<Gap>,
}

/// Whether a table is left unchanged: in an invalid row, the columns show best which value is missing.
pub(crate) fn stays(section: &[Line<'_>]) -> bool {
    section.iter().any(|it| it.broken && it.kind == Kind::Row)
}

/// Formats the header and the rows of a section.
pub(crate) fn format(section: &[Line<'_>], options: Options, indent: u8, edits: &mut Edits<'_>) {
    if stays(section) {
        return;
    }
    let rows: Vec<Row<'_>> = section.iter().filter_map(|it| row(it, edits.text())).collect();
    let count = rows.iter().map(|it| it.cells.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|column| {
            let widths = rows.iter().filter_map(|it| it.cells.get(column)).map(|it| it.width);
            widths.filter(|it| *it <= WIDEST).max().unwrap_or(0)
        })
        .collect();
    let mut comments = Comments::default();
    let mut last_end = None;
    for row in &rows {
        let mut column = usize::from(indent);
        // Where the cell would start if every column had its width: later spaces compensate for a wide cell.
        let mut wanted = column;
        for (number, cell) in row.cells.iter().enumerate() {
            if let Some(before) = number.checked_sub(1).map(|it| &row.cells[it]) {
                wanted += widths[number - 1] + BETWEEN;
                let blanks = if options.align { wanted.saturating_sub(column).max(BETWEEN) } else { 1 };
                edits.blanks(before.range.end(), cell.range.start(), blanks);
                column += blanks;
            }
            value::fill(&cell.gaps, edits);
            column += cell.width;
        }
        if last_end != Some(row.line.start) {
            comments.align(options.align, edits);
        }
        last_end = Some(row.line.end);
        match row.line.comment() {
            Some((end, comment)) => comments.add(end, comment, column),
            None => comments.align(options.align, edits),
        }
    }
    comments.align(options.align, edits);
    // Rows of several lines stay; the comment behind one still keeps its distance.
    for line in section.iter().filter(|it| it.kind == Kind::Row && it.continued && !it.frozen) {
        if let Some((end, comment)) = line.comment() {
            edits.blanks(end, comment.range().start(), BEFORE_COMMENT);
        }
    }
}

fn row<'t>(line: &Line<'t>, text: &str) -> Option<Row<'t>> {
    if line.frozen || line.continued {
        return None;
    }
    let node = line.node?;
    let cells = match line.kind {
        Kind::Header => {
            let columns = TableHeader::cast(node)?.columns();
            columns.map(|it| Cell { range: it.range(), width: it.raw().chars().count(), gaps: Vec::new() }).collect()
        }
        Kind::Row => {
            let cell = |it: lsflint_syntax::ast::Value<'t>| {
                let gaps = value::gaps(it);
                let range = it.node().range();
                Cell { range, width: value::width(text, range, &gaps), gaps }
            };
            TableRow::cast(node)?.cells().map(cell).collect()
        }
        _ => return None,
    };
    Some(Row { line: *line, cells })
}
