//! The entries of one folder, for completion of paths.

use std::path::Path;

/// The maximum number of entries that are read.
const MOST_ENTRIES: usize = 1000;

/// An entry of a folder: its name, and whether it is a folder.
pub type FolderEntry = (String, bool);

/// The entries of a folder, sorted, without hidden ones: files and folders, not what is in these. Empty if it cannot be
/// read.
pub fn folder_entries(folder: &Path) -> Vec<FolderEntry> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let named = entries.flatten().take(MOST_ENTRIES).filter_map(|entry| {
        let name = entry.file_name().into_string().ok().filter(|it| !it.starts_with('.'))?;
        let kind = entry.file_type().ok()?;
        // A link may lead to either.
        let is_folder = if kind.is_symlink() { entry.path().is_dir() } else { kind.is_dir() };
        Some((name, is_folder))
    });
    let mut found: Vec<FolderEntry> = named.collect();
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
        assert_eq!(folder_entries(folder.path()), expected);
        assert_eq!(folder_entries(&at("missing")), []);
    }
}
