//! Writes the current name of a parameter wherever a cluster has its old one.

use lsflint_lint::{Diagnostic, TextEdit, keep_columns};

use super::{Assist, AssistId};
use crate::spot::Spot;
use crate::{File, FileEdit, Replacement, Snapshot};

/// Offered on an old name that several places have.
pub(super) fn offered(snapshot: &Snapshot, file: &File, spot: &Spot<'_>) -> Option<Assist> {
    let (found, new) = at(file, spot)?;
    let places: usize = snapshot.files.iter().map(|it| same(it, file, found).count()).sum();
    let old = &file.source.text[found.range];
    let title = format!("Write `{new}` instead of `{old}` in all {places} places of the cluster");
    (places > 1).then_some(Assist { id: AssistId::RenameEverywhere, title })
}

/// The edits of all files.
pub(super) fn edits(snapshot: &Snapshot, file: &File, spot: &Spot<'_>) -> Vec<FileEdit> {
    let Some((found, _)) = at(file, spot) else { return Vec::new() };
    let mut changed = Vec::new();
    for other in snapshot.files.iter() {
        let fixes = same(other, file, found).filter_map(|it| it.fix.as_ref());
        let mut edits: Vec<TextEdit> = fixes.flat_map(|it| it.edits.iter().cloned()).collect();
        edits.sort_by_key(|it| (it.range.start(), it.range.end()));
        if edits.is_empty() {
            continue;
        }
        let edits = keep_columns(&other.source.text, edits).into_iter();
        let edits = edits.map(|it| Replacement { range: it.range.into(), text: it.text }).collect();
        changed.push(FileEdit { path: other.source.path.clone(), edits });
    }
    changed
}

/// The finding that the name at the cursor is an old one, and the current name.
fn at<'f>(file: &'f File, spot: &Spot<'_>) -> Option<(&'f Diagnostic, &'f str)> {
    let setting = spot.setting().or_else(|| spot.column())?;
    let range = setting.name.range();
    let new = setting.spec.map(|it| it.replaced_by).filter(|it| !it.is_empty())?;
    let found = file.findings.iter().find(|it| it.range == range && renames(it).is_some_and(|it| it == new))?;
    Some((found, renames(found)?))
}

/// The text that the fix of a finding writes for its whole range.
fn renames(found: &Diagnostic) -> Option<&str> {
    match &*found.fix.as_ref()?.edits {
        [edit] if edit.range == found.range => Some(&edit.text),
        _ => None,
    }
}

/// The findings of a file that are the same as one of another file: the same rule, old name and new name.
fn same<'f>(file: &'f File, of: &'f File, wanted: &'f Diagnostic) -> impl Iterator<Item = &'f Diagnostic> {
    let old = &of.source.text[wanted.range];
    file.findings.iter().filter(move |it| {
        it.rule.code == wanted.rule.code
            && renames(it) == renames(wanted)
            && file.source.text[it.range].eq_ignore_ascii_case(old)
    })
}
