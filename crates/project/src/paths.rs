//! Paths as given by the user, as absolute paths, and as shown in reports.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// Converts paths relative to the current directory.
#[derive(Debug, Clone)]
pub struct Paths {
    current: PathBuf,
}

impl Paths {
    /// `current` is the current directory, which must be absolute.
    pub fn new(current: impl Into<PathBuf>) -> Paths {
        Paths { current: current.into() }
    }

    /// The current directory.
    pub fn current(&self) -> &Path {
        &self.current
    }

    /// The absolute path without `.` and `..`. Symbolic links are not resolved: `a/link/..` is `a`, as in a shell.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        let mut full = PathBuf::new();
        for component in self.current.join(path).components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir => {
                    full.pop();
                }
                _ => full.push(component),
            }
        }
        full
    }

    /// The path as shown in reports: relative to the current directory if below it, with `/`. Invalid UTF-8 becomes
    /// U+FFFD.
    pub fn shown(&self, absolute: &Path) -> String {
        if let Ok(below) = absolute.strip_prefix(&self.current) {
            return if below.as_os_str().is_empty() { ".".to_owned() } else { with_slashes(below) };
        }
        // A sibling of the current directory is easier to read as a relative path.
        let mut up = String::new();
        for ancestor in self.current.ancestors().skip(1).take(3) {
            up.push_str("../");
            if ancestor.parent().is_some()
                && let Ok(below) = absolute.strip_prefix(ancestor)
            {
                return format!("{up}{}", with_slashes(below));
            }
        }
        with_slashes(absolute)
    }
}

/// A path in a message: without line breaks and other control characters, after which a log would read the rest as a
/// line of its own.
pub(crate) fn one_line(path: &str) -> Cow<'_, str> {
    if path.contains(char::is_control) { path.replace(char::is_control, "\u{FFFD}").into() } else { path.into() }
}

/// The last component of a path; invalid UTF-8 becomes U+FFFD.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The directory of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_from_the_current_folder() {
        let paths = Paths::new("/a/b/c");
        let shown = |path: &str| paths.shown(&paths.absolute(Path::new(path)));
        assert_eq!(shown("conf/lsb.queues"), "conf/lsb.queues");
        assert_eq!(shown("./x/../lsf.conf"), "lsf.conf");
        assert_eq!(shown("."), ".");
        assert_eq!(shown("/a/b/c/lsf.conf"), "lsf.conf");
        assert_eq!(shown("../d/lsf.conf"), "../d/lsf.conf");
        assert_eq!(shown("/a/x/lsf.conf"), "../../x/lsf.conf");
        assert_eq!(shown("/opt/lsf/conf/lsf.conf"), "/opt/lsf/conf/lsf.conf");
        assert_eq!(shown("../../../../x"), "/x");
    }
}
