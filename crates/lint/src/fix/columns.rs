//! Keeps columns aligned when edits change the width of keys or cells.
//!
//! Only spaces between cells, before `=` and before comments change, and only where they aligned something before: a
//! cell that starts where the column of the header does, an `=` below another one. If a wider text does not fit, the
//! column moves in the whole section.

use std::ops::Range;

use lsflint_syntax::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::diagnostic::TextEdit;

/// A cell wider than this does not move the column: the formatter lets it stick out.
const WIDEST: usize = 40;
/// The space before a comment that the formatter leaves.
const BEFORE_COMMENT: usize = 2;

/// The edits with those that keep columns aligned. `edits` must be sorted and disjoint.
pub fn keep_columns(text: &str, edits: Vec<TextEdit>) -> Vec<TextEdit> {
    let mut more: Vec<TextEdit> = Vec::new();
    let mut done = 0;
    for (number, edit) in edits.iter().enumerate() {
        let start = usize::from(edit.range.start());
        if number > 0 && start < done {
            continue;
        }
        let Some(section) = section_at(text, start) else { continue };
        done = section.end;
        let inside = |it: &&TextEdit| usize::from(it.range.start()) < section.end;
        let here: Vec<&TextEdit> = edits[number..].iter().take_while(inside).collect();
        more.extend(aligned(text, section, &here).unwrap_or_default());
    }
    if more.is_empty() {
        return edits;
    }
    let mut all = edits;
    all.append(&mut more);
    all.sort_by_key(|it| (it.range.start(), it.range.end()));
    all
}

/// The lines between `Begin` and `End` around an offset.
fn section_at(text: &str, offset: usize) -> Option<Range<usize>> {
    let is_marker = |line: &str, word: &str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        first.eq_ignore_ascii_case(word)
    };
    let mut start = text[..offset].rfind('\n').map_or(0, |it| it + 1);
    loop {
        let end = start.checked_sub(1)?;
        let above = text[..end].rfind('\n').map_or(0, |it| it + 1);
        if is_marker(&text[above..end], "begin") {
            break;
        }
        if is_marker(&text[above..end], "end") {
            return None;
        }
        start = above;
    }
    let mut end = start;
    for line in text[start..].split_inclusive('\n') {
        if is_marker(line, "end") || is_marker(line, "begin") {
            break;
        }
        end += line.len();
    }
    (offset < end).then_some(start..end)
}

/// A piece of a line whose start may be aligned with other lines.
#[derive(Debug, Clone)]
struct Piece {
    range: Range<usize>,
    /// The column of its start, in characters.
    column: usize,
    /// Its width before and after the edits.
    width: usize,
    new_width: usize,
    is_comment: bool,
}

/// The edits of the spaces in a section; `None` if its form is in doubt.
fn aligned(text: &str, section: Range<usize>, edits: &[&TextEdit]) -> Option<Vec<TextEdit>> {
    let keeps_words = |it: &&&TextEdit| {
        let old = &text[it.range];
        !it.text.is_empty() && [old, &it.text].into_iter().all(|it| it.trim() == it && !it.contains(['\n', '\t']))
    };
    if !edits.iter().all(|it| keeps_words(&it)) || edits.iter().all(|it| chars(&text[it.range]) == chars(&it.text)) {
        return None;
    }
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    let mut is_table = None;
    let (mut at, mut continued) = (section.start, false);
    let mut left = edits.iter().peekable();
    for line in text[section].split_inclusive('\n') {
        let (start, content) = (at, line.trim_end());
        at += line.len();
        let part = std::mem::replace(&mut continued, content.ends_with('\\'));
        let body = content.trim_start();
        if body.is_empty() || body.starts_with('#') {
            continue;
        }
        let is_table = *is_table.get_or_insert_with(|| !content.contains('='));
        // A row of several lines, and one with tabs, stays as it is.
        if part || continued || content.contains('\t') {
            continue;
        }
        let ranges = if is_table { cells(content) } else { key_and_value(content) };
        let mut pieces: Vec<Piece> = Vec::with_capacity(ranges.len());
        for range in ranges {
            let whole = start + range.start..start + range.end;
            let (mut old, mut new) = (0, 0);
            while let Some(edit) = left.next_if(|it| usize::from(it.range.end()) <= whole.end) {
                if usize::from(edit.range.start()) < whole.start {
                    return None;
                }
                old += chars(&text[edit.range]);
                new += chars(&edit.text);
            }
            let width = chars(&content[range.clone()]);
            pieces.push(Piece {
                column: chars(&content[..range.start]),
                width,
                new_width: (width + new).checked_sub(old)?,
                is_comment: content[range.clone()].starts_with('#'),
                range: whole,
            });
        }
        lines.push(pieces);
    }
    left.peek().is_none().then(|| moved(text, &lines, is_table.unwrap_or_default()))
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// The cells of a row, and its comment.
fn cells(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += line[at..].len() - line[at..].trim_start().len();
        let rest = &line[at..];
        if rest.is_empty() {
            return found;
        }
        let space = |from: usize| rest[from..].find(' ').map_or(rest.len(), |it| from + it);
        let length = match rest.chars().next() {
            Some('#') => rest.len(),
            Some('(') => rest.find(')').map_or(rest.len(), space),
            Some('"') => rest[1..].find('"').map_or(rest.len(), |it| space(it + 1)),
            _ => space(0),
        };
        found.push(at..at + length);
        at += length;
    }
}

