//! `#INCLUDE`: files that stand in the place of a line.
//!
//! The path is taken as it is written, or from the folder of the file with the line. An absolute path of another machine leads
//! nowhere here; that is noted and nothing is concluded from it.

use std::path::{Path, PathBuf};

use lsflint_model::SourceFile;
use lsflint_spec::IncludePlace;
use lsflint_syntax::ast::{AstNode, Directive};
use lsflint_syntax::include_words;

use crate::paths::Paths;

/// An include line and the file it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Include {
    /// The path as written.
    pub(crate) written: String,
    /// The file, when there is one.
    pub(crate) file: Option<PathBuf>,
    /// There is none, and the folder where it should be exists.
    pub(crate) surely_missing: bool,
}

/// The include lines of a file. `path` is where it lies.
pub(crate) fn includes(source: &SourceFile, path: &Path, paths: &Paths) -> Vec<Include> {
    if source.kind.spec().directives.include == IncludePlace::Nowhere || !mentions_include(&source.text) {
        return Vec::new();
    }
    let directives = source.parse.root().descendants().filter_map(Directive::cast);
    let included = directives.filter(|it| it.is("#include")).filter_map(Directive::path);
    included.map(|it| resolve(&it.text(), path, paths)).collect()
}

/// Whether a text may have an include line.
pub(crate) fn mentions_include(text: &str) -> bool {
    include_words(text).next().is_some()
}

fn resolve(written: &str, path: &Path, paths: &Paths) -> Include {
    let folder = path.parent().unwrap_or(path);
    let file = paths.absolute(&folder.join(written));
    let found = !written.is_empty() && file.is_file();
    let surely_missing = !found && file.parent().is_some_and(Path::is_dir);
    Include { written: written.to_owned(), file: found.then_some(file), surely_missing }
}

/// Whether a text is made of whole sections, so that it can be judged on its own. Parts of sections only make sense in their place.
pub(crate) fn has_whole_sections(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|it| !it.is_empty() && !it.starts_with('#'));
    first.and_then(|it| it.split_whitespace().next()).is_some_and(|it| it.eq_ignore_ascii_case("begin"))
}
