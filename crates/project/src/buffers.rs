//! Texts that replace files on the disk: editor buffers and stand-ins.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::disk::Disk;
use crate::error::{Cause, Problem};
use crate::read::{Decoded, Encoding};

/// Texts that are used instead of the files on the disk, by absolute path. An open editor buffer takes precedence over
/// a stand-in. A stand-in shows the file in another state, such as that of a git commit; `None` means that the file
/// does not exist in that state.
#[derive(Debug, Clone, Default)]
pub struct Buffers {
    open: FxHashMap<PathBuf, Arc<str>>,
    stand_ins: FxHashMap<PathBuf, Option<Decoded>>,
    disk: Disk,
}

impl Buffers {
    /// No texts that replace files of this disk.
    pub fn on(disk: Disk) -> Buffers {
        Buffers { disk, ..Buffers::default() }
    }

    /// Where files without a buffer or stand-in are read from.
    pub fn disk(&self) -> &Disk {
        &self.disk
    }

    /// Replaces the disk.
    pub fn set_disk(&mut self, disk: Disk) {
        self.disk = disk;
    }

    /// Adds the editor buffer of a file; returns the previous one.
    pub fn insert(&mut self, path: PathBuf, text: Arc<str>) -> Option<Arc<str>> {
        self.open.insert(path, text)
    }

    /// Removes the editor buffer of a file, so that the file on the disk is used again; returns the buffer.
    pub fn remove(&mut self, path: &Path) -> Option<Arc<str>> {
        self.open.remove(path)
    }

    /// The editor buffer of a file.
    pub fn get(&self, path: &Path) -> Option<&Arc<str>> {
        self.open.get(path)
    }

    /// All editor buffers, ordered by path.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &Arc<str>)> {
        let mut all: Vec<_> = self.open.iter().map(|(path, text)| (&**path, text)).collect();
        all.sort_by_key(|it| it.0);
        all.into_iter()
    }

    /// Adds stand-ins for files (`None`: the file does not exist). Unlike editor buffers, they are treated exactly as
    /// files on the disk.
    pub fn stand_in(&mut self, state: impl IntoIterator<Item = (PathBuf, Option<Decoded>)>) {
        self.stand_ins.extend(state);
    }

    /// All stand-ins, ordered by path.
    pub(crate) fn stand_ins(&self) -> impl Iterator<Item = (&Path, Option<&Decoded>)> {
        let mut all: Vec<_> = self.stand_ins.iter().map(|(path, text)| (&**path, text.as_ref())).collect();
        all.sort_by_key(|it| it.0);
        all.into_iter()
    }

    /// The stand-in of a file; `Some(None)` if the file does not exist in that state.
    pub(crate) fn stand_in_of(&self, path: &Path) -> Option<Option<&Decoded>> {
        self.stand_ins.get(path).map(Option::as_ref)
    }

    /// Whether something can be read here: a buffer, a stand-in, or anything on the disk that is not a directory.
    /// Reading says what is wrong with a pipe.
    pub(crate) fn is_there(&self, path: &Path) -> bool {
        let on_disk = || self.disk.exists(path) && !self.disk.is_dir(path);
        self.open.contains_key(path) || self.stand_ins.get(path).map_or_else(on_disk, Option::is_some)
    }

    /// Reads a file: from its buffer, else its stand-in, else the disk. `shown` is its path in messages.
    pub(crate) fn read(&self, path: &Path, shown: &str) -> Result<Decoded, Problem> {
        match (self.get(path), self.stand_ins.get(path)) {
            (Some(text), _) => Ok(Decoded { text: text.clone(), encoding: Encoding::Utf8 }),
            (None, Some(Some(text))) => Ok(text.clone()),
            (None, Some(None)) => Err(Problem::at(shown, Cause::Missing)),
            (None, None) => self.disk.read(path, shown),
        }
    }
}
