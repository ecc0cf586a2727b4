//! Parses the output of git commands.

use std::path::PathBuf;

/// The object name of a text; `None` if there is no file, or a symbolic link, whose target is unknown here.
pub(super) type Blob = Option<String>;

/// A file that differs between two states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its path in the repository; the new one if it was renamed.
    pub(super) path: PathBuf,
    /// Its path in the old state.
    pub(super) old_path: PathBuf,
    /// Its text in the old state.
    pub(super) old: Blob,
    /// Whether it exists in the new state.
    pub(super) is_there: bool,
}

/// The mode of a submodule.
const REPOSITORY: &str = "160000";
/// The mode of a symbolic link.
const LINK: &str = "120000";

/// The files in the output of a command with `-z --raw --no-abbrev`. Unmerged entries and entries that cannot be parsed
/// are left out.
pub(super) fn entries(output: &[u8]) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut parts = output.split(|it| *it == 0);
    while let Some(head) = parts.next() {
        let Some(head) = head.strip_prefix(b":") else { continue };
        let head = String::from_utf8_lossy(head);
        let mut words = head.split(' ');
        let mut word = || words.next().unwrap_or_default();
        let (old_mode, new_mode, old, _, status) = (word(), word(), word(), word(), word());
        let Some(path) = parts.next().filter(|it| !it.is_empty()).map(path_of) else { break };
        let (path, old_path) = match status.as_bytes().first() {
            Some(b'R' | b'C') => {
                let Some(new) = parts.next().map(path_of) else { break };
                (new.clone(), if status.starts_with('R') { path } else { new })
            }
            _ => (path.clone(), path),
        };
        if old_mode != REPOSITORY && new_mode != REPOSITORY && !status.starts_with('U') {
            let old = (old_mode != LINK && old.bytes().any(|it| it != b'0')).then(|| old.to_owned());
            found.push(Entry { path, old_path, old, is_there: !status.starts_with('D') });
        }
    }
    found
}

/// The untracked files and nested repositories in the output of `git ls-files -z -t --stage --others`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unknown {
    /// The untracked files.
    pub(super) files: Vec<PathBuf>,
    /// The directories that are nested repositories.
    pub(super) repositories: Vec<PathBuf>,
}

pub(super) fn unknown(output: &[u8]) -> Unknown {
    let mut found = Unknown::default();
    for it in output.split(|it| *it == 0) {
        match it.strip_prefix(b"? ") {
            Some(folder) if folder.ends_with(b"/") => found.repositories.push(path_of(folder)),
            Some(file) => found.files.push(path_of(file)),
            None if it.get(2..).is_some_and(|it| it.starts_with(REPOSITORY.as_bytes())) => {
                found.repositories.extend(it.splitn(2, |it| *it == b'\t').nth(1).map(path_of));
            }
            None => {}
        }
    }
    found
}

/// A path in the repository as a path of the operating system.
#[cfg(unix)]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// A path in the repository as a path of the operating system.
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
            .map(|it| format!("{:?} {:?} {:?} {}", it.path, it.old_path, it.old, it.is_there))
            .collect();
        assert_eq!(
            found,
            [
                r#""a b\"\n.conf" "a b\"\n.conf" Some("1a") true"#,
                r#""new" "old" Some("3c") true"#,
                r#""gone" "gone" Some("4d") false"#,
            ]
        );
    }

    #[test]
    fn undecided_and_copied() {
        let output = b":100644 000000 1a 00 U\0merge\0:100644 100644 2b 2b C100\0a\0b\0:120000 100644 3c 00 T\0link\0";
        let found = entries(output);
        let shown: Vec<_> = found.iter().map(|it| (it.path == it.old_path, it.old.as_deref())).collect();
        assert_eq!(shown, [(true, Some("2b")), (true, None)]);
    }

    #[test]
    fn what_git_does_not_know() {
        let output = b"? a b\0? own/\0H 100644 1a 0\ta\0H 160000 2b 0\tb c\0H 160000 3c 0\0";
        let paths = |them: &[&str]| them.iter().map(PathBuf::from).collect::<Vec<_>>();
        let expected = Unknown { files: paths(&["a b"]), repositories: paths(&["own/", "b c"]) };
        assert_eq!(unknown(output), expected);
    }

    #[test]
    fn nothing_and_nonsense() {
        assert_eq!(entries(b""), []);
        assert_eq!(entries(b"x\0:1 2 3\0"), []);
        assert_eq!(entries(b":100644 100644 1 2 R100\0old").len(), 0);
    }
}
