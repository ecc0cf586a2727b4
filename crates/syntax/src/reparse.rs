//! Parses a text incrementally after an edit.
//!
//! The unit is the section (in flat files the line): a closed section and the `Begin` after it are points where the
//! state of the parser is always the same. The children between two such points around the edit are parsed separately
//! and replaced. A part that does not end cleanly, such as a section that has lost its `End`, is parsed together with
//! the next sections. If parsing a part could give a different result (a directive that is paired with one in another
//! part, a byte order mark), the whole text is parsed; property tests check that the result is the same. In a large
//! table the unit is the row ([`rows`]).

mod rows;

use std::ops::Range;

use lsflint_spec::FileKind;
use rowan::{GreenNode, NodeOrToken, TextRange, TextSize};

use crate::children::{GreenElement, child_at, kind, length};
use crate::difference::{Origin, Splice};
use crate::error::{ErrorKind, StructureError};
use crate::tree::{Edit, Parse, parse};
use crate::{SyntaxError, SyntaxKind, children};

/// The tree of `new_text`, which is the text of `old` after `edit`.
pub fn reparse(old: &Parse, edit: &Edit, new_text: &str, kind: FileKind) -> Parse {
    rows::spliced(old, edit, new_text, kind)
        .or_else(|| spliced(old, edit, new_text, kind))
        .unwrap_or_else(|| parse(new_text, kind))
}

/// How many more sections are parsed together with the edited ones, one attempt after the other.
const MORE: [usize; 3] = [0, 1, 4];

fn spliced(old: &Parse, edit: &Edit, new_text: &str, kind: FileKind) -> Option<Parse> {
    if edit.range.start() <= TextSize::of('\u{feff}') {
        return None;
    }
    MORE.iter().find_map(|more| spliced_with(old, edit, new_text, kind, *more))
}

fn spliced_with(old: &Parse, edit: &Edit, new_text: &str, kind: FileKind, more: usize) -> Option<Parse> {
    let region = region(old, edit.range, more)?;
    let removed = usize::from(edit.range.len());
    let start = usize::from(region.range.start());
    let end = usize::from(region.range.end()) - removed + edit.insert.len();
    let at_end = end == new_text.len();
    let text = new_text.get(start..end)?;
    let part = parse(text, kind);
    if start > 0 && text.starts_with('\u{feff}') || !at_end && !ends_cleanly(&part, text) {
        return None;
    }
    let blocks = old.blocks.replaced(region.range, &part.blocks, TextSize::new(end as u32))?;
    let children: Vec<_> = children::from(&part.green, 0).map(|it| it.to_owned()).collect();
    let splice = Splice {
        before: region.children.clone(),
        after: region.children.start..region.children.start + children.len(),
        offset: region.range.start(),
    };
    let green = children::spliced(&old.green, region.children, children);

    let offset = region.range.start();
    let new = part.errors.iter().map(|it| SyntaxError { kind: it.kind, range: it.range + offset });
    let behind = if at_end { TextSize::new(u32::MAX) } else { region.range.end() };
    let errors = errors(old, edit, offset, new, behind);
    Some(Parse { green, errors, blocks, origin: Origin::edited(old, splice) })
}

/// The errors before an offset, the new errors, and those after another offset.
fn errors(
    old: &Parse,
    edit: &Edit,
    before: TextSize,
    new: impl Iterator<Item = SyntaxError>,
    behind: TextSize,
) -> Vec<SyntaxError> {
    let (removed, inserted) = (edit.range.len(), TextSize::of(&*edit.insert));
    let shift = |range: TextRange| TextRange::at(range.start() + inserted - removed, range.len());
    let mut errors = Vec::with_capacity(old.errors.len());
    errors.extend(old.errors.iter().take_while(|it| it.range.start() < before));
    errors.extend(new);
    let from = old.errors.partition_point(|it| it.range.start() < behind);
    errors.extend(old.errors[from..].iter().map(|it| SyntaxError { kind: it.kind, range: shift(it.range) }));
    errors
}

/// A range of children of the file.
struct Region {
    children: Range<usize>,
    range: TextRange,
}

/// The smallest range of children around an edit that starts after a closed section and ends before a section (or at
/// the ends of the file; in flat files at line boundaries). `more` sections or lines are added at its end.
fn region(old: &Parse, edit: TextRange, mut more: usize) -> Option<Region> {
    let (first, start) = independent_start(&old.green, edit.start());
    let mut offset = start;
    // If the previous section has no `End`, the error is reported at the next `Begin`.
    let mut open = false;
    for (index, child) in (first..).zip(children::from(&old.green, first)) {
        let kind = kind(child);
        // A new line or section after the edit: everything from here on is unchanged.
        let boundary_before = matches!(kind, SyntaxKind::SECTION | SyntaxKind::ENTRY);
        if boundary_before && !open && offset > edit.end() {
            if more > 0 {
                more -= 1;
            } else {
                return Some(Region { children: first..index, range: TextRange::new(start, offset) });
            }
        }
        if kind == SyntaxKind::SECTION {
            open = !is_closed(child);
        }
        offset += length(child);
    }
    Some(Region { children: first..children::count(&old.green), range: TextRange::new(start, offset) })
}

/// The last place before an edit at `offset` where the state of the parser is always the same: the start of the file,
/// or after a closed section, in flat files after an entry. Returns the index of the child there and its offset.
fn independent_start(root: &GreenNode, offset: TextSize) -> (usize, TextSize) {
    let (index, mut end) = child_at(root, offset).unwrap_or_else(|| (children::count(root), root.text_len()));
    for (index, child) in (0..index).rev().zip(children::before(root, index)) {
        // The edit must start after the line end, because otherwise it could join the two lines.
        if is_closed(child) && end < offset && !ends_in_continuation(child) {
            return (index + 1, end);
        }
        end -= length(child);
    }
    (0, TextSize::new(0))
}

/// Whether a child of the file is a section with an `End`, or an entry of a flat file.
fn is_closed(child: GreenElement<'_>) -> bool {
    match child {
        NodeOrToken::Node(node) if kind(child) == SyntaxKind::SECTION => {
            node.children().last().is_some_and(|it| kind(it) == SyntaxKind::SECTION_END)
        }
        _ => kind(child) == SyntaxKind::ENTRY,
    }
}

/// Whether the last line of a child ends in a continuation: the edit may remove a comment line that ended it.
fn ends_in_continuation(child: GreenElement<'_>) -> bool {
    let mut last = child;
    loop {
        match last {
            NodeOrToken::Token(_) => return kind(last) == SyntaxKind::CONTINUATION,
            NodeOrToken::Node(node) => match node.children().last() {
                Some(child) => last = child,
                None => return false,
            },
        }
    }
}

/// Whether text after this part is parsed as if the part did not exist: the last section is closed, the last line
/// complete.
fn ends_cleanly(part: &Parse, text: &str) -> bool {
    let open = part.errors.iter().any(|it| {
        matches!(it.kind, ErrorKind::Structure(StructureError::NotClosedAtEnd | StructureError::ContinuationAtEnd))
    });
    !open && (text.is_empty() || text.ends_with('\n')) && !part.has_open_section()
}
