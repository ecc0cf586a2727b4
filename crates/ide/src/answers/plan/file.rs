//! The changes of one file against another text of it, such as that of the last commit.

use std::sync::Arc;

use lsflint_lint::{Registry, find_in_file, readings};
use lsflint_model::{AsRead, Readings, SourceFile};

use super::{Change, Side, compare};
use crate::{Range, Snapshot};

/// A change of a file, and where it is in the text after the change.
#[derive(Debug, Clone, PartialEq)]
pub struct FileChange {
    /// The line of the setting or of the definition; that of the object if the setting is gone, and the start of the
    /// file if the object is.
    pub range: Range,
    /// Whether the line sets the changed value, or defines the changed object.
    pub is_own_line: bool,
    /// What changed.
    pub change: Change,
}

/// What changes in meaning from another text of a file to the current one, by place. The other files of the cluster are
/// the same on both sides. Empty for files that are not of the cluster.
pub fn changes_of_file(snapshot: &Snapshot, path: &str, old_text: &str) -> Vec<FileChange> {
    let Some(file) = snapshot.file(path).map(|it| &it.source) else { return Vec::new() };
    if *file.text == *old_text {
        return Vec::new();
    }
    let (old, new) = (with_text(snapshot, file, old_text), snapshot.as_read());
    let line_ends: Vec<usize> = memchr::memchr_iter(b'\n', file.text.as_bytes()).collect();
    let line_of = |line: usize| {
        let start = if line < 2 { 0 } else { line_ends.get(line - 2).map_or(file.text.len(), |it| it + 1) };
        let end = line_ends.get(line.saturating_sub(1)).copied().unwrap_or(file.text.len());
        let text = file.text.get(start..end).unwrap_or_default();
        let (blank, text) = (text.len() - text.trim_start().len(), text.trim());
        Range { start: (start + blank) as u32, end: (start + blank + text.len()) as u32 }
    };
    let found = compare::changes_in(&old, new, &[file.kind]).into_iter().map(|change| {
        let own = change.because.iter().find(|it| it.side == Side::New && it.file == path).map(|it| line_of(it.line));
        let of_object = || {
            let object = new.view().find(change.object.file, change.object.section, &change.object.name)?;
            let place = Some(object.place()).filter(|it| *it.file == *path)?;
            let line = line_ends.partition_point(|it| *it < usize::from(place.range.start())) + 1;
            Some(line_of(line))
        };
        let is_own_line = own.is_some();
        let range = own.or_else(of_object).unwrap_or(Range { start: 0, end: 0 });
        FileChange { range, is_own_line, change }
    });
    let mut found: Vec<FileChange> = found.collect();
    found.sort_by_key(|it| it.range);
    found
}

/// The cluster as LSF reads it, with another text of one file.
fn with_text(snapshot: &Snapshot, file: &SourceFile, text: &str) -> AsRead {
    let parse = lsflint_syntax::parse(text, file.kind);
    let old = Arc::new(SourceFile { text: text.into(), parse, ..file.clone() });
    let cluster = Arc::new(snapshot.cluster.with_file(&old));
    let registry = Registry::new(snapshot.rules, &snapshot.settings);
    let found = find_in_file(&old, &cluster, &snapshot.settings, &registry);
    let of_old = (old.path.clone(), readings(&old, found.reported.iter().chain(&found.suppressed)));
    let others = snapshot.files.iter().filter(|it| it.source.path != old.path);
    let of_others = others.clone().map(|it| (it.source.path.clone(), snapshot.as_read().readings(&it.source.path)));
    let all = of_others.map(|(path, it)| (path, it.to_vec())).chain([of_old]);
    let files = others.map(|it| &it.source).chain([&old]);
    AsRead::of(cluster, files, Readings::new(all))
}
