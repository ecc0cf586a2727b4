//! The rows of large tables, cached one by one, so that a keystroke costs the check of one row.

use lsflint_syntax::{Node, SyntaxKind, TextSize};
use rowan::GreenNode;

use super::bases::BasisId;
use crate::diagnostic::Diagnostic;
use crate::select::Part;

/// Smaller tables are visited as a whole.
const LARGE: usize = 48;

/// The findings in the rows of a table.
#[derive(Debug)]
pub(super) struct Rows {
    /// The section.
    pub(super) tree: Option<GreenNode>,
    /// One per child of the section.
    pub(super) lines: Vec<Line>,
    /// The facts on which all of them depend.
    pub(super) basis: Option<BasisId>,
}

/// The findings in a child of the section.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) length: TextSize,
    /// The name it defines: its position in the line, and its length.
    pub(super) name: (u32, u32),
    pub(super) parts: Part,
    pub(super) what: What,
    /// With positions relative to its start.
    pub(super) found: Option<Box<[Diagnostic]>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Whitespace, line ends, comments.
    Token,
    /// A row whose findings are cached.
    Row,
    /// A cached row whose check searched for names like those in it.
    Searched,
    /// Anything else: visited every time.
    Visited,
}

impl Rows {
    /// An empty cache, if the section is a large table without `#if` blocks.
    pub(super) fn of(node: Node<'_>) -> Option<Box<Rows>> {
        let large = node.count() >= LARGE && is_plain_table(node);
        large.then(|| Box::new(Rows { tree: None, lines: Vec::new(), basis: None }))
    }

    /// Whether the cache contains the rows of the table.
    pub(super) fn is_whole(&self) -> bool {
        self.tree.is_some()
    }
}

/// Whether rows depend only on themselves, their header and the facts.
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
    /// Marks the line to be visited if names were added or removed and it depends on a search for them, or has
    /// findings.
    pub(super) fn forget_searched(&mut self) {
        if self.what == What::Searched || self.found.is_some() {
            self.what = What::Visited;
        }
    }
}

/// Marks the lines that contain one of these positions, which are sorted, to be visited. `start` is the start of the
/// first line.
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
