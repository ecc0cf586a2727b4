//! The files that LSF reads together.

use lsflint_spec::Target;

use crate::{Resources, SourceFile, Switches};

/// What is known across the files of one cluster while one of them is judged. It holds no trees: files can be dropped after they were
/// read into it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cluster {
    /// Settings that change how other files are read.
    pub switches: Switches,
    /// The resources in view.
    pub resources: Resources,
}

impl Cluster {
    /// Reads what the files of a cluster say about each other. `target`: what the user asked for, if anything.
    pub fn of(files: &[SourceFile], target: Option<&Target>) -> Cluster {
        Cluster { switches: Switches::of(files, target), resources: Resources::of(files) }
    }
}
