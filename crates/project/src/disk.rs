//! The files that a run reads: those on the disk of this machine, or files in memory.
//!
//! A page in a browser has no disk. It hands in the files, and everything that finds, groups and reads files works on
//! them in the same way. In memory, a directory exists if a file is below it; there are no links, and no .gitignore
//! applies.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Cause, Problem};
use crate::read::{Decoded, MAX_BYTES, decode};

/// Where files are read from. Cheap to clone; the default is the disk of this machine.
#[derive(Debug, Clone, Default)]
pub struct Disk(Option<Arc<BTreeMap<PathBuf, Stored>>>);

/// A file in memory: its text, or the bytes of a file that is not a text.
#[derive(Debug, Clone)]
enum Stored {
    Text(Decoded),
    Bytes(Arc<[u8]>),
}

impl Stored {
    fn len(&self) -> u64 {
        match self {
            Stored::Text(text) => text.text.len() as u64,
            Stored::Bytes(bytes) => bytes.len() as u64,
        }
    }
}

/// An entry of a directory: its name, and whether it is a directory.
pub type FolderEntry = (String, bool);

/// A directory where a file is expected, in messages.
pub(crate) const DIRECTORY: &str = "a directory";

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A regular file, with its size in bytes.
    File(u64),
    Folder,
    /// Something else, as a phrase (`a named pipe`).
    Other(&'static str),
}

impl Disk {
    /// A disk in memory without files.
    pub fn in_memory() -> Disk {
        Disk(Some(Arc::default()))
    }

    /// Writes a file in memory. Has no effect on the disk of this machine.
    pub fn insert(&mut self, path: PathBuf, bytes: Vec<u8>) {
        if let Some(files) = &mut self.0 {
            let stored = match decode(bytes.clone(), "") {
                Ok(text) => Stored::Text(text),
                Err(_) => Stored::Bytes(bytes.into()),
            };
            Arc::make_mut(files).insert(path, stored);
        }
    }

    /// Removes a file in memory; returns whether it existed. Has no effect on the disk of this machine.
    pub fn remove(&mut self, path: &Path) -> bool {
        self.0.as_mut().is_some_and(|files| Arc::make_mut(files).remove(path).is_some())
    }

