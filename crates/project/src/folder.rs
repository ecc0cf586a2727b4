//! The entries of one folder, for completion of paths.

use std::path::Path;

use crate::disk::{Disk, FolderEntry};

/// The maximum number of entries that are read.
const MOST_ENTRIES: usize = 1000;

/// The entries of a folder, sorted, without hidden ones: files and folders, not what is in these. Empty if it cannot be
/// read.
pub fn folder_entries(disk: &Disk, folder: &Path) -> Vec<FolderEntry> {
    let named = disk.entries(folder).into_iter().take(MOST_ENTRIES);
    let mut found: Vec<FolderEntry> = named.filter(|it| !it.0.starts_with('.')).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_folder_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("sub/deeper")).expect("a folder");
        std::fs::write(at("b.queues"), "").expect("a file");
        std::fs::write(at(".hidden"), "").expect("a file");
        let expected = [("b.queues".to_owned(), false), ("sub".to_owned(), true)];
        let disk = Disk::default();
        assert_eq!(folder_entries(&disk, folder.path()), expected);
        assert_eq!(folder_entries(&disk, &at("missing")), []);
    }
}
