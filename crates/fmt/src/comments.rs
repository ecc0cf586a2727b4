//! Comments: trailing whitespace, columns of those behind lines, and comment lines that continue one of them.

use lsflint_syntax::{TextRange, TextSize};

use crate::edits::Edits;
use crate::lines::{Kind, Line, Lines};

/// The minimum number of spaces between a value and the comment after it.
const BEFORE_COMMENT: usize = 2;
/// How many columns a comment line may be away from the comment that it continues.
const NEAR: usize = 2;
/// The width of a tab, for columns of the text before formatting.
const TAB: usize = 8;

/// Removes trailing whitespace of comments.
pub(crate) fn trim(lines: &Lines<'_>, edits: &mut Edits<'_>) {
    let text = edits.text();
    for line in lines.all.iter().filter(|it| !it.off) {
        let whole = text[TextRange::new(line.content, line.end)].trim_end_matches(['\n', '\r']);
        if !whole.ends_with([' ', '\t']) {
            continue;
        }
        let end = line.content + TextSize::of(whole);
        if line.kind != Kind::Comment && line.comment.is_none_or(|it| it.end() != end) {
            continue;
        }
        let kept = whole.trim_end_matches([' ', '\t']);
        // A backslash at the end of a line would mean something else.
        if !kept.ends_with('\\') {
            edits.blanks(line.content + TextSize::of(kept), end, 0);
        }
    }
}

/// A comment behind a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trailing {
    /// The end of the text before it.
    pub(crate) end: TextSize,
    /// Where it begins.
    pub(crate) start: TextSize,
}

/// A line that may have a comment behind it.
#[derive(Debug, Clone, Copy)]
struct Head {
    /// The column of the line, before formatting.
    line: usize,
    /// The column of its comment, before formatting; also with tabs as one column, as formatting counts them.
    comment: [usize; 2],
    /// After the line, or the last line that continues its comment.
    end: TextSize,
    /// Whether the comment is in the run, so that its new column is known.
    moved: bool,
}

/// Comments behind lines that follow each other.
pub(crate) struct Comments {
    align: bool,
    run: Vec<Item>,
    head: Option<Head>,
    /// After the last line of the run.
    end: Option<TextSize>,
}

/// How far the text of a line goes after formatting.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    /// The column behind it.
    pub(crate) end: usize,
    /// Whether it is much wider than others: then their comments need not follow in its column.
    pub(crate) is_wide: bool,
    /// Whether it takes several lines: then its comment has no column with others.
    pub(crate) is_continued: bool,
}

enum Item {
    Behind(Trailing, Extent),
    /// The whitespace before a comment line that continues the comment above.
    Continued(TextSize, TextSize),
}

impl Comments {
    pub(crate) fn new(align: bool) -> Comments {
        Comments { align, run: Vec::new(), head: None, end: None }
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: &Line<'_>, comment: Option<Trailing>, extent: Extent, edits: &mut Edits<'_>) {
        if self.end != Some(line.start) || extent.is_continued {
            self.flush(edits);
        }
        self.end = (!extent.is_continued).then_some(line.end);
        self.head = comment.map(|it| head(line, it.start, true, edits.text()));
        self.run.extend(comment.map(|it| Item::Behind(it, extent)));
    }

    /// Adds a line without text that does not end the column.
    pub(crate) fn pass(&mut self, line: &Line<'_>) {
        self.end = self.end.filter(|it| *it == line.start).map(|_| line.end);
    }

    /// Adds a line whose comment is not formatted. Comment lines that continue it stay, too, if all of the line stays.
    pub(crate) fn fixed(&mut self, line: &Line<'_>, edits: &mut Edits<'_>) {
        self.flush(edits);
        let comment = line.comment.filter(|_| line.off || line.kind == Kind::Other && line.error.is_none());
        self.head = comment.map(|it| head(line, it.start(), false, edits.text()));
    }

    /// The next line begins another column; comment lines may still continue the last comment.
    pub(crate) fn end_block(&mut self) {
        self.end = None;
    }

    /// Whether a comment line continues the comment above, in about the same column. Then it keeps that column.
    pub(crate) fn continues(&mut self, line: &Line<'_>, text: &str) -> bool {
        let Some(head) = self.head.filter(|it| it.end == line.start) else { return false };
        let indent = &text[TextRange::new(line.start, line.content)];
        // Each way of counting tabs for both lines.
        let column = [columns(indent), indent.chars().count()];
        let is_near = (0..2).any(|it| column[it].abs_diff(head.comment[it]) <= NEAR);
        if column[0] <= head.line + NEAR || !is_near {
            return false;
        }
        self.head = Some(Head { end: line.end, ..head });
        if head.moved {
            self.run.push(Item::Continued(line.start, line.content));
            self.end = self.end.map(|_| line.end);
        }
        true
    }

    /// Puts the comments in one column, or each right behind its line.
    pub(crate) fn flush(&mut self, edits: &mut Edits<'_>) {
        let width = |it: &Item| match it {
            Item::Behind(_, extent) if !extent.is_wide => Some(extent.end),
            _ => None,
        };
        let widest = self.run.iter().filter_map(width).max().unwrap_or(0);
        let mut column = 0;
        for item in self.run.drain(..) {
            match item {
                Item::Behind(comment, Extent { end, .. }) => {
                    column = BEFORE_COMMENT + if self.align { widest.max(end) } else { end };
                    edits.blanks(comment.end, comment.start, column - end);
                }
                Item::Continued(from, to) => edits.blanks(from, to, column),
            }
        }
        (self.head, self.end) = (None, None);
    }
}

fn head(line: &Line<'_>, comment: TextSize, moved: bool, text: &str) -> Head {
    let before = &text[TextRange::new(line.start, comment)];
    let last_line = before.rfind('\n').map_or(0, |it| it + 1);
    Head {
        line: columns(&text[TextRange::new(line.start, line.content)]),
        comment: [columns(&before[last_line..]), before[last_line..].chars().count()],
        end: line.end,
        moved,
    }
}

/// How many columns a text takes at the start of a line.
fn columns(text: &str) -> usize {
    text.chars().fold(0, |column, it| if it == '\t' { (column / TAB + 1) * TAB } else { column + 1 })
}
