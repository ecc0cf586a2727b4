//! The rows of large tables, kept one by one: in such a table a keystroke costs a row.

use lsflint_syntax::{Node, SyntaxKind, TextSize};
use rowan::GreenNode;

use super::bases::BasisId;
use crate::diagnostic::Diagnostic;
use crate::select::Part;

/// Smaller tables are visited as a whole.
const LARGE: usize = 48;

/// What was found in the rows of a table.
#[derive(Debug)]
pub(super) struct Rows {
    /// The section.
    pub(super) tree: Option<GreenNode>,
    /// One per child of the section.
    pub(super) lines: Vec<Line>,
    /// What all of them rest on.
    pub(super) basis: Option<BasisId>,
}

/// What was found in a child of the section.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) length: TextSize,
    /// The name it defines: where it stands in the line, and how long it is.
    pub(super) name: (u32, u32),
    pub(super) parts: Part,
    pub(super) what: What,
    /// With places counted from its start.
    pub(super) found: Option<Box<[Diagnostic]>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Blanks, line ends, comments.
    Token,
    /// A row whose findings are kept.
    Row,
    /// Such a row, of which somebody looked for names like those in it.
    Searched,
    /// Anything else: it is visited every time.
    Visited,
}

impl Rows {
    /// A place to keep them, if the section is a large table without `#if` blocks.
    pub(super) fn of(node: Node<'_>) -> Option<Box<Rows>> {
        let large = node.green().children().len() >= LARGE && is_plain_table(node);
        large.then(|| Box::new(Rows { tree: None, lines: Vec::new(), basis: None }))
    }

    /// Whether the rows of the table are in it.
    pub(super) fn is_whole(&self) -> bool {
        self.tree.is_some()
    }
}

/// Whether rows rest on nothing but themselves, their header and the facts.
fn is_plain_table(node: Node<'_>) -> bool {
    let mut has_header = false;
    for child in node.children() {
        match child.kind() {
            SyntaxKind::TABLE_HEADER => has_header = true,
            SyntaxKind::TABLE_ROW | SyntaxKind::SECTION_BEGIN | SyntaxKind::SECTION_END => {}
            _ => return false,
        }
    }
    has_header
}

impl Line {
    /// Names came or went: what was found by a search through them is looked for again, and so is whatever was said.
    pub(super) fn forget_searched(&mut self) {
        if self.what == What::Searched || self.found.is_some() {
            self.what = What::Visited;
        }
    }
}

/// Marks the lines that hold one of these places, in order, to be visited. `start`: where the first line begins.
pub(super) fn touch(lines: &mut [Line], start: TextSize, places: &[TextSize]) {
    let mut places = &places[places.partition_point(|it| *it < start)..];
    let mut end = start;
    for line in lines {
        end += line.length;
        let within = places.partition_point(|it| *it < end);
        if within > 0 && line.what != What::Token {
            line.what = What::Visited;
        }
        places = &places[within..];
    }
}
