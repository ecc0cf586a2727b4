//! The base directory of the paths in a report.
//!
//! Findings carry paths from the current folder. A forge looks for the files of a report from the top of the repository, and a job
//! that works in a folder of it would point to files that are not there. So formats for forges know how deep they are.

use std::borrow::Cow;

/// The current folder as it is seen from the folder that paths should start from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathBase(Vec<String>);

impl PathBase {
    /// The current folder itself.
    pub fn here() -> PathBase {
        PathBase::default()
    }

    /// A folder above the current one; `names` lead from there to here.
    pub fn above(names: impl IntoIterator<Item = String>) -> PathBase {
        PathBase(names.into_iter().collect())
    }

    /// A path from there. What lies outside stays as it is.
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

/// A path from the root, of this system or of Windows.
pub(crate) fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || has_drive(path)
}

/// `C:/lsf/conf`.
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