    /// The paths of the files in memory; none for the disk of this machine.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().flat_map(|files| files.keys()).map(PathBuf::as_path)
    }

    /// Whether it is the disk of this machine.
    pub(crate) fn is_real(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a path is a regular file. Links are followed.
    pub fn is_file(&self, path: &Path) -> bool {
        matches!(self.entry(path), Ok(Entry::File(_)))
    }

    /// Whether a path is a directory. Links are followed.
    pub fn is_dir(&self, path: &Path) -> bool {
        matches!(self.entry(path), Ok(Entry::Folder))
    }

    /// Whether a path exists. Links are followed.
    pub fn exists(&self, path: &Path) -> bool {
        self.entry(path).is_ok()
    }

    /// Whether a path is a link whose target does not exist.
    pub(crate) fn is_dangling(&self, path: &Path) -> bool {
        self.is_real() && path.symlink_metadata().is_ok_and(|it| it.is_symlink()) && !path.exists()
    }

    /// The size of a file in bytes; 0 if it cannot be read.
    pub(crate) fn size(&self, path: &Path) -> u64 {
        match self.entry(path) {
            Ok(Entry::File(bytes)) => bytes,
            _ => 0,
        }
    }

    /// What a path leads to. Links are followed.
    ///
    /// # Errors
    /// The path does not exist, or cannot be read.
    pub(crate) fn entry(&self, path: &Path) -> io::Result<Entry> {
        let Some(files) = &self.0 else {
            let metadata = std::fs::metadata(path)?;
            return Ok(match metadata.is_file() {
                true if leads_to_kernel(path) => Entry::Other("a link to a file of the kernel"),
                true => Entry::File(metadata.len()),
                false if metadata.is_dir() => Entry::Folder,
                false => Entry::Other(what_it_is(&metadata)),
            });
        };
        match files.get(path) {
            Some(stored) => Ok(Entry::File(stored.len())),
            None if below(files, path).next().is_some() => Ok(Entry::Folder),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Reads a file whose name does not say what it is. `None` if it cannot be read or has zero bytes: it may be an
    /// archive of text files.
    pub(crate) fn read_unnamed(&self, path: &Path) -> Option<Decoded> {
        self.read(path, "").ok().filter(|it| !it.text.contains('\0'))
    }

    /// Reads a file. `shown` is its path in messages.
    ///
    /// # Errors
    /// The path is not a readable text file of less than [`MAX_BYTES`] bytes.
    pub fn read(&self, path: &Path, shown: &str) -> Result<Decoded, Problem> {
        if let Some(Stored::Text(text)) = self.0.as_ref().and_then(|it| it.get(path)) {
            return Ok(text.clone());
        }
        let unreadable = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound => Problem::at(shown, self.missing(path)),
            _ => Problem::at(shown, Cause::Unreadable(source)),
        };
        // Opening a pipe would wait for a writer, so the type is checked first.
        let size = match self.entry(path).map_err(unreadable)? {
            Entry::File(size) => size,
            Entry::Folder => return Err(Problem::at(shown, Cause::NotAFile(DIRECTORY))),
            Entry::Other(what) => return Err(Problem::at(shown, Cause::NotAFile(what))),
        };
        if size >= MAX_BYTES {
            return Err(Problem::at(shown, Cause::TooLarge(size)));
        }
        let bytes = match self.0 {
            None => read_bytes(path, size, MAX_BYTES),
            Some(_) => self.bytes(path, MAX_BYTES),
        };
        decode(bytes.map_err(unreadable)?, shown)
    }

    /// The bytes of a regular file, at most so many.
    ///
    /// # Errors
    /// The path does not exist, or cannot be read.
    pub(crate) fn bytes(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let Some(files) = &self.0 else {
            return read_bytes(path, self.size(path), most);
        };
        let bytes = match files.get(path) {
            Some(Stored::Text(text)) => text.text.as_bytes(),
            Some(Stored::Bytes(bytes)) => bytes,
            None => return Err(io::ErrorKind::NotFound.into()),
        };
        Ok(bytes[..bytes.len().min(usize::try_from(most).unwrap_or(usize::MAX))].to_vec())
    }

    /// A path that could not be found: it does not exist, or it is a link whose target does not.
    pub(crate) fn missing(&self, path: &Path) -> Cause {
        if self.0.is_none() && path.is_symlink() { Cause::DanglingLink } else { Cause::Missing }
    }

    /// The entries of a directory, in no particular order: their names, and whether they are directories. Empty if it
    /// cannot be read.
    pub(crate) fn entries(&self, folder: &Path) -> Vec<FolderEntry> {
        let Some(files) = &self.0 else {
            let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
            let named = entries.flatten().filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let kind = entry.file_type().ok()?;
                // A link may lead to either.
                let is_folder = if kind.is_symlink() { entry.path().is_dir() } else { kind.is_dir() };
                Some((name, is_folder))
            });
            return named.collect();
        };
        let mut found: Vec<FolderEntry> = Vec::new();
        for path in below(files, folder) {
            let Ok(rest) = path.strip_prefix(folder) else { continue };
            let mut parts = rest.components();
            let Some(name) = parts.next().and_then(|it| it.as_os_str().to_str()) else { continue };
            if found.last().is_none_or(|it| it.0 != name) {
                found.push((name.to_owned(), parts.next().is_some()));
            }
        }
        found
    }

    /// All files and directories in memory below a directory, down to a depth of components, without hidden ones; with
    /// whether each is a directory, and its depth. The directory itself is the first, with depth 0. `None` for the disk
    /// of this machine.
    pub(crate) fn walk(&self, folder: &Path, depth: Option<usize>) -> Option<Vec<(PathBuf, bool, usize)>> {
        let files = self.0.as_ref()?;
        let most = depth.unwrap_or(usize::MAX);
        let mut found = vec![(folder.to_owned(), true, 0)];
        let mut last = PathBuf::new();
        for path in below(files, folder) {
            let Ok(rest) = path.strip_prefix(folder) else { continue };
            if rest.components().any(|it| it.as_os_str().as_encoded_bytes().starts_with(b".")) {
                continue;
            }
            let levels = rest.components().count();
            let mut parent = folder.to_owned();
            for (level, part) in rest.components().take(most.min(levels - 1)).enumerate() {
                parent.push(part);
                if !last.starts_with(&parent) {
                    found.push((parent.clone(), true, level + 1));
                }
            }
            if levels <= most {
                found.push((path.to_owned(), false, levels));
            }
            path.clone_into(&mut last);
        }
        Some(found)
    }
}

/// The bytes of a file on the disk of this machine, at most so many.
fn read_bytes(path: &Path, size: u64, most: u64) -> io::Result<Vec<u8>> {
    // The size may have changed since it was asked for, so the limit applies to what is read.
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(most)).unwrap_or(0) + 1);
    File::open(path).and_then(|it| it.take(most).read_to_end(&mut bytes))?;
    Ok(bytes)
}

