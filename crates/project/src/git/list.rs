//! The raw output of `git diff-index` and `git diff-files`.

use std::path::PathBuf;

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It was added, changed, or became something else.
    Changed,
    /// It is gone.
    Deleted,
    /// It has another name, and perhaps another text.
    Renamed,
    /// A merge left it undecided.
    Unmerged,
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// Its path in the repository; after a renaming the new one.
    pub(super) path: PathBuf,
    pub(super) old_path: Option<PathBuf>,
    old_mode: String,
    new_mode: String,
    old_blob: String,
}

/// The mode of what is no file but a commit of another repository.
const REPOSITORY: &str = "160000";
/// The mode of a symbolic link.
const LINK: &str = "120000";

impl Entry {
    /// Whether it is about a file with text on one side at least.
    pub(super) fn is_file(&self) -> bool {
        ![&self.old_mode, &self.new_mode].iter().any(|it| *it == REPOSITORY)
    }

    /// The name of the old text; `None` when there was no file. What a link leads to is not known here.
    pub(super) fn old_blob(&self) -> Option<String> {
        let is_there = self.old_blob.bytes().any(|it| it != b'0') && self.old_mode != LINK;
        is_there.then(|| self.old_blob.clone())
    }
}

/// The records of an output with `-z --raw --no-abbrev`. What cannot be read is left out.
pub(super) fn entries(output: &[u8]) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut parts = output.split(|it| *it == 0);
    while let Some(head) = parts.next() {
        let Some(head) = head.strip_prefix(b":") else { continue };
        let head = String::from_utf8_lossy(head);
        let mut words = head.split(' ');
        let mut word = || words.next().unwrap_or_default().to_owned();
        let (old_mode, new_mode, old_blob, _, status) = (word(), word(), word(), word(), word());
        let Some(path) = parts.next().filter(|it| !it.is_empty()) else { break };
        let mut path = path_of(path);
        let (kind, old_path) = match status.as_bytes().first() {
            Some(b'D') => (Kind::Deleted, None),
            Some(b'U') => (Kind::Unmerged, None),
            Some(b'R' | b'C') => {
                let Some(new) = parts.next() else { break };
                let old = std::mem::replace(&mut path, path_of(new));
                let is_copy = status.starts_with('C');
                (if is_copy { Kind::Changed } else { Kind::Renamed }, (!is_copy).then_some(old))
            }
            _ => (Kind::Changed, None),
        };
        found.push(Entry { kind, path, old_path, old_mode, new_mode, old_blob });
    }
    found
}

/// The paths of other repositories in the output of `git ls-files -z --stage`.
pub(super) fn modules(output: &[u8]) -> impl Iterator<Item = PathBuf> {
    let modules = output.split(|it| *it == 0).filter(|it| it.starts_with(REPOSITORY.as_bytes()));
    modules.filter_map(|it| Some(path_of(&it[it.iter().position(|it| *it == b'\t')? + 1..])))
}

/// A path of the repository as the disk has it.
#[cfg(unix)]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// A path of the repository as the disk has it.
#[cfg(not(unix))]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records() {
        let output = b":100644 100644 1a 2b M\0a b\"\n.conf\0:100644 100644 3c 3c R096\0old\0new\0:100644 000000 4d 00 D\0gone\0\
            :000000 160000 00 5e A\0module\0";
        let found: Vec<String> = entries(output)
            .iter()
            .map(|it| format!("{:?} {:?} {:?} {:?} {}", it.kind, it.path, it.old_path, it.old_blob(), it.is_file()))
            .collect();
        assert_eq!(
            found,
            [
                r#"Changed "a b\"\n.conf" None Some("1a") true"#,
                r#"Renamed "new" Some("old") Some("3c") true"#,
                r#"Deleted "gone" None Some("4d") true"#,
                r#"Changed "module" None None false"#,
            ]
        );
    }

    #[test]
    fn other_repositories() {
        let output = b"100644 1a 0\ta\x00160000 2b 0\tb c\x00160000 3c 0\0";
        assert_eq!(modules(output).collect::<Vec<_>>(), [PathBuf::from("b c")]);
    }

    #[test]
    fn nothing_and_nonsense() {
        assert_eq!(entries(b""), []);
        assert_eq!(entries(b"x\0:1 2 3\0"), []);
        assert_eq!(entries(b":100644 100644 1 2 R100\0old").len(), 0);
    }
}
