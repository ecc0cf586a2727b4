//! What is known about a cluster besides the text of its files.

use std::sync::Arc;

use lsflint_spec::FileKind;

use crate::{Declared, MissingInclude};

/// What the room that found the files, and the site, say about a cluster. Plain data, so that it can be compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Resources that the site knows; those that a file defines are what the file says.
    pub resources: Vec<String>,
    /// Hosts, users and groups that the site knows and no file defines.
    pub names: Declared,
    /// `#INCLUDE` lines whose file is not in view.
    pub missing_includes: Vec<MissingInclude>,
    /// `#INCLUDE` lines whose file leads back to the file they stand in: the path of that file, and the included path as written.
    pub include_cycles: Vec<(Arc<str>, String)>,
    /// Kinds of file with a part that is not in view: what is not defined in the rest may be defined there.
    pub gaps: Vec<FileKind>,
}
