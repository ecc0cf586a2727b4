//! Assists: changes of the text at the cursor that no finding asks for. Each is offered only where it applies, which is
//! cheap to see; its edits are computed when it is chosen, and formatted.
//!
//! Parameters are not sorted: the manual lists them by name, which is not an order that helps a reader.

mod columns;
mod lists;
mod old_names;
#[cfg(test)]
mod tests;

use lsflint_lint::{TextEdit, apply_edits};
use lsflint_syntax::{TextRange, TextSize};

use crate::spot::Spot;
use crate::{File, FileEdit, Range, Replacement, Snapshot};

/// An assist at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assist {
    /// What it does, with what it needs in addition to the position.
    pub id: AssistId,
    /// The title, an instruction.
    pub title: String,
}

/// The kind of an assist.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AssistId {
    /// Adds the column of this name to a table.
    AddColumn(String),
    /// Sorts the hosts of a list.
    SortHosts,
    /// Writes a long list on several lines.
    SplitList,
    /// Writes the current name of a parameter in all files of the cluster.
    RenameEverywhere,
}

impl AssistId {
    /// The identifier and the argument, for the data of an action.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            AssistId::AddColumn(name) => ("add-column", name),
            AssistId::SortHosts => ("sort-hosts", ""),
            AssistId::SplitList => ("split-list", ""),
            AssistId::RenameEverywhere => ("rename-everywhere", ""),
        }
    }

    /// The assist with an identifier and an argument.
    pub fn of(id: &str, argument: &str) -> Option<AssistId> {
        Some(match id {
            "add-column" => AssistId::AddColumn(argument.to_owned()),
            "sort-hosts" => AssistId::SortHosts,
            "split-list" => AssistId::SplitList,
            "rename-everywhere" => AssistId::RenameEverywhere,
            _ => return None,
        })
    }
}

/// The assists at a byte offset of a file.
pub fn assists(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Assist> {
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let spot = Spot::at(&file.source, TextSize::new(offset));
    let mut found = columns::offered(&spot);
    found.extend(lists::offered(&spot));
    found.extend(old_names::offered(snapshot, file, &spot));
    found
}

/// The edits of an assist; empty if it does not apply any more.
pub fn assist_edits(snapshot: &Snapshot, path: &str, offset: u32, id: &AssistId) -> Vec<FileEdit> {
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let spot = Spot::at(&file.source, TextSize::new(offset));
    let edits = match id {
        AssistId::AddColumn(name) => columns::edits(&spot, name),
        AssistId::SortHosts => lists::sorted(&spot),
        AssistId::SplitList => lists::split(&spot),
        AssistId::RenameEverywhere => return old_names::edits(snapshot, file, &spot),
    };
    edits.and_then(|it| formatted(snapshot, file, it)).into_iter().collect()
}

/// One edit with the effect of several, after which the lines around them are formatted. `edits` must be sorted.
fn formatted(snapshot: &Snapshot, file: &File, edits: Vec<TextEdit>) -> Option<FileEdit> {
    let old = &*file.source.text;
    let (first, last) = (edits.first()?.range.start(), edits.last()?.range.end());
    let changed = apply_edits(old, &edits);
    let rest = TextSize::of(old) - last;
    let range = TextRange::new(first, TextSize::of(&*changed) - rest);
    let kind = file.source.kind;
    let parse = lsflint_syntax::parse(&changed, kind);
    let layout = lsflint_fmt::format_range(&parse, &changed, kind, range, snapshot.format);
    let new = lsflint_fmt::apply(&changed, &layout);
    let (range, text) = difference(old, &new)?;
    Some(FileEdit { path: file.source.path.clone(), edits: vec![Replacement { range, text }] })
}

/// The part in which two texts differ, in whole lines.
fn difference(old: &str, new: &str) -> Option<(Range, String)> {
    if old == new {
        return None;
    }
    let same = |one: &[&str], other: &[&str]| one.iter().zip(other).take_while(|it| it.0 == it.1).count();
    let lines = |text| -> Vec<&str> { str::split_inclusive(text, '\n').collect() };
    let (before, after) = (lines(old), lines(new));
    let start = same(&before, &after);
    let (mut before, mut after) = (before[start..].to_vec(), after[start..].to_vec());
    before.reverse();
    after.reverse();
    let end = same(&before, &after);
    let length = |lines: &[&str]| lines.iter().map(|it| it.len()).sum::<usize>();
    let to = old.len() - length(&before[..end]);
    let from = to - length(&before[end..]);
    let range = Range { start: u32::try_from(from).ok()?, end: u32::try_from(to).ok()? };
    Some((range, new[from..new.len() - length(&after[..end])].to_owned()))
}

/// The line end of a text.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
