//! Facts about a cluster in addition to the text of its files.

use std::sync::Arc;

use lsflint_spec::FileKind;

use crate::{Declared, MissingInclude};

/// Facts about a cluster from the crate that loaded the files and from the settings. Plain data, so that it can be
/// compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Resources that the site knows; those that a file defines are what the file says.
    pub resources: Vec<String>,
    /// Hosts, users and groups that the site knows and no file defines.
    pub names: Declared,
    /// `#INCLUDE` lines whose file is not loaded.
    pub missing_includes: Vec<MissingInclude>,
    /// `#INCLUDE` lines that form a cycle: the path of the including file, and the included path as written.
    pub include_cycles: Vec<(Arc<str>, String)>,
    /// Kinds of file that are only partly loaded: undefined names may be defined in the missing part.
    pub gaps: Vec<FileKind>,
}
