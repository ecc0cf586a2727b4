//! The lines of places, for many places of the same files.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use lsflint_model::{AsRead, Place};

use super::{Because, Side};

/// Finds the lines of places on one side.
pub(in crate::answers) struct Places<'c> {
    side: Side,
    files: BTreeMap<&'c str, File<'c>>,
}

/// A file as written; places are places in it.
struct File<'c> {
    text: &'c str,
    /// The offsets of the line ends, read once a place of the file is asked for.
    line_ends: OnceCell<Vec<usize>>,
}

impl<'c> Places<'c> {
    pub(in crate::answers) fn new(side: Side, cluster: &'c AsRead) -> Places<'c> {
        let files = cluster.written().index().files().iter();
        let files = files.map(|it| (it.path(), File { text: it.text(), line_ends: OnceCell::new() })).collect();
        Places { side, files }
    }

    pub(in crate::answers) fn of(&self, place: &Place) -> Option<Because> {
        let file = self.files.get(&*place.file)?;
        let start = usize::from(place.range.start());
        if start > file.text.len() {
            return None;
        }
        let line_ends = file.line_ends.get_or_init(|| memchr::memchr_iter(b'\n', file.text.as_bytes()).collect());
        let line = line_ends.partition_point(|it| *it < start) + 1;
        Some(Because { side: self.side, file: place.file.to_string(), line })
    }
}
