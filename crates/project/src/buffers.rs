//! Texts that stand in the place of files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::error::{Cause, Problem};
use crate::read::{Decoded, Encoding, read_file};

/// What is open in an editor: by absolute path, the text that counts instead of the one on the disk. Below that, what stands in for files
/// to look at another state of the disk: a text, or nothing for a file that is not there in that state.
#[derive(Debug, Clone, Default)]
pub struct Buffers {
    open: FxHashMap<PathBuf, Arc<str>>,
    stand_ins: FxHashMap<PathBuf, Option<Decoded>>,
}

impl Buffers {
    /// Puts a text in the place of a file; returns the one that was there before.
    pub fn insert(&mut self, path: PathBuf, text: Arc<str>) -> Option<Arc<str>> {
        self.open.insert(path, text)
    }

    /// Lets the file on the disk count again; returns the text that stood in its place.
    pub fn remove(&mut self, path: &Path) -> Option<Arc<str>> {
        self.open.remove(path)
    }

    /// The text in the place of a file.
    pub fn get(&self, path: &Path) -> Option<&Arc<str>> {
        self.open.get(path)
    }

    /// All of them, ordered by path.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &Arc<str>)> {
        let mut all: Vec<_> = self.open.iter().map(|(path, text)| (&**path, text)).collect();
        all.sort_by_key(|it| it.0);
        all.into_iter()
    }

    /// Lets texts stand in for files, or nothing at all. Unlike what is open in an editor, they count exactly as the
    /// files would.
    pub fn stand_in(&mut self, state: impl IntoIterator<Item = (PathBuf, Option<Decoded>)>) {
        self.stand_ins.extend(state);
    }

    /// Everything that stands in for files, ordered by path.
    pub(crate) fn stand_ins(&self) -> impl Iterator<Item = (&Path, Option<&Decoded>)> {
        let mut all: Vec<_> = self.stand_ins.iter().map(|(path, text)| (&**path, text.as_ref())).collect();
        all.sort_by_key(|it| it.0);
        all.into_iter()
    }

    /// What stands in for a file: `Some(None)` for one that is not there in the state that is looked at.
    pub(crate) fn stand_in_of(&self, path: &Path) -> Option<Option<&Decoded>> {
        self.stand_ins.get(path).map(Option::as_ref)
    }

    /// Whether there is a file.
    pub(crate) fn is_file(&self, path: &Path) -> bool {
        self.open.contains_key(path) || self.stand_ins.get(path).map_or_else(|| path.is_file(), Option::is_some)
    }

    /// The text of a file: the one that stands in its place, else that of the disk. `shown` is its path in messages.
    pub(crate) fn read(&self, path: &Path, shown: &str) -> Result<Decoded, Problem> {
        match (self.get(path), self.stand_ins.get(path)) {
            (Some(text), _) => Ok(Decoded { text: text.clone(), encoding: Encoding::Utf8 }),
            (None, Some(Some(text))) => Ok(text.clone()),
            (None, Some(None)) => Err(Problem::at(shown, Cause::Missing)),
            (None, None) => read_file(path, shown),
        }
    }
}