/// Reads a file of the disk of this machine. `shown` is its path in messages.
///
/// # Errors
/// The path is not a readable text file of less than [`MAX_BYTES`] bytes.
pub fn read_file(path: &Path, shown: &str) -> Result<Decoded, Problem> {
    Disk::default().read(path, shown)
}

/// The files below a directory, in order.
fn below<'f>(files: &'f BTreeMap<PathBuf, Stored>, folder: &'f Path) -> impl Iterator<Item = &'f Path> {
    let after = files.range::<Path, _>((std::ops::Bound::Excluded(folder), std::ops::Bound::Unbounded));
    after.map(|it| it.0.as_path()).take_while(move |it| it.starts_with(folder))
}

/// The directories of file systems without files on a disk.
pub(crate) const KERNEL: [&str; 3] = ["/proc", "/sys", "/dev"];

/// Whether a path is a link to what a file system of the kernel makes up, such as the environment of this process.
fn leads_to_kernel(path: &Path) -> bool {
    let target = || path.canonicalize().ok();
    let is_link = path.symlink_metadata().is_ok_and(|it| it.is_symlink());
    is_link && target().is_some_and(|target| KERNEL.iter().any(|it| target.starts_with(it)))
}

/// Describes a path that is neither a regular file nor a directory.
fn what_it_is(metadata: &std::fs::Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    #[cfg(not(unix))]
    let _ = metadata;
    "something else"
}

#[cfg(test)]
mod tests {
    use lsflint_test_support::Scratch;

    use super::*;

    const FILES: [&str; 6] = ["a/b/lsf.conf", "a/b.d/x", "a/b/c/lsb.hosts", "a/.git/lsf.conf", "a/e/f/g/y", "z"];

    fn both() -> (Scratch, Disk) {
        let scratch = Scratch::new();
        let mut disk = Disk::in_memory();
        for file in FILES {
            let path = scratch.write(file, file);
            disk.insert(path, file.as_bytes().to_vec());
        }
        (scratch, disk)
    }

    #[test]
    fn memory_answers_as_the_disk() {
        let (scratch, memory) = both();
        let real = Disk::default();
        for path in ["", "a", "a/b", "a/b/lsf.conf", "a/b.", "a/e/f", "missing", "z", "a/.git"] {
            let path = scratch.path().join(path);
            assert_eq!(memory.entry(&path).ok(), real.entry(&path).ok(), "{path:?}");
            let sorted = |disk: &Disk| {
                let mut entries = disk.entries(&path);
                entries.sort();
                entries
            };
            assert_eq!(sorted(&memory), sorted(&real), "{path:?}");
            let read = |disk: &Disk| disk.read(&path, "it").map_err(|it| it.to_string());
            assert_eq!(read(&memory), read(&real), "{path:?}");
        }
    }

    #[test]
    fn a_walk_has_folders_before_what_is_in_them() {
        let (scratch, memory) = both();
        let walk = |depth| {
            let found = memory.walk(&scratch.path().join("a"), depth).expect("files in memory");
            let shown = found.into_iter().map(|(path, is_folder, depth)| {
                let below = path.strip_prefix(scratch.path()).expect("below it").to_string_lossy().into_owned();
                format!("{below}{} {depth}", if is_folder { "/" } else { "" })
            });
            shown.collect::<Vec<_>>()
        };
        assert_eq!(walk(Some(1)), ["a/ 0", "a/b/ 1", "a/b.d/ 1", "a/e/ 1"]);
        assert_eq!(
            walk(None),
            [
                "a/ 0",
                "a/b/ 1",
                "a/b/c/ 2",
                "a/b/c/lsb.hosts 3",
                "a/b/lsf.conf 2",
                "a/b.d/ 1",
                "a/b.d/x 2",
                "a/e/ 1",
                "a/e/f/ 2",
                "a/e/f/g/ 3",
                "a/e/f/g/y 4"
            ]
        );
        assert!(Disk::default().walk(&scratch.path(), None).is_none());
    }

    #[test]
    fn files_come_and_go() {
        let mut disk = Disk::in_memory();
        let path = Path::new("/site/lsb.queues");
        disk.insert(path.to_owned(), b"Gr\xF6\xDFe".to_vec());
        assert_eq!(&*disk.read(path, "").expect("a text").text, "Größe");
        let copy = disk.clone();
        disk.insert(path.to_owned(), b"a\0\xFF".to_vec());
        let problem = disk.read(path, "lsb.queues").expect_err("not a text");
        assert_eq!(problem.to_string(), "`lsb.queues` is not a text file: byte 1 is zero");
        assert!(disk.remove(path) && !disk.remove(path) && !disk.exists(Path::new("/site")));
        assert_eq!(copy.paths().collect::<Vec<_>>(), [path]);
    }
}
