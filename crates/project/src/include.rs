//! Resolves `#INCLUDE` lines to files.
//!
//! A relative path is relative to the directory of the file that contains the line. An absolute path of another machine
//! does not exist here; this is recorded but is not an error.

use std::path::{Path, PathBuf};

use lsflint_model::SourceFile;
use lsflint_spec::IncludePlace;
use lsflint_syntax::ast::{AstNode, Directive};
use lsflint_syntax::include_words;

use crate::disk::Disk;
use crate::paths::Paths;

/// An include line and the file that it refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Include {
    /// The path as written.
    pub(crate) written: String,
    /// The file, if it exists.
    pub(crate) file: Option<PathBuf>,
    /// Whether the file does not exist although its directory does.
    pub(crate) surely_missing: bool,
}

/// The paths of the files that a file includes, whether they exist or not. `path` is the absolute path of that file.
pub fn included_paths(source: &SourceFile, path: &Path, paths: &Paths) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(path);
    let written = written_includes(source).into_iter().filter(|it| !it.is_empty());
    written.map(|it| paths.absolute(&folder.join(it))).collect()
}

/// The include lines of a file. `path` is the path of that file.
pub(crate) fn includes(source: &SourceFile, path: &Path, paths: &Paths, disk: &Disk) -> Vec<Include> {
    written_includes(source).iter().map(|it| resolve(it, path, paths, disk)).collect()
}

/// The paths as the include lines of a file have them.
fn written_includes(source: &SourceFile) -> Vec<String> {
    if source.kind.spec().directives.include == IncludePlace::Nowhere || !mentions_include(&source.text) {
        return Vec::new();
    }
    let directives = source.parse.root().descendants().filter_map(Directive::cast);
    let included = directives.filter(|it| it.is("#include")).filter_map(Directive::path);
    included.map(|it| it.text().into_owned()).collect()
}

/// Whether a text may contain an include line.
pub(crate) fn mentions_include(text: &str) -> bool {
    include_words(text).next().is_some()
}

fn resolve(written: &str, path: &Path, paths: &Paths, disk: &Disk) -> Include {
    let folder = path.parent().unwrap_or(path);
    let file = paths.absolute(&folder.join(written));
    let found = !written.is_empty() && disk.is_file(&file);
    let surely_missing = !found && file.parent().is_some_and(|it| disk.is_dir(it));
    Include { written: written.to_owned(), file: found.then_some(file), surely_missing }
}

/// Whether a text consists of whole sections, so that it can be checked on its own. A part of a section is only
/// meaningful in the file that includes it.
pub(crate) fn has_whole_sections(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|it| !it.is_empty() && !it.starts_with('#'));
    first.and_then(|it| it.split_whitespace().next()).is_some_and(|it| it.eq_ignore_ascii_case("begin"))
}
