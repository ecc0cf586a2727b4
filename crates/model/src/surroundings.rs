//! Facts about a cluster in addition to the text of its files.

use std::sync::Arc;

use lsflint_spec::FileKind;

use crate::job::Submitter;
use crate::{Declared, MissingInclude, Peer};

/// Facts about a cluster from the crate that loaded the files and from the settings. Plain data, so that it can be
/// compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Names of resources that the site knows; definitions in files take precedence.
    pub resources: Vec<String>,
    /// Hosts, users and groups that exist although no file defines them.
    pub names: Declared,
    /// `#INCLUDE` lines whose file is not loaded.
    pub missing_includes: Vec<MissingInclude>,
    /// `#INCLUDE` lines that form a cycle: the path of the including file, and the included path as written.
    pub include_cycles: Vec<(Arc<str>, String)>,
    /// The files that `#INCLUDE` lines add.
    pub includes: Vec<Included>,
    /// Kinds of files that are only partly loaded: undefined names may be defined in the missing part.
    pub gaps: Vec<FileKind>,
    /// Who submits the jobs of scripts, and the programs that see them first.
    pub submitter: Submitter,
    /// The other clusters of the run that exchange jobs with this one.
    pub peers: Vec<Peer>,
}

/// A file that an `#INCLUDE` line adds to a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Included {
    /// The path of the file with the line.
    pub from: Arc<str>,
    /// The included path as written.
    pub written: String,
    /// The path of the included file.
    pub to: Arc<str>,
}
