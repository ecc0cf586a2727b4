//! Parses some rows of a large table again.
//!
//! The syntax of a row depends only on the name of its section and on the header, as long as the section is a table and
//! has an `End`. Therefore the rows around the edit are parsed together with the first and last lines of their section,
//! and replaced in the tree.

use std::ops::Range;

use lsflint_spec::{FileKind, Layout};
use rowan::{NodeOrToken, TextRange, TextSize};

use super::{ends_in_continuation, errors};
use crate::ast::{self, AstNode};
use crate::children::{GreenElement, child_at, length};
use crate::difference::{Origin, Splice};
use crate::tree::{Edit, Parse, parse};
use crate::{Node, SyntaxError, SyntaxKind, children};

/// The minimum number of children; smaller sections are parsed as a whole.
const LARGE: usize = 32;

/// A section of the old tree, and its rows that the edit may change.
struct Region<'t> {
    /// The index of the section among the children of the file.
    section: usize,
    node: Node<'t>,
    /// The offset after the header.
    head: TextSize,
    /// The indices of the children that are parsed again, and their byte range.
    children: Range<usize>,
    range: TextRange,
    /// The start of the last line of the section.
    end: TextSize,
}

pub(super) fn spliced(old: &Parse, edit: &Edit, new_text: &str, kind: FileKind) -> Option<Parse> {
    let region = region(old, edit.range, kind)?;
    let (removed, inserted) = (usize::from(edit.range.len()), edit.insert.len());
    let moved = |offset: TextSize| usize::from(offset) + inserted - removed;
    let at = |offset: TextSize| usize::from(offset);
    let head = new_text.get(at(region.node.start())..at(region.head))?;
    let rows = new_text.get(at(region.range.start())..moved(region.range.end()))?;
    let tail = new_text.get(moved(region.end)..moved(region.node.range().end()))?;
    let part = parse(&[head, rows, tail].concat(), kind);
    let (from, to) = (TextSize::of(head), TextSize::of(head) + TextSize::of(rows));

    // The part must be a single section with only rows between head and tail.
    let mut sections = part.root().elements();
    let section = sections.next()?.into_node().filter(|it| it.kind() == SyntaxKind::SECTION)?;
    if part.blocks.is_crossing() || sections.next().is_some() {
        return None;
    }
    let blocks = old.blocks.replaced(region.range, &part.blocks, TextSize::new(moved(region.range.end()) as u32))?;
    let mut offset = TextSize::new(0);
    let (mut first, mut last) = (None, None);
    for (number, child) in section.green().children().enumerate() {
        if offset == from {
            first.get_or_insert(number);
        }
        if offset == to && is(child, SyntaxKind::SECTION_END) {
            last = Some(number);
        }
        offset += length(child);
    }
    let (first, last) = (first?, last.filter(|it| it + 1 == section.green().children().len())?);
    let at_edge = |it: &SyntaxError| it.range.is_empty() && (it.range.start() == from || it.range.start() == to);
    let old_edge = |it: &SyntaxError| {
        it.range.is_empty() && (it.range.start() == region.range.start() || it.range.start() == region.range.end())
    };
    if part.errors.iter().any(at_edge) || old.errors_in(region.range).iter().any(old_edge) {
        return None;
    }

    let children: Vec<_> = section.green().children().skip(first).take(last - first).map(|it| it.to_owned()).collect();
    let section = children::spliced(region.node.green(), region.children, children);
    let changed = region.section..region.section + 1;
    let green = children::spliced(&old.green, changed.clone(), vec![NodeOrToken::Node(section)]);
    let within = part.errors.iter().filter(|it| it.range.start() >= from && it.range.start() < to);
    let start = region.range.start();
    let new = within.map(|it| SyntaxError { kind: it.kind, range: it.range - from + start });
    let errors = errors(old, edit, start, new, region.range.end());
    let splice = Splice { before: changed.clone(), after: changed, offset: region.node.start() };
    Some(Parse { green, errors, blocks, origin: Origin::edited(old, splice) })
}

/// The rows of a large table around an edit: from after one row to before another one, preceded by an unchanged row.
fn region(old: &Parse, edit: TextRange, kind: FileKind) -> Option<Region<'_>> {
    let (number, node) = section_around(old, edit)?;
    let section = ast::Section::cast(node)?;
    let spec = lsflint_spec::section(kind, &section.name()?.text())?;
    let header = section.header()?.node();
    // In such a section, the meaning of a line with `=` depends on all of them.
    if spec.layout == Layout::Keyed || header.all_tokens().any(|it| it.raw().contains('=')) {
        return None;
    }
    let end = section.end()?;
    let mut first = None;
    let mut behind = None;
    let mut offset = node.start();
    for (number, child) in node.green().children().enumerate() {
        let is_row = is(child, SyntaxKind::TABLE_ROW);
        // A new line after the edit: everything from here on is unchanged.
        if offset > edit.end() && (is_row || is(child, SyntaxKind::SECTION_END)) {
            behind = Some((number, offset));
            break;
        }
        let is_header = is(child, SyntaxKind::TABLE_HEADER);
        let is_node = matches!(child, NodeOrToken::Node(_));
        offset += length(child);
        // The edit must start after the line end, because otherwise it could join the two lines.
        if is_row && offset < edit.start() && !ends_in_continuation(child) {
            first = Some((number + 1, offset));
        } else if is_node && !is_row && !is_header && !is(child, SyntaxKind::SECTION_BEGIN) {
            // The range contains more than rows, whitespace and comments.
            first = None;
        }
    }
    let ((first, start), (last, stop)) = (first?, behind?);
    let range = TextRange::new(start, stop);
    (header.range().end() <= start).then_some(Region {
        section: number,
        node,
        head: header.range().end(),
        children: first..last,
        range,
        end: end.start(),
    })
}

/// The large section that contains an edit, and its index among the children of the file.
fn section_around(old: &Parse, edit: TextRange) -> Option<(usize, Node<'_>)> {
    let (number, start) = child_at(&old.green, edit.start())?;
    let section = old.root().elements_at(number..number + 1, start).next()?.into_node()?;
    let is_inside = start < edit.start() && edit.end() < section.range().end();
    let wanted = is_inside && section.kind() == SyntaxKind::SECTION && section.green().children().len() >= LARGE;
    wanted.then_some((number, section))
}

fn is(child: GreenElement<'_>, kind: SyntaxKind) -> bool {
    children::kind(child) == kind
}
