//! File patterns. A pattern is relative to the directory of the lsflint.toml that contains it, even if another file
//! extends that one.

use std::path::{Path, PathBuf};

use globset::{Glob, GlobBuilder, GlobSet};

/// File patterns, grouped by the directory that they are relative to.
#[derive(Debug, Clone, Default)]
pub struct Patterns(Vec<(PathBuf, GlobSet)>);

impl Patterns {
    /// Compiles the patterns of an lsflint.toml in directory `root`.
    ///
    /// # Errors
    /// A pattern is invalid.
    pub(super) fn new(root: &Path, patterns: &[&str]) -> Result<Patterns, globset::Error> {
        let globs: Vec<_> = patterns.iter().map(|it| glob(it)).collect::<Result<_, _>>()?;
        let set = GlobSet::new(globs.into_iter().flatten())?;
        Ok(Patterns(if patterns.is_empty() { Vec::new() } else { vec![(root.to_owned(), set)] }))
    }

    /// Whether a pattern matches the file or one of its parent directories. `path` is absolute. A file outside of the
    /// base directory (possible with `--config`) is matched only by patterns without a slash.
    pub fn is_match(&self, path: &Path) -> bool {
        self.0.iter().any(|(root, set)| match path.strip_prefix(root) {
            Ok(below) => set.is_match(below),
            Err(_) => !root.starts_with(path) && set.is_match(path),
        })
    }

    /// Whether there are no patterns.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the patterns of `others`.
    pub(super) fn extend(&mut self, others: Patterns) {
        self.0.extend(others.0);
    }
}

/// Compiles a pattern as in .gitignore: without a slash it matches files and directories at any depth; a directory
/// includes everything in it.
fn glob(pattern: &str) -> Result<Vec<Glob>, globset::Error> {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let (pattern, folder) = match pattern.strip_suffix('/') {
        Some(folder) => (folder, true),
        None => (pattern, false),
    };
    let anchored = match pattern.strip_prefix('/') {
        Some(anchored) => anchored.to_owned(),
        None if pattern.contains('/') => pattern.to_owned(),
        None => format!("**/{pattern}"),
    };
    let build = |text: &str| GlobBuilder::new(text).literal_separator(true).build();
    let below = build(&format!("{anchored}/**"))?;
    Ok(if folder { vec![below] } else { vec![build(&anchored)?, below] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, path: &str, expected: bool) {
        let patterns = Patterns::new(Path::new("/site"), &[pattern]).unwrap_or_default();
        assert_eq!(patterns.is_match(Path::new(path)), expected, "{pattern} {path}");
    }

    #[test]
    fn patterns_with_slash_are_anchored() {
        check("conf/old", "/site/conf/old/lsb.queues", true);
        check("conf/old", "/site/x/conf/old/lsb.queues", false);
        check("/top", "/site/top/lsf.conf", true);
        check("/top", "/site/x/top/lsf.conf", false);
        check("./top/", "/site/top/lsf.conf", true);
    }

    #[test]
    fn patterns_without_slash_count_anywhere() {
        check("old/", "/site/a/old/lsb.queues", true);
        check("old/", "/site/a/old", false);
        check("*.tmpl", "/site/lsb.queues.tmpl", true);
        check("*.tmpl", "/site/a/b/lsb.queues.tmpl", true);
        check("lsb.queues", "/site/x/lsb.queues", true);
        check("lsb.queues", "/elsewhere/lsb.queues", true);
        // Parent directories of the root are not matched.
        check("site", "/site", false);
    }
}
