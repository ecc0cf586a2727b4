//! The base directory of the paths in a report.
//!
//! Paths of findings are relative to the current directory, but a forge expects paths relative to the root of the
//! repository. Formats for forges therefore need to know the path from there to the current directory.

use std::borrow::Cow;

/// The path from the base directory to the current directory, as a list of names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathBase(Vec<String>);

impl PathBase {
    /// The current directory is the base.
    pub fn here() -> PathBase {
        PathBase::default()
    }

    /// A parent directory of the current one is the base; `names` lead from it to the current directory.
    pub fn above(names: impl IntoIterator<Item = String>) -> PathBase {
        PathBase(names.into_iter().collect())
    }

    /// Converts a path to one relative to the base. A path outside of the base is unchanged.
    pub(crate) fn path<'p>(&self, path: &'p str) -> Cow<'p, str> {
        if self.0.is_empty() || is_absolute(path) {
            return Cow::Borrowed(path);
        }
        let up = path.split('/').take_while(|it| *it == "..").count();
        let mut parts: Vec<&str> = self.0.iter().map(String::as_str).collect();
        let Some(left) = parts.len().checked_sub(up) else {
            return Cow::Owned(path["../".len() * parts.len()..].into());
        };
        parts.truncate(left);
        parts.extend(path.split('/').skip(up));
        Cow::Owned(parts.join("/"))
    }
}

/// Whether a path is absolute, on Unix or on Windows.
pub(crate) fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || has_drive(path)
}

/// Whether a path starts with a drive, such as `C:/lsf/conf`.
pub(crate) fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], path: &str, expected: &str) {
        assert_eq!(PathBase::above(names.iter().map(ToString::to_string)).path(path), expected);
    }

    #[test]
    fn paths_start_from_the_folder_above() {
        check(&[], "conf/lsf.conf", "conf/lsf.conf");
        check(&["site"], "lsf.conf", "site/lsf.conf");
        check(&["site", "west"], "../east/lsf.conf", "site/east/lsf.conf");
        check(&["site", "west"], "../../lsf.conf", "lsf.conf");
        check(&["site"], "../../other/lsf.conf", "../other/lsf.conf");
        check(&["site"], "/opt/lsf/conf/lsf.conf", "/opt/lsf/conf/lsf.conf");
        check(&["site"], "C:/lsf/conf/lsf.conf", "C:/lsf/conf/lsf.conf");
        check(&["site"], "..conf/lsf.conf", "site/..conf/lsf.conf");
    }
}