/// The key, the value from its `=` on, and the comment of a line.
fn key_and_value(line: &str) -> Vec<Range<usize>> {
    let Some(equals) = line.find('=') else { return Vec::new() };
    let start = line.len() - line.trim_start().len();
    let key = start..line[..equals].trim_end().len().max(start);
    let comment = line[equals..].find(" #").map_or(line.len(), |it| equals + it + 1);
    let value = equals..line[..comment].trim_end().len();
    let mut found = vec![key, value];
    if comment < line.len() {
        found.push(comment..line.len());
    }
    found
}

/// A column: which piece of a line, where it starts, and whether it is a comment.
type Column = (usize, usize, bool);

/// The columns in which pieces of several lines start, and how far each moves to the right.
struct Columns {
    is_table: bool,
    header: Vec<usize>,
    counts: FxHashMap<Column, usize>,
    /// The number of lines that have a piece of a number.
    cells: Vec<usize>,
    /// Of a table, by number: the columns move one after the other.
    of_cells: Vec<usize>,
    /// Of `=`, by column.
    of_keys: FxHashMap<usize, usize>,
}

impl Columns {
    fn new(lines: &[Vec<Piece>], is_table: bool) -> Columns {
        let header = lines.first().into_iter().flatten().map(|it| it.column).collect();
        let mut columns = Columns {
            is_table,
            header,
            counts: FxHashMap::default(),
            cells: vec![0; lines.iter().map(Vec::len).max().unwrap_or(0)],
            of_cells: Vec::new(),
            of_keys: FxHashMap::default(),
        };
        for line in lines {
            for (number, piece) in line.iter().enumerate() {
                *columns.counts.entry(columns.column(number, piece)).or_default() += 1;
                columns.cells[number] += usize::from(!piece.is_comment);
            }
        }
        columns
    }

    /// Comments are in one column, whatever is before them.
    fn column(&self, number: usize, piece: &Piece) -> Column {
        (if piece.is_comment { 0 } else { number }, piece.column, piece.is_comment)
    }

    /// Whether a piece is aligned: with the header of its table, or with another line.
    fn has(&self, line: &[Piece], number: usize) -> bool {
        let piece = &line[number];
        gap(line, number) > 0
            && match self.is_table && !piece.is_comment {
                true => self.header.get(number) == Some(&piece.column) && self.most_are_aligned(number),
                false => self.counts.get(&self.column(number, piece)).is_some_and(|it| *it > 1),
            }
    }

    /// Whether most cells of a column of a table start where its name does.
    fn most_are_aligned(&self, number: usize) -> bool {
        let all = self.cells.get(number).copied().unwrap_or_default();
        let of_header = self.header.get(number).map(|it| (number, *it, false));
        let aligned = of_header.and_then(|it| self.counts.get(&it)).copied().unwrap_or_default();
        aligned > 1 && aligned * 2 > all
    }

