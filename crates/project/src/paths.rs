//! Paths as people gave them, as the disk needs them, and as reports show them.

use std::path::{Component, Path, PathBuf};

/// The current folder, and the two ways to write a path against it.
#[derive(Debug, Clone)]
pub struct Paths {
    current: PathBuf,
}

impl Paths {
    /// Paths against a current folder, which must be absolute.
    pub fn new(current: impl Into<PathBuf>) -> Paths {
        Paths { current: current.into() }
    }

    /// The current folder.
    pub fn current(&self) -> &Path {
        &self.current
    }

    /// The path from the root, without `.` and `..`. Symbolic links stay: `a/link/..` is `a`, as in a shell.
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

    /// The path as reports show it: relative to the current folder when it lies below, with `/`. Bytes that are no UTF-8 become U+FFFD.
    pub fn shown(&self, absolute: &Path) -> String {
        if let Ok(below) = absolute.strip_prefix(&self.current) {
            return if below.as_os_str().is_empty() { ".".to_owned() } else { with_slashes(below) };
        }
        // A neighbour of the current folder reads better from here than from the root.
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

/// The last part of a path; bytes that are no UTF-8 become U+FFFD.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The folder that a file lies in.
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
