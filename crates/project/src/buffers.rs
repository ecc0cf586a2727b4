//! Texts that stand in the place of files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::error::Problem;
use crate::read::{Decoded, Encoding, read_file};

/// What is open in an editor: by absolute path, the text that counts instead of the one on the disk.
#[derive(Debug, Clone, Default)]
pub struct Buffers(FxHashMap<PathBuf, Arc<str>>);

impl Buffers {
    /// Puts a text in the place of a file; returns the one that was there before.
    pub fn insert(&mut self, path: PathBuf, text: Arc<str>) -> Option<Arc<str>> {
        self.0.insert(path, text)
    }

    /// Lets the file on the disk count again; returns the text that stood in its place.
    pub fn remove(&mut self, path: &Path) -> Option<Arc<str>> {
        self.0.remove(path)
    }

    /// The text in the place of a file.
    pub fn get(&self, path: &Path) -> Option<&Arc<str>> {
        self.0.get(path)
    }

    /// All of them, ordered by path.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &Arc<str>)> {
        let mut all: Vec<_> = self.0.iter().map(|(path, text)| (&**path, text)).collect();
        all.sort_by_key(|it| it.0);
        all.into_iter()
    }

    /// The text of a file: the one that stands in its place, else that of the disk. `shown` is its path in messages.
    pub(crate) fn read(&self, path: &Path, shown: &str) -> Result<Decoded, Problem> {
        match self.get(path) {
            Some(text) => Ok(Decoded { text: text.clone(), encoding: Encoding::Utf8 }),
            None => read_file(path, shown),
        }
    }
}