    /// Moves columns so that the changed texts fit.
    fn make_fit(&mut self, lines: &[Vec<Piece>]) {
        let count = lines.iter().map(Vec::len).max().unwrap_or(0);
        let mut most = vec![0; count];
        for line in lines {
            for number in 1..line.len() {
                let (piece, last) = (&line[number], &line[number - 1]);
                let sticks_out = self.is_table && last.new_width > WIDEST;
                if piece.is_comment || last.new_width <= last.width || sticks_out || !self.has(line, number) {
                    continue;
                }
                let least = if self.is_table { gap(line, number).min(2) } else { 1 };
                let needed = (last.column + last.new_width + least).saturating_sub(piece.column);
                match self.is_table {
                    true => most[number] = needed.max(most[number]),
                    false => {
                        let shift = self.of_keys.entry(piece.column).or_default();
                        *shift = needed.max(*shift);
                    }
                }
            }
        }
        // What a cell needs is relative to its start, which the columns before it move.
        let mut before = 0;
        for needed in most {
            before += needed;
            self.of_cells.push(before);
        }
    }

    fn shift(&self, number: usize, piece: &Piece) -> usize {
        match self.is_table {
            true => self.of_cells.get(number).copied().unwrap_or_default(),
            false => self.of_keys.get(&piece.column).copied().unwrap_or_default(),
        }
    }
}

/// The comments behind lines that start in the same column.
#[derive(Default)]
struct Comments {
    /// Their new column.
    target: usize,
    /// The range of the spaces before each of them, and the column where its line ends.
    spaces: Vec<(Range<usize>, usize)>,
}

/// The number of spaces before a piece.
fn gap(line: &[Piece], number: usize) -> usize {
    line[number].range.start - line[number - 1].range.end
}

/// The edits of the spaces before the pieces.
fn moved(text: &str, lines: &[Vec<Piece>], is_table: bool) -> Vec<TextEdit> {
    let mut columns = Columns::new(lines, is_table);
    columns.make_fit(lines);
    let mut edits = Vec::new();
    // The comments that are in one column move together, below.
    let mut comments: FxHashMap<usize, Comments> = FxHashMap::default();
    for line in lines {
        let Some(first) = line.first() else { continue };
        let mut end = first.column + first.new_width;
        let mut changed = first.new_width != first.width;
        let mut shift = 0;
        for number in 1..line.len() {
            let (piece, old) = (&line[number], gap(line, number));
            let between = line[number - 1].range.end..piece.range.start;
            if piece.is_comment {
                if columns.has(line, number) {
                    let here = comments.entry(piece.column).or_default();
                    here.target = here.target.max(piece.column + shift).max(end + BEFORE_COMMENT.min(old));
                    here.spaces.push((between, end));
                }
                break;
            }
            let mut new = old;
            if columns.has(line, number) {
                shift = columns.shift(number, piece);
                if changed || shift > 0 {
                    let least = if is_table { old.min(2) } else { 1 };
                    new = (piece.column + shift).saturating_sub(end).max(least);
                }
            }
            if new != old {
                edits.push(TextEdit { range: text_range(between), text: " ".repeat(new) });
            }
            changed |= new != old || piece.new_width != piece.width;
            end += new + piece.new_width;
        }
    }
    for Comments { target, spaces } in comments.into_values() {
        for (between, end) in spaces {
            edits.push(TextEdit { range: text_range(between), text: " ".repeat(target - end) });
        }
    }
    let is_change = |it: &TextEdit| text[it.range] != it.text && text[it.range].bytes().all(|it| it == b' ');
    edits.retain(is_change);
    edits
}

