//! The table of `show KINDS`.

use std::io::Write;

use lsflint_ide::answers::{Cell, Row, Table};

use crate::output::{Failure, Terminal};

/// The heading of the first column.
const NAME: &str = "NAME";
/// The spaces between columns.
const GAP: &str = "  ";
/// What stands for the part of a value that does not fit.
const CUT: &str = "...";
/// The width below which a column is not narrowed.
const NARROWEST: usize = 12;

/// Writes a table for people. `wide`: not cut to the width of the terminal.
pub(super) fn write(table: &Table, argument: &str, wide: bool, terminal: &Terminal) -> Result<(), Failure> {
    let width = terminal_size::terminal_size_of(std::io::stdout()).filter(|_| !wide);
    let mut out = terminal.stdout();
    match table.rows.is_empty() {
        true => writeln!(out, "no {} in these files", argument.replace('-', " "))?,
        false => out.write_all(text(table, width.map(|it| usize::from(it.0.0))).as_bytes())?,
    }
    out.flush()?;
    Ok(())
}

/// The table as text, cut to a width in characters.
fn text(table: &Table, width: Option<usize>) -> String {
    let headings = std::iter::once(NAME).chain(table.columns.iter().map(|it| it.heading));
    let mut lines: Vec<Vec<String>> = vec![headings.map(str::to_owned).collect()];
    lines.extend(table.rows.iter().map(line));
    let mut widths = vec![0; table.columns.len() + 1];
    // What does not exist has no values, so its reason goes beyond the second column.
    for (line, row) in lines.iter().zip(std::iter::once(None).chain(table.rows.iter().map(Some))) {
        let cells = if row.is_some_and(|it| it.dropped.is_some()) { 1 } else { line.len() };
        widths.iter_mut().zip(&line[..cells]).for_each(|(width, cell)| *width = (*width).max(cell.chars().count()));
    }
    if let Some(width) = width {
        narrow(&mut widths, width);
    }
    let mut text = String::new();
    for (line, row) in lines.iter().zip(std::iter::once(None).chain(table.rows.iter().map(Some))) {
        let is_dropped = row.is_some_and(|it| it.dropped.is_some());
        let mut shown = String::new();
        for (number, cell) in line.iter().enumerate() {
            if number > 0 {
                shown.push_str(GAP);
            }
            let is_last = number + 1 == line.len();
            let cell = if is_dropped && is_last { cell.clone() } else { cut(cell, widths[number]) };
            let padding = if is_last { 0 } else { widths[number].saturating_sub(cell.chars().count()) };
            shown.push_str(&cell);
            shown.extend(std::iter::repeat_n(' ', padding));
        }
        text.push_str(cut(&shown, width.unwrap_or(usize::MAX)).trim_end());
        text.push('\n');
    }
    text
}

fn line(row: &Row) -> Vec<String> {
    let name = if row.depends { format!("{} (#if)", row.name) } else { row.name.clone() };
    let cells: Vec<String> = match &row.dropped {
        Some(dropped) => vec![format!("does not exist: {}", dropped.words())],
        None => row.cells.iter().map(Cell::to_string).collect(),
    };
    std::iter::once(name).chain(cells).collect()
}

/// Narrows the widest columns until all of them fit into a line.
fn narrow(widths: &mut [usize], line: usize) {
    let gaps = GAP.len() * widths.len().saturating_sub(1);
    let mut excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(line);
    while excess > 0 {
        let Some(widest) = widths.iter_mut().max().filter(|it| **it > NARROWEST) else { return };
        *widest -= 1;
        excess -= 1;
    }
}

/// The text in a width: its start if it is longer.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let start: String = text.chars().take(width.saturating_sub(CUT.len())).collect();
    format!("{}{CUT}", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_columns_are_narrowed_first() {
        let check = |widths: &[usize], line: usize, expected: &[usize]| {
            let mut widths = widths.to_vec();
            narrow(&mut widths, line);
            assert_eq!(widths, expected);
        };
        check(&[10, 40, 20], 80, &[10, 40, 20]);
        check(&[10, 40, 20], 54, &[10, 20, 20]);
        check(&[10, 40, 40], 54, &[10, 20, 20]);
        // The line is cut instead.
        check(&[10, 40, 40], 20, &[10, 12, 12]);
    }

    #[test]
    fn texts_that_are_too_long() {
        assert_eq!(cut("select[linux]", 13), "select[linux]");
        assert_eq!(cut("select[linux] order", 13), "select[lin...");
        assert_eq!(cut("a b c d e f", 7), "a b...");
    }
}