fn text_range(range: Range<usize>) -> TextRange {
    let size = |it: usize| TextSize::new(u32::try_from(it).unwrap_or(u32::MAX));
    TextRange::new(size(range.start), size(range.end))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::fix::apply_edits;

    /// Replaces each `old` by `new`.
    #[track_caller]
    fn check(text: &str, old: &str, new: &str, expect: Expect) {
        let edit = |at: usize| TextEdit { range: text_range(at..at + old.len()), text: new.to_owned() };
        let edits: Vec<TextEdit> = text.match_indices(old).map(|it| edit(it.0)).collect();
        expect.assert_eq(&apply_edits(text, &keep_columns(text, edits)));
    }

    const TABLE: &str = "Begin HostGroup\nGROUP_NAME  GROUP_MEMBER  GROUP_ADMIN  # x\nsim_hosts   (h1 h2)       (ann)\nall         (sim_hosts)   ()\nEnd HostGroup\n";

    #[test]
    fn spaces_after_a_cell_are_used_up_first() {
        check(
            TABLE,
            "sim_hosts",
            "sims",
            expect![[r#"
            Begin HostGroup
            GROUP_NAME  GROUP_MEMBER  GROUP_ADMIN  # x
            sims        (h1 h2)       (ann)
            all         (sims)        ()
            End HostGroup
        "#]],
        );
    }

    #[test]
    fn a_column_that_is_too_narrow_moves_in_all_rows() {
        check(
            TABLE,
            "sim_hosts",
            "simulation_hosts",
            expect![[r#"
            Begin HostGroup
            GROUP_NAME        GROUP_MEMBER        GROUP_ADMIN  # x
            simulation_hosts  (h1 h2)             (ann)
            all               (simulation_hosts)  ()
            End HostGroup
        "#]],
        );
    }

    #[test]
    fn very_wide_cells_stick_out() {
        check(
            TABLE,
            "h1 h2",
            "h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13",
            expect![[r#"
            Begin HostGroup
            GROUP_NAME  GROUP_MEMBER  GROUP_ADMIN  # x
            sim_hosts   (h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13)  (ann)
            all         (sim_hosts)   ()
            End HostGroup
        "#]],
        );
    }

    #[test]
    fn equals_signs_stay_below_each_other() {
        let queue = "Begin Queue\nQUEUE_NAME   = a\nRUNLIMITT    = 60  # long\nPRIORITY     = 1   # high\nNICE = 1\nEnd Queue\n";
        check(
            queue,
            "RUNLIMITT",
            "RUNLIMIT",
            expect![[r#"
            Begin Queue
            QUEUE_NAME   = a
            RUNLIMIT     = 60  # long
            PRIORITY     = 1   # high
            NICE = 1
            End Queue
        "#]],
        );
        check(
            queue,
            "RUNLIMITT",
            "ELIGIBLE_PEND_TIME_LIMIT",
            expect![[r#"
                Begin Queue
                QUEUE_NAME               = a
                ELIGIBLE_PEND_TIME_LIMIT = 60  # long
                PRIORITY                 = 1   # high
                NICE = 1
                End Queue
            "#]],
        );
        check(
            queue,
            "60",
            "1:00",
            expect![[r#"
                Begin Queue
                QUEUE_NAME   = a
                RUNLIMITT    = 1:00  # long
                PRIORITY     = 1     # high
                NICE = 1
                End Queue
            "#]],
        );
        // It is not aligned with anything.
        check(
            queue,
            "NICE",
            "NICER",
            expect![[r#"
            Begin Queue
            QUEUE_NAME   = a
            RUNLIMITT    = 60  # long
            PRIORITY     = 1   # high
            NICER = 1
            End Queue
        "#]],
        );
    }

    #[test]
    fn nothing_else_changes() {
        // Tight lines, a text outside of sections, an edit that removes a cell.
        check(
            "Begin Queue\nA=1\nB=1\nEnd Queue\n",
            "A",
            "AAA",
            expect![[r#"
            Begin Queue
            AAA=1
            B=1
            End Queue
        "#]],
        );
        check(
            "A  = 1\nB  = 1\n",
            "A",
            "AAA",
            expect![[r#"
            AAA  = 1
            B  = 1
        "#]],
        );
        check(
            "Begin X\nA  BB  C\n1  2   3\nEnd X\n",
            "BB  ",
            "",
            expect![[r#"
            Begin X
            A  C
            1  2   3
            End X
        "#]],
        );
    }
}
